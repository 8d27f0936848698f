//===- Import.cpp - Read TChecker models ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 1. Read the declarations (Syntax.h), and register names and variables.
// 2. Decide what events are: labels, or silent.
// 3. Write the network: labels, variables, one automaton per process, one
//    vector per synchronisation, one purpose per location label.
//
//===----------------------------------------------------------------------===//

#include "../Names.h"
#include "Program.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "tioga/Dialect/TA/IR/TAOps.h"
#include "tioga/Dialect/Tioga/IR/Scope.h"
#include "tioga/Frontend/ImportTChecker.h"
#include "tioga/Frontend/Interface.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::tchecker;
using llvm::Twine;

namespace {

constexpr int64_t maxClocks = 1024, maxElements = 65536;

struct ProcessLocation {
  const Declaration *declaration;
  std::string name;
  bool isInitial = false, isUrgent = false, isCommitted = false,
       isAccepting = false;
  Expr invariant;
  llvm::SmallVector<StringRef, 2> labels;
};

struct Edge {
  const Declaration *declaration;
  std::string source, target;
  StringRef event;
  Expr guard;
  std::vector<Variant> variants;
};

struct Process {
  const Declaration *declaration;
  std::string name;
  NameMaker names;
  llvm::MapVector<StringRef, ProcessLocation> locations;
  std::vector<Edge> edges;
  /// Events by which it takes part in vectors, and in weak ones.
  llvm::StringSet<> strong, weak;
};

struct Event {
  const Declaration *declaration;
  std::string label;
  LabelKind kind = LabelKind::Output;
  /// Whether some edge or vector carries it as a label.
  bool isUsed = false;
};

/// The value of the first attribute of a name; null if there is none.
const Text *findAttribute(const Declaration &declaration, StringRef key) {
  for (const tchecker::Attribute &attribute : declaration.attributes)
    if (attribute.key.text == key)
      return &attribute.value;
  return nullptr;
}

class Importer {
public:
  Importer(const sema::SourceFile &source, MLIRContext *context,
           const ImportOptions &options)
      : source(source), context(context), options(options), variables(exprs),
        builder(context) {}

  OwningOpRef<ModuleOp> run();

private:
  // Step 1.
  void read(const Declaration &declaration);
  void readClock(const Declaration &declaration);
  void readInt(const Declaration &declaration);
  void readProcess(const Declaration &declaration);
  void readEvent(const Declaration &declaration);
  void readLocation(const Declaration &declaration);
  void readEdge(const Declaration &declaration);
  void readSync(const Declaration &declaration);
  bool readNumber(const Text &text, int64_t &value);
  bool readSize(const Text &text, int64_t limit, int64_t &size);
  void readLabels(const Text &value, ProcessLocation &location);
  Process *getProcess(const Text &name);
  Event *getEvent(const Text &name);
  void addVariable(Variable variable);
  void checkName(const Text &name);
  void checkAttributes(const Declaration &declaration,
                       llvm::ArrayRef<StringRef> known);
  Expr readConditions(const Declaration &declaration, StringRef key);

  // Step 2.
  void readInterface();
  void chooseKinds();
  void checkListed(llvm::ArrayRef<std::string> names, LabelKind kind);
  void checkProcesses();
  bool isSilent(const Process &process, const Edge &edge);

  // Step 3.
  void write();
  void writeVariables();
  void writeProcess(Process &process);
  std::string writeInitial(Process &process);
  void writeEdge(Process &process, const Edge &edge);
  void writeVectors();
  void writePurposes();

  InFlightDiagnostic error(ast::Range range) {
    hadErrors = true;
    return source.emitError(range);
  }
  /// Reports a second declaration of one name.
  void reportTwice(const Text &name, StringRef what, ast::Range before);
  Location getLoc(ast::Range range) { return source.getLoc(range); }
  StringAttr getText(const Declaration &declaration, StringRef key) {
    const Text *value = findAttribute(declaration, key);
    return value ? builder.getStringAttr(value->text) : StringAttr();
  }
  ArrayAttr getStems(const Declaration &declaration);
  StringAttr getDoc(const Declaration &declaration) {
    return declaration.doc.empty() ? StringAttr()
                                   : builder.getStringAttr(declaration.doc);
  }
  UnitAttr getUnit(bool isSet) {
    return isSet ? builder.getUnitAttr() : UnitAttr();
  }
  ExprAttr getAttr(Expr expr) {
    return expr && !expr.isTrue() ? ExprAttr::get(context, expr) : ExprAttr();
  }
  FlatSymbolRefAttr getRef(StringRef name) {
    return FlatSymbolRefAttr::get(context, name);
  }

  const sema::SourceFile &source;
  MLIRContext *context;
  const ImportOptions &options;
  InterfaceSpec interface;
  File file;
  ExprContext exprs;
  VariableTable variables;
  OpBuilder builder;
  bool hadErrors = false;
  const Declaration *system = nullptr;
  /// Variables and automata share one space of names, labels have another.
  NameMaker names, labelNames;
  llvm::MapVector<StringRef, std::unique_ptr<Process>> processes;
  llvm::MapVector<StringRef, std::unique_ptr<Event>> events;
  std::vector<const Declaration *> syncs;
  llvm::MapVector<StringRef, llvm::SmallVector<Expr, 2>> purposes;
  int64_t numClocks = 0, numElements = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// Step 1: declarations
//===----------------------------------------------------------------------===//

void Importer::reportTwice(const Text &name, StringRef what,
                           ast::Range before) {
  InFlightDiagnostic diag = error(name.range) << what << " '" << name.text
                                              << "' is already declared";
  diag.attachNote(getLoc(before)) << "previous declaration is here";
}

void Importer::checkName(const Text &name) {
  bool isName = llvm::isAlpha(name.text.front()) || name.text.front() == '_' ||
                name.text.front() == '$';
  if (!isName)
    error(name.range) << "'" << name.text << "' is not a name";
}

bool Importer::readNumber(const Text &text, int64_t &value) {
  StringRef digits = text.text;
  digits.consume_front("+");
  if (!digits.getAsInteger(10, value) && value > INT64_MIN)
    return true;
  error(text.range) << "expected an integer, found '" << text.text << "'";
  return false;
}

bool Importer::readSize(const Text &text, int64_t limit, int64_t &size) {
  if (!readNumber(text, size))
    return false;
  if (size >= 1 && size <= limit)
    return true;
  error(text.range) << "a size is a number from 1 to " << limit;
  return false;
}

/// TChecker ignores attributes it does not know.
void Importer::checkAttributes(const Declaration &declaration,
                               llvm::ArrayRef<StringRef> known) {
  for (const tchecker::Attribute &attribute : declaration.attributes) {
    if (llvm::is_contained(known, attribute.key.text))
      continue;
    Suggestion suggestion(attribute.key.text);
    for (StringRef each : known)
      suggestion.consider(each);
    emitWarning(getLoc(attribute.key.range))
        << "unknown attribute '" << attribute.key.text << "' has no effect"
        << suggestion.str();
  }
}

ArrayAttr Importer::getStems(const Declaration &declaration) {
  const Text *value = findAttribute(declaration, "stems");
  if (!value)
    return {};
  llvm::SmallVector<StringRef> ids;
  value->text.split(ids, ',');
  for (StringRef &id : ids)
    id = id.trim();
  return builder.getStrArrayAttr(ids);
}

void Importer::addVariable(Variable variable) {
  Text name = variable.declared;
  if (const Variable *other = variables.lookup(name.text))
    return reportTwice(name, "variable", other->declared.range);
  if (variable.isArray() && variable.isClock) {
    for (int64_t i = 0; i < variable.size; ++i)
      variable.clocks.push_back(
          exprs.getName(names.get((name.text + "_" + Twine(i)).str())));
    // Stands for the array until its elements are resolved.
    variable.name = exprs.getName(("array$" + name.text).str());
  } else {
    variable.name = exprs.getName(names.get(name.text));
  }
  variables.add(std::move(variable));
}

void Importer::readClock(const Declaration &declaration) {
  checkAttributes(declaration, {});
  checkName(declaration.fields[1]);
  Variable variable = {/*isClock=*/true,     0, {0, 0}, {}, {},
                       declaration.fields[1]};
  if (!readSize(declaration.fields[0], maxClocks, variable.size))
    return;
  numClocks += variable.size;
  if (numClocks > maxClocks)
    error(declaration.range)
        << "there are more than " << maxClocks << " clocks";
  else
    addVariable(std::move(variable));
}

void Importer::readInt(const Declaration &declaration) {
  checkAttributes(declaration, {});
  checkName(declaration.fields[4]);
  Variable variable = {/*isClock=*/false,    0, {0, 0}, {}, {},
                       declaration.fields[4]};
  int64_t init;
  if (!readSize(declaration.fields[0], maxElements, variable.size) ||
      !readNumber(declaration.fields[1], variable.range.low) ||
      !readNumber(declaration.fields[2], variable.range.high) ||
      !readNumber(declaration.fields[3], init))
    return;
  if (variable.range.low > variable.range.high)
    error(declaration.fields[1].range)
        << "the range from " << variable.range.low << " to "
        << variable.range.high << " is empty";
  else if (init < variable.range.low || init > variable.range.high)
    error(declaration.fields[3].range)
        << "the initial value " << init << " is not in the range from "
        << variable.range.low << " to " << variable.range.high;
  numElements += variable.size;
  if (numElements > maxElements)
    error(declaration.range)
        << "there are more than " << maxElements << " integers";
  else
    addVariable(std::move(variable));
}

void Importer::readProcess(const Declaration &declaration) {
  checkAttributes(declaration, {"stems"});
  const Text &name = declaration.fields[0];
  checkName(name);
  auto [entry, isNew] = processes.insert({name.text, nullptr});
  if (!isNew)
    return reportTwice(name, "process",
                       entry->second->declaration->fields[0].range);
  entry->second = std::make_unique<Process>();
  entry->second->declaration = &declaration;
  entry->second->name = names.get(name.text);
}

void Importer::readEvent(const Declaration &declaration) {
  checkAttributes(declaration, {"kind"});
  const Text &name = declaration.fields[0];
  checkName(name);
  auto [entry, isNew] = events.insert({name.text, nullptr});
  if (!isNew)
    return reportTwice(name, "event",
                       entry->second->declaration->fields[0].range);
  entry->second = std::make_unique<Event>();
  entry->second->declaration = &declaration;
  entry->second->label = labelNames.get(name.text);
}

Process *Importer::getProcess(const Text &name) {
  auto found = processes.find(name.text);
  if (found != processes.end())
    return found->second.get();
  Suggestion suggestion(name.text);
  for (auto &[candidate, process] : processes)
    suggestion.consider(candidate);
  error(name.range) << "unknown process '" << name.text << "'"
                    << suggestion.str();
  return nullptr;
}

Event *Importer::getEvent(const Text &name) {
  auto found = events.find(name.text);
  if (found != events.end())
    return found->second.get();
  Suggestion suggestion(name.text);
  for (auto &[candidate, event] : events)
    suggestion.consider(candidate);
  error(name.range) << "unknown event '" << name.text << "'"
                    << suggestion.str();
  return nullptr;
}

/// The conjunction of all attributes of this name; null for `true`.
Expr Importer::readConditions(const Declaration &declaration, StringRef key) {
  llvm::SmallVector<Expr> conditions;
  for (const tchecker::Attribute &attribute : declaration.attributes) {
    if (attribute.key.text != key || attribute.value.text.empty())
      continue;
    Expr condition = parseCondition(source, attribute.value, variables);
    hadErrors |= !condition;
    if (condition && !condition.isTrue())
      conditions.push_back(condition);
  }
  return conditions.empty() ? Expr() : exprs.getAnd(conditions);
}

void Importer::readLabels(const Text &value, ProcessLocation &location) {
  llvm::SmallVector<StringRef> labels;
  value.text.split(labels, ',');
  for (StringRef label : labels) {
    label = label.trim();
    if (label == "accepting")
      location.isAccepting = true;
    else if (!label.empty())
      location.labels.push_back(label);
  }
}

void Importer::readLocation(const Declaration &declaration) {
  checkAttributes(declaration,
                  {"initial", "labels", "invariant", "committed", "urgent"});
  Process *process = getProcess(declaration.fields[0]);
  const Text &name = declaration.fields[1];
  checkName(name);
  if (!process)
    return;
  auto [entry, isNew] = process->locations.insert({name.text, {}});
  if (!isNew)
    return reportTwice(name, "location",
                       entry->second.declaration->fields[1].range);
  ProcessLocation &location = entry->second;
  location.declaration = &declaration;
  location.name = process->names.get(name.text);
  for (const tchecker::Attribute &attribute : declaration.attributes) {
    StringRef key = attribute.key.text;
    location.isInitial |= key == "initial";
    location.isUrgent |= key == "urgent";
    location.isCommitted |= key == "committed";
    if (key == "labels")
      readLabels(attribute.value, location);
  }
  location.invariant = readConditions(declaration, "invariant");
  if (location.invariant) {
    location.invariant = resolveInvariant(source, declaration.range,
                                          location.invariant, variables);
    hadErrors |= !location.invariant;
  }
}

void Importer::readEdge(const Declaration &declaration) {
  checkAttributes(declaration, {"provided", "do", "name", "locked", "stems"});
  Process *process = getProcess(declaration.fields[0]);
  Event *event = getEvent(declaration.fields[3]);
  if (!process || !event)
    return;
  Edge edge = {&declaration, {}, {}, declaration.fields[3].text, {}, {}};
  for (auto [field, end] : {std::pair(1u, &edge.source), {2u, &edge.target}}) {
    const Text &name = declaration.fields[field];
    auto found = process->locations.find(name.text);
    if (found == process->locations.end()) {
      Suggestion suggestion(name.text);
      for (auto &[candidate, location] : process->locations)
        suggestion.consider(candidate);
      error(name.range) << "unknown location '" << name.text << "' of process '"
                        << declaration.fields[0].text << "'"
                        << suggestion.str();
      return;
    }
    *end = found->second.name;
  }
  edge.guard = readConditions(declaration, "provided");
  std::vector<Statement> statements;
  bool isGood = true;
  for (const tchecker::Attribute &attribute : declaration.attributes) {
    if (attribute.key.text != "do" || attribute.value.text.empty())
      continue;
    auto more = parseStatements(source, attribute.value, variables);
    isGood &= more.has_value();
    if (more)
      std::move(more->begin(), more->end(), std::back_inserter(statements));
  }
  auto variants = isGood ? execute(source, declaration.range, edge.guard,
                                   statements, variables, context)
                         : std::nullopt;
  hadErrors |= !variants;
  if (variants)
    edge.variants = std::move(*variants);
  process->edges.push_back(std::move(edge));
}

void Importer::readSync(const Declaration &declaration) {
  checkAttributes(declaration, {});
  llvm::StringSet<> seen;
  bool isGood = true;
  for (const SyncMember &member : declaration.members) {
    Process *process = getProcess(member.process);
    Event *event = getEvent(member.event);
    if (!seen.insert(member.process.text).second) {
      error(member.process.range) << "process '" << member.process.text
                                  << "' occurs twice in the synchronisation";
      isGood = false;
    }
    isGood &= process && event;
    if (!process || !event)
      continue;
    (member.weak ? process->weak : process->strong).insert(member.event.text);
  }
  if (isGood)
    syncs.push_back(&declaration);
}

void Importer::read(const Declaration &declaration) {
  if (!system && declaration.kind != DeclKind::System) {
    error(declaration.range) << "the first declaration has to be 'system:NAME'";
    system = &declaration;
  }
  switch (declaration.kind) {
  case DeclKind::System:
    checkAttributes(declaration, {"stems"});
    if (system)
      return reportTwice(declaration.fields[0], "system", system->range);
    checkName(declaration.fields[0]);
    system = &declaration;
    return;
  case DeclKind::Clock:
    return readClock(declaration);
  case DeclKind::Int:
    return readInt(declaration);
  case DeclKind::Process:
    return readProcess(declaration);
  case DeclKind::Event:
    return readEvent(declaration);
  case DeclKind::Location:
    return readLocation(declaration);
  case DeclKind::Edge:
    return readEdge(declaration);
  case DeclKind::Sync:
    return readSync(declaration);
  }
}

//===----------------------------------------------------------------------===//
// Step 2: events and processes
//===----------------------------------------------------------------------===//

void Importer::checkListed(llvm::ArrayRef<std::string> listed, LabelKind kind) {
  for (const std::string &name : listed) {
    auto found = events.find(name);
    if (found != events.end()) {
      found->second->kind = kind;
      continue;
    }
    Suggestion suggestion(name);
    for (auto &[candidate, event] : events)
      suggestion.consider(candidate);
    error(system->range) << "there is no event '" << name << "' to be an "
                         << stringifyLabelKind(kind) << suggestion.str();
  }
}

/// What comments, the interface file and the command line say.
void Importer::readInterface() {
  for (const Text &line : file.annotations) {
    std::string message = interface.addLine(line.text);
    if (!message.empty())
      error(line.range) << message;
  }
  if (failed(interface.addFile(source.getPath(), options, context)))
    hadErrors = true;
  if (!interface.environment.empty())
    error(system->range) << "a TChecker model is not divided: there is no "
                            "environment '"
                         << interface.environment.front() << "'";
}

/// The command line decides; then the attribute `kind`; what nobody speaks
/// about is seen as an output.
void Importer::chooseKinds() {
  bool isListed = !interface.inputs.empty() || !interface.outputs.empty();
  for (auto &[name, event] : events) {
    if (isListed || name == "tau")
      event->kind = LabelKind::Internal;
    for (const tchecker::Attribute &attribute :
         event->declaration->attributes) {
      if (attribute.key.text != "kind" || isListed)
        continue;
      std::optional<LabelKind> kind = symbolizeLabelKind(attribute.value.text);
      if (kind)
        event->kind = *kind;
      else
        error(attribute.value.range)
            << "expected 'input', 'output' or 'internal', found '"
            << attribute.value.text << "'";
    }
  }
  checkListed(interface.inputs, LabelKind::Input);
  checkListed(interface.outputs, LabelKind::Output);
}

/// An internal event that a process does alone is seen by nobody.
bool Importer::isSilent(const Process &process, const Edge &edge) {
  return events.find(edge.event)->second->kind == LabelKind::Internal &&
         !process.strong.contains(edge.event) &&
         !process.weak.contains(edge.event);
}

void Importer::checkProcesses() {
  if (processes.empty() && !hadErrors)
    error(system->range) << "the system has no process";
  for (auto &[name, process] : processes) {
    bool hasInitial = llvm::any_of(
        process->locations, [](auto &entry) { return entry.second.isInitial; });
    if (!hasInitial && !hadErrors)
      error(process->declaration->range)
          << "process '" << name << "' has no initial location";
    for (const Edge &edge : process->edges) {
      if (!isSilent(*process, edge))
        events.find(edge.event)->second->isUsed = true;
      if (edge.guard && process->weak.contains(edge.event))
        error(edge.declaration->range)
            << "an edge with a guard cannot be weakly synchronised, but '"
            << name << "@" << edge.event << "?' is";
    }
  }
  for (const Declaration *sync : syncs)
    for (const SyncMember &member : sync->members)
      events.find(member.event.text)->second->isUsed = true;
}

//===----------------------------------------------------------------------===//
// Step 3: the network
//===----------------------------------------------------------------------===//

void Importer::writeVariables() {
  for (auto &[name, event] : events)
    if (event->isUsed)
      builder.create<LabelOp>(getLoc(event->declaration->range),
                              builder.getStringAttr(event->label),
                              LabelKindAttr::get(context, event->kind),
                              ArrayAttr(), UnitAttr(), UnitAttr(), StringAttr(),
                              getDoc(*event->declaration));
  for (const Declaration &declaration : file.declarations) {
    Location loc = getLoc(declaration.range);
    StringAttr doc = getDoc(declaration);
    if (declaration.kind == DeclKind::Clock) {
      const Variable &clock = *variables.lookup(declaration.fields[1].text);
      if (!clock.isArray())
        builder.create<ClockOp>(
            loc, builder.getStringAttr(clock.name.getName()), doc);
      for (Expr element : clock.clocks)
        builder.create<ClockOp>(loc, builder.getStringAttr(element.getName()),
                                doc);
    } else if (declaration.kind == DeclKind::Int) {
      const Variable &variable = *variables.lookup(declaration.fields[4].text);
      Type type =
          RangeType::get(context, variable.range.low, variable.range.high);
      int64_t value;
      readNumber(declaration.fields[3], value);
      Expr init = exprs.getInt(value);
      if (variable.isArray()) {
        type = ArrayType::get(context, variable.size, type);
        init = exprs.get(ExprKind::ArrayLit,
                         llvm::SmallVector<Expr>(variable.size, init));
      }
      builder.create<VarOp>(loc, OwnerAttr::get(context, Owner::State),
                            builder.getStringAttr(variable.name.getName()),
                            TypeAttr::get(type), getAttr(init), doc);
    }
  }
}

void Importer::writeEdge(Process &process, const Edge &edge) {
  const Event &event = *events.find(edge.event)->second;
  bool silent = isSilent(process, edge);
  ta::Direction direction = event.kind == LabelKind::Input
                                ? ta::Direction::Receive
                                : ta::Direction::Send;
  for (const Variant &variant : edge.variants)
    builder.create<ta::EdgeOp>(
        getLoc(edge.declaration->range), getRef(edge.source),
        getRef(edge.target),
        silent ? ta::DirectionAttr()
               : ta::DirectionAttr::get(context, direction),
        silent ? StringAttr() : builder.getStringAttr(event.label),
        getAttr(exprs.getAnd(variant.conditions)),
        variant.update.empty() ? UpdateAttr()
                               : UpdateAttr::get(context, variant.update),
        getText(*edge.declaration, "name"), UnitAttr(),
        getUnit(bool(findAttribute(*edge.declaration, "locked"))),
        getDoc(*edge.declaration), getStems(*edge.declaration));
}

/// A process with several initial locations begins in a committed one before
/// them.
std::string Importer::writeInitial(Process &process) {
  llvm::SmallVector<const ProcessLocation *> starts;
  for (auto &[name, location] : process.locations)
    if (location.isInitial)
      starts.push_back(&location);
  if (starts.size() == 1)
    return starts.front()->name;
  Location loc = getLoc(process.declaration->range);
  std::string start = process.names.get("start");
  builder.create<ta::LocationOp>(loc, builder.getStringAttr(start), ExprAttr(),
                                 UnitAttr(), builder.getUnitAttr(), UnitAttr(),
                                 UnitAttr(), StringAttr(), ArrayAttr());
  for (const ProcessLocation *target : starts)
    builder.create<ta::EdgeOp>(loc, getRef(start), getRef(target->name),
                               ta::DirectionAttr(), StringAttr(), ExprAttr(),
                               UpdateAttr(), StringAttr(), UnitAttr(),
                               UnitAttr(), StringAttr(), ArrayAttr());
  return start;
}

void Importer::writeProcess(Process &process) {
  auto automaton = builder.create<ta::AutomatonOp>(
      getLoc(process.declaration->range), builder.getStringAttr(process.name),
      getRef("unknown"), UnitAttr(), getDoc(*process.declaration),
      getStems(*process.declaration));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&automaton.getBody().emplaceBlock());
  automaton.setInitial(writeInitial(process));
  for (auto &[name, location] : process.locations) {
    builder.create<ta::LocationOp>(
        getLoc(location.declaration->range),
        builder.getStringAttr(location.name), getAttr(location.invariant),
        getUnit(location.isUrgent), getUnit(location.isCommitted),
        getUnit(location.isAccepting),
        getUnit(bool(findAttribute(*location.declaration, "locked"))),
        getDoc(*location.declaration), getStems(*location.declaration));
    for (StringRef label : location.labels)
      purposes[label].push_back(
          exprs.get(ExprKind::Eq, exprs.getName(process.name),
                    exprs.getEnum(process.name, location.name)));
  }
  for (const Edge &edge : process.edges)
    writeEdge(process, edge);
}

void Importer::writeVectors() {
  for (const Declaration *sync : syncs) {
    // Alone, an event is as if it were not synchronised.
    if (sync->members.size() < 2)
      continue;
    SmallVector<mlir::Attribute> members;
    for (const SyncMember &member : sync->members)
      members.push_back(ta::MemberAttr::get(
          context, getRef(processes.find(member.process.text)->second->name),
          builder.getStringAttr(events.find(member.event.text)->second->label),
          member.weak));
    builder.create<ta::SyncOp>(getLoc(sync->range),
                               builder.getArrayAttr(members), getDoc(*sync));
  }
}

void Importer::writePurposes() {
  NameMaker purposeNames;
  for (auto &[label, locations] : purposes)
    builder.create<PurposeOp>(
        getLoc(system->range), builder.getStringAttr(purposeNames.get(label)),
        builder.getArrayAttr(getAttr(exprs.getOr(locations))), StringAttr());
}

void Importer::write() {
  std::string doc = system->doc;
  if (!file.trailing.empty())
    doc += (doc.empty() ? "" : "\n") + file.trailing;
  auto network = builder.create<ta::NetworkOp>(
      getLoc(system->range),
      builder.getStringAttr(NameMaker().get(system->fields[0].text)),
      doc.empty() ? StringAttr() : builder.getStringAttr(doc),
      getStems(*system));
  builder.setInsertionPointToStart(&network.getBody().emplaceBlock());
  writeVariables();
  for (auto &[name, process] : processes)
    writeProcess(*process);
  writeVectors();
  writePurposes();
}

OwningOpRef<ModuleOp> Importer::run() {
  hadErrors |= !parseFile(source, file);
  for (const Declaration &declaration : file.declarations)
    read(declaration);
  if (!system && !hadErrors)
    error({0, 0}) << "the file is empty: expected 'system:NAME'";
  if (!hadErrors)
    readInterface();
  if (!hadErrors)
    chooseKinds();
  if (!hadErrors)
    checkProcesses();
  if (hadErrors)
    return {};
  OwningOpRef<ModuleOp> module = ModuleOp::create(getLoc({0, 0}));
  builder.setInsertionPointToStart(module->getBody());
  write();
  if (failed(verify(*module)) ||
      failed(applyAnnotations(*module->getOps<ta::NetworkOp>().begin(),
                              interface, ElementNames::ByValue)))
    return {};
  return module;
}

bool tioga::isTCheckerText(StringRef text) {
  text.consume_front("\xef\xbb\xbf");
  for (text = text.ltrim(); text.consume_front("#"); text = text.ltrim())
    text = text.drop_until([](char c) { return c == '\n'; });
  return text.consume_front("system") && text.ltrim(" \t").starts_with(":");
}

OwningOpRef<ModuleOp> tioga::importTChecker(llvm::SourceMgr &sourceMgr,
                                            MLIRContext *context,
                                            const ImportOptions &options) {
  context->loadDialect<TiogaDialect, ta::TADialect>();
  const llvm::MemoryBuffer *buffer =
      sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID());
  sema::SourceFile source(buffer->getBufferIdentifier(), buffer->getBuffer(),
                          context);
  return Importer(source, context, options).run();
}

void tioga::registerImportTChecker() {
  TranslateToMLIRRegistration registration(
      "import-tck", "read a TChecker model",
      [](const std::shared_ptr<llvm::SourceMgr> &sourceMgr,
         MLIRContext *context) -> OwningOpRef<Operation *> {
        return importTChecker(*sourceMgr, context);
      });
}
