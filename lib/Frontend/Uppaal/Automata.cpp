//===- Automata.cpp - Locations, edges and queries of networks --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Network.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::uppaal;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Automata
//===----------------------------------------------------------------------===//

bool NetworkBuilder::nameLocations(Instance &instance) {
  Names taken;
  const TemplateNode &templ = *instance.templ;
  // Names that were given come first: an id gets out of their way.
  for (bool isNamed : {true, false})
    for (const LocationNode &location : templ.locations) {
      if (bool(location.name) != isNamed)
        continue;
      std::string wanted = isNamed ? location.name.text : location.id;
      std::string name = makeName(wanted, taken);
      if (!instance.byId.try_emplace(location.id, name).second) {
        source.error(location.range, "the id '" + location.id +
                                         "' of the location is not unique");
        return false;
      }
      if (isNamed &&
          !instance.byName.try_emplace(location.name.text, name).second) {
        source.error(location.name.range,
                     "location '" + location.name.text + "' is declared twice");
        return false;
      }
    }
  if (instance.byId.contains(templ.initial.text))
    return true;
  source.error(templ.initial.range, "the initial location '" +
                                        templ.initial.text +
                                        "' does not exist");
  return false;
}

void NetworkBuilder::generateLocation(const LocationNode &location,
                                      Instance &instance) {
  lowering.reset();
  ExprAttr invariant;
  if (location.invariant) {
    Expr condition =
        lowering.lowerCondition(*location.invariant, *instance.scope);
    if (!condition) {
      if (lowering.getSplit())
        source.error(location.invariant->range,
                     "the index of a clock in an invariant is constant");
      return;
    }
    invariant = ExprAttr::get(builder.getContext(), condition);
  }
  auto unit = [&](bool flag) {
    return flag ? builder.getUnitAttr() : UnitAttr();
  };
  Range range = location.name ? location.name.range : location.range;
  builder.create<ta::LocationOp>(
      source.getLoc(range),
      builder.getStringAttr(instance.byId.lookup(location.id)), invariant,
      unit(location.isUrgent), unit(location.isCommitted), UnitAttr(),
      UnitAttr(), getDoc(location.doc), ArrayAttr());
}

void NetworkBuilder::generate(Instance instance) {
  const TemplateNode &templ = *instance.templ;
  if (!nameLocations(instance))
    return;
  auto automaton = builder.create<ta::AutomatonOp>(
      source.getLoc(templ.name.range), builder.getStringAttr(instance.irName),
      FlatSymbolRefAttr::get(builder.getContext(),
                             instance.byId.lookup(templ.initial.text)),
      UnitAttr(), getDoc(templ.doc), ArrayAttr());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&automaton.getBody().emplaceBlock());
  Names taken;
  for (const Decl &decl : templ.decls)
    lowering.declare(
        decl, *instance.scope, [&](const VarDecl &var, const DataType &type) {
          declareVariable(var, type, *instance.scope, taken, &names);
        });
  if (hasFailed())
    return;
  for (const LocationNode &location : templ.locations)
    generateLocation(location, instance);
  for (const EdgeNode &edge : templ.edges)
    generateEdge(edge, instance);
  instances.push_back(std::move(instance));
}

//===----------------------------------------------------------------------===//
// Edges
//===----------------------------------------------------------------------===//

void NetworkBuilder::generateEdge(const EdgeNode &edge, Instance &instance) {
  for (const Identifier *end : {&edge.source, &edge.target})
    if (!instance.byId.contains(end->text)) {
      source.error(end->range, "there is no location '" + end->text + "'");
      return;
    }
  selectAndGenerate(edge, 0, instance, *instance.scope);
}

/// Makes an edge for each choice of values of what is selected.
void NetworkBuilder::selectAndGenerate(const EdgeNode &edge, unsigned select,
                                       Instance &instance, NameScope &scope) {
  if (select == edge.selects.size())
    return expandEdge(edge, instance, scope);
  const VarDecl &var = edge.selects[select];
  lowering.reset();
  const DataType *type = lowering.resolveType(*var.type, scope);
  auto domain = type ? lowering.getDomain(*var.type, scope) : std::nullopt;
  if (!domain)
    return;
  bool hadErrors = hasFailed();
  for (int64_t i = domain->first; i <= domain->second; ++i) {
    NameScope &inner = lowering.addScope(&scope);
    lowering.defineConstant(inner, var.name.text, var.name.range, type,
                            type->kind == DataType::Bool ? lowering.makeBool(i)
                                                         : lowering.makeInt(i));
    selectAndGenerate(edge, select + 1, instance, inner);
    if (!hadErrors && hasFailed())
      return;
  }
}

/// Makes the edge, or, where the channel or a clock depends on variables, an
/// edge for each of their values.
void NetworkBuilder::expandEdge(const EdgeNode &edge, Instance &instance,
                                NameScope &scope) {
  SmallVector<Assumptions> waiting = {{}};
  while (!waiting.empty()) {
    Assumptions assumptions = waiting.pop_back_val();
    if (generateCase(edge, instance, scope, assumptions))
      continue;
    const std::optional<Split> split = lowering.getSplit();
    if (!split || hasFailed())
      return;
    if (split->isInside &&
        !generateOutside(edge, instance, scope, assumptions, split->isInside))
      return;
    // Backwards, so that the edges come in the order of the values.
    Split cases = *split;
    for (int64_t i = cases.high; i >= cases.low; --i) {
      waiting.push_back(assumptions);
      waiting.back().push_back({cases.index, i});
    }
    if (waiting.size() > maxEdges) {
      source.error(edge.range, "the edge stands for too many edges");
      return;
    }
  }
}

std::optional<std::string> NetworkBuilder::lowerChannel(const EdgeNode &edge,
                                                        NameScope &scope) {
  bool hasClockGuard = lowering.hasReadClock();
  std::optional<Place> place = lowering.lowerPlace(*edge.channel, scope);
  if (!place)
    return std::nullopt;
  if (place->type->kind != DataType::Chan) {
    source.error(edge.channel->range, place->type->kind == DataType::Array
                                          ? "the array of channels is not "
                                            "indexed"
                                          : "expected a channel");
    return std::nullopt;
  }
  if (place->type->isUrgent && hasClockGuard) {
    source.error(edge.guard->range,
                 "an edge with an urgent channel has no clock in its guard");
    return std::nullopt;
  }
  return place->root->irName + place->suffix;
}

/// Returns false if the edge has to be split, or after reporting errors.
bool NetworkBuilder::generateCase(const EdgeNode &edge, Instance &instance,
                                  NameScope &scope,
                                  const Assumptions &assumptions) {
  lowering.reset(assumptions);
  pendingLabel.clear();
  ExprContext &exprs = lowering.getExprs();
  SmallVector<Expr> conjuncts;
  if (edge.guard) {
    Expr guard = lowering.lowerCondition(*edge.guard, scope);
    if (!guard)
      return false;
    if (!guard.isTrue())
      conjuncts.push_back(guard);
  }
  if (edge.channel) {
    std::optional<std::string> channel = lowerChannel(edge, scope);
    if (!channel)
      return false;
    pendingLabel = *channel;
  }
  std::string label = pendingLabel;
  lowering.reset(assumptions);
  for (const Node *update : edge.updates)
    if (!lowering.lowerEffect(*update, scope))
      return false;
  std::optional<Update> taken = lowering.takeUpdate(scope, edge.range);
  if (!taken)
    return false;
  Update update = std::move(*taken);
  for (auto [index, value] : assumptions)
    conjuncts.push_back(exprs.get(ExprKind::Eq, index, exprs.getInt(value)));
  if (++numEdges > maxEdges) {
    source.error(edge.range, "the system has too many edges");
    return false;
  }
  createEdge(edge, instance, label, conjuncts, update, getDoc(edge.doc));
  return true;
}

/// An index out of bounds is an error of the model: where the edge would have
/// one there is an edge that cannot be made.
bool NetworkBuilder::generateOutside(const EdgeNode &edge, Instance &instance,
                                     NameScope &scope,
                                     const Assumptions &assumptions,
                                     Expr isInside) {
  std::optional<Assignment> impossible = lowering.makeImpossible(scope);
  if (!impossible) {
    source.error(edge.range, "an index may lie outside of its array");
    return false;
  }
  ExprContext &exprs = lowering.getExprs();
  lowering.reset(assumptions);
  SmallVector<Expr> conjuncts;
  Expr guard =
      edge.guard ? lowering.lowerCondition(*edge.guard, scope) : Expr();
  if (hasFailed())
    return false;
  // A guard that needs the index has no value.
  if (guard && !guard.isTrue())
    conjuncts.push_back(guard);
  for (auto [index, value] : assumptions)
    conjuncts.push_back(exprs.get(ExprKind::Eq, index, exprs.getInt(value)));
  conjuncts.push_back(exprs.getNot(isInside));
  createEdge(edge, instance, pendingLabel, conjuncts, *impossible,
             builder.getStringAttr("An index is out of bounds."));
  return true;
}

void NetworkBuilder::createEdge(const EdgeNode &edge, Instance &instance,
                                StringRef label, ArrayRef<Expr> conjuncts,
                                ArrayRef<Assignment> update, StringAttr doc) {
  MLIRContext *context = builder.getContext();
  ExprContext &exprs = lowering.getExprs();
  ta::Direction direction =
      edge.isSend ? ta::Direction::Send : ta::Direction::Receive;
  builder.create<ta::EdgeOp>(
      source.getLoc(edge.range),
      FlatSymbolRefAttr::get(context, instance.byId.lookup(edge.source.text)),
      FlatSymbolRefAttr::get(context, instance.byId.lookup(edge.target.text)),
      label.empty() ? ta::DirectionAttr()
                    : ta::DirectionAttr::get(context, direction),
      label.empty() ? StringAttr() : builder.getStringAttr(label),
      conjuncts.empty() ? ExprAttr()
                        : ExprAttr::get(context, exprs.getAnd(conjuncts)),
      update.empty() ? UpdateAttr() : UpdateAttr::get(context, Update(update)),
      StringAttr(), UnitAttr(), UnitAttr(), doc, ArrayAttr());
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

/// The process that `P` or `P(1)` means; null if it means none.
const Instance *NetworkBuilder::findInstance(const Node &node,
                                             NameScope &scope) {
  const Node &name = node.op == NodeOp::Call ? *node.children[0] : node;
  if (name.op != NodeOp::Name)
    return nullptr;
  std::vector<int64_t> arguments;
  if (node.op == NodeOp::Call)
    for (const Node *argument : llvm::drop_begin(node.children)) {
      std::optional<int64_t> value = lowering.evaluateInt(*argument, scope);
      if (!value)
        return nullptr;
      arguments.push_back(*value);
    }
  for (const Instance &instance : instances)
    if (instance.process == name.text && instance.arguments == arguments)
      return &instance;
  return nullptr;
}

Expr NetworkBuilder::lookupLocation(const Node &field, NameScope &scope) {
  const Instance *instance = findInstance(*field.children[0], scope);
  if (!instance)
    return Expr();
  // An unnamed location goes by its id.
  std::string location = instance->byName.lookup(field.text);
  if (location.empty() && !instance->scope->lookup(field.text))
    location = instance->byId.lookup(field.text);
  if (location.empty())
    return Expr();
  ExprContext &exprs = lowering.getExprs();
  return exprs.get(ExprKind::Eq, exprs.getName(instance->irName),
                   exprs.getEnum(instance->irName, location));
}

bool NetworkBuilder::lookupMember(const Node &field, NameScope &scope,
                                  std::optional<Place> &place) {
  const Instance *instance = findInstance(*field.children[0], scope);
  if (!instance)
    return false;
  const Symbol *symbol = nullptr;
  bool isLocal = false;
  for (NameScope *inner = instance->scope;
       inner && inner != &globals && !symbol; inner = inner->getParent()) {
    symbol = inner->lookupLocal(field.text);
    isLocal = true;
  }
  if (!symbol || !symbol->type || symbol->kind == Symbol::TypeName) {
    source.error(field.range, "process '" + instance->process +
                                  "' has no location or variable '" +
                                  field.text + "'");
    return true;
  }
  if (symbol->kind == Symbol::Alias) {
    place = symbol->place;
    return true;
  }
  if (isLocal && symbol->kind != Symbol::Constant) {
    Symbol qualified = *symbol;
    qualified.irName = instance->irName + "." + symbol->irName;
    if (qualified.kind == Symbol::Variable)
      qualified.value.expr = lowering.getExprs().getName(qualified.irName);
    symbol = &lowering.addSymbol(std::move(qualified));
  }
  place.emplace();
  place->root = symbol;
  place->type = symbol->type;
  return true;
}

UppaalQuery NetworkBuilder::lowerQuery(const QueryNode &query) {
  UppaalQuery result{UppaalQuery::Kind::Unsupported,
                     query.text,
                     query.comment,
                     query.reason,
                     Expr(),
                     source.getLoc(query.range)};
  if (query.kind == QueryNode::Unsupported)
    return result;
  lowering.reset();
  lowering.queryNames = this;
  source.setLenient(true);
  result.condition = lowering.lowerCondition(*query.formula, globals);
  if (!result.condition && lowering.getSplit())
    source.error(query.range, "the index of a clock in a query is constant");
  source.setLenient(false);
  lowering.queryNames = nullptr;
  if (!result.condition) {
    result.reason = "a query with errors";
    return result;
  }
  result.kind = query.kind == QueryNode::Exists ? UppaalQuery::Kind::Exists
                                                : UppaalQuery::Kind::Always;
  return result;
}
