//===- Passes.td - Passes of tioga-reduce ------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_REDUCE_PASSES_TD
#define TIOGA_REDUCE_PASSES_TD

include "mlir/Pass/PassBase.td"

def ReduceModel : Pass<"reduce-model", "::mlir::ModuleOp"> {
  let summary = "Make a model small while a program finds it interesting";
  let description = [{
    Tries, one at a time and over and over, to erase ranges of operations, or to
    apply a reduction pattern at one: a location with its edges, a guard or a
    conjunct of it, an update or an assignment of it, an invariant, an
    assumption. Whatever leaves a valid model that is still interesting is kept.

    The program gets a file with the model as its last argument. As with
    `reduction-tree`, an exit code other than 0 means "interesting".

    Requires: the model is interesting.
    Ensures: the model is valid and interesting, and no single edit makes it
    smaller.
  }];
  let options = [
    Option<"test", "test", "std::string", /*default=*/"",
           "Program that says whether a file is interesting">,
    ListOption<"testArgs", "test-arg", "std::string",
               "Arguments of the program, before the file">
  ];
}

#endif // TIOGA_REDUCE_PASSES_TD
