//===- BuildExpr.cpp - Expressions, types and statements --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builder.h"
#include "llvm/ADT/StringSwitch.h"

using namespace tioga;
using namespace tioga::parser;
using antlr4::tree::ParseTree;
using llvm::ArrayRef;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

ast::Statement *Builder::makeStatement(ast::StatementKind kind,
                                       Context *context) {
  auto *result = new (arena.Allocate<ast::Statement>()) ast::Statement();
  result->kind = kind;
  result->range = range(context);
  return result;
}

template <typename T>
ast::Statement *Builder::joined(ast::StatementKind kind, Context *context,
                                const std::vector<T *> &parts) {
  if (parts.size() == 1)
    return statement(parts[0]);
  List<ast::Statement *> children;
  for (T *part : parts)
    children.push_back(statement(part));
  ast::Statement *result = makeStatement(kind, context);
  result->children = save(children);
  return result;
}

ast::Statement *Builder::statement(P::StatementContext *context) {
  return joined(ast::StatementKind::Priority, context, context->choice());
}

ast::Statement *Builder::statement(P::ChoiceContext *context) {
  return joined(ast::StatementKind::Choice, context, context->sequence());
}

ast::Statement *Builder::statement(P::SequenceContext *context) {
  return joined(ast::StatementKind::Sequence, context, context->atom());
}

ast::Statement *Builder::statement(P::AtomContext *context) {
  if (auto *group = dynamic_cast<P::GroupAtomContext *>(context))
    return statement(group->statement());
  auto *atom = dynamic_cast<P::BlockAtomContext *>(context);
  if (!atom)
    return makeStatement(ast::StatementKind::Skip, context);
  ast::Statement *result = makeStatement(ast::StatementKind::Block, context);
  result->guard = atom->expr() ? expr(atom->expr()) : nullptr;
  List<ast::Update> updates;
  for (P::UpdateContext *each : atom->block()->update())
    updates.push_back(update(each));
  result->updates = save(updates);
  return result;
}

ast::Statement *Builder::statement(P::OrderContext *context) {
  return joined(ast::StatementKind::Priority, context, context->orderChoice());
}

ast::Statement *Builder::statement(P::OrderChoiceContext *context) {
  return joined(ast::StatementKind::Choice, context, context->orderSequence());
}

ast::Statement *Builder::statement(P::OrderSequenceContext *context) {
  return joined(ast::StatementKind::Sequence, context, context->orderAtom());
}

ast::Statement *Builder::statement(P::OrderAtomContext *context) {
  if (context->order())
    return statement(context->order());
  ast::Statement *result = makeStatement(ast::StatementKind::Call, context);
  result->name = name(context->ID());
  return result;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

ast::Type *Builder::type(P::TypeContext *context) {
  auto *result = new (arena.Allocate<ast::Type>()) ast::Type();
  result->kind = ast::TypeKind::Bool;
  result->range = range(context);
  if (dynamic_cast<P::IntTypeContext *>(context)) {
    result->kind = ast::TypeKind::Int;
  } else if (dynamic_cast<P::RealTypeContext *>(context)) {
    result->kind = ast::TypeKind::Real;
  } else if (auto *named = dynamic_cast<P::NamedTypeContext *>(context)) {
    result->kind = ast::TypeKind::Named;
    result->name = name(named->ID());
  } else if (auto *interval = dynamic_cast<P::RangeTypeContext *>(context)) {
    result->kind = ast::TypeKind::Range;
    result->low = expr(interval->expr(0));
    result->high = expr(interval->expr(1));
  } else if (auto *enumType = dynamic_cast<P::EnumTypeContext *>(context)) {
    result->kind = ast::TypeKind::Enum;
    result->literals = nameList(enumType->ID());
  } else if (auto *record = dynamic_cast<P::RecordTypeContext *>(context)) {
    result->kind = ast::TypeKind::Record;
    List<ast::Formal> fields;
    for (P::FormalContext *each : record->formal())
      fields.push_back(formal(each));
    result->fields = save(fields);
  } else if (auto *set = dynamic_cast<P::SetTypeContext *>(context)) {
    result->kind = ast::TypeKind::Set;
    result->element = type(set->type());
  } else if (auto *map = dynamic_cast<P::MapTypeContext *>(context)) {
    result->kind = ast::TypeKind::Map;
    result->key = type(map->type(0));
    result->element = type(map->type(1));
  } else if (auto *array = dynamic_cast<P::ArrayTypeContext *>(context)) {
    result->kind = ast::TypeKind::Array;
    result->size = expr(array->expr());
    result->element = type(array->type());
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

static ast::ExprKind infixKind(StringRef spelling) {
  return llvm::StringSwitch<ast::ExprKind>(spelling)
      .Case("*", ast::ExprKind::Mul)
      .Case("/", ast::ExprKind::Div)
      .Case("div", ast::ExprKind::IntDiv)
      .Case("mod", ast::ExprKind::Mod)
      .Case("+", ast::ExprKind::Add)
      .Case("-", ast::ExprKind::Sub)
      .Case("<", ast::ExprKind::Lt)
      .Case("<=", ast::ExprKind::Le)
      .Case(">", ast::ExprKind::Gt)
      .Case(">=", ast::ExprKind::Ge)
      .Case("==", ast::ExprKind::Eq)
      .Case("!=", ast::ExprKind::Ne)
      .Case("in", ast::ExprKind::In)
      .Case("&&", ast::ExprKind::And)
      .Case("||", ast::ExprKind::Or)
      .Case("=>", ast::ExprKind::Implies)
      .Case("<=>", ast::ExprKind::Iff);
}

static bool isComparison(ast::ExprKind kind) {
  return kind >= ast::ExprKind::Lt && kind <= ast::ExprKind::In;
}

ast::Expr *Builder::makeExpr(ast::ExprKind kind, ast::Range range) {
  auto *result = new (arena.Allocate<ast::Expr>()) ast::Expr();
  result->kind = kind;
  result->range = range;
  return result;
}

ArrayRef<ast::Expr *>
Builder::exprs(const std::vector<P::ExprContext *> &list) {
  List<ast::Expr *> results;
  for (P::ExprContext *each : list)
    results.push_back(expr(each));
  return save(results);
}

ArrayRef<ast::FieldValue>
Builder::fieldValues(const std::vector<P::FieldValueContext *> &list) {
  List<ast::FieldValue> results;
  for (P::FieldValueContext *each : list)
    results.push_back({name(each->ID()), expr(each->expr())});
  return save(results);
}

/// Long chains of operators lean left, so the way down the left operands must
/// not recurse.
ast::Expr *Builder::expr(P::ExprContext *context) {
  List<P::ExprContext *> spine;
  while (auto *left =
             dynamic_cast<P::ExprContext *>(context->children.front())) {
    spine.push_back(context);
    context = left;
  }
  ast::Expr *result = prefix(context);
  for (P::ExprContext *each : llvm::reverse(spine))
    result = extend(result, each);
  return result;
}

/// An expression that does not begin with another one.
ast::Expr *Builder::prefix(P::ExprContext *context) {
  if (auto *leaf = dynamic_cast<P::PrimaryExprContext *>(context))
    return primary(leaf->primary());
  ast::Range where = range(context);
  const SourceToken *first = token(context->children[0]);
  ast::Expr *result = nullptr;
  if (auto *unary = dynamic_cast<P::UnaryExprContext *>(context)) {
    result = makeExpr(first->spelling() == "!" ? ast::ExprKind::Not
                                               : ast::ExprKind::Neg,
                      where);
    result->operands = exprs({unary->expr()});
  } else if (auto *choice = dynamic_cast<P::IfExprContext *>(context)) {
    result = makeExpr(ast::ExprKind::If, where);
    result->operands = exprs(choice->expr());
  } else {
    auto *quantified = static_cast<P::QuantifiedExprContext *>(context);
    result = makeExpr(first->spelling() == "forall"   ? ast::ExprKind::Forall
                      : first->spelling() == "exists" ? ast::ExprKind::Exists
                                                      : ast::ExprKind::Sum,
                      where);
    result->formal = formal(quantified->formal());
    result->operands = exprs({quantified->expr()});
  }
  result->opRange = first->range();
  return result;
}

/// What follows the left operand `left`: a postfix or an operator with its
/// right operand.
ast::Expr *Builder::extend(ast::Expr *left, P::ExprContext *context) {
  ast::Range where = {left->range.begin, range(context).end};
  ast::Expr *result = nullptr;
  if (auto *index = dynamic_cast<P::IndexExprContext *>(context)) {
    result = makeExpr(ast::ExprKind::Index, where);
    result->operands = save(List<ast::Expr *>{left, expr(index->expr(1))});
  } else if (auto *field = dynamic_cast<P::FieldExprContext *>(context)) {
    result = makeExpr(ast::ExprKind::Field, where);
    result->operands = save(List<ast::Expr *>{left});
    result->name = name(field->ID());
    if (field->PRIME())
      prime(left, token(field->PRIME())->range());
  } else if (auto *with = dynamic_cast<P::WithExprContext *>(context)) {
    result = makeExpr(ast::ExprKind::With, where);
    result->operands = save(List<ast::Expr *>{left});
    result->fields = fieldValues(with->fieldValue());
  } else {
    return binary(left, context);
  }
  result->opRange = token(context->children[1])->range();
  return result;
}

/// Moves the prime of `r.f'` to `r`, where it belongs.
void Builder::prime(ast::Expr *record, ast::Range range) {
  while (record->kind == ast::ExprKind::Field)
    record = record->operands[0];
  if (record->kind != ast::ExprKind::Name)
    addError(range, "only a variable can be primed");
  else if (record->primed)
    addError(range, "the variable is primed already");
  record->primed = true;
}

ast::Expr *Builder::binary(ast::Expr *left, P::ExprContext *context) {
  const SourceToken *op = token(context->children[1]);
  auto *right = static_cast<P::ExprContext *>(context->children[2]);
  ast::Expr *result = makeExpr(infixKind(op->spelling()),
                               {left->range.begin, range(context).end});
  result->opRange = op->range();
  result->operands = save(List<ast::Expr *>{left, expr(right)});
  checkChain(result);
  return result;
}

/// The grammar reads `a < b < c` as `(a < b) < c`, which nobody means.
void Builder::checkChain(ast::Expr *expr) {
  if (isComparison(expr->kind) && isComparison(expr->operands[0]->kind))
    addError(expr->opRange, "comparisons do not chain; write a < b && b < c");
}

ast::Expr *Builder::primary(P::PrimaryContext *context) {
  ast::Range where = range(context);
  const SourceToken *first = token(context->children[0]);
  if (auto *braces = dynamic_cast<P::BracedLiteralContext *>(context))
    return braced(braces);
  ast::Expr *result = makeExpr(ast::ExprKind::Name, where);
  if (first)
    result->name = {first->spelling(), first->range()};
  if (dynamic_cast<P::BoolLiteralContext *>(context)) {
    result->kind = first->spelling() == "true" ? ast::ExprKind::True
                                               : ast::ExprKind::False;
  } else if (dynamic_cast<P::IntLiteralContext *>(context)) {
    result->kind = ast::ExprKind::Int;
  } else if (dynamic_cast<P::RealLiteralContext *>(context)) {
    result->kind = ast::ExprKind::Real;
  } else if (auto *literal = dynamic_cast<P::EnumLiteralContext *>(context)) {
    result->kind = ast::ExprKind::Enum;
    result->qualifier = name(literal->ID(0));
    result->name = name(literal->ID(1));
  } else if (auto *call = dynamic_cast<P::CallExprContext *>(context)) {
    result->kind = ast::ExprKind::Call;
    result->operands = exprs(call->expr());
  } else if (auto *paren = dynamic_cast<P::ParenExprContext *>(context)) {
    result->kind = ast::ExprKind::Paren;
    result->name = {};
    result->operands = exprs({paren->expr()});
  } else if (auto *array = dynamic_cast<P::ArrayLiteralContext *>(context)) {
    result->kind = ast::ExprKind::Array;
    result->name = {};
    result->operands = exprs(array->expr());
  } else {
    result->primed = static_cast<P::NameExprContext *>(context)->PRIME();
  }
  return result;
}

ast::Expr *Builder::braced(P::BracedLiteralContext *context) {
  ast::Expr *result = makeExpr(ast::ExprKind::Set, range(context));
  P::ElementsContext *elements = context->elements();
  if (!elements)
    return result;
  if (!elements->fieldValue().empty()) {
    result->kind = ast::ExprKind::Record;
    result->fields = fieldValues(elements->fieldValue());
    return result;
  }
  List<ast::Expr *> operands;
  for (P::ExprContext *each : elements->expr())
    operands.push_back(expr(each));
  for (P::MapEntryContext *entry : elements->mapEntry())
    for (P::ExprContext *each : entry->expr())
      operands.push_back(expr(each));
  if (has(elements, "->"))
    result->kind = ast::ExprKind::Map;
  result->operands = save(operands);
  return result;
}
