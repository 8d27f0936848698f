//===- Builder.cpp - Declarations of the syntax tree ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tioga;
using namespace tioga::parser;
using antlr4::tree::ParseTree;
using antlr4::tree::TerminalNode;
using llvm::ArrayRef;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Tokens and text
//===----------------------------------------------------------------------===//

const SourceToken *Builder::token(ParseTree *tree) {
  auto *node = dynamic_cast<TerminalNode *>(tree);
  return node ? static_cast<const SourceToken *>(node->getSymbol()) : nullptr;
}

StringRef Builder::spelling(ParseTree *tree) {
  const SourceToken *found = token(tree);
  return found ? found->spelling() : StringRef();
}

bool Builder::has(Context *context, StringRef wanted) {
  return llvm::any_of(context->children, [&](ParseTree *child) {
    return spelling(child) == wanted;
  });
}

ast::Range Builder::range(Context *context) {
  auto *first = static_cast<const SourceToken *>(context->start);
  auto *last = static_cast<const SourceToken *>(context->stop);
  // An empty rule stops before it starts.
  unsigned begin = first->range().begin;
  return {begin, last ? std::max(begin, last->range().end) : begin};
}

ast::Name Builder::name(TerminalNode *node) {
  const SourceToken *found = token(node);
  return found ? ast::Name{found->spelling(), found->range()} : ast::Name();
}

void Builder::markLost(ast::Range range) {
  auto token = llvm::lower_bound(
      raw, range.begin,
      [](const RawToken &each, unsigned begin) { return each.begin < begin; });
  for (; token != raw.end() && token->begin < range.end; ++token) {
    StringRef word = text.slice(token->begin, token->end);
    if (!llvm::isAlpha(word.front()) && word.front() != '_')
      continue;
    lostWords.insert(word);
    // `var mode : enum { ... }` declares `Mode`, too.
    std::string capital = word.str();
    capital[0] = llvm::toUpper(capital[0]);
    lostWords.insert(capital);
  }
}

ArrayRef<ast::Name>
Builder::nameList(const std::vector<TerminalNode *> &nodes) {
  List<ast::Name> list;
  for (TerminalNode *node : nodes)
    list.push_back(name(node));
  return save(list);
}

StringRef Builder::save(StringRef string) { return string.copy(arena); }

StringRef Builder::unescape(StringRef literal) {
  StringRef inner = literal.drop_front();
  inner.consume_back("\"");
  if (!inner.contains('\\'))
    return inner;
  std::string result;
  for (size_t i = 0; i < inner.size(); ++i) {
    if (inner[i] != '\\' || i + 1 == inner.size()) {
      result += inner[i];
      continue;
    }
    char escaped = inner[++i];
    result += escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped;
  }
  return save(result);
}

//===----------------------------------------------------------------------===//
// Parts of declarations
//===----------------------------------------------------------------------===//

ast::Formal Builder::formal(P::FormalContext *context) {
  return {name(context->ID()), type(context->type())};
}

ArrayRef<ast::Formal> Builder::formals(P::FormalsContext *context) {
  List<ast::Formal> list;
  if (context)
    for (P::FormalContext *each : context->formal())
      list.push_back(formal(each));
  return save(list);
}

ArrayRef<ast::Param> Builder::params(P::ParamsContext *context) {
  List<ast::Param> list;
  if (!context)
    return {};
  if (isBroken(context)) {
    markLost(range(context));
    return {};
  }
  for (P::ParamContext *each : context->param()) {
    ast::Param param = {ast::ParamKind::Value, {}};
    if (auto *value = dynamic_cast<P::ValueParamContext *>(each)) {
      param.name = name(value->ID());
      param.type = type(value->type());
      if (value->expr())
        param.defaultValue = expr(value->expr());
    } else if (auto *label = dynamic_cast<P::LabelParamContext *>(each)) {
      param.kind = ast::ParamKind::Label;
      param.name = name(label->ID());
    } else if (auto *clock = dynamic_cast<P::ClockParamContext *>(each)) {
      param.kind = ast::ParamKind::Clock;
      param.name = name(clock->ID());
    } else if (auto *variable = dynamic_cast<P::VarParamContext *>(each)) {
      param.kind = ast::ParamKind::Var;
      param.name = name(variable->ID());
      param.type = type(variable->type());
    }
    list.push_back(param);
  }
  return save(list);
}

ast::ReqId Builder::reqId(P::ReqIdContext *context) {
  ast::Range where = range(context);
  if (context->STRING())
    return {unescape(spelling(context->STRING())), where};
  StringRef written = text.slice(where.begin, where.end);
  size_t length = 0;
  std::string joined;
  for (ParseTree *child : context->children) {
    joined += spelling(child);
    length += spelling(child).size();
  }
  // `FR2 . 1` names the same requirement as `FR2.1`.
  return {length == written.size() ? written : save(joined), where};
}

void Builder::addStems(P::StemsContext *context, List<ast::ReqId> &list) {
  if (context)
    for (P::ReqIdContext *id : context->reqId())
      list.push_back(reqId(id));
}

ArrayRef<ast::ReqId> Builder::stems(P::StemsContext *context) {
  List<ast::ReqId> list;
  addStems(context, list);
  return save(list);
}

ast::Update Builder::update(P::UpdateContext *context) {
  List<ast::Selector> selectors;
  P::LvalueContext *target = context->lvalue();
  for (P::SelectorContext *each : target->selector())
    selectors.push_back({range(each),
                         each->expr() ? expr(each->expr()) : nullptr,
                         name(each->ID())});
  return {range(context), name(target->ID()), save(selectors),
          expr(context->expr())};
}

//===----------------------------------------------------------------------===//
// Declarations that all formalisms share
//===----------------------------------------------------------------------===//

Builder::Head Builder::head(Context *context) {
  return {range(context),
          docBefore(*static_cast<const SourceToken *>(context->start))};
}

template <typename T>
T *Builder::make(ast::DeclKind kind, const Head &head, ast::Name name) {
  T *decl = new (arena.Allocate<T>()) T();
  decl->kind = kind;
  decl->range = head.range;
  decl->doc = head.doc;
  decl->name = name;
  return decl;
}

ast::Decl *Builder::import(P::ImportDeclContext *context) {
  auto *decl = make<ast::ImportDecl>(ast::DeclKind::Import, head(context));
  decl->path = unescape(spelling(context->STRING()));
  decl->pathRange = token(context->STRING())->range();
  return decl;
}

ast::Decl *Builder::constant(P::ConstDeclContext *context) {
  auto *decl = make<ast::ConstDecl>(ast::DeclKind::Const, head(context),
                                    name(context->ID()));
  decl->type = context->type() ? type(context->type()) : nullptr;
  decl->value = expr(context->expr());
  return decl;
}

ast::Decl *Builder::typeDef(P::TypeDeclContext *context) {
  auto *decl = make<ast::TypeDecl>(ast::DeclKind::TypeDef, head(context),
                                   name(context->ID()));
  decl->type = type(context->type());
  return decl;
}

ast::Decl *Builder::function(P::FunDeclContext *context) {
  auto *decl = make<ast::FunctionDecl>(ast::DeclKind::Function, head(context),
                                       name(context->ID()));
  decl->formals = formals(context->formals());
  decl->result = type(context->type());
  decl->body = expr(context->expr());
  return decl;
}

void Builder::variables(P::VarDeclContext *context, Decls &decls) {
  Head common = head(context);
  for (P::VarItemContext *each : context->varItem()) {
    // One type and one initial value for all names before them.
    ast::Type *commonType = type(each->type());
    ast::Expr *init = each->expr() ? expr(each->expr()) : nullptr;
    for (TerminalNode *id : each->ID()) {
      auto *decl = make<ast::VarDecl>(ast::DeclKind::Var, common, name(id));
      decl->type = commonType;
      decl->init = init;
      decls.push_back(decl);
    }
  }
}

void Builder::instances(P::InstanceDeclContext *context, Decls &decls) {
  Head common = head(context);
  for (P::InstanceItemContext *each : context->instanceItem()) {
    auto *decl = make<ast::InstanceDecl>(ast::DeclKind::Instance, common,
                                         name(each->ID(0)));
    if (each->formal())
      decl->index = formal(each->formal());
    decl->templ = name(each->ID(1));
    decl->arguments = exprs(each->expr());
    decls.push_back(decl);
  }
}

static ast::LabelKind labelKind(StringRef spelling) {
  return spelling == "input"    ? ast::LabelKind::Input
         : spelling == "output" ? ast::LabelKind::Output
                                : ast::LabelKind::Internal;
}

void Builder::labels(P::LabelDeclContext *context, Decls &decls) {
  Head common = head(context);
  bool urgent = false, broadcast = false;
  for (P::LabelModifierContext *each : context->labelModifier()) {
    urgent |= has(each, "urgent");
    broadcast |= has(each, "broadcast");
  }
  for (P::LabelItemContext *each : context->labelItem()) {
    auto *decl =
        make<ast::LabelDecl>(ast::DeclKind::Label, common, name(each->ID()));
    decl->labelKind = labelKind(spelling(context->labelKind()->children[0]));
    decl->urgent = urgent;
    decl->broadcast = broadcast;
    decl->formals = formals(each->formals());
    decl->channel = name(context->ID());
    decls.push_back(decl);
  }
}

ast::Decl *Builder::purpose(P::PurposeDeclContext *context) {
  auto *decl = make<ast::PurposeDecl>(ast::DeclKind::Purpose, head(context),
                                      name(context->ID()));
  decl->steps = exprs(context->expr());
  return decl;
}

ast::Decl *Builder::textDecl(P::TextDeclContext *context) {
  auto *decl = make<ast::TextDecl>(ast::DeclKind::Text, head(context));
  decl->id = reqId(context->reqId());
  std::string joined;
  for (TerminalNode *each : context->STRING())
    joined += unescape(spelling(each));
  decl->text = save(joined);
  return decl;
}

//===----------------------------------------------------------------------===//
// Timed automata
//===----------------------------------------------------------------------===//

void Builder::locations(P::LocationDeclContext *context, Decls &decls) {
  Head common = head(context);
  List<ast::Expr *> invariants;
  List<ast::ReqId> ids;
  if (P::LocationBodyContext *body = context->locationBody())
    for (P::LocationItemContext *each : body->locationItem()) {
      if (isBroken(each)) {
        markLost(range(each));
        continue;
      }
      if (each->expr())
        invariants.push_back(expr(each->expr()));
      addStems(each->stems(), ids);
    }
  ArrayRef<ast::Expr *> savedInvariants = save(invariants);
  ArrayRef<ast::ReqId> savedIds = save(ids);
  for (TerminalNode *id : context->ID()) {
    auto *decl =
        make<ast::LocationDecl>(ast::DeclKind::Location, common, name(id));
    for (P::LocationModifierContext *each : context->locationModifier()) {
      decl->initial |= has(each, "init");
      decl->urgent |= has(each, "urgent");
      decl->committed |= has(each, "committed");
      decl->accepting |= has(each, "accepting");
      decl->locked |= has(each, "locked");
    }
    decl->invariants = savedInvariants;
    decl->stems = savedIds;
    decls.push_back(decl);
  }
}

ast::Decl *Builder::edge(P::EdgeDeclContext *context) {
  std::vector<TerminalNode *> ids = context->ID();
  auto *decl = make<ast::EdgeDecl>(ast::DeclKind::Edge, head(context),
                                   ids.size() > 1 ? name(ids[0]) : ast::Name());
  decl->locked = has(context, "locked");
  decl->source = name(ids.back());
  const SourceToken *target = token(context->edgeTarget()->children[0]);
  decl->target = {target->spelling(), target->range()};
  decl->restart = target->getType() != P::ID;

  P::EdgeActionContext *action = context->edgeAction();
  decl->silent = has(action, "silent");
  decl->hasArguments = has(action, "(");
  decl->direction =
      has(action, "!") ? ast::Direction::Send : ast::Direction::Receive;
  std::vector<TerminalNode *> names = action->ID();
  if (!names.empty()) {
    decl->label = name(names[0]);
    names.erase(names.begin());
    decl->arguments = nameList(names);
  }

  List<ast::Expr *> guards;
  List<ast::Name> resets;
  List<ast::Update> updates;
  List<ast::ReqId> stemIds;
  for (P::EdgeClauseContext *clause : context->edgeClause()) {
    if (auto *when = dynamic_cast<P::WhenClauseContext *>(clause)) {
      guards.push_back(expr(when->expr()));
    } else if (auto *reset = dynamic_cast<P::ResetClauseContext *>(clause)) {
      ++decl->numResetClauses;
      for (TerminalNode *id : reset->ID())
        resets.push_back(name(id));
    } else if (auto *effect = dynamic_cast<P::DoClauseContext *>(clause)) {
      ++decl->numDoClauses;
      for (P::UpdateContext *each : effect->update())
        updates.push_back(update(each));
    } else if (auto *stems = dynamic_cast<P::StemsClauseContext *>(clause)) {
      addStems(stems->stems(), stemIds);
    }
  }
  decl->guards = save(guards);
  decl->resets = save(resets);
  decl->updates = save(updates);
  decl->stems = save(stemIds);
  return decl;
}

ast::Decl *Builder::component(P::ComponentDeclContext *context) {
  auto *decl = make<ast::ComponentDecl>(ast::DeclKind::Component, head(context),
                                        name(context->ID(0)));
  decl->contract = name(context->ID(1));
  List<ast::Connection> connections;
  for (P::ConnectionContext *each : context->connection())
    connections.push_back({name(each->ID(0)), name(each->ID(1)), range(each)});
  decl->connections = save(connections);
  return decl;
}

ast::Decl *Builder::sync(P::SyncDeclContext *context) {
  List<ast::SyncMember> members;
  for (P::SyncMemberContext *each : context->syncMember())
    members.push_back({name(each->ID(0)), name(each->ID(1)), has(each, "?")});
  auto *decl = make<ast::SyncDecl>(ast::DeclKind::Sync, head(context),
                                   members.front().automaton);
  decl->members = save(members);
  return decl;
}

//===----------------------------------------------------------------------===//
// Action systems
//===----------------------------------------------------------------------===//

ast::Decl *Builder::action(P::ActionDeclContext *context) {
  auto *decl = make<ast::ActionDecl>(ast::DeclKind::Action, head(context),
                                     name(context->ID()));
  decl->locked = has(context, "locked");
  for (P::LabelModifierContext *each : context->labelModifier()) {
    decl->urgent |= has(each, "urgent");
    decl->broadcast |= has(each, "broadcast");
  }
  decl->labelKind = labelKind(spelling(context->labelKind()->children[0]));
  decl->formals = formals(context->formals());
  List<ast::Expr *> guards;
  List<ast::Name> resets;
  List<ast::ReqId> ids;
  for (P::ActionClauseContext *clause : context->actionClause()) {
    if (auto *when = dynamic_cast<P::ActionWhenContext *>(clause)) {
      guards.push_back(expr(when->expr()));
    } else if (auto *reset = dynamic_cast<P::ActionResetContext *>(clause)) {
      ++decl->numResetClauses;
      for (TerminalNode *id : reset->ID())
        resets.push_back(name(id));
    } else if (auto *stems = dynamic_cast<P::ActionStemsContext *>(clause)) {
      addStems(stems->stems(), ids);
    }
  }
  decl->guards = save(guards);
  decl->resets = save(resets);
  decl->stems = save(ids);
  if (context->statement())
    decl->body = statement(context->statement());
  return decl;
}

ast::Decl *Builder::order(P::DoDeclContext *context) {
  auto *decl = make<ast::OrderDecl>(ast::DeclKind::Order, head(context));
  decl->body = statement(context->order());
  return decl;
}

//===----------------------------------------------------------------------===//
// Synchronous contracts
//===----------------------------------------------------------------------===//

void Builder::signals(P::SignalDeclContext *context, Decls &decls) {
  Head common = head(context);
  StringRef kind = spelling(context->signalKind()->children[0]);
  for (P::SignalItemContext *each : context->signalItem()) {
    ast::Type *commonType = type(each->type());
    for (TerminalNode *id : each->ID()) {
      auto *decl =
          make<ast::SignalDecl>(ast::DeclKind::Signal, common, name(id));
      decl->signalKind = kind == "input"    ? ast::SignalKind::Input
                         : kind == "output" ? ast::SignalKind::Output
                                            : ast::SignalKind::Hidden;
      decl->type = commonType;
      decls.push_back(decl);
    }
  }
}

template <typename T>
ast::Decl *Builder::require(T *context, bool initially) {
  auto *decl = make<ast::RequireDecl>(ast::DeclKind::Require, head(context));
  decl->initially = initially;
  decl->locked = has(context, "locked");
  decl->id = reqId(context->reqId());
  std::vector<P::ExprContext *> parts = context->contractBody()->expr();
  decl->assume = parts.size() > 1 ? expr(parts[0]) : nullptr;
  decl->guarantee = expr(parts.back());
  return decl;
}

ast::Decl *Builder::conjunction(P::ConjunctionDeclContext *context) {
  std::vector<TerminalNode *> ids = context->ID();
  auto *decl = make<ast::ConjunctionDecl>(ast::DeclKind::Conjunction,
                                          head(context), name(ids[0]));
  ids.erase(ids.begin());
  decl->members = nameList(ids);
  return decl;
}

ast::Decl *Builder::frame(P::FrameDeclContext *context) {
  auto *decl = make<ast::FrameDecl>(ast::DeclKind::Frame, head(context));
  decl->all = has(context, "all");
  decl->variables = nameList(context->ID());
  return decl;
}

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

/// Views are the only scopes that take no parameters.
template <typename T>
static TiogaParser::ParamsContext *paramsOf(T *context) {
  if constexpr (std::is_same_v<T, TiogaParser::ViewDeclContext>)
    return nullptr;
  else
    return context->params();
}

template <typename AST, typename T>
AST *Builder::scope(T *context, ast::DeclKind kind) {
  auto *decl = make<AST>(kind, head(context), name(context->ID()));
  P::ParamsContext *list = paramsOf(context);
  decl->params = params(list);
  decl->hasParams = list != nullptr;
  decl->hasBrokenParams = list && isBroken(list);
  decl->stems = stems(context->stems());
  decl->items = items();
  return decl;
}

/// One declaration per name of `clock x, y;` and the like.
template <typename AST, typename T>
void Builder::names(T *context, ast::DeclKind kind, Decls &decls) {
  Head common = head(context);
  for (TerminalNode *id : context->ID())
    decls.push_back(make<AST>(kind, common, name(id)));
}

bool Builder::sharedItem(Context *context, Decls &decls) {
  switch (context->getRuleIndex()) {
  case P::RuleImportDecl:
    decls.push_back(import(static_cast<P::ImportDeclContext *>(context)));
    return true;
  case P::RuleConstDecl:
    decls.push_back(constant(static_cast<P::ConstDeclContext *>(context)));
    return true;
  case P::RuleTypeDecl:
    decls.push_back(typeDef(static_cast<P::TypeDeclContext *>(context)));
    return true;
  case P::RuleFunDecl:
    decls.push_back(function(static_cast<P::FunDeclContext *>(context)));
    return true;
  case P::RuleVarDecl:
    variables(static_cast<P::VarDeclContext *>(context), decls);
    return true;
  case P::RuleClockDecl:
    names<ast::ClockDecl>(static_cast<P::ClockDeclContext *>(context),
                          ast::DeclKind::Clock, decls);
    return true;
  case P::RuleInstanceDecl:
    instances(static_cast<P::InstanceDeclContext *>(context), decls);
    return true;
  case P::RulePurposeDecl:
    decls.push_back(purpose(static_cast<P::PurposeDeclContext *>(context)));
    return true;
  case P::RuleObserverDecl: {
    auto *observer = static_cast<P::ObserverDeclContext *>(context);
    decls.push_back(make<ast::ObserverDecl>(
        ast::DeclKind::Observer, head(context), name(observer->ID())));
    return true;
  }
  case P::RuleTextDecl:
    decls.push_back(textDecl(static_cast<P::TextDeclContext *>(context)));
    return true;
  default:
    return false;
  }
}

bool Builder::automatonItem(Context *context, Decls &decls) {
  switch (context->getRuleIndex()) {
  case P::RuleSystemDecl:
    decls.push_back(scope<ast::ScopeDecl>(
        static_cast<P::SystemDeclContext *>(context), ast::DeclKind::System));
    return true;
  case P::RuleAutomatonDecl: {
    auto *decl = scope<ast::AutomatonDecl>(
        static_cast<P::AutomatonDeclContext *>(context),
        ast::DeclKind::Automaton);
    decl->environment = has(context, "environment");
    decls.push_back(decl);
    return true;
  }
  case P::RuleLabelDecl:
    labels(static_cast<P::LabelDeclContext *>(context), decls);
    return true;
  case P::RuleLocationDecl:
    locations(static_cast<P::LocationDeclContext *>(context), decls);
    return true;
  case P::RuleEdgeDecl:
    decls.push_back(edge(static_cast<P::EdgeDeclContext *>(context)));
    return true;
  case P::RuleComponentDecl:
    decls.push_back(component(static_cast<P::ComponentDeclContext *>(context)));
    return true;
  case P::RuleSyncDecl:
    decls.push_back(sync(static_cast<P::SyncDeclContext *>(context)));
    return true;
  default:
    return false;
  }
}

bool Builder::actionItem(Context *context, Decls &decls) {
  switch (context->getRuleIndex()) {
  case P::RuleActionsDecl:
    decls.push_back(scope<ast::ScopeDecl>(
        static_cast<P::ActionsDeclContext *>(context), ast::DeclKind::Actions));
    return true;
  case P::RuleInvariantDecl: {
    auto *decl =
        make<ast::InvariantDecl>(ast::DeclKind::Invariant, head(context));
    decl->condition =
        expr(static_cast<P::InvariantDeclContext *>(context)->expr());
    decls.push_back(decl);
    return true;
  }
  case P::RuleActionDecl:
    decls.push_back(action(static_cast<P::ActionDeclContext *>(context)));
    return true;
  case P::RuleDoDecl:
    decls.push_back(order(static_cast<P::DoDeclContext *>(context)));
    return true;
  default:
    return false;
  }
}

bool Builder::contractItem(Context *context, Decls &decls) {
  switch (context->getRuleIndex()) {
  case P::RuleContractDecl:
    decls.push_back(
        scope<ast::ScopeDecl>(static_cast<P::ContractDeclContext *>(context),
                              ast::DeclKind::Contract));
    return true;
  case P::RuleViewDecl:
    decls.push_back(scope<ast::ScopeDecl>(
        static_cast<P::ViewDeclContext *>(context), ast::DeclKind::View));
    return true;
  case P::RuleConjunctionDecl:
    decls.push_back(
        conjunction(static_cast<P::ConjunctionDeclContext *>(context)));
    return true;
  case P::RuleSignalDecl:
    signals(static_cast<P::SignalDeclContext *>(context), decls);
    return true;
  case P::RuleInitiallyDecl:
    decls.push_back(require(static_cast<P::InitiallyDeclContext *>(context),
                            /*initially=*/true));
    return true;
  case P::RuleRequireDecl:
    decls.push_back(require(static_cast<P::RequireDeclContext *>(context),
                            /*initially=*/false));
    return true;
  case P::RuleFrameDecl:
    decls.push_back(frame(static_cast<P::FrameDeclContext *>(context)));
    return true;
  case P::RuleTicksDecl: {
    auto *ticks = static_cast<P::TicksDeclContext *>(context);
    auto *decl = make<ast::TicksDecl>(ast::DeclKind::Ticks, head(context),
                                      name(ticks->ID(0)));
    decl->symbolic = has(context, "symbolic");
    if (ticks->ID(1))
      decl->delay = name(ticks->ID(1));
    decls.push_back(decl);
    return true;
  }
  case P::RuleTimerDecl:
    names<ast::TimerDecl>(static_cast<P::TimerDeclContext *>(context),
                          ast::DeclKind::Timer, decls);
    return true;
  default:
    return false;
  }
}

void Builder::item(Context *context, Decls &decls) {
  bool known = sharedItem(context, decls) || automatonItem(context, decls) ||
               actionItem(context, decls) || contractItem(context, decls);
  (void)known;
  assert(known && "item of the grammar without a syntax tree");
}

bool Builder::isItem(const Context *context) {
  switch (context->getRuleIndex()) {
  case P::RuleFileItem:
  case P::RuleSystemItem:
  case P::RuleAutomatonItem:
  case P::RuleActionsItem:
  case P::RuleContractItem:
  case P::RuleViewItem:
    return true;
  default:
    return false;
  }
}

void Builder::endItem(Context *context) {
  llvm::SmallVector<ast::Decl *> decls;
  if (auto *inner = context->children.empty()
                        ? nullptr
                        : dynamic_cast<Context *>(context->children[0]);
      inner && !isBroken(context) && !isBroken(inner))
    item(inner, decls);
  else
    markLost(range(context));
  if (frames.back().hasErrors) {
    markLost(range(context));
    decls.clear();
  }
  frames.pop_back();
  llvm::append_range(frames.back().decls, decls);
}
