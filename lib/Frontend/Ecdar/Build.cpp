//===- Build.cpp - From components to networks ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Component.h"
#include "mlir/IR/Verifier.h"
#include "tioga/Dialect/TA/IR/TAOps.h"
#include "tioga/Expr/Parse.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::ecdar;

namespace {
/// Makes the network of one component.
class ComponentBuilder {
public:
  ComponentBuilder(const Component &component, const Declarations &globals,
                   const Interface *interface, OpBuilder &builder)
      : component(component), declarations(globals), interface(interface),
        builder(builder), context(builder.getContext()) {}

  LogicalResult build();

private:
  struct Label {
    std::string name;
    LabelKind kind;
    mlir::Location loc;
  };

  LogicalResult checkLocations();
  LogicalResult collectLabels();
  LogicalResult addLabel(llvm::StringRef name, LabelKind kind,
                         mlir::Location loc);
  LogicalResult buildLocations();
  LogicalResult buildEdge(const Edge &edge);
  void buildUniversal();
  void createEdge(llvm::StringRef source, llvm::StringRef target,
                  const Label &label, Expr guard, const Update &update,
                  bool isLocked, mlir::Location loc);
  bool isLocked(llvm::StringRef location) const;

  const Component &component;
  Declarations declarations;
  const Interface *interface;
  OpBuilder &builder;
  MLIRContext *context;
  ExprContext exprs;
  std::vector<Label> labels;
  llvm::StringMap<const ecdar::Location *> locations;
  /// Labels that a universal location has an edge for.
  llvm::StringMap<llvm::StringSet<>> covered;
};
} // namespace

static LogicalResult checkName(const Text &name, llvm::StringRef what) {
  if (isIdentifier(name.text))
    return success();
  return name.emitError() << "the " << what << " '" << name.text
                          << "' must be a letter or '_' with letters, digits "
                             "and '_' behind";
}

LogicalResult ComponentBuilder::checkLocations() {
  const ecdar::Location *initial = nullptr;
  for (const ecdar::Location &location : component.locations) {
    if (failed(checkName(location.id, "location")))
      return failure();
    if (!locations.insert({location.id.text, &location}).second)
      return location.id.emitError()
             << "location '" << location.id.text << "' is there twice";
    if (location.kind != LocationKind::Initial)
      continue;
    if (initial)
      return location.id.emitError()
             << "component '" << component.name.text
             << "' has two initial locations, '" << initial->id.text
             << "' and '" << location.id.text << "'";
    initial = &location;
  }
  if (!initial)
    return component.name.emitError() << "component '" << component.name.text
                                      << "' has no initial location";
  return success();
}

LogicalResult ComponentBuilder::addLabel(llvm::StringRef name, LabelKind kind,
                                         mlir::Location loc) {
  for (const Label &label : labels) {
    if (label.name != name)
      continue;
    if (label.kind == kind)
      return success();
    InFlightDiagnostic diagnostic = mlir::emitError(loc)
                                    << "'" << name
                                    << "' is both an input and an output of "
                                       "component '"
                                    << component.name.text << "'";
    diagnostic.attachNote(label.loc) << "the other use";
    return diagnostic;
  }
  labels.push_back({name.str(), kind, loc});
  return success();
}

/// The alphabet: what edges say and what the interface adds.
LogicalResult ComponentBuilder::collectLabels() {
  if (interface)
    for (const auto &[name, kind] : interface->labels)
      if (failed(addLabel(name, kind, component.name.loc)))
        return failure();
  for (const Edge &edge : component.edges) {
    if (edge.sync.text == "*")
      continue;
    if (edge.sync.isBlank())
      return edge.sync.emitError()
             << "the edge has no channel, but a specification shows all it "
                "does";
    if (failed(checkName(edge.sync, "channel")) ||
        failed(addLabel(edge.sync.text,
                        edge.isInput ? LabelKind::Input : LabelKind::Output,
                        edge.sync.loc)))
      return failure();
  }
  for (const Label &label : labels)
    builder.create<LabelOp>(label.loc, builder.getStringAttr(label.name),
                            LabelKindAttr::get(context, label.kind),
                            ArrayAttr(), UnitAttr(), UnitAttr(), StringAttr(),
                            StringAttr());
  return success();
}

static UnitAttr getUnit(OpBuilder &builder, bool isSet) {
  return isSet ? builder.getUnitAttr() : UnitAttr();
}

static StringAttr getDoc(OpBuilder &builder, llvm::StringRef text) {
  return text.trim().empty() ? StringAttr()
                             : builder.getStringAttr(text.trim());
}

bool ComponentBuilder::isLocked(llvm::StringRef location) const {
  LocationKind kind = locations.lookup(location)->kind;
  return kind == LocationKind::Universal || kind == LocationKind::Inconsistent;
}

LogicalResult ComponentBuilder::buildLocations() {
  for (const ecdar::Location &location : component.locations) {
    FailureOr<Expr> invariant =
        parseCondition(location.invariant, exprs, declarations);
    if (failed(invariant))
      return failure();
    ExprAttr attribute =
        *invariant ? ExprAttr::get(context, *invariant) : ExprAttr();
    mlir::Location loc = *invariant ? location.invariant.loc : location.id.loc;
    builder.create<ta::LocationOp>(
        loc, builder.getStringAttr(location.id.text), attribute,
        getUnit(builder, location.isUrgent ||
                             location.kind == LocationKind::Inconsistent),
        getUnit(builder, location.isCommitted), UnitAttr(),
        getUnit(builder, isLocked(location.id.text)),
        getDoc(builder, location.nickname.text), ArrayAttr());
  }
  return success();
}

void ComponentBuilder::createEdge(llvm::StringRef source,
                                  llvm::StringRef target, const Label &label,
                                  Expr guard, const Update &update,
                                  bool isLocked, mlir::Location loc) {
  ta::Direction direction = label.kind == LabelKind::Input
                                ? ta::Direction::Receive
                                : ta::Direction::Send;
  builder.create<ta::EdgeOp>(
      loc, FlatSymbolRefAttr::get(context, source),
      FlatSymbolRefAttr::get(context, target),
      ta::DirectionAttr::get(context, direction),
      builder.getStringAttr(label.name),
      guard ? ExprAttr::get(context, guard) : ExprAttr(),
      update.empty() ? UpdateAttr() : UpdateAttr::get(context, update),
      StringAttr(), UnitAttr(), getUnit(builder, isLocked), StringAttr(),
      ArrayAttr());
}

LogicalResult ComponentBuilder::buildEdge(const Edge &edge) {
  for (const Text *end : {&edge.source, &edge.target})
    if (!locations.contains(end->text))
      return end->emitError() << "there is no location '" << end->text << "'";
  if (!edge.select.isBlank())
    return edge.select.emitError() << "select is not supported";
  FailureOr<Expr> guard = parseCondition(edge.guard, exprs, declarations);
  if (failed(guard))
    return failure();
  FailureOr<Update> update = parseAssignments(edge.update, exprs, declarations);
  if (failed(update))
    return failure();
  LabelKind kind = edge.isInput ? LabelKind::Input : LabelKind::Output;
  bool isAll = edge.sync.text == "*";
  for (const Label &label : labels) {
    if (isAll ? label.kind != kind : label.name != edge.sync.text)
      continue;
    createEdge(edge.source.text, edge.target.text, label, *guard, *update,
               isLocked(edge.source.text), edge.sync.loc);
    if (!*guard && update->empty() && edge.source.text == edge.target.text)
      covered[edge.source.text].insert(label.name);
  }
  return success();
}

/// In a universal location everything is possible, also what no edge says; in
/// an inconsistent one every input is.
void ComponentBuilder::buildUniversal() {
  for (const ecdar::Location &location : component.locations) {
    if (!isLocked(location.id.text))
      continue;
    for (const Label &label : labels) {
      if (location.kind == LocationKind::Inconsistent &&
          label.kind == LabelKind::Output)
        continue;
      if (!covered[location.id.text].contains(label.name))
        createEdge(location.id.text, location.id.text, label, {}, {},
                   /*isLocked=*/true, location.id.loc);
    }
  }
}

LogicalResult ComponentBuilder::build() {
  if (failed(checkName(component.name, "component")) ||
      failed(checkLocations()) ||
      failed(parseDeclarations(component.declarations, exprs, context,
                               declarations)))
    return failure();
  OpBuilder::InsertionGuard guard(builder);
  auto network = builder.create<ta::NetworkOp>(
      component.name.loc, component.name.text,
      getDoc(builder, component.description), ArrayAttr());
  builder.setInsertionPointToStart(&network.getBody().emplaceBlock());
  if (failed(collectLabels()))
    return failure();
  llvm::StringRef initial;
  for (const ecdar::Location &location : component.locations)
    if (location.kind == LocationKind::Initial)
      initial = location.id.text;
  auto automaton = builder.create<ta::AutomatonOp>(
      component.name.loc, builder.getStringAttr(component.name.text),
      FlatSymbolRefAttr::get(context, initial), UnitAttr(), StringAttr(),
      ArrayAttr());
  builder.setInsertionPointToStart(&automaton.getBody().emplaceBlock());
  mlir::Location loc = component.declarations.loc;
  for (const Declarations::Variable &variable : declarations.variables)
    builder.create<VarOp>(loc, OwnerAttr::get(context, Owner::State),
                          builder.getStringAttr(variable.name),
                          TypeAttr::get(variable.type),
                          ExprAttr::get(context, variable.init), StringAttr());
  for (const std::string &clock : declarations.clocks)
    builder.create<ClockOp>(loc, builder.getStringAttr(clock), StringAttr());
  if (failed(buildLocations()))
    return failure();
  for (const Edge &edge : component.edges)
    if (failed(buildEdge(edge)))
      return failure();
  buildUniversal();
  return success();
}

OwningOpRef<ModuleOp>
ecdar::buildModule(const std::vector<Component> &components,
                   const std::vector<Text> &globalDeclarations,
                   const llvm::StringMap<Interface> &interfaces,
                   mlir::Location loc, MLIRContext *context) {
  Declarations globals;
  ExprContext exprs;
  for (const Text &text : globalDeclarations)
    if (failed(parseDeclarations(text, exprs, context, globals)))
      return nullptr;
  if (!globals.clocks.empty() || !globals.variables.empty()) {
    globalDeclarations.front().emitError()
        << "clocks and variables that components share are not supported";
    return nullptr;
  }
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  OpBuilder builder(context);
  builder.setInsertionPointToStart(module->getBody());
  llvm::StringSet<> names;
  bool isFine = true;
  for (const Component &component : components) {
    if (!names.insert(component.name.text).second) {
      component.name.emitError()
          << "component '" << component.name.text << "' is there twice";
      return nullptr;
    }
    auto found = interfaces.find(component.name.text);
    isFine &= succeeded(
        ComponentBuilder(component, globals,
                         found == interfaces.end() ? nullptr : &found->second,
                         builder)
            .build());
  }
  if (!isFine || failed(verify(*module)))
    return nullptr;
  return module;
}
