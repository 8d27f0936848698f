//===- Models.h - Models for the tests of mutation --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_TEST_UNIT_MUTATION_MODELS_H
#define TIOGA_TEST_UNIT_MUTATION_MODELS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "tioga/Dialect/STS/IR/STSOps.h"
#include "tioga/Dialect/TA/IR/TAOps.h"
#include "tioga/Mutation/Operators.h"
#include "llvm/ADT/StringMap.h"

namespace tioga {

/// Textual IR, parsed; the first system in it.
class TestModel {
public:
  explicit TestModel(llvm::StringRef text) {
    context.loadDialect<TiogaDialect, ta::TADialect, sts::STSDialect>();
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    if (module)
      for (auto network : module->getOps<ta::NetworkOp>())
        system = network;
  }
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  ta::NetworkOp system;
};

inline std::unique_ptr<MutantSet> mutate(TestModel &model,
                                         llvm::StringRef operators) {
  MutationOptions options;
  std::string error;
  if (!parseOperators(operators, options.operators, error))
    llvm::report_fatal_error(llvm::Twine(error));
  return generateMutants(model.system, options);
}

inline llvm::StringMap<unsigned> countByOperator(const MutantSet &set) {
  llvm::StringMap<unsigned> counts;
  for (const Mutant &mutant : set.mutants)
    ++counts[mutant.op->name];
  return counts;
}

/// The fish retailer.
inline constexpr llvm::StringLiteral retailer = R"mlir(
ta.network @Retailer {
  tioga.label coin input
  tioga.label garnish output
  tioga.label tuna output
  ta.automaton @Shop initial @L0 {
    tioga.clock x
    tioga.var free : !tioga.range<0, 1> = "0"
    ta.location @L0
    ta.location @L1 invariant "x <= 4"
    ta.edge @L0 -> @L0 send garnish guard "x < 3 && free == 1" do "free := 0" {name = "e1"}
    ta.edge @L0 -> @L1 receive coin guard "x > 4" do "x := 0, free := 1" {name = "e2"}
    ta.edge @L1 -> @L0 send garnish {name = "e3"}
    ta.edge @L1 -> @L0 send tuna guard "x > 1" {name = "e4"}
  }
}
)mlir";

/// Two automata with channels, a committed and an urgent location, shared data
/// and a parameter.
inline constexpr llvm::StringLiteral network = R"mlir(
ta.network @Network {
  tioga.label key input(code : !tioga.range<0, 3>)
  tioga.label open output
  tioga.label alarm output
  tioga.label go internal
  tioga.label stop internal {broadcast}
  tioga.clock z
  tioga.var tries : !tioga.range<0, 2> = "0"
  ta.automaton @Reader initial @Idle {
    tioga.clock x
    ta.location @Idle
    ta.location @Good {committed}
    ta.location @Bad {urgent}
    ta.edge @Idle -> @Good receive key guard "code == 2" do "x := 0"
    ta.edge @Idle -> @Bad receive key guard "code != 2 && tries < 2" do "tries := tries + 1"
    ta.edge @Good -> @Idle send go do "z := 0"
    ta.edge @Bad -> @Idle silent guard "tries < 2"
    ta.edge @Bad -> @Idle send stop guard "tries == 2"
  }
  ta.automaton @Door initial @Shut {
    ta.location @Shut
    ta.location @Opening invariant "z <= 3"
    ta.location @Off {locked}
    ta.edge @Shut -> @Opening receive go
    ta.edge @Opening -> @Shut send open guard "z >= 1"
    ta.edge @Shut -> @Off receive stop do "z := 0"
    ta.edge @Off -> @Shut send alarm guard "z == 1" do "tries := 0" {locked}
  }
  ta.automaton environment @User initial @Any {
    ta.location @Any
    ta.edge @Any -> @Any send key
    ta.edge @Any -> @Any receive open
    ta.edge @Any -> @Any receive alarm
  }
}
)mlir";

} // namespace tioga

#endif // TIOGA_TEST_UNIT_MUTATION_MODELS_H
