//===- ASTDump.cpp - Print syntax trees for tests ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ASTDump.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tioga;
using namespace tioga::ast;
using llvm::ArrayRef;
using llvm::StringRef;

namespace tioga::test {
static std::string dump(const Formal &formal);
static std::string dump(const FieldValue &field);
static std::string dump(const Update &update);
static std::string dump(const Param &param);
} // namespace tioga::test

using tioga::test::dump;

static const char *const exprNames[] = {
    "true", "false",  "int", "real",   "::",     "name", "call", "paren",
    "set",  "record", "map", "array",  "[]",     ".",    "with", "!",
    "neg",  "*",      "/",   "div",    "mod",    "+",    "-",    "<",
    "<=",   ">",      ">=",  "==",     "!=",     "in",   "&&",   "||",
    "=>",   "<=>",    "if",  "forall", "exists", "sum"};

/// `(head part part)`; parts that are empty do not show.
static std::string list(StringRef head, ArrayRef<std::string> parts) {
  std::string result = "(" + head.str();
  for (const std::string &part : parts)
    if (!part.empty())
      result += " " + part;
  return result + ")";
}

template <typename T>
static std::string all(const T &range, StringRef separator = " ") {
  std::string result;
  for (const auto &each : range)
    result += (result.empty() ? "" : separator.str()) + dump(each);
  return result;
}

static std::string names(StringRef head, ArrayRef<Name> list) {
  std::string result;
  for (const Name &each : list)
    result += (result.empty() ? head.str() + "=" : ",") + each.text.str();
  return result;
}

std::string test::dump(const Formal &formal) {
  return formal.name.text.str() + ":" + dump(formal.type);
}

std::string test::dump(const FieldValue &field) {
  return field.name.text.str() + "=" + dump(field.value);
}

std::string test::dump(const Expr *expr) {
  switch (expr->kind) {
  case ExprKind::True:
  case ExprKind::False:
  case ExprKind::Int:
  case ExprKind::Real:
  case ExprKind::Name:
    return expr->name.text.str() + (expr->primed ? "'" : "");
  case ExprKind::Enum:
    return (expr->qualifier.text + "::" + expr->name.text).str();
  default:
    break;
  }
  return list(exprNames[unsigned(expr->kind)],
              {expr->name.text.str(),
               expr->formal.type ? dump(expr->formal) : "", all(expr->operands),
               all(expr->fields)});
}

std::string test::dump(const Type *type) {
  switch (type->kind) {
  case TypeKind::Bool:
    return "bool";
  case TypeKind::Int:
    return "int";
  case TypeKind::Real:
    return "real";
  case TypeKind::Enum:
    return "(" + names("enum", type->literals) + ")";
  case TypeKind::Record:
    return list("record", {all(type->fields)});
  case TypeKind::Set:
    return list("set", {dump(type->element)});
  case TypeKind::Map:
    return list("map", {dump(type->key), dump(type->element)});
  case TypeKind::Array:
    return list("array", {dump(type->size), dump(type->element)});
  case TypeKind::Range:
    return list("..", {dump(type->low), dump(type->high)});
  case TypeKind::Named:
    return type->name.text.str();
  }
  return "";
}

std::string test::dump(const Update &update) {
  std::string target = update.target.text.str();
  for (const Selector &each : update.selectors)
    target +=
        each.index ? "[" + dump(each.index) + "]" : "." + each.field.text.str();
  return target + ":=" + dump(update.value);
}

std::string test::dump(const Statement *statement) {
  static const char *const kinds[] = {"block", "skip",   "then",
                                      "or",    "orelse", "call"};
  return list(kinds[unsigned(statement->kind)],
              {statement->guard ? "when=" + dump(statement->guard) : "",
               all(statement->updates), all(statement->children),
               statement->name.text.str()});
}

std::string test::dump(const Param &param) {
  static const char *const kinds[] = {"", "label ", "clock ", "var "};
  std::string result = kinds[unsigned(param.kind)] + param.name.text.str();
  if (param.type)
    result += ":" + dump(param.type);
  if (param.defaultValue)
    result += "=" + dump(param.defaultValue);
  return result;
}

static std::string flag(bool set, const char *name) { return set ? name : ""; }

static std::string exprs(StringRef head, ArrayRef<Expr *> list) {
  return list.empty() ? "" : head.str() + "=" + all(list, ",");
}

static std::string dumpScope(const ScopeDecl &decl, StringRef head) {
  return list(head, {decl.name.text.str(),
                     decl.hasParams ? "[" + all(decl.params, ", ") + "]" : "",
                     names("stems", decl.stems), all(decl.items)});
}

static std::string dumpShared(const Decl *decl) {
  std::string name = decl->name.text.str();
  switch (decl->kind) {
  case DeclKind::Import:
    return list("import", {static_cast<const ImportDecl *>(decl)->path.str()});
  case DeclKind::Const: {
    auto *constant = static_cast<const ConstDecl *>(decl);
    return list("const", {name, constant->type ? dump(constant->type) : "",
                          dump(constant->value)});
  }
  case DeclKind::TypeDef:
    return list("type",
                {name, dump(static_cast<const TypeDecl *>(decl)->type)});
  case DeclKind::Function: {
    auto *function = static_cast<const FunctionDecl *>(decl);
    return list("fun", {name, "[" + all(function->formals, ", ") + "]",
                        dump(function->result), dump(function->body)});
  }
  case DeclKind::Var: {
    auto *variable = static_cast<const VarDecl *>(decl);
    return list("var", {name, dump(variable->type),
                        variable->init ? dump(variable->init) : ""});
  }
  case DeclKind::Clock:
    return list("clock", {name});
  case DeclKind::Instance: {
    auto *instance = static_cast<const InstanceDecl *>(decl);
    return list("instance",
                {name, instance->index.type ? dump(instance->index) : "",
                 instance->templ.text.str(),
                 "[" + all(instance->arguments, ", ") + "]"});
  }
  case DeclKind::Label: {
    static const char *const kinds[] = {"input", "output", "internal"};
    auto *label = static_cast<const LabelDecl *>(decl);
    return list(kinds[unsigned(label->labelKind)],
                {name, flag(label->urgent, "urgent"),
                 flag(label->broadcast, "broadcast"), all(label->formals),
                 label->channel ? "via=" + label->channel.text.str() : ""});
  }
  case DeclKind::Purpose:
    return list("purpose",
                {name, all(static_cast<const PurposeDecl *>(decl)->steps)});
  case DeclKind::Observer:
    return list("observer", {name});
  case DeclKind::Text: {
    auto *text = static_cast<const TextDecl *>(decl);
    return list("text", {text->id.text.str(), "<" + text->text.str() + ">"});
  }
  default:
    return "";
  }
}

static std::string dumpAutomaton(const Decl *decl) {
  std::string name = decl->name.text.str();
  switch (decl->kind) {
  case DeclKind::System:
    return dumpScope(*static_cast<const ScopeDecl *>(decl), "system");
  case DeclKind::Automaton: {
    auto *automaton = static_cast<const AutomatonDecl *>(decl);
    return dumpScope(*automaton,
                     automaton->environment ? "environment" : "automaton");
  }
  case DeclKind::Location: {
    auto *location = static_cast<const LocationDecl *>(decl);
    return list("location", {name, flag(location->initial, "init"),
                             flag(location->urgent, "urgent"),
                             flag(location->committed, "committed"),
                             flag(location->accepting, "accepting"),
                             flag(location->locked, "locked"),
                             exprs("inv", location->invariants),
                             names("stems", location->stems)});
  }
  case DeclKind::Edge: {
    auto *edge = static_cast<const EdgeDecl *>(decl);
    std::string action =
        edge->silent
            ? "silent"
            : edge->label.text.str() +
                  (edge->hasArguments ? "(" + names("", edge->arguments) + ")"
                                      : "") +
                  (edge->direction == Direction::Send ? "!" : "?");
    return list("edge",
                {name, flag(edge->locked, "locked"),
                 (edge->source.text + "->" + edge->target.text).str(),
                 flag(edge->restart, "restart"), action,
                 exprs("when", edge->guards), names("reset", edge->resets),
                 all(edge->updates, ","), names("stems", edge->stems)});
  }
  case DeclKind::Component: {
    auto *component = static_cast<const ComponentDecl *>(decl);
    std::string connections;
    for (const Connection &each : component->connections)
      connections += (each.from.text + "=>" + each.to.text + ";").str();
    return list("component",
                {name, component->contract.text.str(), connections});
  }
  case DeclKind::Sync: {
    std::vector<std::string> members;
    for (const SyncMember &each : static_cast<const SyncDecl *>(decl)->members)
      members.push_back(
          (each.automaton.text + "." + each.label.text + (each.weak ? "?" : ""))
              .str());
    return list("sync", members);
  }
  default:
    return "";
  }
}

static std::string dumpOther(const Decl *decl) {
  static const char *const labelKinds[] = {"input", "output", "internal"};
  static const char *const signalKinds[] = {"input", "output", "hidden"};
  std::string name = decl->name.text.str();
  switch (decl->kind) {
  case DeclKind::Actions:
    return dumpScope(*static_cast<const ScopeDecl *>(decl), "actions");
  case DeclKind::Invariant:
    return list("invariant",
                {dump(static_cast<const InvariantDecl *>(decl)->condition)});
  case DeclKind::Action: {
    auto *action = static_cast<const ActionDecl *>(decl);
    return list("action",
                {labelKinds[unsigned(action->labelKind)], name,
                 flag(action->locked, "locked"), flag(action->urgent, "urgent"),
                 flag(action->broadcast, "broadcast"),
                 "[" + all(action->formals, ", ") + "]",
                 exprs("when", action->guards), names("reset", action->resets),
                 names("stems", action->stems),
                 action->body ? dump(action->body) : ""});
  }
  case DeclKind::Order:
    return list("do", {dump(static_cast<const OrderDecl *>(decl)->body)});
  case DeclKind::Contract:
    return dumpScope(*static_cast<const ScopeDecl *>(decl), "contract");
  case DeclKind::View:
    return dumpScope(*static_cast<const ScopeDecl *>(decl), "view");
  case DeclKind::Conjunction:
    return list(
        "conjunction",
        {name,
         names("of", static_cast<const ConjunctionDecl *>(decl)->members)});
  case DeclKind::Signal: {
    auto *signal = static_cast<const SignalDecl *>(decl);
    return list("signal", {signalKinds[unsigned(signal->signalKind)], name,
                           dump(signal->type)});
  }
  case DeclKind::Require: {
    auto *require = static_cast<const RequireDecl *>(decl);
    return list(require->initially ? "initially" : "require",
                {require->id.text.str(), flag(require->locked, "locked"),
                 require->assume ? "assume=" + dump(require->assume) : "",
                 dump(require->guarantee)});
  }
  case DeclKind::Frame: {
    auto *frame = static_cast<const FrameDecl *>(decl);
    return list("frame",
                {flag(frame->all, "all"), names("of", frame->variables)});
  }
  case DeclKind::Ticks: {
    auto *ticks = static_cast<const TicksDecl *>(decl);
    return list(
        "ticks",
        {name, flag(ticks->symbolic, "symbolic"),
         ticks->delay.text.empty() ? "" : "via=" + ticks->delay.text.str()});
  }
  case DeclKind::Timer:
    return list("timer", {name});
  default:
    return "";
  }
}

std::string test::dump(const Decl *decl) {
  std::string result = dumpShared(decl) + dumpAutomaton(decl) + dumpOther(decl);
  if (!decl->doc.empty())
    result = "/" + decl->doc.str() + "/" + result;
  return result;
}
