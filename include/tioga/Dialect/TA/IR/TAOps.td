//===- TAOps.td - Timed automata ----------------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_TA_IR_TAOPS_TD
#define TIOGA_DIALECT_TA_IR_TAOPS_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/IR/RegionKindInterface.td"
include "tioga/Dialect/TA/IR/TAEnums.td"
include "tioga/Dialect/Tioga/IR/TiogaAttributes.td"
include "tioga/Dialect/Tioga/IR/TiogaInterfaces.td"
include "tioga/Dialect/Tioga/IR/TiogaTypes.td"

def TADialect : Dialect {
  let name = "ta";
  let summary = "Networks of timed automata with inputs and outputs.";
  let cppNamespace = "::tioga::ta";
  let description = [{
    Locations and edges as an engineer draws them. See
    docs/Dialects/TA/RationaleTA.md.
  }];
  let dependentDialects = ["::tioga::TiogaDialect"];
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{ void registerAttributes(); }];
}

class TAOp<string mnemonic, list<Trait> traits = []>
    : Op<TADialect, mnemonic, traits>;

def TA_DirectionAttr : EnumAttr<TADialect, TA_Direction, "direction">;

def TA_MemberAttr : AttrDef<TADialect, "Member"> {
  let mnemonic = "member";
  let summary = "an automaton with the label by which it takes part in a vector";
  let parameters = (ins "::mlir::FlatSymbolRefAttr":$automaton,
                        "::mlir::StringAttr":$label, "bool":$weak);
  let assemblyFormat = "`<` $automaton `,` $label `,` $weak `>`";
}

def TA_NetworkOp : TAOp<"network", [
    DeclareOpInterfaceMethods<Tioga_SystemOpInterface>, IsolatedFromAbove,
    NoRegionArguments, NoTerminator, SingleBlock, Symbol, SymbolTable]> {
  let summary = "define a network of timed automata";
  let description = [{
    Automata that run in parallel over shared labels, clocks and variables.

    Example:

    ```mlir
    ta.network @Lamp {
      tioga.label press input
      ta.automaton @Switch initial @Off {
        tioga.clock x
        ta.location @Off
        ta.location @On invariant "x <= 5"
        ta.edge @Off -> @On receive press do "x := 0"
      }
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, OptionalAttr<StrAttr>:$doc,
                       OptionalAttr<StrArrayAttr>:$stems);
  let regions = (region SizedRegion<1>:$body); /*network_c1*/
                                               /*network_c2*/
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
  let hasRegionVerifier = 1;
}

def TA_AutomatonOp : TAOp<"automaton", [
    HasParent<"NetworkOp">, NoRegionArguments, NoTerminator, SingleBlock,
    Symbol, SymbolTable]> {
  let summary = "define a timed automaton";
  let description = [{
    Locations are symbols, so edges may refer to locations declared later. An
    `environment` automaton belongs to the tester: it sends inputs and receives
    outputs.

    Example:

    ```mlir
    ta.network @N {
      ta.automaton @A initial @Only {
        ta.location @Only
      }
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       FlatSymbolRefAttr:$initial, /*automaton_c1*/
                       UnitAttr:$environment, OptionalAttr<StrAttr>:$doc,
                       OptionalAttr<StrArrayAttr>:$stems);
  let regions = (region SizedRegion<1>:$body); /*automaton_c2*/
  let assemblyFormat = [{
    (`environment` $environment^)? $sym_name `initial` $initial
    attr-dict-with-keyword $body
  }];
}

def TA_LocationOp : TAOp<"location", [HasParent<"AutomatonOp">, Symbol]> {
  let summary = "declare a location";
  let description = [{
    Time may pass while the invariant holds; it must hold on entry too. In an
    `urgent` location no time passes; a `committed` one must moreover be left by
    the next transition of the whole network. A `locked` location is not
    mutated.

    Example:

    ```mlir
    ta.network @N {
      ta.automaton @A initial @Start {
        tioga.clock x
        ta.location @Start invariant "x <= 3" {accepting}
      }
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       OptionalAttr<Tioga_ExprAttr>:$invariant, /*location_c1*/
                       UnitAttr:$urgent, UnitAttr:$committed,
                       UnitAttr:$accepting, UnitAttr:$locked,
                       OptionalAttr<StrAttr>:$doc,
                       OptionalAttr<StrArrayAttr>:$stems);
  let assemblyFormat = [{
    $sym_name (`invariant` custom<ExprText>($invariant)^)? attr-dict
  }];
}

def TA_EdgeOp : TAOp<"edge", [HasParent<"AutomatonOp">]> {
  let summary = "connect two locations";
  let description = [{
    An absent guard stands for `true`. An edge receives or sends a label, or is
    silent. A `restart` edge puts the whole network into its initial state; its
    target is the initial location.

    Example:

    ```mlir
    ta.network @N {
      tioga.label go input
      ta.automaton @A initial @P {
        tioga.clock x
        ta.location @P
        ta.location @Q
        ta.edge @P -> @Q receive go guard "x < 3" do "x := 0"
        ta.edge @Q -> @P silent guard "x == 2"
      }
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$source,                  /*edge_c1*/
                       FlatSymbolRefAttr:$target,                  /*edge_c2*/
                       OptionalAttr<TA_DirectionAttr>:$direction,  /*edge_c4*/
                                                                   /*edge_c5*/
                       OptionalAttr<StrAttr>:$label,               /*edge_c3*/
                       OptionalAttr<Tioga_ExprAttr>:$guard,        /*edge_c6*/
                                                                   /*edge_c8*/
                       OptionalAttr<Tioga_UpdateAttr>:$update,     /*edge_c7*/
                       OptionalAttr<StrAttr>:$name,
                       UnitAttr:$restart,                          /*edge_c9*/
                                                                   /*edge_c10*/
                       UnitAttr:$locked, OptionalAttr<StrAttr>:$doc,
                       OptionalAttr<StrArrayAttr>:$stems);
  let assemblyFormat = [{
    $source `->` $target custom<Sync>($direction, $label)
    (`guard` custom<ExprText>($guard)^)? (`do` custom<UpdateText>($update)^)?
    attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Returns true if no observer can see this edge by itself.
    bool isSilent() { return !getLabelAttr(); }
  }];
}

def TA_SyncOp : TAOp<"sync", [HasParent<"NetworkOp">]> {
  let summary = "let edges of several automata be taken together";
  let description = [{
    A vector of automata, each with one of its labels. Edges of an automaton that
    carry its label in a vector are taken through vectors only: one edge of each
    member at once (docs/Semantics.md, N11). A weak member, marked `?`, stays
    behind where it has no enabled edge. The directions of the edges say nothing
    here.

    Example:

    ```mlir
    ta.network @N {
      tioga.label cd internal
      tioga.label stop internal
      ta.automaton @Bus initial @P {
        ta.location @P
        ta.edge @P -> @P send cd
      }
      ta.automaton @Station initial @Q {
        ta.location @Q
        ta.edge @Q -> @Q receive stop
      }
      ta.sync @Bus cd, @Station stop ?
    }
    ```
  }];
  let arguments = (ins TypedArrayAttrBase<TA_MemberAttr,
                           "members">:$members, /*sync_c1*/ /*sync_c2*/
                                                /*sync_c3*/ /*sync_c4*/
                                                /*sync_c5*/
                       OptionalAttr<StrAttr>:$doc);
  let assemblyFormat = "custom<Members>($members) attr-dict";
  let hasVerifier = 1;
}

def TA_ComponentOp : TAOp<"component", [HasParent<"NetworkOp">, Symbol]> {
  let summary = "place a synchronous contract beside the automata";
  let description = [{
    `from` and `to` pair up: a signal of the contract that rises becomes an
    event of the network, an event raises a signal of the contract.

    Example:

    ```mlir
    module {
      contract.interface @Doors {
        tioga.var output lock_sig : !tioga.bool
      }
      ta.network @N {
        tioga.label lock input
        ta.component @doors : @Doors ["lock_sig"] to ["lock"]
      }
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, FlatSymbolRefAttr:$contract,
                       StrArrayAttr:$from, StrArrayAttr:$to, /*component_c1*/
                                                             /*component_c2*/
                       OptionalAttr<StrAttr>:$doc);
  let assemblyFormat = [{
    $sym_name `:` $contract $from `to` $to attr-dict
  }];
  let hasVerifier = 1;
}

#endif // TIOGA_DIALECT_TA_IR_TAOPS_TD
