//===- TiogaOps.cpp - Shared declarations and attributes --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Dialect/Tioga/IR/TiogaOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "tioga/Dialect/Tioga/IR/Assembly.h"
#include "tioga/Expr/Parse.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tioga;

#include "tioga/Dialect/Tioga/IR/TiogaEnums.cpp.inc"
#include "tioga/Dialect/Tioga/IR/TiogaInterfaces.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tioga/Dialect/Tioga/IR/TiogaAttributes.cpp.inc"

void TiogaDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tioga/Dialect/Tioga/IR/TiogaAttributes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Expression attributes
//===----------------------------------------------------------------------===//

ExprAttr ExprAttr::get(MLIRContext *context, Expr expr) {
  auto *dialect = context->getOrLoadDialect<TiogaDialect>();
  return Base::get(context, dialect->intern(expr));
}

UpdateAttr UpdateAttr::get(MLIRContext *context,
                           ArrayRef<Assignment> assignments) {
  auto *dialect = context->getOrLoadDialect<TiogaDialect>();
  Update interned;
  for (const Assignment &assignment : assignments)
    interned.push_back({dialect->intern(assignment.target),
                        dialect->intern(assignment.value)});
  return Base::get(context, interned);
}

/// Reads a string and the expression or update inside it. Offsets of errors are
/// those of the string's characters, which is exact unless it holds escapes.
template <typename Fn>
static ParseResult parseEmbedded(AsmParser &parser, Fn parse) {
  SMLoc start = parser.getCurrentLocation();
  std::string text;
  if (parser.parseString(&text))
    return failure();
  ExprContext scratch;
  return parse(text, scratch, [&](size_t offset, const Twine &message) {
    parser.emitError(SMLoc::getFromPointer(start.getPointer() + 1 + offset),
                     message);
  });
}

ParseResult tioga::parseExprText(AsmParser &parser, ExprAttr &result) {
  return parseEmbedded(parser,
                       [&](StringRef text, ExprContext &scratch,
                           ExprErrorHandler onError) -> ParseResult {
                         Expr expr = parseExpr(text, scratch, onError);
                         if (!expr)
                           return failure();
                         result = ExprAttr::get(parser.getContext(), expr);
                         return success();
                       });
}

ParseResult tioga::parseUpdateText(AsmParser &parser, UpdateAttr &result) {
  return parseEmbedded(parser,
                       [&](StringRef text, ExprContext &scratch,
                           ExprErrorHandler onError) -> ParseResult {
                         std::optional<Update> update =
                             parseUpdate(text, scratch, onError);
                         if (!update)
                           return failure();
                         result = UpdateAttr::get(parser.getContext(), *update);
                         return success();
                       });
}

void tioga::printExprText(AsmPrinter &printer, Operation *, ExprAttr expr) {
  printer.printString(expr.getExpr().str());
}

void tioga::printUpdateText(AsmPrinter &printer, Operation *,
                            UpdateAttr update) {
  printer.printString(updateToString(update.getAssignments()));
}

Attribute ExprAttr::parse(AsmParser &parser, Type) {
  ExprAttr result;
  if (parser.parseLess() || parseExprText(parser, result) ||
      parser.parseGreater())
    return {};
  return result;
}

void ExprAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printExprText(printer, nullptr, *this);
  printer << ">";
}

Attribute UpdateAttr::parse(AsmParser &parser, Type) {
  UpdateAttr result;
  if (parser.parseLess() || parseUpdateText(parser, result) ||
      parser.parseGreater())
    return {};
  return result;
}

void UpdateAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printUpdateText(printer, nullptr, *this);
  printer << ">";
}

//===----------------------------------------------------------------------===//
// Custom directives
//===----------------------------------------------------------------------===//

ParseResult tioga::parseName(AsmParser &parser, StringAttr &name) {
  std::string text;
  if (parser.parseKeywordOrString(&text))
    return failure();
  name = parser.getBuilder().getStringAttr(text);
  return success();
}

void tioga::printName(AsmPrinter &printer, StringRef name) {
  printer.printKeywordOrString(name);
}

void tioga::printName(AsmPrinter &printer, Operation *, StringAttr name) {
  printName(printer, name.getValue());
}

ParseResult tioga::parseParams(AsmParser &parser, ArrayAttr &params) {
  SmallVector<Attribute> list;
  auto parseParam = [&]() -> ParseResult {
    StringAttr name;
    Type type;
    if (parseName(parser, name) || parser.parseColonType(type))
      return failure();
    list.push_back(ParamAttr::get(parser.getContext(), name, type));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::OptionalParen,
                                     parseParam))
    return failure();
  if (!list.empty())
    params = parser.getBuilder().getArrayAttr(list);
  return success();
}

void tioga::printParams(AsmPrinter &printer, Operation *, ArrayAttr params) {
  if (!params || params.empty())
    return;
  printer << "(";
  llvm::interleaveComma(params.getAsRange<ParamAttr>(), printer,
                        [&](ParamAttr param) {
                          printName(printer, param.getName().getValue());
                          printer << " : " << param.getType();
                        });
  printer << ")";
}

ParseResult tioga::parseNames(AsmParser &parser, ArrayAttr &names) {
  SmallVector<Attribute> list;
  auto parseOne = [&]() -> ParseResult {
    StringAttr name;
    if (parseName(parser, name))
      return failure();
    list.push_back(name);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  names = parser.getBuilder().getArrayAttr(list);
  return success();
}

void tioga::printNames(AsmPrinter &printer, Operation *, ArrayAttr names) {
  printer << "[";
  llvm::interleaveComma(
      names.getAsRange<StringAttr>(), printer,
      [&](StringAttr name) { printName(printer, name.getValue()); });
  printer << "]";
}

ParseResult tioga::parseLabelOrInternal(AsmParser &parser, StringAttr &label,
                                        ArrayAttr &params) {
  if (succeeded(parser.parseOptionalKeyword("internal")))
    return parseParams(parser, params);
  if (failed(parser.parseOptionalKeyword("on")))
    return parser.emitError(parser.getCurrentLocation())
           << "expected 'on' or 'internal'";
  return parseName(parser, label);
}

void tioga::printLabelOrInternal(AsmPrinter &printer, Operation *op,
                                 StringAttr label, ArrayAttr params) {
  if (label) {
    printer << "on ";
    printName(printer, label.getValue());
    return;
  }
  printer << "internal";
  printParams(printer, op, params);
}

static ParseResult parseKind(AsmParser &parser, LabelKindAttr &kind) {
  StringRef word;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&word))
    return failure();
  std::optional<LabelKind> value = symbolizeLabelKind(word);
  if (!value)
    return parser.emitError(loc)
           << "expected 'input', 'output' or 'internal', found '" << word
           << "'";
  kind = LabelKindAttr::get(parser.getContext(), *value);
  return success();
}

static void printKind(AsmPrinter &printer, Operation *, LabelKindAttr kind) {
  printer << stringifyLabelKind(kind.getValue());
}

/// The owner is printed unless it is `state`. A variable may itself be called
/// `input`, so the word counts as an owner only if a name follows.
static ParseResult parseOwnerAndName(AsmParser &parser, OwnerAttr &owner,
                                     StringAttr &name) {
  std::string first, second;
  if (parser.parseKeywordOrString(&first))
    return failure();
  Owner value = Owner::State;
  std::optional<Owner> named = symbolizeOwner(first);
  if (named && succeeded(parser.parseOptionalKeywordOrString(&second))) {
    value = *named;
    first = second;
  }
  owner = OwnerAttr::get(parser.getContext(), value);
  name = parser.getBuilder().getStringAttr(first);
  return success();
}

static void printOwnerAndName(AsmPrinter &printer, Operation *, OwnerAttr owner,
                              StringAttr name) {
  if (owner.getValue() != Owner::State)
    printer << stringifyOwner(owner.getValue()) << " ";
  printName(printer, name.getValue());
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

#define GET_OP_CLASSES
#include "tioga/Dialect/Tioga/IR/TiogaOps.cpp.inc"

LogicalResult tioga::verifyParams(Operation *op, ArrayAttr params) {
  if (!params)
    return success();
  llvm::StringSet<> seen;
  for (Attribute attr : params) {
    auto param = dyn_cast<ParamAttr>(attr);
    if (!param || !isDataType(param.getType()))
      return op->emitOpError("expects parameters with data types");
    if (!seen.insert(param.getName().getValue()).second)
      return op->emitOpError("declares parameter '")
             << param.getName().getValue() << "' twice";
  }
  return success();
}

LogicalResult LabelOp::verify() {
  if (failed(verifyParams(*this, getParamsAttr()))) // label_c1, label_c2
    return failure();
  if (getBroadcast() && getKind() != LabelKind::Internal) // label_c3
    return emitOpError("'")
           << getName() << "' is broadcast, but only internal labels can be";
  if (getUrgent() && getKind() == LabelKind::Input) // label_c4
    return emitOpError("'")
           << getName()
           << "' is urgent, but the system does not control inputs";
  return success();
}

LogicalResult PurposeOp::verify() {
  if (getSteps().empty()) // purpose_c1
    return emitOpError("needs at least one predicate");
  return success();
}
