//===- ExportTChecker.cpp - Write TChecker models ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 1. Collect names, and give them to the file: all are global there.
// 2. Find out how labels become events: an event of its own, the two sides of a
//    channel, or a member of vectors; one event for each value of a parameter.
// 3. Write declarations, processes and vectors. Nothing is written if something
//    cannot be said.
//
//===----------------------------------------------------------------------===//

#include "tioga/Target/ExportTChecker.h"
#include "ProgramWriter.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "tioga/Dialect/Tioga/IR/Annotations.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Dialect/Tioga/IR/ScaleTime.h"
#include "tioga/Dialect/Tioga/IR/Scope.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <map>
#include <set>

using namespace mlir;
using namespace tioga;
using namespace tioga::tck;
using llvm::Twine;

namespace {

constexpr uint64_t maxParameterValues = 64;

/// Words that mean something in the format; from `if` on, in programs only.
constexpr llvm::StringLiteral reserved[] = {
    "clock", "edge", "event", "int",   "location", "process", "sync", "system",
    "if",    "then", "else",  "while", "do",       "end",     "nop",  "local"};

class FileNames {
public:
  /// Names of variables occur in programs, those of events and such do not.
  explicit FileNames(bool inPrograms) : inPrograms(inPrograms) {}

  std::string get(StringRef wanted) {
    std::string base;
    for (char c : wanted)
      base += llvm::isAlnum(c) || c == '_' ? c : '_';
    if (base.empty() || llvm::isDigit(base.front()))
      base.insert(0, "_");
    if (StringRef(base).starts_with_insensitive("tck") ||
        llvm::is_contained(ArrayRef(reserved).take_front(inPrograms ? 16 : 8),
                           base))
      base += "_";
    std::string name = base;
    for (unsigned i = 1; !taken.insert(name).second; ++i)
      name = base + "_" + std::to_string(i);
    return name;
  }

private:
  bool inPrograms;
  llvm::StringSet<> taken;
};

/// A way to do a label: its arguments, and the event that stands for both.
struct EventChoice {
  std::string event;
  llvm::SmallVector<std::pair<Expr, Expr>, 1> arguments;
};

/// How a label is said.
struct LabelEvents {
  LabelOp op;
  /// Of those who send it, and of all who do it alone.
  std::vector<EventChoice> senders;
  /// Of those who receive it from another automaton, in the same order.
  std::vector<EventChoice> receivers;
  /// Whether edges of two automata meet.
  bool isShared = false;
  /// Whether events are called as import expects those of parameters.
  bool hasPlainNames = true;
  /// Automata by direction.
  llvm::SetVector<Operation *> sendingAutomata, receivingAutomata;
};

class NetworkExporter {
public:
  NetworkExporter(ta::NetworkOp network, int64_t scale, llvm::raw_ostream &os)
      : network(network), scale(scale), os(os) {}

  LogicalResult run();

private:
  // Steps 1 and 2.
  LogicalResult collect();
  void collectLabels();
  LogicalResult makeEvents(LabelEvents &label);
  bool isInVector(Operation *automaton, StringRef label) const {
    return vectored.count({automaton, label.str()}) != 0;
  }
  FileSymbols makeSymbols(Block &block, const FileSymbols *outer,
                          StringRef prefix);
  void readPurposes();

  // Step 3.
  void writeDoc(StringAttr doc);
  void writeAnnotations();
  void writeEvents();
  LogicalResult writeVariables(Block &block, const FileSymbols &symbols);
  LogicalResult writeVariable(VarOp var, const FileSymbols &symbols);
  LogicalResult writeAutomaton(ta::AutomatonOp automaton);
  LogicalResult writeLocation(ta::AutomatonOp automaton,
                              ta::LocationOp location,
                              const FileSymbols &symbols);
  LogicalResult writeEdge(ta::AutomatonOp automaton, ta::EdgeOp edge,
                          const FileSymbols &symbols);
  LogicalResult writeEdge(ta::AutomatonOp automaton, ta::EdgeOp edge,
                          const FileSymbols &symbols, StringRef event,
                          Expr guard, ArrayRef<Assignment> update);
  std::optional<Expr> bindArguments(Expr guard, Substitution &substitution);
  void writeVectors();
  void writeChannel(LabelEvents &label);
  bool addText(SmallVectorImpl<std::string> &attributes, Operation *op,
               StringRef key, StringRef value);
  bool addStems(SmallVectorImpl<std::string> &attributes, Operation *op,
                ArrayAttr stems);
  void writeLine(const Twine &head, ArrayRef<std::string> attributes);
  std::optional<Update> getRestart(ta::EdgeOp edge);

  std::string getProcess(Operation *automaton) const {
    return processes.lookup(automaton);
  }

  ta::NetworkOp network;
  /// How many units of time in the file are one of the model.
  int64_t scale;
  llvm::raw_ostream &os;
  ExprContext context;
  FileNames names{/*inPrograms=*/true}, eventNames{/*inPrograms=*/false};
  FileSymbols globals;
  llvm::DenseMap<Operation *, std::string> processes;
  llvm::DenseMap<Operation *, llvm::StringMap<std::string>> locations;
  llvm::MapVector<StringRef, LabelEvents> labels;
  /// Automata with their labels in vectors, and as weak members.
  std::set<std::pair<Operation *, std::string>> vectored, weak;
  /// Labels of locations, by automaton and location.
  std::map<std::pair<std::string, std::string>, std::vector<std::string>>
      locationLabels;
  std::string silentEvent;
  bool hasEnvironment = false;
};

} // namespace

static InFlightDiagnostic reject(Operation *op) {
  return emitError(op->getLoc()) << "TChecker cannot say this: ";
}

//===----------------------------------------------------------------------===//
// Names and events
//===----------------------------------------------------------------------===//

/// Names of the automaton hide those of the network.
FileSymbols NetworkExporter::makeSymbols(Block &block, const FileSymbols *outer,
                                         StringRef prefix) {
  FileSymbols table;
  if (outer)
    table = *outer;
  auto add = [&](StringRef name, Type type) {
    bool isHiding = outer && outer->symbols.contains(name);
    table.symbols[name] = {
        names.get(isHiding ? (prefix + "_" + name).str() : name.str()), type};
  };
  std::function<void(Type)> addEnums = [&](Type type) {
    if (auto literals = dyn_cast<EnumType>(type))
      table.enums[literals.getName()] = literals;
    if (auto array = dyn_cast<ArrayType>(type))
      addEnums(array.getElement());
  };
  for (Operation &op : block) {
    if (auto var = dyn_cast<VarOp>(op)) {
      add(var.getName(), var.getType());
      addEnums(var.getType());
    } else if (auto clock = dyn_cast<ClockOp>(op)) {
      add(clock.getName(), Type());
    } else if (auto label = dyn_cast<LabelOp>(op)) {
      for (unsigned i = 0; i < label.getNumParams(); ++i)
        addEnums(label.getParam(i).getType());
    }
  }
  return table;
}

void NetworkExporter::collectLabels() {
  Block &body = network.getBody().front();
  for (auto label : body.getOps<LabelOp>())
    labels[label.getName()].op = label;
  llvm::StringMap<Operation *> byName;
  for (auto automaton : body.getOps<ta::AutomatonOp>()) {
    byName[automaton.getSymName()] = automaton;
    hasEnvironment |= automaton.getEnvironment();
  }
  for (auto sync : body.getOps<ta::SyncOp>())
    for (auto member : sync.getMembers().getAsRange<ta::MemberAttr>()) {
      std::pair<Operation *, std::string> pair = {
          byName.lookup(member.getAutomaton().getValue()),
          member.getLabel().str()};
      vectored.insert(pair);
      if (member.getWeak())
        weak.insert(pair);
    }
  for (auto automaton : body.getOps<ta::AutomatonOp>())
    for (auto edge : automaton.getBody().getOps<ta::EdgeOp>()) {
      if (edge.isSilent() || isInVector(automaton, *edge.getLabel()))
        continue;
      LabelEvents &label = labels[*edge.getLabel()];
      bool isShared =
          label.op.getKind() == LabelKind::Internal || hasEnvironment;
      label.isShared |= isShared;
      bool sends = *edge.getDirection() == ta::Direction::Send || !isShared;
      (sends ? label.sendingAutomata : label.receivingAutomata)
          .insert(automaton);
    }
}

/// One event for each combination of arguments.
LogicalResult NetworkExporter::makeEvents(LabelEvents &label) {
  if (label.op.getUrgent())
    return reject(label.op)
           << "the urgent label '" << label.op.getName() << "'";
  std::vector<std::pair<std::string, EventChoice>> choices = {
      {label.op.getName().str(), {}}};
  for (unsigned i = 0; i < label.op.getNumParams(); ++i) {
    ParamAttr param = label.op.getParam(i);
    auto values = enumerateDomain(param.getType(), maxParameterValues);
    if (!values || choices.size() * values->size() > maxParameterValues)
      return reject(label.op)
             << "the parameter '" << param.getName().getValue()
             << "' of the label '" << label.op.getName()
             << "', which has too many values for one event each";
    std::vector<std::pair<std::string, EventChoice>> next;
    for (auto &[text, choice] : choices)
      for (const tioga::Value &value : *values) {
        Expr argument = value.toExpr(context);
        next.push_back({text + "_" + getValueSuffix(argument), choice});
        next.back().second.arguments.push_back(
            {context.getName(param.getName().getValue()), argument});
      }
    choices = std::move(next);
  }
  for (auto &[text, choice] : choices) {
    choice.event = eventNames.get(text);
    label.hasPlainNames &= choice.event == text;
    label.senders.push_back(choice);
  }
  if (label.isShared)
    for (auto &[text, choice] : choices) {
      choice.event = eventNames.get(text + "_receive");
      label.receivers.push_back(choice);
    }
  return success();
}

/// Purposes that are disjunctions of locations are labels of those.
void NetworkExporter::readPurposes() {
  for (auto purpose : network.getBody().getOps<PurposeOp>()) {
    std::vector<std::pair<std::string, std::string>> found;
    bool isLabel = purpose.getSteps().size() == 1;
    Expr step = cast<ExprAttr>(purpose.getSteps()[0]).getExpr();
    llvm::SmallVector<Expr> disjuncts = {step};
    if (step.is(ExprKind::Or))
      disjuncts.assign(step.getOperands().begin(), step.getOperands().end());
    for (Expr disjunct : disjuncts) {
      isLabel &= disjunct.is(ExprKind::Eq) &&
                 disjunct.getOperand(0).is(ExprKind::Name) &&
                 disjunct.getOperand(1).is(ExprKind::EnumLit) &&
                 network.lookupSymbol(disjunct.getOperand(0).getName());
      if (isLabel)
        found.push_back({disjunct.getOperand(0).getName().str(),
                         disjunct.getOperand(1).getName().str()});
    }
    if (!isLabel) {
      emitWarning(purpose.getLoc())
          << "purpose '" << purpose.getName()
          << "' is left out: TChecker has labels of locations only";
      continue;
    }
    for (auto &place : found)
      locationLabels[place].push_back(purpose.getName().str());
  }
}

LogicalResult NetworkExporter::collect() {
  Block &body = network.getBody().front();
  for (auto component : body.getOps<ta::ComponentOp>())
    return reject(component) << "a synchronous component";
  for (auto automaton : body.getOps<ta::AutomatonOp>()) {
    processes[automaton] = names.get(automaton.getSymName());
    FileNames local(/*inPrograms=*/false);
    for (auto location : automaton.getBody().getOps<ta::LocationOp>())
      locations[automaton][location.getSymName()] =
          local.get(location.getSymName());
  }
  globals = makeSymbols(body, nullptr, "");
  collectLabels();
  for (auto &[name, label] : labels)
    if (failed(makeEvents(label)))
      return failure();
  readPurposes();
  silentEvent = eventNames.get("tau");
  return success();
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

void NetworkExporter::writeDoc(StringAttr doc) {
  if (!doc)
    return;
  llvm::SmallVector<StringRef> lines;
  doc.getValue().split(lines, '\n');
  for (StringRef line : lines)
    os << (line.empty() ? "#" : "# ") << line << "\n";
}

void NetworkExporter::writeLine(const Twine &head,
                                ArrayRef<std::string> attributes) {
  os << head;
  if (!attributes.empty())
    os << "{" << llvm::join(attributes, " : ") << "}";
  os << "\n";
}

/// The format has no quotes: some characters end a value.
bool NetworkExporter::addText(SmallVectorImpl<std::string> &attributes,
                              Operation *op, StringRef key, StringRef value) {
  if (value.find_first_of(":{}#\n") != StringRef::npos) {
    reject(op) << "the text '" << value << "' in an attribute";
    return false;
  }
  attributes.push_back((key + ": " + value).str());
  return true;
}

bool NetworkExporter::addStems(SmallVectorImpl<std::string> &attributes,
                               Operation *op, ArrayAttr stems) {
  if (!stems)
    return true;
  llvm::SmallVector<StringRef> ids;
  for (auto id : stems.getAsRange<StringAttr>())
    ids.push_back(id.getValue());
  return addText(attributes, op, "stems", llvm::join(ids, ", "));
}

/// What import has to know to put together what was taken apart.
void NetworkExporter::writeAnnotations() {
  if (scale != 1)
    os << "# tioga: scale " << scale << "\n";
  for (auto &[name, label] : labels) {
    if (label.op.getNumParams() == 0 ||
        label.op.getKind() == LabelKind::Internal)
      continue;
    if (label.isShared || !label.hasPlainNames) {
      emitWarning(label.op.getLoc())
          << "label '" << name << "' becomes one event for each value of its "
          << "parameters, and stays so when the file is read";
      continue;
    }
    os << "# tioga: parameters " << label.op.getName()
       << describeParameters(label.op) << "\n";
  }
}

void NetworkExporter::writeEvents() {
  bool hasSilent = false;
  network.walk([&](ta::EdgeOp edge) { hasSilent |= edge.isSilent(); });
  if (hasSilent)
    writeLine("event:" + silentEvent,
              silentEvent == "tau"
                  ? ArrayRef<std::string>()
                  : ArrayRef<std::string>{std::string("kind: internal")});
  for (auto &[name, label] : labels) {
    LabelKind kind = label.op.getKind();
    std::string text = "kind: " + stringifyLabelKind(kind).str();
    bool isImplied = kind == LabelKind::Output;
    writeDoc(label.op.getDocAttr());
    for (const EventChoice &choice : label.senders)
      writeLine("event:" + choice.event,
                isImplied ? ArrayRef<std::string>() : ArrayRef(text));
    for (const EventChoice &choice : label.receivers)
      writeLine("event:" + choice.event, {std::string("kind: internal")});
  }
}

LogicalResult NetworkExporter::writeVariable(VarOp var,
                                             const FileSymbols &symbols) {
  Type type = var.getType();
  int64_t size = 1;
  if (auto array = dyn_cast<ArrayType>(type)) {
    size = array.getSize();
    type = array.getElement();
  }
  std::optional<Interval> range = getNumbers(type);
  if (!range)
    return reject(var) << "the type of the variable '" << var.getName() << "'";
  Expr init = var.getInit() ? context.import(var.getInit()->getExpr())
                            : getFirstValue(var.getType()).toExpr(context);
  if (isa<ArrayType>(var.getType())) {
    bool isSame =
        init.is(ExprKind::ArrayLit) && llvm::all_equal(init.getOperands());
    if (!isSame)
      return reject(var) << "the array '" << var.getName()
                         << "', whose elements begin with different values";
    init = init.getOperand(0);
  }
  std::optional<int64_t> number = getNumber(simplify(init, context), symbols);
  if (!number)
    return reject(var) << "the initial value '" << init.str() << "'";
  writeDoc(var.getDocAttr());
  os << "int:" << size << ":" << range->low << ":" << range->high << ":"
     << *number << ":" << symbols.symbols.find(var.getName())->second.text
     << "\n";
  return success();
}

LogicalResult NetworkExporter::writeVariables(Block &block,
                                              const FileSymbols &symbols) {
  for (Operation &op : block) {
    if (auto var = dyn_cast<VarOp>(op)) {
      if (failed(writeVariable(var, symbols)))
        return failure();
    } else if (auto clock = dyn_cast<ClockOp>(op)) {
      writeDoc(clock.getDocAttr());
      os << "clock:1:" << symbols.symbols.find(clock.getName())->second.text
         << "\n";
    }
  }
  return success();
}

LogicalResult NetworkExporter::writeLocation(ta::AutomatonOp automaton,
                                             ta::LocationOp location,
                                             const FileSymbols &symbols) {
  SmallVector<std::string> attributes;
  if (automaton.getInitial() == location.getSymName())
    attributes.push_back("initial:");
  if (location.getInvariant()) {
    ProgramWriter writer(context, symbols, location.getLoc());
    std::optional<std::string> text =
        writer.getCondition(context.import(location.getInvariant()->getExpr()));
    if (!text)
      return failure();
    attributes.push_back("invariant: " + *text);
  }
  if (location.getUrgent())
    attributes.push_back("urgent:");
  if (location.getCommitted())
    attributes.push_back("committed:");
  std::vector<std::string> texts = locationLabels[{
      automaton.getSymName().str(), location.getSymName().str()}];
  if (location.getAccepting())
    texts.push_back("accepting");
  if (!texts.empty() &&
      !addText(attributes, location, "labels", llvm::join(texts, ", ")))
    return failure();
  if (location.getLocked())
    attributes.push_back("locked:");
  if (!addStems(attributes, location, location.getStemsAttr()))
    return failure();
  writeDoc(location.getDocAttr());
  writeLine("location:" + getProcess(automaton) + ":" +
                locations[automaton][location.getSymName()],
            attributes);
  return success();
}

/// A restart is an update of everything, as long as nobody else has to move.
std::optional<Update> NetworkExporter::getRestart(ta::EdgeOp edge) {
  if (!llvm::hasSingleElement(network.getBody().getOps<ta::AutomatonOp>())) {
    reject(edge) << "an edge that restarts several automata";
    return std::nullopt;
  }
  Update update;
  network.walk([&](Operation *op) {
    if (auto clock = dyn_cast<ClockOp>(op))
      update.push_back({context.getName(clock.getName()), context.getInt(0)});
    if (auto var = dyn_cast<VarOp>(op))
      update.push_back({context.getName(var.getName()),
                        var.getInit()
                            ? context.import(var.getInit()->getExpr())
                            : getFirstValue(var.getType()).toExpr(context)});
  });
  return update;
}

LogicalResult NetworkExporter::writeEdge(ta::AutomatonOp automaton,
                                         ta::EdgeOp edge,
                                         const FileSymbols &symbols,
                                         StringRef event, Expr guard,
                                         ArrayRef<Assignment> update) {
  ProgramWriter writer(context, symbols, edge.getLoc());
  std::optional<std::vector<std::string>> alternatives =
      writer.getAlternatives(guard ? guard : context.getTrue());
  std::optional<std::string> statements = writer.getStatements(update);
  if (!alternatives || !statements)
    return failure();
  auto &places = locations[automaton];
  for (const std::string &alternative : *alternatives) {
    SmallVector<std::string> attributes;
    if (!alternative.empty())
      attributes.push_back("provided: " + alternative);
    if (!statements->empty())
      attributes.push_back("do: " + *statements);
    if (edge.getName() && !addText(attributes, edge, "name", *edge.getName()))
      return failure();
    if (edge.getLocked())
      attributes.push_back("locked:");
    if (!addStems(attributes, edge, edge.getStemsAttr()))
      return failure();
    writeDoc(edge.getDocAttr());
    writeLine("edge:" + getProcess(automaton) + ":" + places[edge.getSource()] +
                  ":" + places[edge.getTarget()] + ":" + event,
              attributes);
  }
  return success();
}

/// An edge of a channel without partner is never taken.
static bool hasPartner(LabelEvents &label, Operation *automaton, bool sends) {
  if (sends && label.op.getBroadcast())
    return true;
  const auto &others = sends ? label.receivingAutomata : label.sendingAutomata;
  return llvm::any_of(others,
                      [&](Operation *other) { return other != automaton; });
}

/// What of a guard remains for some arguments; null if nothing does, and
/// nothing if it is false. What does not mention parameters stays as it is.
std::optional<Expr> NetworkExporter::bindArguments(Expr guard,
                                                   Substitution &substitution) {
  if (!guard || substitution.empty())
    return guard;
  SmallVector<Expr> conjuncts;
  for (Expr conjunct : getConjuncts(guard)) {
    Expr bound = substitution.apply(conjunct);
    if (bound != conjunct)
      bound = simplify(bound, context);
    if (bound.isFalse())
      return std::nullopt;
    if (!bound.isTrue())
      conjuncts.push_back(bound);
  }
  return conjuncts.empty() ? Expr() : context.getAnd(conjuncts);
}

LogicalResult NetworkExporter::writeEdge(ta::AutomatonOp automaton,
                                         ta::EdgeOp edge,
                                         const FileSymbols &symbols) {
  Expr guard =
      edge.getGuard() ? context.import(edge.getGuard()->getExpr()) : Expr();
  Update update;
  if (edge.getRestart()) {
    std::optional<Update> restart = getRestart(edge);
    if (!restart)
      return failure();
    update = std::move(*restart);
  } else if (edge.getUpdate()) {
    for (const Assignment &assignment : edge.getUpdate()->getAssignments())
      update.push_back({context.import(assignment.target),
                        context.import(assignment.value)});
  }
  if (edge.isSilent())
    return writeEdge(automaton, edge, symbols, silentEvent, guard, update);
  LabelEvents &label = labels[*edge.getLabel()];
  bool isShared = label.isShared && !isInVector(automaton, *edge.getLabel());
  bool receives = isShared && *edge.getDirection() == ta::Direction::Receive;
  if (isShared && !hasPartner(label, automaton, !receives))
    guard = context.getFalse();
  else if (receives && label.op.getBroadcast() && guard && !guard.isTrue())
    return reject(edge) << "the guard of an edge that receives a broadcast";
  bool isWeak = weak.count({automaton, edge.getLabel()->str()}) != 0;
  if (isWeak && guard && !guard.isTrue())
    return reject(edge) << "the guard of a weak member of a vector";
  for (const EventChoice &choice : receives ? label.receivers : label.senders) {
    Substitution substitution(context);
    for (auto &[param, argument] : choice.arguments)
      substitution.set(param, argument);
    std::optional<Expr> bound = bindArguments(guard, substitution);
    // Other arguments have events of their own.
    if (!bound)
      continue;
    if (failed(writeEdge(automaton, edge, symbols, choice.event, *bound,
                         substitution.applyToValues(update))))
      return failure();
  }
  return success();
}

LogicalResult NetworkExporter::writeAutomaton(ta::AutomatonOp automaton) {
  Block &body = automaton.getBody().front();
  os << "\n";
  writeDoc(automaton.getDocAttr());
  // Its edges meet those of the system in vectors.
  if (automaton.getEnvironment())
    os << "# environment\n";
  SmallVector<std::string> attributes;
  if (!addStems(attributes, automaton, automaton.getStemsAttr()))
    return failure();
  writeLine("process:" + getProcess(automaton), attributes);
  FileSymbols symbols = makeSymbols(body, &globals, automaton.getSymName());
  if (failed(writeVariables(body, symbols)))
    return failure();
  for (auto location : body.getOps<ta::LocationOp>())
    if (failed(writeLocation(automaton, location, symbols)))
      return failure();
  for (auto edge : body.getOps<ta::EdgeOp>())
    if (failed(writeEdge(automaton, edge, symbols)))
      return failure();
  return success();
}

/// Senders come first: what is seen is what they did.
void NetworkExporter::writeChannel(LabelEvents &label) {
  for (size_t i = 0; i < label.receivers.size(); ++i) {
    const std::string &sent = label.senders[i].event;
    const std::string &received = label.receivers[i].event;
    for (Operation *sender : label.sendingAutomata) {
      std::string line = "sync:" + getProcess(sender) + "@" + sent;
      if (label.op.getBroadcast()) {
        for (Operation *receiver : label.receivingAutomata)
          if (receiver != sender)
            line += ":" + getProcess(receiver) + "@" + received + "?";
        os << line << "\n";
        continue;
      }
      for (Operation *receiver : label.receivingAutomata) {
        bool isPair = receiver != sender;
        if (label.op.getKind() != LabelKind::Internal)
          isPair &= cast<ta::AutomatonOp>(receiver).getEnvironment() !=
                    cast<ta::AutomatonOp>(sender).getEnvironment();
        if (isPair)
          os << line << ":" << getProcess(receiver) << "@" << received << "\n";
      }
    }
  }
}

void NetworkExporter::writeVectors() {
  os << "\n";
  for (auto &[name, label] : labels)
    writeChannel(label);
  llvm::StringMap<Operation *> byName;
  for (auto automaton : network.getBody().getOps<ta::AutomatonOp>())
    byName[automaton.getSymName()] = automaton;
  for (auto sync : network.getBody().getOps<ta::SyncOp>()) {
    writeDoc(sync.getDocAttr());
    os << "sync";
    for (auto member : sync.getMembers().getAsRange<ta::MemberAttr>()) {
      const LabelEvents &label =
          labels.find(member.getLabel().getValue())->second;
      os << ":" << getProcess(byName[member.getAutomaton().getValue()]) << "@"
         << label.senders.front().event << (member.getWeak() ? "?" : "");
    }
    os << "\n";
  }
}

LogicalResult NetworkExporter::run() {
  if (failed(collect()))
    return failure();
  if (network->hasAttr("tioga.queries"))
    network.emitWarning("queries are left out: TChecker files have none");
  Block &body = network.getBody().front();
  writeDoc(network.getDocAttr());
  for (auto text : body.getOps<TextOp>()) {
    std::string whole = (text.getId() + ": " + text.getText()).str();
    writeDoc(StringAttr::get(network.getContext(), whole));
  }
  SmallVector<std::string> attributes;
  if (!addStems(attributes, network, network.getStemsAttr()))
    return failure();
  writeLine("system:" +
                FileNames(/*inPrograms=*/false).get(network.getSymName()),
            attributes);
  writeAnnotations();
  os << "\n";
  writeEvents();
  os << "\n";
  if (failed(writeVariables(body, globals)))
    return failure();
  for (auto automaton : body.getOps<ta::AutomatonOp>())
    if (failed(writeAutomaton(automaton)))
      return failure();
  writeVectors();
  return success();
}

LogicalResult tioga::exportTChecker(ta::NetworkOp network,
                                    llvm::raw_ostream &os) {
  OwningOpRef<ta::NetworkOp> scaled;
  int64_t scale = getTimeDenominator(network).value_or(1);
  if (scale != 1) {
    scaled = network.clone();
    if (failed(scaleTime(*scaled, scale)))
      return failure();
    network = *scaled;
  }
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (failed(NetworkExporter(network, scale, stream).run()))
    return failure();
  os << text;
  return success();
}

void tioga::registerExportTChecker() {
  TranslateFromMLIRRegistration registration(
      "export-tck", "write a TChecker model",
      [](ModuleOp module, llvm::raw_ostream &os) -> LogicalResult {
        for (auto network : module.getOps<ta::NetworkOp>())
          if (failed(exportTChecker(network, os)))
            return failure();
        return success();
      },
      [](DialectRegistry &registry) {
        registry.insert<TiogaDialect, ta::TADialect>();
      });
}
