//===- GenActions.cpp - Action systems --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `actions` becomes an `action.system`. Observable actions of one name share a
// label, whose parameters have the names that the first of them gives. An
// action is known by its name; if there are several of that name, by its name
// and number: `lock$1`, `lock$2`.
//
//===----------------------------------------------------------------------===//

#include "Sema.h"
#include "tioga/Dialect/Action/IR/ActionOps.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::sema;

namespace {

class ActionsGenerator {
public:
  ActionsGenerator(Sema &sema, const Sema::SystemSource &source)
      : sema(sema), builder(sema.getBuilder()), source(source),
        env(source.env) {}

  void run();

private:
  void declareItem(const ast::Decl &item);
  void declareAction(const ast::ActionDecl &action);
  void declareLabel(const ast::ActionDecl &action);
  bool checkAgrees(const ast::ActionDecl &action, Entity &label);
  void generateItem(const ast::Decl &item);
  void generateInvariant(const ast::InvariantDecl &invariant);

  void generateAction(const ast::ActionDecl &action);
  bool checkClauses(const ast::ActionDecl &action);
  /// Makes the parameters of an action known under their names in the IR.
  bool bindFormals(ArrayRef<ast::Formal> formals, ArrayAttr params,
                   Env &actionEnv);
  ArrayAttr lowerResets(const ast::ActionDecl &action, Env &actionEnv);
  void generateStatement(const ast::Statement &statement, Env &actionEnv);
  void generateChoice(const ast::Statement &statement,
                      llvm::function_ref<void(const ast::Statement &)> fn);

  void generateOrder(const ast::OrderDecl &order);
  void generateOrderStatement(const ast::Statement &statement);
  void generatePerform(const ast::Statement &statement);

  Sema &sema;
  OpBuilder &builder;
  const Sema::SystemSource &source;
  Env &env;
  /// How many actions have a name, and the symbols given to them so far.
  llvm::StringMap<unsigned> counts;
  llvm::StringMap<SmallVector<std::string, 1>> symbols;
  const ast::OrderDecl *order = nullptr;
};

} // namespace

void ActionsGenerator::run() {
  auto system = builder.create<action::SystemOp>(
      source.loc, builder.getStringAttr(source.name), sema.getDoc(source.doc),
      sema.getStems(source.decl.stems));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&system.getBody().emplaceBlock());
  sema.declareShared(source.decl.items, env);
  for (const ast::Decl *item : source.decl.items)
    declareItem(*item);
  for (const ast::Decl *item : source.decl.items)
    if (item->kind == ast::DeclKind::Action)
      declareAction(*static_cast<const ast::ActionDecl *>(item));
  sema.resolveAll(env);
  for (const ast::Decl *item : source.decl.items)
    generateItem(*item);
  if (order)
    generateOrder(*order);
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

void ActionsGenerator::declareItem(const ast::Decl &item) {
  if (item.kind == ast::DeclKind::Var) {
    auto &var = static_cast<const ast::VarDecl &>(item);
    sema.addVariable(env, var, *var.type, var.init, Owner::State);
  } else if (item.kind == ast::DeclKind::Clock) {
    sema.addClock(env, item);
  }
}

void ActionsGenerator::declareAction(const ast::ActionDecl &action) {
  ++counts[action.name.text];
  Entity *known = env.lookupLabel(action.name.text);
  if (known)
    checkAgrees(action, *known);
  else
    declareLabel(action);
}

void ActionsGenerator::declareLabel(const ast::ActionDecl &action) {
  Entity *entity = sema.declare(env, action.name, EntityKind::Label);
  entity->decl = &action;
  bool isInternal = action.labelKind == ast::LabelKind::Internal;
  if (action.broadcast || (action.urgent && isInternal))
    sema.error(env, action.name.range)
        << (action.broadcast ? "an action cannot be broadcast"
                             : "an internal action cannot be urgent");
  // Internal actions carry no label: nobody takes part in them.
  if (isInternal)
    return;
  LabelKind kind = action.labelKind == ast::LabelKind::Input
                       ? LabelKind::Input
                       : LabelKind::Output;
  entity->label = builder.create<LabelOp>(
      sema.getLoc(env, action.name.range),
      builder.getStringAttr(action.name.text),
      LabelKindAttr::get(sema.getContext(), kind),
      sema.getParams(action.formals, env), UnitAttr(),
      action.urgent ? builder.getUnitAttr() : UnitAttr(), StringAttr(),
      StringAttr());
}

bool ActionsGenerator::checkAgrees(const ast::ActionDecl &action,
                                   Entity &label) {
  auto &first = *static_cast<const ast::ActionDecl *>(label.decl);
  if (action.labelKind != first.labelKind || action.urgent != first.urgent ||
      action.broadcast != first.broadcast) {
    sema.error(env, action.name.range)
            .noteDeclaration(label, "previous action is here")
        << "actions of one name must agree on being input, output, internal "
           "or urgent";
    return false;
  }
  if (action.labelKind == ast::LabelKind::Internal)
    return true;
  unsigned numParams = label.label.getNumParams();
  bool ok = action.formals.size() == numParams;
  if (!ok && action.formals.size() == first.formals.size())
    return false; // The first one is in error.
  for (unsigned i = 0; ok && i < numParams; ++i) {
    mlir::Type type = sema.resolveType(*action.formals[i].type, env);
    if (!type)
      return false;
    ok = type == label.label.getParam(i).getType();
  }
  if (ok)
    return true;
  sema.error(env, action.name.range)
          .noteDeclaration(label, "previous action is here")
      << "actions of one name must have parameters of the same types";
  return false;
}

void ActionsGenerator::generateItem(const ast::Decl &item) {
  switch (item.kind) {
  case ast::DeclKind::Invariant:
    return generateInvariant(static_cast<const ast::InvariantDecl &>(item));
  case ast::DeclKind::Action:
    return generateAction(static_cast<const ast::ActionDecl &>(item));
  case ast::DeclKind::Order:
    if (order)
      sema.error(env, item.range)
              .note(sema.getLoc(env, order->range), "the first one is here")
          << "there is a second order of actions";
    order = static_cast<const ast::OrderDecl *>(&item);
    return;
  case ast::DeclKind::Purpose: {
    ExprMode mode;
    return sema.addPurpose(env, static_cast<const ast::PurposeDecl &>(item),
                           mode);
  }
  case ast::DeclKind::Observer:
    return sema.reportObserver(env, item);
  case ast::DeclKind::Text:
    return sema.addText(env, static_cast<const ast::TextDecl &>(item));
  default:
    return;
  }
}

void ActionsGenerator::generateInvariant(const ast::InvariantDecl &invariant) {
  ExprMode mode;
  mode.where = "an invariant";
  if (Expr condition = sema.lowerCondition(*invariant.condition, env, mode))
    builder.create<action::InvariantOp>(
        sema.getLoc(env, invariant.range),
        ExprAttr::get(sema.getContext(), condition),
        sema.getDoc(invariant.doc));
}

//===----------------------------------------------------------------------===//
// Actions
//===----------------------------------------------------------------------===//

bool ActionsGenerator::checkClauses(const ast::ActionDecl &action) {
  bool ok = true;
  if (action.guards.size() > 1) {
    sema.error(env, action.guards[1]->range)
            .note(sema.getLoc(env, action.guards[0]->range),
                  "the first one is here")
        << "an action has one 'when' clause; join conditions with '&&'";
    ok = false;
  }
  if (action.numResetClauses > 1) {
    sema.error(env, action.name.range)
        << "an action has one 'reset' clause; separate clocks by ','";
    ok = false;
  }
  return ok;
}

bool ActionsGenerator::bindFormals(ArrayRef<ast::Formal> formals,
                                   ArrayAttr params, Env &actionEnv) {
  if (!params)
    return formals.empty();
  if (params.size() != formals.size())
    return false;
  actionEnv.getScope().declareParams(params);
  for (auto [formal, param] :
       llvm::zip(formals, params.getAsRange<ParamAttr>())) {
    StringRef irName = param.getName().getValue();
    Entity *entity = sema.declare(actionEnv, formal.name, EntityKind::Name);
    if (!entity)
      return false;
    entity->value = sema.getExprs().getName(irName);
    entity->type = param.getType();
    entity->info = actionEnv.getScope().lookup(irName);
  }
  return true;
}

ArrayAttr ActionsGenerator::lowerResets(const ast::ActionDecl &action,
                                        Env &actionEnv) {
  SmallVector<StringRef> names;
  llvm::StringMap<ast::Range> seen;
  for (const ast::Name &name : action.resets) {
    auto [it, inserted] = seen.try_emplace(name.text, name.range);
    if (!inserted) {
      sema.error(env, name.range)
              .note(sema.getLoc(env, it->second), "the first reset is here")
          << "clock '" << name.text << "' is reset twice";
      continue;
    }
    if (Expr clock = sema.lowerReset(name, actionEnv))
      names.push_back(clock.getName());
  }
  return sema.getNames(names);
}

void ActionsGenerator::generateAction(const ast::ActionDecl &action) {
  StringRef name = action.name.text;
  std::string symbol = name.str();
  if (counts[name] > 1)
    symbol += "$" + std::to_string(symbols[name].size() + 1);
  symbols[name].push_back(symbol);
  LabelOp label = env.lookupLabel(name)->label;
  bool isInternal = action.labelKind == ast::LabelKind::Internal;
  if (!isInternal && !label)
    return;
  Env actionEnv(env);
  ArrayAttr params =
      isInternal ? sema.getParams(action.formals, env) : label.getParamsAttr();
  if (!bindFormals(action.formals, params, actionEnv))
    return;
  bool ok = checkClauses(action);
  ExprMode mode;
  mode.where = "a guard";
  ExprAttr guard = sema.lowerConditions(action.guards, actionEnv, mode);
  if (label && label.getUrgent() && guard)
    ok &=
        sema.checkUrgentGuard(*action.guards.front(), guard, label, actionEnv);
  ArrayAttr resets = lowerResets(action, actionEnv);
  if (!ok)
    return;
  auto op = builder.create<action::ActionOp>(
      sema.getLoc(env, action.range), builder.getStringAttr(symbol),
      isInternal ? StringAttr() : label.getNameAttr(),
      isInternal ? params : ArrayAttr(), guard, resets,
      action.locked ? builder.getUnitAttr() : UnitAttr(),
      sema.getDoc(action.doc), sema.getStems(action.stems));
  OpBuilder::InsertionGuard insertion(builder);
  builder.setInsertionPointToStart(&op.getBody().emplaceBlock());
  if (action.body)
    generateStatement(*action.body, actionEnv);
}

void ActionsGenerator::generateChoice(
    const ast::Statement &statement,
    llvm::function_ref<void(const ast::Statement &)> fn) {
  OperationState state(sema.getLoc(env, statement.range),
                       action::ChoiceOp::getOperationName());
  action::ChoiceOp::build(builder, state,
                          statement.kind == ast::StatementKind::Priority
                              ? builder.getUnitAttr()
                              : UnitAttr(),
                          statement.children.size());
  auto choice = cast<action::ChoiceOp>(builder.create(state));
  OpBuilder::InsertionGuard guard(builder);
  for (auto [child, region] :
       llvm::zip(statement.children, choice.getAlternatives())) {
    builder.setInsertionPointToStart(&region.emplaceBlock());
    fn(*child);
  }
}

void ActionsGenerator::generateStatement(const ast::Statement &statement,
                                         Env &actionEnv) {
  switch (statement.kind) {
  case ast::StatementKind::Skip:
  case ast::StatementKind::Call:
    return;
  case ast::StatementKind::Sequence:
    for (const ast::Statement *child : statement.children)
      generateStatement(*child, actionEnv);
    return;
  case ast::StatementKind::Choice:
  case ast::StatementKind::Priority:
    return generateChoice(statement, [&](const ast::Statement &child) {
      generateStatement(child, actionEnv);
    });
  case ast::StatementKind::Block:
    break;
  }
  Location loc = sema.getLoc(env, statement.range);
  if (statement.guard) {
    ExprMode mode;
    mode.where = "a guard";
    if (Expr guard = sema.lowerCondition(*statement.guard, actionEnv, mode))
      builder.create<action::RequireOp>(
          loc, ExprAttr::get(sema.getContext(), guard));
  }
  ExprMode mode;
  mode.where = "an assignment";
  mode.allowClocks = false;
  if (UpdateAttr update =
          sema.lowerUpdate({}, statement.updates, actionEnv, mode))
    builder.create<action::AssignOp>(loc, update);
}

//===----------------------------------------------------------------------===//
// The order of actions
//===----------------------------------------------------------------------===//

void ActionsGenerator::generateOrder(const ast::OrderDecl &decl) {
  auto op = builder.create<action::OrderOp>(sema.getLoc(env, decl.range));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&op.getBody().emplaceBlock());
  generateOrderStatement(*decl.body);
}

void ActionsGenerator::generateOrderStatement(const ast::Statement &statement) {
  switch (statement.kind) {
  case ast::StatementKind::Call:
    return generatePerform(statement);
  case ast::StatementKind::Choice:
  case ast::StatementKind::Priority:
    return generateChoice(statement, [&](const ast::Statement &child) {
      generateOrderStatement(child);
    });
  default:
    for (const ast::Statement *child : statement.children)
      generateOrderStatement(*child);
    return;
  }
}

void ActionsGenerator::generatePerform(const ast::Statement &statement) {
  StringRef name = statement.name.text;
  auto found = symbols.find(name);
  // A single one of several actions of a name goes by its number.
  SmallVector<std::string, 1> performed;
  if (found != symbols.end())
    performed = found->second;
  else if (auto [base, number] = name.rsplit('$');
           symbols.contains(base) &&
           llvm::is_contained(symbols[base], name.str()))
    performed.push_back(name.str());
  if (performed.empty()) {
    Suggestion suggestion(name);
    for (const auto &entry : symbols)
      suggestion.consider(entry.getKey());
    sema.reportMissing(env, statement.name, "action", suggestion);
    return;
  }
  Location loc = sema.getLoc(env, statement.range);
  auto perform = [&](StringRef symbol) {
    builder.create<action::PerformOp>(
        loc, FlatSymbolRefAttr::get(sema.getContext(), symbol));
  };
  if (performed.size() == 1)
    return perform(performed.front());
  // The name stands for any of its actions.
  OperationState state(loc, action::ChoiceOp::getOperationName());
  action::ChoiceOp::build(builder, state, UnitAttr(), performed.size());
  auto choice = cast<action::ChoiceOp>(builder.create(state));
  OpBuilder::InsertionGuard guard(builder);
  for (auto [symbol, region] : llvm::zip(performed, choice.getAlternatives())) {
    builder.setInsertionPointToStart(&region.emplaceBlock());
    perform(symbol);
  }
}

void Sema::generateActions(const SystemSource &source) {
  ActionsGenerator(*this, source).run();
}
