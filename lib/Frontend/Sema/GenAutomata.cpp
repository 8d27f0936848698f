//===- GenAutomata.cpp - Timed automata -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `system` becomes a `ta.network`. Declarations come first in it, in the order
// of the text; then automata, instances, components, purposes and texts, again
// in the order of the text.
//
//===----------------------------------------------------------------------===//

#include "Sema.h"
#include "tioga/Dialect/Contract/IR/ContractOps.h"
#include "tioga/Dialect/TA/IR/TAOps.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::sema;

namespace {

/// Generates one automaton: an instance, or one without parameters.
class AutomatonGenerator {
public:
  AutomatonGenerator(Sema &sema, const ast::AutomatonDecl &decl, Env &env)
      : sema(sema), builder(sema.getBuilder()), decl(decl), env(env) {}

  void run(StringRef name, StringRef doc);

private:
  void declareLocations();
  const ast::LocationDecl *findInitial();
  void generateItem(const ast::Decl &item);
  void generateLocation(const ast::LocationDecl &location);
  void generateEdge(const ast::EdgeDecl &edge);
  bool checkLocation(const ast::Name &name);
  bool checkClauses(const ast::EdgeDecl &edge);
  LabelOp lookupLabel(const ast::EdgeDecl &edge);
  bool checkDirection(const ast::EdgeDecl &edge, LabelOp label);
  bool bindArguments(const ast::EdgeDecl &edge, LabelOp label, Env &edgeEnv);

  Sema &sema;
  OpBuilder &builder;
  const ast::AutomatonDecl &decl;
  Env &env;
  llvm::StringMap<const ast::LocationDecl *> locations;
  const ast::LocationDecl *initial = nullptr;
};

/// Generates one network.
class NetworkGenerator {
public:
  NetworkGenerator(Sema &sema, const Sema::SystemSource &source)
      : sema(sema), builder(sema.getBuilder()), source(source),
        env(source.env) {}

  void run();

private:
  void declareAutomata();
  void declareItem(const ast::Decl &item);
  void generateItem(const ast::Decl &item);
  void generateLabel(const ast::LabelDecl &label);
  void generateAutomaton(const ast::AutomatonDecl &automaton, StringRef name,
                         StringRef doc, const Arguments &arguments);
  void generateInstance(const ast::InstanceDecl &instance);
  const ast::AutomatonDecl *lookupTemplate(const ast::InstanceDecl &instance);
  void generateComponent(const ast::ComponentDecl &component);
  void generateSync(const ast::SyncDecl &sync);
  bool checkConnection(const ast::Connection &connection, Operation *contract,
                       StringRef contractName);
  void generatePurposes();
  void declareQualified(ta::AutomatonOp automaton, Env &purposeEnv);

  Sema &sema;
  OpBuilder &builder;
  const Sema::SystemSource &source;
  Env &env;
  /// The templates that have instances.
  llvm::SmallPtrSet<const ast::Decl *, 8> instantiated;
};

} // namespace

//===----------------------------------------------------------------------===//
// Automata
//===----------------------------------------------------------------------===//

void AutomatonGenerator::declareLocations() {
  for (const ast::Decl *item : decl.items) {
    if (item->kind != ast::DeclKind::Location)
      continue;
    auto *location = static_cast<const ast::LocationDecl *>(item);
    auto [it, inserted] = locations.try_emplace(item->name.text, location);
    if (!inserted)
      sema.error(env, item->name.range)
              .note(sema.getLoc(env, it->second->name.range),
                    "previous declaration is here")
          << "location '" << item->name.text << "' is already declared";
  }
}

const ast::LocationDecl *AutomatonGenerator::findInitial() {
  const ast::LocationDecl *found = nullptr;
  for (const ast::Decl *item : decl.items) {
    if (item->kind != ast::DeclKind::Location)
      continue;
    auto *location = static_cast<const ast::LocationDecl *>(item);
    if (!location->initial)
      continue;
    if (found)
      sema.error(env, location->name.range)
              .note(sema.getLoc(env, found->name.range),
                    "the first one is here")
          << "automaton '" << decl.name.text
          << "' has a second initial location '" << location->name.text << "'";
    else
      found = location;
  }
  if (!found && !sema.isLost("init"))
    sema.error(env, decl.name.range)
        << "automaton '" << decl.name.text
        << "' has no initial location; write 'init' before one";
  return found;
}

void AutomatonGenerator::run(StringRef name, StringRef doc) {
  sema.declareShared(decl.items, env);
  declareLocations();
  initial = findInitial();
  auto automaton = builder.create<ta::AutomatonOp>(
      sema.getLoc(env, decl.range), builder.getStringAttr(name),
      FlatSymbolRefAttr::get(sema.getContext(),
                             initial ? initial->name.text : "?"),
      decl.environment ? builder.getUnitAttr() : UnitAttr(), sema.getDoc(doc),
      sema.getStems(decl.stems));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&automaton.getBody().emplaceBlock());
  for (const ast::Decl *item : decl.items) {
    if (item->kind == ast::DeclKind::Clock) {
      sema.addClock(env, *item);
    } else if (item->kind == ast::DeclKind::Var) {
      auto &var = *static_cast<const ast::VarDecl *>(item);
      sema.addVariable(env, var, *var.type, var.init, Owner::State);
    }
  }
  sema.resolveAll(env);
  for (const ast::Decl *item : decl.items)
    generateItem(*item);
}

void AutomatonGenerator::generateItem(const ast::Decl &item) {
  if (item.kind == ast::DeclKind::Location &&
      locations.lookup(item.name.text) == &item)
    generateLocation(static_cast<const ast::LocationDecl &>(item));
  else if (item.kind == ast::DeclKind::Edge)
    generateEdge(static_cast<const ast::EdgeDecl &>(item));
}

void AutomatonGenerator::generateLocation(const ast::LocationDecl &location) {
  auto unit = [&](bool flag) {
    return flag ? builder.getUnitAttr() : UnitAttr();
  };
  ExprMode mode;
  mode.where = "an invariant";
  builder.create<ta::LocationOp>(
      sema.getLoc(env, location.name.range),
      builder.getStringAttr(location.name.text),
      sema.lowerConditions(location.invariants, env, mode),
      unit(location.urgent), unit(location.committed), unit(location.accepting),
      unit(location.locked), sema.getDoc(location.doc),
      sema.getStems(location.stems));
}

bool AutomatonGenerator::checkLocation(const ast::Name &name) {
  if (locations.contains(name.text))
    return true;
  Suggestion suggestion(name.text);
  for (const auto &entry : locations)
    suggestion.consider(entry.getKey());
  sema.reportMissing(env, name, "location", suggestion);
  return false;
}

bool AutomatonGenerator::checkClauses(const ast::EdgeDecl &edge) {
  bool ok = true;
  if (edge.guards.size() > 1) {
    sema.error(env, edge.guards[1]->range)
            .note(sema.getLoc(env, edge.guards[0]->range),
                  "the first one is here")
        << "an edge has one 'when' clause; join conditions with '&&'";
    ok = false;
  }
  if (edge.numResetClauses > 1 || edge.numDoClauses > 1) {
    sema.error(env, edge.range)
        << "an edge has one '" << (edge.numDoClauses > 1 ? "do" : "reset")
        << "' clause; separate what it does by ','";
    ok = false;
  }
  if (edge.restart && (!edge.resets.empty() || !edge.updates.empty())) {
    sema.error(env, edge.target.range)
        << "an edge to 'restart' sets everything to its initial value and "
           "cannot assign anything else";
    ok = false;
  }
  return ok;
}

LabelOp AutomatonGenerator::lookupLabel(const ast::EdgeDecl &edge) {
  Entity *entity = env.lookupLabel(edge.label.text);
  if (!entity)
    sema.reportUnknown(env, edge.label, "label");
  return entity ? entity->label : LabelOp();
}

bool AutomatonGenerator::checkDirection(const ast::EdgeDecl &edge,
                                        LabelOp label) {
  bool isSend = edge.direction == ast::Direction::Send;
  LabelKind kind = label.getKind();
  if (kind == LabelKind::Internal)
    return true;
  bool expectSend = (kind == LabelKind::Output) != decl.environment;
  if (isSend == expectSend)
    return true;
  sema.error(env, edge.label.range).note(label.getLoc(), "it is declared here")
      << (decl.environment ? "the environment " : "the system ")
      << (expectSend ? "sends " : "receives ") << stringifyLabelKind(kind)
      << " '" << edge.label.text << "'; write '" << edge.label.text
      << (expectSend ? "!'" : "?'");
  return false;
}

bool AutomatonGenerator::bindArguments(const ast::EdgeDecl &edge, LabelOp label,
                                       Env &edgeEnv) {
  edgeEnv.getScope().declareParams(label);
  auto bind = [&](Entity &entity, unsigned index) {
    ParamAttr param = label.getParam(index);
    entity.value = sema.getExprs().getName(param.getName().getValue());
    entity.type = param.getType();
    entity.info = edgeEnv.getScope().lookup(param.getName().getValue());
  };
  // Without new names they have those of the label.
  if (!edge.hasArguments) {
    for (unsigned i = 0, e = label.getNumParams(); i < e; ++i) {
      Entity entity;
      entity.kind = EntityKind::Name;
      bind(edgeEnv.bind(label.getParam(i).getName().getValue(), entity), i);
    }
    return true;
  }
  if (edge.arguments.size() != label.getNumParams()) {
    sema.error(env, edge.label.range)
            .note(label.getLoc(), "it is declared here")
        << "label '" << edge.label.text << "' has " << label.getNumParams()
        << (label.getNumParams() == 1 ? " parameter" : " parameters")
        << ", but there " << (edge.arguments.size() == 1 ? "is " : "are ")
        << edge.arguments.size();
    return false;
  }
  for (auto [index, argument] : llvm::enumerate(edge.arguments)) {
    Entity *entity = sema.declare(edgeEnv, argument, EntityKind::Name);
    if (!entity)
      return false;
    bind(*entity, index);
  }
  return true;
}

void AutomatonGenerator::generateEdge(const ast::EdgeDecl &edge) {
  bool ok = checkLocation(edge.source);
  if (!edge.restart)
    ok &= checkLocation(edge.target);
  ok &= checkClauses(edge);
  Env edgeEnv(env);
  LabelOp label;
  if (!edge.silent) {
    label = lookupLabel(edge);
    if (label)
      ok &= checkDirection(edge, label);
    // Without its arguments, everything else would be reported as unknown.
    if (!label || !bindArguments(edge, label, edgeEnv))
      return;
  }
  ExprMode mode;
  mode.where = "a guard";
  ExprAttr guard = sema.lowerConditions(edge.guards, edgeEnv, mode);
  if (label && label.getUrgent() && guard)
    ok &= sema.checkUrgentGuard(*edge.guards.front(), guard, label, edgeEnv);
  ExprMode updateMode;
  updateMode.where = "an assignment";
  UpdateAttr update =
      sema.lowerUpdate(edge.resets, edge.updates, edgeEnv, updateMode);
  if (!ok || !initial)
    return;
  MLIRContext *context = sema.getContext();
  auto unit = [&](bool flag) {
    return flag ? builder.getUnitAttr() : UnitAttr();
  };
  StringRef target = edge.restart ? initial->name.text : edge.target.text;
  ta::Direction direction = edge.direction == ast::Direction::Send
                                ? ta::Direction::Send
                                : ta::Direction::Receive;
  builder.create<ta::EdgeOp>(
      sema.getLoc(env, edge.range),
      FlatSymbolRefAttr::get(context, edge.source.text),
      FlatSymbolRefAttr::get(context, target),
      label ? ta::DirectionAttr::get(context, direction) : ta::DirectionAttr(),
      label ? label.getNameAttr() : StringAttr(), guard, update,
      edge.name ? builder.getStringAttr(edge.name.text) : StringAttr(),
      unit(edge.restart), unit(edge.locked), sema.getDoc(edge.doc),
      sema.getStems(edge.stems));
}

//===----------------------------------------------------------------------===//
// Networks
//===----------------------------------------------------------------------===//

void NetworkGenerator::run() {
  auto network = builder.create<ta::NetworkOp>(
      source.loc, builder.getStringAttr(source.name), sema.getDoc(source.doc),
      sema.getStems(source.decl.stems));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&network.getBody().emplaceBlock());
  declareAutomata();
  sema.declareShared(source.decl.items, env);
  for (const ast::Decl *item : source.decl.items)
    declareItem(*item);
  sema.resolveAll(env);
  for (const ast::Decl *item : source.decl.items)
    generateItem(*item);
  for (const ast::Decl *item : source.decl.items)
    if (item->kind == ast::DeclKind::Automaton &&
        static_cast<const ast::AutomatonDecl *>(item)->hasParams &&
        !instantiated.contains(item) && !sema.isLost(item->name.text))
      sema.reportUnused(env, *item);
  generatePurposes();
}

void NetworkGenerator::declareAutomata() {
  for (const ast::Decl *item : source.decl.items)
    if (item->kind == ast::DeclKind::Automaton ||
        item->kind == ast::DeclKind::Instance ||
        item->kind == ast::DeclKind::Component)
      if (Entity *entity = sema.declare(env, item->name, EntityKind::Automaton))
        entity->decl = item;
}

void NetworkGenerator::declareItem(const ast::Decl &item) {
  if (item.kind == ast::DeclKind::Var) {
    auto &var = static_cast<const ast::VarDecl &>(item);
    sema.addVariable(env, var, *var.type, var.init, Owner::State);
  } else if (item.kind == ast::DeclKind::Clock) {
    sema.addClock(env, item);
  } else if (item.kind == ast::DeclKind::Label) {
    generateLabel(static_cast<const ast::LabelDecl &>(item));
  }
}

static LabelKind convert(ast::LabelKind kind) {
  switch (kind) {
  case ast::LabelKind::Input:
    return LabelKind::Input;
  case ast::LabelKind::Output:
    return LabelKind::Output;
  case ast::LabelKind::Internal:
    return LabelKind::Internal;
  }
  llvm_unreachable("unknown kind of label");
}

void NetworkGenerator::generateLabel(const ast::LabelDecl &label) {
  Entity *entity = sema.declare(env, label.name, EntityKind::Label);
  if (!entity)
    return;
  LabelKind kind = convert(label.labelKind);
  if (label.broadcast && kind != LabelKind::Internal)
    sema.error(env, label.name.range)
        << "'" << label.name.text
        << "' is broadcast, but only internal labels can be";
  entity->label = builder.create<LabelOp>(
      sema.getLoc(env, label.name.range),
      builder.getStringAttr(label.name.text),
      LabelKindAttr::get(sema.getContext(), kind),
      sema.getParams(label.formals, env),
      label.broadcast ? builder.getUnitAttr() : UnitAttr(),
      label.urgent ? builder.getUnitAttr() : UnitAttr(),
      label.channel ? builder.getStringAttr(label.channel.text) : StringAttr(),
      sema.getDoc(label.doc));
}

void NetworkGenerator::generateItem(const ast::Decl &item) {
  switch (item.kind) {
  case ast::DeclKind::Automaton: {
    auto &automaton = static_cast<const ast::AutomatonDecl &>(item);
    if (!automaton.hasParams)
      generateAutomaton(automaton, item.name.text, item.doc, {});
    return;
  }
  case ast::DeclKind::Instance:
    return generateInstance(static_cast<const ast::InstanceDecl &>(item));
  case ast::DeclKind::Component:
    return generateComponent(static_cast<const ast::ComponentDecl &>(item));
  case ast::DeclKind::Sync:
    return generateSync(static_cast<const ast::SyncDecl &>(item));
  case ast::DeclKind::Observer:
    return sema.reportObserver(env, item);
  case ast::DeclKind::Text:
    return sema.addText(env, static_cast<const ast::TextDecl &>(item));
  default:
    return;
  }
}

void NetworkGenerator::generateAutomaton(const ast::AutomatonDecl &automaton,
                                         StringRef name, StringRef doc,
                                         const Arguments &arguments) {
  Env &inner = sema.makeEnv(env);
  if (arguments.instance) {
    inner.setExpansion(sema.makeExpansion(*arguments.instance, *arguments.env));
    if (!sema.bindParams(automaton, arguments, inner)) {
      env.lookup(name)->state = Entity::State::Failed;
      return;
    }
  }
  AutomatonGenerator(sema, automaton, inner).run(name, doc);
}

const ast::AutomatonDecl *
NetworkGenerator::lookupTemplate(const ast::InstanceDecl &instance) {
  Entity *entity = env.lookup(instance.templ.text);
  if (!entity || entity->kind != EntityKind::Automaton) {
    sema.reportUnknown(env, instance.templ, "template");
    return nullptr;
  }
  if (entity->decl->kind == ast::DeclKind::Automaton) {
    auto *automaton = static_cast<const ast::AutomatonDecl *>(entity->decl);
    if (automaton->hasParams)
      return automaton;
  }
  sema.error(env, instance.templ.range).noteDeclaration(*entity)
      << "'" << instance.templ.text
      << "' is not a template: it has no parameters";
  return nullptr;
}

void NetworkGenerator::generateInstance(const ast::InstanceDecl &instance) {
  const ast::AutomatonDecl *automaton = lookupTemplate(instance);
  if (!automaton) {
    env.lookup(instance.name.text)->state = Entity::State::Failed;
    return;
  }
  instantiated.insert(automaton);
  StringRef doc = instance.doc.empty() ? automaton->doc : instance.doc;
  sema.forEachInstance(instance, env, [&](StringRef name, Env &argumentEnv) {
    // `Makers[0]` is known as `Makers$0` from here on.
    Entity &entity = env.bind(name, *env.lookup(instance.name.text));
    entity.decl = automaton;
    generateAutomaton(*automaton, name, doc, {&instance, &argumentEnv});
  });
}

//===----------------------------------------------------------------------===//
// Components
//===----------------------------------------------------------------------===//

/// The Boolean variable of a contract; null if there is none.
static VarOp lookupSignal(Operation *contract, StringRef name) {
  auto interface = cast<contract::InterfaceOp>(contract);
  for (auto var : interface.getBody().getOps<VarOp>())
    if (var.getName() == name)
      return var;
  return {};
}

bool NetworkGenerator::checkConnection(const ast::Connection &connection,
                                       Operation *contract,
                                       StringRef contractName) {
  VarOp fromSignal = lookupSignal(contract, connection.from.text);
  VarOp toSignal = lookupSignal(contract, connection.to.text);
  Entity *fromLabel = env.lookupLabel(connection.from.text);
  Entity *toLabel = env.lookupLabel(connection.to.text);
  bool isRise = fromSignal && fromSignal.getOwner() == Owner::Output && toLabel;
  bool isEvent = fromLabel && toSignal && toSignal.getOwner() == Owner::Input;
  if (!isRise && !isEvent) {
    Suggestion from(connection.from.text), to(connection.to.text);
    env.suggestLabels(from);
    env.suggestLabels(to);
    for (auto var : contract->getRegion(0).getOps<VarOp>()) {
      from.consider(var.getName());
      to.consider(var.getName());
    }
    sema.error(env, connection.range)
            .note(contract->getLoc(), "the contract is here")
        << "'" << connection.from.text << " => " << connection.to.text
        << "' connects neither an output of '" << contractName
        << "' to a label nor a label to an input of '" << contractName << "'"
        << (fromSignal || fromLabel ? to.str() : from.str());
    return false;
  }
  VarOp signal = isRise ? fromSignal : toSignal;
  LabelOp label = isRise ? toLabel->label : fromLabel->label;
  if (!isa<BoolType>(signal.getType())) {
    sema.error(env, connection.range)
            .note(signal.getLoc(), "it is declared here")
        << "signal '" << signal.getName() << "' is "
        << typeToString(signal.getType()) << ", expected bool";
    return false;
  }
  if (label && label.getNumParams() != 0) {
    sema.error(env, connection.range)
            .note(label.getLoc(), "it is declared here")
        << "label '" << label.getName()
        << "' has parameters, which a signal cannot carry";
    return false;
  }
  return true;
}

void NetworkGenerator::generateComponent(const ast::ComponentDecl &component) {
  Operation *contract =
      sema.getContract(component.contract, env, /*asSymbol=*/true);
  if (!contract)
    return;
  SmallVector<StringRef> from, to;
  for (const ast::Connection &connection : component.connections) {
    if (!checkConnection(connection, contract, component.contract.text))
      continue;
    from.push_back(connection.from.text);
    to.push_back(connection.to.text);
  }
  builder.create<ta::ComponentOp>(
      sema.getLoc(env, component.range),
      builder.getStringAttr(component.name.text),
      FlatSymbolRefAttr::get(sema.getContext(), component.contract.text),
      builder.getStrArrayAttr(from), builder.getStrArrayAttr(to),
      sema.getDoc(component.doc));
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

void NetworkGenerator::generateSync(const ast::SyncDecl &sync) {
  SmallVector<Attribute> members;
  for (const ast::SyncMember &member : sync.members) {
    Entity *automaton = env.lookup(member.automaton.text);
    if (!automaton || automaton->kind != EntityKind::Automaton)
      return sema.reportUnknown(env, member.automaton, "automaton");
    if (!env.lookupLabel(member.label.text))
      return sema.reportUnknown(env, member.label, "label");
    members.push_back(ta::MemberAttr::get(
        sema.getContext(),
        FlatSymbolRefAttr::get(sema.getContext(), member.automaton.text),
        builder.getStringAttr(member.label.text), member.weak));
  }
  builder.create<ta::SyncOp>(sema.getLoc(env, sync.range),
                             builder.getArrayAttr(members),
                             sema.getDoc(sync.doc));
}

//===----------------------------------------------------------------------===//
// Purposes
//===----------------------------------------------------------------------===//

/// Makes the locations and local names of an automaton known: `Machine`,
/// `Machine.x`.
void NetworkGenerator::declareQualified(ta::AutomatonOp automaton,
                                        Env &purposeEnv) {
  StringRef name = automaton.getSymName();
  SmallVector<StringAttr> locations;
  for (auto location : automaton.getBody().getOps<ta::LocationOp>())
    locations.push_back(location.getSymNameAttr());
  if (locations.empty())
    return;
  Scope &scope = purposeEnv.getScope();
  scope.add(name, {NameKind::Control,
                   EnumType::get(sema.getContext(), name, locations),
                   Owner::State, automaton.getLoc()});
  auto add = [&](StringRef local, NameInfo info) {
    scope.add((name + "." + local).str(), info);
  };
  for (auto var : automaton.getBody().getOps<VarOp>())
    add(var.getName(),
        {NameKind::Variable, var.getType(), Owner::State, var.getLoc()});
  for (auto clock : automaton.getBody().getOps<ClockOp>())
    add(clock.getName(), {NameKind::Clock, RealType::get(sema.getContext()),
                          Owner::State, clock.getLoc()});
}

void NetworkGenerator::generatePurposes() {
  Env &purposeEnv = sema.makeEnv(env);
  for (auto automaton : builder.getInsertionBlock()->getOps<ta::AutomatonOp>())
    declareQualified(automaton, purposeEnv);
  ExprMode mode;
  mode.allowControls = true;
  for (const ast::Decl *item : source.decl.items)
    if (item->kind == ast::DeclKind::Purpose)
      sema.addPurpose(purposeEnv, *static_cast<const ast::PurposeDecl *>(item),
                      mode);
}

void Sema::generateAutomata(const SystemSource &source) {
  NetworkGenerator(*this, source).run();
}
