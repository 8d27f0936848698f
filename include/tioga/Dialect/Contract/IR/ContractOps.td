//===- ContractOps.td - Synchronous contracts ---------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_CONTRACT_IR_CONTRACTOPS_TD
#define TIOGA_DIALECT_CONTRACT_IR_CONTRACTOPS_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/IR/RegionKindInterface.td"
include "tioga/Dialect/Tioga/IR/TiogaAttributes.td"
include "tioga/Dialect/Tioga/IR/TiogaInterfaces.td"
include "tioga/Dialect/Tioga/IR/TiogaTypes.td"

def ContractDialect : Dialect {
  let name = "contract";
  let summary = "Assume/guarantee contracts over synchronous steps.";
  let cppNamespace = "::tioga::contract";
  let description = [{ See docs/Dialects/Contract/RationaleContract.md. }];
  let dependentDialects = ["::tioga::TiogaDialect"];
}

class ContractOp<string mnemonic, list<Trait> traits = []>
    : Op<ContractDialect, mnemonic, traits>;

def Contract_InterfaceOp : ContractOp<"interface", [
    DeclareOpInterfaceMethods<Tioga_SystemOpInterface>, IsolatedFromAbove,
    NoRegionArguments, NoTerminator, SingleBlock, Symbol, SymbolTable]> {
  let summary = "define a requirement interface";
  let description = [{
    Input, output and hidden variables and the contracts over them. In a step
    all variables take their new values (primed) at once. Contracts name the
    view they belong to, if any; the interface is the conjunction of its views.

    Example:

    ```mlir
    contract.interface @Buffer {
      tioga.var input enq : !tioga.bool
      tioga.var hidden k : !tioga.range<0, 2>
      contract.initially "R0" guarantee "k' == 0"
      contract.require "R1" assume "enq' && k < 2" guarantee "k' == k + 1"
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, OptionalAttr<StrAttr>:$doc,
                       OptionalAttr<StrArrayAttr>:$stems);
  let regions = (region SizedRegion<1>:$body); /*interface_c1*/
                                               /*interface_c2*/
                                               /*interface_c3*/
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
  let hasRegionVerifier = 1;
}

class Contract_ClauseOp<string mnemonic> : ContractOp<mnemonic, [
    HasParent<"InterfaceOp">]> {
  let arguments = (ins StrAttr:$id,
                       OptionalAttr<Tioga_ExprAttr>:$assume,   /*clause_c1*/
                       Tioga_ExprAttr:$guarantee,              /*clause_c2*/
                       OptionalAttr<FlatSymbolRefAttr>:$view,  /*clause_c3*/
                       UnitAttr:$locked,
                       OptionalAttr<StrAttr>:$doc);
  let assemblyFormat = [{
    $id (`in` $view^)? (`assume` custom<ExprText>($assume)^)?
    `guarantee` custom<ExprText>($guarantee) attr-dict
  }];
}

def Contract_InitiallyOp : Contract_ClauseOp<"initially"> { /*clause_c4*/
  let summary = "state a contract for the first step";
  let description = [{
    There are no old values yet: all names are primed.

    Example:

    ```mlir
    contract.interface @C {
      tioga.var output o : !tioga.bool
      contract.initially "R0" guarantee "!o'"
    }
    ```
  }];
}

def Contract_RequireOp : Contract_ClauseOp<"require"> {
  let summary = "state a contract for every later step";
  let description = [{
    The assumption speaks of old values and new inputs, the guarantee of old
    values and of new outputs and hidden variables.

    Example:

    ```mlir
    contract.interface @C {
      tioga.var input i : !tioga.bool
      tioga.var output o : !tioga.bool
      contract.require "R1" assume "i'" guarantee "o'"
    }
    ```
  }];
}

def Contract_ViewOp : ContractOp<"view", [HasParent<"InterfaceOp">, Symbol]> {
  let summary = "name a group of contracts";
  let description = [{
    Example:

    ```mlir
    contract.interface @C {
      contract.view @Power {stems = ["R7"]}
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       OptionalAttr<StrArrayAttr>:$stems,
                       OptionalAttr<StrAttr>:$doc);
  let assemblyFormat = "$sym_name attr-dict";
}

def Contract_FrameOp : ContractOp<"frame", [HasParent<"InterfaceOp">]> {
  let summary = "keep variables that no contract changes";
  let description = [{
    For each variable v: unless the assumption of a contract that mentions `v'`
    holds, `v' == v`. Without names it stands for all outputs and hidden
    variables.

    Example:

    ```mlir
    contract.interface @C {
      tioga.var output o : !tioga.bool
      contract.frame ["o"]
    }
    ```
  }];
  let arguments = (ins OptionalAttr<StrArrayAttr>:$variables, /*frame_c1*/
                       OptionalAttr<FlatSymbolRefAttr>:$view); /*frame_c2*/
  let assemblyFormat = "(`in` $view^)? ($variables^)? attr-dict";
}

def Contract_TicksOp : ContractOp<"ticks", [
    HasParent<"InterfaceOp">]> { /*ticks_c1*/
  let summary = "let time pass with the steps";
  let description = [{
    `explicit`: the clock grows by one in each step. `symbolic`: it grows by any
    amount, zero included, but never past a timer that lies ahead; with `via`, by
    what the input named had as value, or up to the first timer ahead. It starts
    at zero unless a contract for the first step says otherwise.

    Example:

    ```mlir
    contract.interface @C {
      tioga.var hidden now : !tioga.int
      tioga.var hidden deadline : !tioga.int
      contract.ticks symbolic "now" timers ["deadline"]
    }
    ```
  }];
  let arguments = (ins UnitAttr:$symbolic, StrAttr:$clock, /*ticks_c2*/
                       OptionalAttr<StrAttr>:$delay, /*ticks_c4*/
                       OptionalAttr<StrArrayAttr>:$timers); /*ticks_c3*/
  let assemblyFormat = [{
    (`symbolic` $symbolic^) : (`explicit`)? $clock (`via` $delay^)?
    (`timers` $timers^)? attr-dict
  }];
}

#endif // TIOGA_DIALECT_CONTRACT_IR_CONTRACTOPS_TD
