//===- TiogaDialect.td - What all formalisms share ---------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_TIOGA_IR_TIOGADIALECT_TD
#define TIOGA_DIALECT_TIOGA_IR_TIOGADIALECT_TD

include "mlir/IR/OpBase.td"

def TiogaDialect : Dialect {
  let name = "tioga";
  let summary = "Types, expressions and declarations that all formalisms share.";
  let cppNamespace = "::tioga";
  let description = [{
    Holds the expression and update attributes, the data types, and the
    declarations of variables, clocks and labels. The dialects of the formalisms
    add only what is theirs. See docs/Dialects/Tioga/RationaleTioga.md.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerTypes();

    /// Returns the expression as a node of the context that this dialect owns.
    /// Safe to call from several threads.
    ::tioga::Expr intern(::tioga::Expr expr);

    /// Runs `fn` with the context that this dialect owns, under its lock.
    ::tioga::Expr
    build(::llvm::function_ref<::tioga::Expr(::tioga::ExprContext &)> fn);

  private:
    ::tioga::ExprContext exprContext;
    ::std::mutex exprMutex;

  public:
  }];
}

#endif // TIOGA_DIALECT_TIOGA_IR_TIOGADIALECT_TD
