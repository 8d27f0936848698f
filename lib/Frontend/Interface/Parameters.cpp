//===- Parameters.cpp - Labels with parameters from channels ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formats without values on channels have one channel for each value. What is
// said of `serve_0` and `serve_1` is said of `serve(drink)` here, where
// `drink == 0` or `drink == 1`.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Verifier.h"
#include "tioga/Dialect/Tioga/IR/Annotations.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Dialect/Tioga/IR/ScaleTime.h"
#include "tioga/Expr/Parse.h"
#include "tioga/Expr/Rewrite.h"
#include "tioga/Frontend/Interface.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tioga;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// `serve(drink : 0..2, hot : bool, size : Size {Small, Large})`
//===----------------------------------------------------------------------===//

namespace {
class SpecParser {
public:
  explicit SpecParser(StringRef text) : text(text.trim()) {}

  /// Returns what is wrong, or nothing.
  std::string parse(std::vector<LabelParameters> &into) {
    do {
      LabelParameters label;
      if (!parseName(label.label) || !expect("("))
        return error;
      do {
        ParameterSpec &param = label.params.emplace_back();
        if (!parseName(param.name) || !expect(":") || !parseType(param))
          return error;
      } while (consume(","));
      if (!expect(")"))
        return error;
      into.push_back(std::move(label));
    } while (consume(","));
    if (!text.empty())
      fail("','");
    return error;
  }

private:
  bool fail(const llvm::Twine &expected) {
    error = ("expected " + expected +
             (text.empty() ? llvm::Twine(" at the end")
                           : ", found '" + text.take_front(20) + "'"))
                .str();
    return false;
  }
  bool consume(StringRef symbol) {
    if (!text.consume_front(symbol))
      return false;
    text = text.ltrim();
    return true;
  }
  bool expect(StringRef symbol) {
    return consume(symbol) || fail("'" + symbol + "'");
  }
  bool parseName(std::string &name) {
    name = text.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; })
               .str();
    if (!isIdentifier(name))
      return fail("a name");
    text = text.drop_front(name.size()).ltrim();
    return true;
  }
  bool parseType(ParameterSpec &param) {
    if (!text.consumeInteger(10, param.low)) {
      if (!expect(".."))
        return false;
      if (text.consumeInteger(10, param.high) || param.high < param.low)
        return fail("a number that is not less");
      text = text.ltrim();
      return true;
    }
    if (consume("bool")) {
      param.isBool = true;
      return true;
    }
    if (!parseName(param.enumeration) || !expect("{"))
      return false;
    do {
      if (!parseName(param.literals.emplace_back()))
        return false;
    } while (consume(","));
    return expect("}");
  }

  StringRef text;
  std::string error;
};
} // namespace

std::string tioga::parseParameters(StringRef text,
                                   std::vector<LabelParameters> &into) {
  return SpecParser(text).parse(into);
}

static Type getType(const ParameterSpec &param, MLIRContext *context) {
  if (param.isBool)
    return BoolType::get(context);
  if (param.enumeration.empty())
    return RangeType::get(context, param.low, param.high);
  llvm::SmallVector<StringAttr> literals;
  for (const std::string &literal : param.literals)
    literals.push_back(StringAttr::get(context, literal));
  return EnumType::get(context, param.enumeration, literals);
}

//===----------------------------------------------------------------------===//
// Merging
//===----------------------------------------------------------------------===//

namespace {
/// A channel that is the label for some values.
struct Element {
  std::string name;
  /// `drink == 0` and the like.
  llvm::SmallVector<Expr, 1> conditions;
};

class LabelMerger {
public:
  LabelMerger(ta::NetworkOp network, const LabelParameters &spec,
              ElementNames elementNames)
      : network(network), spec(spec), elementNames(elementNames) {}

  LogicalResult run();

private:
  /// Reports if there are too many values.
  LogicalResult makeElements();
  /// The label that stands for all of them; null after reporting errors.
  LabelOp makeLabel();
  LogicalResult rewriteEdge(ta::EdgeOp edge, const Element &element);

  ta::NetworkOp network;
  const LabelParameters &spec;
  ElementNames elementNames;
  ExprContext exprs;
  std::vector<Element> elements;
};
} // namespace

/// How the name of a channel ends.
static std::string getSuffix(Expr value, size_t index, ElementNames names) {
  if (names == ElementNames::ByIndex)
    return std::to_string(index);
  return getValueSuffix(value);
}

LogicalResult LabelMerger::makeElements() {
  constexpr uint64_t maxElements = 4096;
  elements = {{spec.label, {}}};
  for (const ParameterSpec &param : spec.params) {
    auto values = enumerateDomain(getType(param, network.getContext()),
                                  maxElements / elements.size());
    if (!values)
      return network.emitError()
             << "the parameters of '" << spec.label << "' have too many values";
    std::vector<Element> next;
    for (const Element &element : elements)
      for (auto [index, value] : llvm::enumerate(*values)) {
        Expr literal = value.toExpr(exprs);
        Element more = element;
        more.name += "_" + getSuffix(literal, index, elementNames);
        more.conditions.push_back(
            exprs.get(ExprKind::Eq, exprs.getName(param.name), literal));
        next.push_back(std::move(more));
      }
    elements = std::move(next);
  }
  return success();
}

LabelOp LabelMerger::makeLabel() {
  llvm::StringMap<LabelOp> labels;
  for (auto label : network.getBody().getOps<LabelOp>())
    labels[label.getName()] = label;
  LabelOp first;
  for (const Element &element : elements) {
    LabelOp label = labels.lookup(element.name);
    if (!label)
      continue;
    if (!first) {
      first = label;
      continue;
    }
    if (label.getKind() != first.getKind() ||
        label.getUrgent() != first.getUrgent() ||
        label.getBroadcast() != first.getBroadcast()) {
      label.emitError() << "'" << label.getName() << "' and '"
                        << first.getName() << "' are of different kinds, and "
                        << "cannot be one label '" << spec.label << "'";
      return {};
    }
    label.erase();
  }
  if (!first || (labels.contains(spec.label))) {
    network.emitError() << (first ? "there is another label '"
                                  : "there are no channels for the label '")
                        << spec.label << "'";
    return {};
  }
  MLIRContext *context = network.getContext();
  llvm::SmallVector<Attribute> params;
  for (const ParameterSpec &param : spec.params)
    params.push_back(ParamAttr::get(context,
                                    StringAttr::get(context, param.name),
                                    getType(param, context)));
  first.setName(spec.label);
  first.setParamsAttr(ArrayAttr::get(context, params));
  return first;
}

LogicalResult LabelMerger::rewriteEdge(ta::EdgeOp edge,
                                       const Element &element) {
  llvm::SetVector<Expr> names;
  llvm::SmallVector<Expr> conjuncts;
  if (edge.getGuard()) {
    Expr guard = exprs.import(edge.getGuard()->getExpr());
    collectNames(guard, names);
    conjuncts.assign(getConjuncts(guard));
  }
  if (edge.getUpdate())
    for (const Assignment &assignment : edge.getUpdate()->getAssignments()) {
      collectNames(exprs.import(assignment.target), names);
      collectNames(exprs.import(assignment.value), names);
    }
  for (const ParameterSpec &param : spec.params)
    if (names.contains(exprs.getName(param.name)))
      return edge.emitError()
             << "parameter '" << param.name << "' of '" << spec.label
             << "' would hide a name that is used here";
  llvm::append_range(conjuncts, element.conditions);
  edge.setLabel(spec.label);
  edge.setGuardAttr(
      ExprAttr::get(network.getContext(), exprs.getAnd(conjuncts)));
  return success();
}

LogicalResult LabelMerger::run() {
  if (failed(makeElements()) || !makeLabel())
    return failure();
  llvm::StringMap<const Element *> byName;
  for (const Element &element : elements)
    byName[element.name] = &element;
  for (auto sync : network.getBody().getOps<ta::SyncOp>())
    for (auto member : sync.getMembers().getAsRange<ta::MemberAttr>())
      if (byName.contains(member.getLabel()))
        return sync.emitError() << "the label '" << spec.label
                                << "' with parameters cannot be in a vector";
  WalkResult result = network.walk([&](ta::EdgeOp edge) {
    if (edge.isSilent())
      return WalkResult::advance();
    auto found = byName.find(*edge.getLabel());
    return found == byName.end()
               ? WalkResult::advance()
               : WalkResult(rewriteEdge(edge, *found->second));
  });
  return failure(result.wasInterrupted());
}

LogicalResult tioga::applyAnnotations(ta::NetworkOp network,
                                      const InterfaceSpec &spec,
                                      ElementNames elementNames) {
  if (spec.parameters.empty() && spec.vectors.empty() && spec.scale == 1)
    return success();
  for (const VectorSpec &vector : spec.vectors)
    if (failed(makeVector(network, vector)))
      return failure();
  for (const LabelParameters &label : spec.parameters)
    if (failed(LabelMerger(network, label, elementNames).run()))
      return failure();
  if (spec.scale != 1 &&
      failed(scaleTime(network, *Rational::get(1, spec.scale))))
    return failure();
  return verify(network);
}
