//===- ExportUppaal.cpp - Write models and tests for UPPAAL -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Target/ExportUppaal.h"
#include "Document.h"
#include "Text.h"
#include "Vectors.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "tioga/Dialect/Tioga/IR/Annotations.h"
#include "tioga/Dialect/Tioga/IR/ScaleTime.h"
#include "tioga/Expr/Rewrite.h"
#include "tioga/InitAllDialects.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::uppaal;
using llvm::StringRef;

/// The space of labels beside that of everything else.
static constexpr StringLiteral labelSpace = "label ";

/// The indices of a channel, where they are known.
using Arguments = SmallVector<std::optional<int64_t>, 2>;

namespace {
/// What was changed before a model is written.
struct Preparation {
  /// How many units of time in the file are one of the model.
  int64_t scale = 1;
  std::vector<VectorChannel> vectors;
};

/// What networks and tests have in common.
class Exporter {
public:
  Exporter(Document &document, const Preparation &preparation)
      : document(document), preparation(preparation) {}

  LogicalResult exportNetwork(ta::NetworkOp network);
  LogicalResult exportTest(test::CaseOp testCase);

private:
  LogicalResult declareAll(Block &block, Scope &scope, Names &into,
                           std::string &text);
  LogicalResult declareVariable(VarOp var, Scope &scope, Names &into,
                                std::string &text);
  LogicalResult declareLabel(LabelOp label, std::string &text);
  LogicalResult exportAutomaton(ta::AutomatonOp automaton, Scope &outer);
  LogicalResult exportLocation(ta::LocationOp location, TextWriter &writer,
                               TemplateText &into);
  LogicalResult exportEdge(ta::EdgeOp edge, Scope &scope, Names &local,
                           std::string &declarations, TemplateText &into);
  LogicalResult exportMove(test::MoveOp move, Scope &scope, Names &local,
                           std::string &declarations, TemplateText &into);
  LogicalResult addEdges(Operation *op, EdgeText edge, ExprAttr guard,
                         TextWriter &writer, TemplateText &into);
  LogicalResult exportQueries(ta::NetworkOp network, Scope &scope);
  std::string writeSelect(LabelOp label, const Arguments &arguments,
                          TextWriter &writer, Names &edgeNames,
                          std::string &synchronisation);
  void writeSystem(ta::NetworkOp network);
  std::string writeScale() const {
    return preparation.scale == 1
               ? ""
               : "// tioga: scale " + std::to_string(preparation.scale) + "\n";
  }
  LogicalResult check(Operation *op, const TextWriter &writer,
                      StringRef what) const;

  Document &document;
  const Preparation &preparation;
  Names globals;
  llvm::StringMap<LabelOp> labels;
  llvm::StringMap<unsigned> locations;
};
} // namespace

/// `// line` for each line.
static std::string comment(std::optional<StringRef> doc) {
  std::string text;
  if (!doc || doc->empty())
    return text;
  for (StringRef line : llvm::split(*doc, '\n'))
    text += ("// " + line).str() + "\n";
  return text;
}

LogicalResult Exporter::check(Operation *op, const TextWriter &writer,
                              StringRef what) const {
  if (writer.getError().empty())
    return success();
  return op->emitError() << "UPPAAL cannot say " << writer.getError() << " in "
                         << what;
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

LogicalResult Exporter::declareVariable(VarOp var, Scope &scope, Names &into,
                                        std::string &text) {
  TextWriter writer(scope, into, into, text);
  std::string name = into.add(var.getName());
  std::string declaration = writer.writeDeclaration(var.getType(), name);
  if (var.getInit())
    declaration +=
        " = " + writer.writeInit(var.getInitAttr().getExpr(), var.getType());
  text += comment(var.getDoc()) + declaration + ";\n";
  return check(var, writer, "a declaration");
}

/// The number of values of a parameter, the least of them first.
static std::optional<std::pair<int64_t, int64_t>> getDomain(mlir::Type type) {
  if (auto range = dyn_cast<RangeType>(type))
    return std::pair(range.getLow(), range.getHigh());
  if (isa<BoolType>(type))
    return std::pair<int64_t, int64_t>(0, 1);
  if (auto enumeration = dyn_cast<EnumType>(type))
    return std::pair<int64_t, int64_t>(
        0, int64_t(enumeration.getLiterals().size()) - 1);
  return std::nullopt;
}

LogicalResult Exporter::declareLabel(LabelOp label, std::string &text) {
  labels[label.getName()] = label;
  std::string name = globals.add(label.getName(), labelSpace);
  text += comment(label.getDoc());
  if (label.getUrgent())
    text += "urgent ";
  if (label.getBroadcast())
    text += "broadcast ";
  text += "chan " + name;
  for (unsigned i = 0; i < label.getNumParams(); ++i) {
    auto domain = getDomain(label.getParam(i).getType());
    if (!domain || domain->second - domain->first >= 4096)
      return label.emitError() << "UPPAAL cannot say parameter '"
                               << label.getParam(i).getName().getValue()
                               << "' of a channel: it has too many values";
    text += "[" + std::to_string(domain->second - domain->first + 1) + "]";
  }
  text += ";\n";
  return success();
}

LogicalResult Exporter::declareAll(Block &block, Scope &scope, Names &into,
                                   std::string &text) {
  if (failed(scope.declare(block)))
    return failure();
  for (Operation &op : block) {
    LogicalResult result =
        llvm::TypeSwitch<Operation *, LogicalResult>(&op)
            .Case([&](VarOp var) {
              return declareVariable(var, scope, into, text);
            })
            .Case([&](ClockOp clock) {
              text += comment(clock.getDoc()) + "clock " +
                      into.add(clock.getName()) + ";\n";
              return success();
            })
            .Case([&](LabelOp label) { return declareLabel(label, text); })
            .Case([&](ta::ComponentOp component) {
              return component.emitError(
                  "UPPAAL has no synchronous components");
            })
            .Case([&](PurposeOp purpose) {
              purpose.emitWarning() << "purpose '" << purpose.getName()
                                    << "' is left out: UPPAAL has none";
              return success();
            })
            .Default([](Operation *) { return success(); });
    if (failed(result))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Automata
//===----------------------------------------------------------------------===//

LogicalResult Exporter::exportLocation(ta::LocationOp location,
                                       TextWriter &writer, TemplateText &into) {
  LocationText text;
  text.isUrgent = location.getUrgent();
  text.isCommitted = location.getCommitted();
  if (location.getDoc())
    text.comments = location.getDoc()->str();
  if (location.getInvariantAttr())
    text.invariant = writer.writeConjunction(
        getConjuncts(location.getInvariantAttr().getExpr()));
  Names names;
  for (const LocationText &other : into.locations)
    names.add(other.name);
  text.name = names.add(location.getSymName());
  locations[location.getSymName()] = into.locations.size();
  into.locations.push_back(std::move(text));
  return check(location, writer, "an invariant");
}

/// The index, in an array of channels, of a value of a parameter.
static std::optional<int64_t> getIndex(Expr literal, ParamAttr param) {
  auto [low, high] = *getDomain(param.getType());
  if (literal.is(ExprKind::BoolLit))
    return literal.getBool();
  if (auto type = dyn_cast<EnumType>(param.getType()))
    return literal.is(ExprKind::EnumLit) ? type.getIndex(literal.getName())
                                         : std::nullopt;
  bool isNegative = literal.is(ExprKind::Neg);
  Expr number = isNegative ? literal.getOperand(0) : literal;
  if (!number.is(ExprKind::IntLit))
    return std::nullopt;
  int64_t value = isNegative ? -number.getInt() : number.getInt();
  return value >= low && value <= high ? std::optional(value - low)
                                       : std::nullopt;
}

/// Takes `p == 3` for a parameter out of the guard: there is an edge for that
/// value only.
static void takeArguments(LabelOp label, ExprAttr &guard, UpdateAttr &update,
                          Arguments &arguments) {
  arguments.resize(label.getNumParams());
  if (!guard || arguments.empty())
    return;
  ExprContext scratch;
  Substitution substitution(scratch);
  SmallVector<Expr> rest;
  for (Expr conjunct : getConjuncts(scratch.import(guard.getExpr()))) {
    bool isTaken = false;
    for (auto [i, argument] : llvm::enumerate(arguments)) {
      Expr name = scratch.getName(label.getParam(i).getName().getValue());
      if (argument || !conjunct.is(ExprKind::Eq) ||
          conjunct.getOperand(0) != name)
        continue;
      argument = getIndex(conjunct.getOperand(1), label.getParam(i));
      isTaken = argument.has_value();
      if (isTaken)
        substitution.set(name, conjunct.getOperand(1));
    }
    if (!isTaken)
      rest.push_back(conjunct);
  }
  if (substitution.empty())
    return;
  MLIRContext *context = guard.getContext();
  guard =
      rest.empty()
          ? ExprAttr()
          : ExprAttr::get(context, substitution.apply(scratch.getAnd(rest)));
  if (!update)
    return;
  Update assignments;
  for (const Assignment &each : update.getAssignments())
    assignments.push_back(
        {scratch.import(each.target), scratch.import(each.value)});
  update = UpdateAttr::get(context, substitution.applyToValues(assignments));
}

/// The parameters of a label are selected, and are indices of the channel.
std::string Exporter::writeSelect(LabelOp label, const Arguments &arguments,
                                  TextWriter &writer, Names &edgeNames,
                                  std::string &synchronisation) {
  std::string select;
  synchronisation = globals.lookup(label.getName(), labelSpace);
  for (unsigned i = 0; i < label.getNumParams(); ++i) {
    if (arguments[i]) {
      synchronisation += "[" + std::to_string(*arguments[i]) + "]";
      continue;
    }
    ParamAttr param = label.getParam(i);
    auto [low, high] = *getDomain(param.getType());
    std::string name = edgeNames.add(param.getName().getValue());
    select += (select.empty() ? "" : ", ") + name + " : int[" +
              std::to_string(low) + "," + std::to_string(high) + "]";
    synchronisation += "[" + name;
    if (low != 0)
      synchronisation +=
          low > 0 ? " - " + std::to_string(low) : " + " + std::to_string(-low);
    synchronisation += "]";
  }
  return select;
}

/// One edge for each alternative of the guard.
LogicalResult Exporter::addEdges(Operation *op, EdgeText edge, ExprAttr guard,
                                 TextWriter &writer, TemplateText &into) {
  std::vector<std::string> guards = {""};
  if (guard)
    guards = writer.writeGuard(guard.getExpr());
  if (failed(check(op, writer, "an edge")))
    return failure();
  for (const std::string &each : guards) {
    EdgeText copy = edge;
    copy.guard = each;
    into.edges.push_back(std::move(copy));
  }
  return success();
}

LogicalResult Exporter::exportEdge(ta::EdgeOp edge, Scope &scope, Names &local,
                                   std::string &declarations,
                                   TemplateText &into) {
  if (edge.getRestart())
    return edge.emitError("UPPAAL has no edges that restart all automata");
  EdgeText text;
  text.source = locations.lookup(edge.getSource());
  text.target = locations.lookup(edge.getTarget());
  if (edge.getDoc())
    text.comments = edge.getDoc()->str();
  Scope edgeScope(&scope);
  Names edgeNames(&local);
  TextWriter writer(edgeScope, edgeNames, local, declarations);
  ExprAttr guard = edge.getGuardAttr();
  UpdateAttr update = edge.getUpdateAttr();
  if (!edge.isSilent()) {
    LabelOp label = labels.lookup(*edge.getLabel());
    edgeScope.declareParams(label);
    Arguments arguments;
    takeArguments(label, guard, update, arguments);
    text.select =
        writeSelect(label, arguments, writer, edgeNames, text.synchronisation);
    text.synchronisation +=
        *edge.getDirection() == ta::Direction::Send ? "!" : "?";
  }
  if (update)
    text.assignment = writer.writeUpdate(update.getAssignments());
  return addEdges(edge, std::move(text), guard, writer, into);
}

LogicalResult Exporter::exportAutomaton(ta::AutomatonOp automaton,
                                        Scope &outer) {
  TemplateText text;
  text.name = globals.lookup(automaton.getSymName());
  if (automaton.getDoc())
    text.declaration = comment(automaton.getDoc()) + "\n";
  Scope scope(&outer);
  Names local(&globals);
  locations.clear();
  Block &block = automaton.getBody().front();
  if (failed(declareAll(block, scope, local, text.declaration)))
    return failure();
  TextWriter writer(scope, local, local, text.declaration);
  for (auto location : block.getOps<ta::LocationOp>())
    if (failed(exportLocation(location, writer, text)))
      return failure();
  text.initial = locations.lookup(automaton.getInitial());
  for (auto edge : block.getOps<ta::EdgeOp>())
    if (failed(exportEdge(edge, scope, local, text.declaration, text)))
      return failure();
  document.templates.push_back(std::move(text));
  return success();
}

//===----------------------------------------------------------------------===//
// Networks
//===----------------------------------------------------------------------===//

/// Which process is meant, and what the format does not say (Interop.md).
void Exporter::writeSystem(ta::NetworkOp network) {
  std::string inputs, outputs, environment, processes;
  auto add = [](std::string &list, StringRef name) {
    list += (list.empty() ? "" : ", ") + name.str();
  };
  for (auto label : network.getBody().getOps<LabelOp>()) {
    std::string name = globals.lookup(label.getName(), labelSpace);
    if (label.getKind() == LabelKind::Input)
      add(inputs, name);
    else if (label.getKind() == LabelKind::Output)
      add(outputs, name);
  }
  for (auto automaton : network.getBody().getOps<ta::AutomatonOp>()) {
    std::string name = globals.lookup(automaton.getSymName());
    add(processes, name);
    if (automaton.getEnvironment())
      add(environment, name);
  }
  document.system = "// tioga: system " + network.getSymName().str() + "\n";
  if (!inputs.empty())
    document.system += "// tioga: inputs " + inputs + "\n";
  if (!outputs.empty())
    document.system += "// tioga: outputs " + outputs + "\n";
  if (!environment.empty())
    document.system += "// tioga: environment " + environment + "\n";
  for (auto label : network.getBody().getOps<LabelOp>())
    if (label.getNumParams() != 0)
      document.system += "// tioga: parameters " +
                         globals.lookup(label.getName(), labelSpace) +
                         describeParameters(label) + "\n";
  for (const VectorChannel &vector : preparation.vectors) {
    std::string members;
    for (ta::MemberAttr member : vector.members)
      add(members, globals.lookup(member.getAutomaton().getValue()) + "." +
                       globals.lookup(member.getLabel(), labelSpace) +
                       (member.getWeak() ? "?" : ""));
    document.system += "// tioga: sync " +
                       globals.lookup(vector.name, labelSpace) + " = " +
                       members + "\n";
  }
  document.system += writeScale() + "system " + processes + ";\n";
}

/// Queries that were read with the model.
LogicalResult Exporter::exportQueries(ta::NetworkOp network, Scope &) {
  auto queries = network->getAttrOfType<ArrayAttr>("tioga.queries");
  if (!queries)
    return success();
  Scope scope;
  if (failed(scope.declare(network.getBody().front())))
    return failure();
  TextWriter writer(scope, globals, globals, document.declaration);
  // `P == P::L` is `P.L` there, and `P.x` stays what it is.
  writer.writeOther = [&](Expr expr) -> std::string {
    if (expr.is(ExprKind::Name)) {
      auto [automaton, rest] = expr.getName().split('.');
      if (expr.getName() == "deadlock")
        return "deadlock";
      bool isLocal =
          !rest.empty() && network.lookupSymbol<ta::AutomatonOp>(automaton);
      return isLocal ? globals.lookup(automaton) + "." + rest.str() : "";
    }
    if (expr.is(ExprKind::Eq) && expr.getOperand(1).is(ExprKind::EnumLit))
      return globals.lookup(expr.getOperand(1).getEnumName()) + "." +
             expr.getOperand(1).getName().str();
    return "";
  };
  for (Attribute attribute : queries) {
    auto query = dyn_cast<DictionaryAttr>(attribute);
    auto kind = query ? query.getAs<StringAttr>("kind") : StringAttr();
    if (!kind)
      continue;
    QueryText text;
    text.formula = kind.getValue().str();
    if (auto condition = query.getAs<ExprAttr>("condition"))
      text.formula += " " + writer.write(condition.getExpr());
    if (auto comments = query.getAs<StringAttr>("comment"))
      text.comment = comments.getValue().str();
    document.queries.push_back(std::move(text));
  }
  return check(network, writer, "a query");
}

/// Requirements have no place in the file.
static void reportRequirements(ta::NetworkOp network) {
  bool hasAny = network
                    .walk([](Operation *op) {
                      return isa<TextOp>(op) || op->hasAttr("stems")
                                 ? WalkResult::interrupt()
                                 : WalkResult::advance();
                    })
                    .wasInterrupted();
  if (hasAny)
    network.emitWarning("requirements are left out: UPPAAL has none");
}

LogicalResult Exporter::exportNetwork(ta::NetworkOp network) {
  reportRequirements(network);
  if (network.getDoc())
    document.declaration = comment(network.getDoc()) + "\n";
  Scope scope;
  // Names of automata come first: nothing else that is global has them.
  for (auto automaton : network.getBody().getOps<ta::AutomatonOp>())
    globals.add(automaton.getSymName());
  if (failed(declareAll(network.getBody().front(), scope, globals,
                        document.declaration)))
    return failure();
  for (auto automaton : network.getBody().getOps<ta::AutomatonOp>())
    if (failed(exportAutomaton(automaton, scope)))
      return failure();
  if (document.templates.empty())
    return network.emitError("UPPAAL needs at least one automaton");
  writeSystem(network);
  return exportQueries(network, scope);
}

//===----------------------------------------------------------------------===//
// Tests
//===----------------------------------------------------------------------===//

LogicalResult Exporter::exportMove(test::MoveOp move, Scope &scope,
                                   Names &local, std::string &declarations,
                                   TemplateText &into) {
  if (move.getKind() == test::MoveKind::Step)
    return move.emitError("UPPAAL has no synchronous steps");
  EdgeText text;
  text.source = locations.lookup(move.getSource());
  text.target = locations.lookup(move.getTarget());
  if (move.getOrigin())
    text.comments = move.getOrigin()->str();
  Scope moveScope(&scope);
  Names moveNames(&local);
  TextWriter writer(moveScope, moveNames, local, declarations);
  Update update;
  if (move.getUpdateAttr())
    llvm::append_range(update, move.getUpdateAttr().getAssignments());
  if (move.getLabel()) {
    LabelOp label = labels.lookup(*move.getLabel());
    bool isSend = move.getKind() == test::MoveKind::Send;
    if (isSend) {
      // The update gives values to the parameters: they are the indices.
      text.synchronisation = globals.lookup(label.getName(), labelSpace);
      for (unsigned i = 0; i < label.getNumParams(); ++i) {
        StringRef param = label.getParam(i).getName().getValue();
        auto *found = llvm::find_if(update, [&](const Assignment &each) {
          return each.target.getName() == param;
        });
        auto [low, high] = *getDomain(label.getParam(i).getType());
        if (found == update.end())
          continue;
        text.synchronisation += "[" + writer.write(found->value) + " - " +
                                std::to_string(low) + "]";
        update.erase(found);
      }
    } else {
      moveScope.declareParams(label);
      text.select = writeSelect(label, Arguments(label.getNumParams()), writer,
                                moveNames, text.synchronisation);
    }
    text.synchronisation += isSend ? "!" : "?";
  }
  text.assignment = writer.writeUpdate(update);
  return addEdges(move, std::move(text), move.getGuardAttr(), writer, into);
}

LogicalResult Exporter::exportTest(test::CaseOp testCase) {
  TemplateText text;
  text.name = globals.add(testCase.getSymName());
  Scope scope;
  Block &block = testCase.getBody().front();
  if (failed(declareAll(block, scope, globals, document.declaration)))
    return failure();
  TextWriter writer(scope, globals, globals, document.declaration);
  for (auto state : block.getOps<test::StateOp>()) {
    LocationText location;
    Names names;
    for (const LocationText &other : text.locations)
      names.add(other.name);
    location.name = names.add(state.getSymName());
    if (state.getVerdict())
      location.comments =
          "verdict " + stringifyVerdict(*state.getVerdict()).str();
    locations[state.getSymName()] = text.locations.size();
    text.locations.push_back(std::move(location));
  }
  text.initial = locations.lookup(testCase.getInitial());
  for (auto move : block.getOps<test::MoveOp>())
    if (failed(exportMove(move, scope, globals, document.declaration, text)))
      return failure();
  // When the deadline is over, the test goes on.
  for (auto state : block.getOps<test::StateOp>()) {
    if (!state.getDeadlineAttr() || !state.getOtherwise())
      continue;
    EdgeText edge;
    edge.source = locations.lookup(state.getSymName());
    edge.target = locations.lookup(*state.getOtherwise());
    edge.comments = "the deadline is over";
    ExprContext scratch;
    Expr over = toNegationNormalForm(
        scratch.import(state.getDeadlineAttr().getExpr()), scratch, true);
    if (failed(addEdges(state, std::move(edge),
                        ExprAttr::get(state.getContext(), over), writer, text)))
      return failure();
  }
  document.templates.push_back(std::move(text));
  document.system =
      writeScale() + "system " + document.templates.back().name + ";\n";
  return success();
}

/// Says by other means what UPPAAL has no words for: vectors, and fractions.
static LogicalResult prepare(Operation *op, Preparation &preparation) {
  preparation.scale = getTimeDenominator(op).value_or(1);
  if (preparation.scale != 1 && failed(scaleTime(op, preparation.scale)))
    return failure();
  auto network = dyn_cast<ta::NetworkOp>(op);
  return network ? lowerVectors(network, preparation.vectors) : success();
}

LogicalResult tioga::exportUppaal(Operation *op, raw_ostream &os,
                                  const UppaalExportOptions &options) {
  Document document;
  OwningOpRef<Operation *> prepared;
  Preparation preparation;
  if (!isa<ModuleOp>(op)) {
    prepared = op->clone();
    op = *prepared;
    if (failed(prepare(op, preparation)))
      return failure();
  }
  LogicalResult result =
      llvm::TypeSwitch<Operation *, LogicalResult>(op)
          .Case([&](ta::NetworkOp network) {
            return Exporter(document, preparation).exportNetwork(network);
          })
          .Case([&](test::CaseOp testCase) {
            return Exporter(document, preparation).exportTest(testCase);
          })
          .Case([&](ModuleOp module) -> LogicalResult {
            if (!llvm::hasSingleElement(*module.getBody()))
              return module.emitError("expected one system or test");
            return exportUppaal(&module.getBody()->front(), os, options);
          })
          .Default([](Operation *other) {
            return other->emitError(
                "only networks of timed automata and tests can be written for "
                "UPPAAL");
          });
  if (failed(result) || isa<ModuleOp>(op))
    return result;
  layOut(document, options.useGraphviz);
  writeXml(document, os);
  return success();
}

void tioga::registerExportUppaal() {
  TranslateFromMLIRRegistration registration(
      "export-uppaal", "Write networks and tests as UPPAAL's XML",
      [](Operation *op, raw_ostream &os) { return exportUppaal(op, os); },
      [](DialectRegistry &registry) { registerAllDialects(registry); });
}
