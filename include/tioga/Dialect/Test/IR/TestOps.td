//===- TestOps.td - Test cases ------------------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_TEST_IR_TESTOPS_TD
#define TIOGA_DIALECT_TEST_IR_TESTOPS_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/IR/RegionKindInterface.td"
include "tioga/Dialect/Test/IR/TestEnums.td"
include "tioga/Dialect/Tioga/IR/TiogaAttributes.td"
include "tioga/Dialect/Tioga/IR/TiogaTypes.td"

def TestDialect : Dialect {
  let name = "test";
  let summary = "One form for every test, whoever produced it.";
  let cppNamespace = "::tioga::test";
  let description = [{ See docs/Dialects/Test/RationaleTest.md. }];
  let dependentDialects = ["::tioga::TiogaDialect"];
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{ void registerAttributes(); }];
}

class TestOp<string mnemonic, list<Trait> traits = []>
    : Op<TestDialect, mnemonic, traits>;

def Test_VerdictAttr : EnumAttr<TestDialect, Test_Verdict, "verdict">;
def Test_MoveKindAttr : EnumAttr<TestDialect, Test_MoveKind, "move_kind">;

def Test_CaseOp : TestOp<"case", [
    IsolatedFromAbove, NoRegionArguments, NoTerminator, SingleBlock, Symbol,
    SymbolTable]> {
  let summary = "define a test case";
  let description = [{
    A deterministic automaton of the tester: it sends inputs of the system under
    test and expects outputs. An output that no move expects is a failure.
    Guards of moves that compete are disjoint; the verifier rejects what is
    certainly not.

    Example:

    ```mlir
    test.case @t1 initial @s0 {
      tioga.label press input
      tioga.label light output
      tioga.clock t
      test.state @s0
      test.state @s1 deadline "t <= 5" otherwise @fail
      test.state @pass verdict pass
      test.state @fail verdict fail
      test.move @s0 -> @s1 send press do "t := 0"
      test.move @s1 -> @pass expect light guard "t >= 2"
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       FlatSymbolRefAttr:$initial, /*case_c1*/
                       OptionalAttr<StrArrayAttr>:$mutants,
                       OptionalAttr<StrArrayAttr>:$stems,
                       OptionalAttr<StrAttr>:$doc);
  let regions = (region SizedRegion<1>:$body); /*case_c2*/
  let assemblyFormat = [{
    $sym_name `initial` $initial attr-dict-with-keyword $body
  }];
  let hasRegionVerifier = 1;
}

def Test_StateOp : TestOp<"state", [HasParent<"CaseOp">, Symbol]> {
  let summary = "declare a state of a test";
  let description = [{
    The test stays while the deadline holds and goes to `otherwise` when it is
    over. A state with a verdict ends the test.

    Example:

    ```mlir
    test.case @t initial @done {
      test.state @done verdict pass
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       OptionalAttr<Test_VerdictAttr>:$verdict,    /*state_c1*/
                       OptionalAttr<Tioga_ExprAttr>:$deadline,     /*state_c2*/
                                                                   /*state_c3*/
                       OptionalAttr<FlatSymbolRefAttr>:$otherwise, /*state_c4*/
                       OptionalAttr<StrAttr>:$reason);
  let assemblyFormat = [{
    $sym_name (`verdict` custom<Verdict>($verdict)^)?
    (`deadline` custom<ExprText>($deadline)^)? (`otherwise` $otherwise^)?
    attr-dict
  }];
  let hasVerifier = 1;
}

def Test_MoveOp : TestOp<"move", [HasParent<"CaseOp">]> {
  let summary = "define a move of a test";
  let description = [{
    `send` and `expect` name a label; the parameters of an expected label are
    visible in guard and update, those of a sent one get their values by the
    update, as `n := 3`. `step` sets all inputs by its update, as `in := value`,
    and judges all outputs by its guard, in which new values are primed;
    `elapse` is taken as soon as its guard holds.

    Example:

    ```mlir
    test.case @t initial @s {
      tioga.clock t
      test.state @s
      test.state @pass verdict pass
      test.move @s -> @pass elapse guard "t >= 3"
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$source,              /*move_c1*/
                       FlatSymbolRefAttr:$target,              /*move_c1*/
                       Test_MoveKindAttr:$kind,                /*move_c2*/
                       OptionalAttr<StrAttr>:$label,           /*move_c3*/
                       OptionalAttr<Tioga_ExprAttr>:$guard,    /*move_c4*/
                                                               /*move_c6*/
                                                               /*move_c7*/
                       OptionalAttr<Tioga_UpdateAttr>:$update, /*move_c5*/
                                                               /*move_c8*/
                       OptionalAttr<StrAttr>:$origin);
  let assemblyFormat = [{
    $source `->` $target custom<MoveKind>($kind, $label)
    (`guard` custom<ExprText>($guard)^)? (`do` custom<UpdateText>($update)^)?
    attr-dict
  }];
  let hasVerifier = 1;
}

#endif // TIOGA_DIALECT_TEST_IR_TESTOPS_TD
