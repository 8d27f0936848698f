//===- Annotations.cpp - What other formats cannot say ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Dialect/Tioga/IR/Annotations.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;

std::string tioga::describeParameters(LabelOp label) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "(";
  for (unsigned i = 0; i < label.getNumParams(); ++i) {
    ParamAttr param = label.getParam(i);
    os << (i ? ", " : "") << param.getName().getValue() << " : ";
    printType(param.getType(), os);
    if (auto type = llvm::dyn_cast<EnumType>(param.getType())) {
      os << " {";
      llvm::interleaveComma(type.getLiterals(), os, [&](mlir::StringAttr each) {
        os << each.getValue();
      });
      os << "}";
    }
  }
  os << ")";
  return text;
}

std::string tioga::getValueSuffix(Expr value) {
  std::string text =
      value.is(ExprKind::EnumLit) ? value.getName().str() : value.str();
  return llvm::StringRef(text).starts_with("-") ? "m" + text.substr(1) : text;
}
