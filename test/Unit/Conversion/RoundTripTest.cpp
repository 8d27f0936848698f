//===- RoundTripTest.cpp - Automata to actions and back ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"
#include "tioga/Conversion/Passes.h"
#include "tioga/Engine/Equivalence.h"
#include "tioga/Frontend/Import.h"
#include "tioga/InitAllDialects.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tioga;

/// An automaton without the names of edges and the order of assignments.
static std::vector<std::string> describe(ta::NetworkOp network) {
  std::vector<std::string> lines;
  auto add = [&](const Twine &line) { lines.push_back(line.str()); };
  for (auto automaton : network.getBody().getOps<ta::AutomatonOp>()) {
    add("initial " + automaton.getInitial());
    for (auto location : automaton.getBody().getOps<ta::LocationOp>())
      add(location.getSymName() + " while " +
          (location.getInvariant() ? location.getInvariant()->getExpr().str()
                                   : "true"));
    for (auto edge : automaton.getBody().getOps<ta::EdgeOp>()) {
      std::vector<std::string> updates;
      if (edge.getUpdate())
        for (const Assignment &each : edge.getUpdate()->getAssignments())
          updates.push_back(each.target.str() + ":=" + each.value.str());
      llvm::sort(updates);
      std::string text;
      for (const std::string &each : updates)
        text += " " + each;
      add(edge.getSource() + "->" + edge.getTarget() + " " +
          edge.getLabel().value_or("silent") + " when " +
          (edge.getGuard() ? edge.getGuard()->getExpr().str() : "true") + text);
    }
  }
  return lines;
}

static std::unique_ptr<System> load(Operation *op) {
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Operation *copy = builder.clone(*op);
  FailureOr<sts::SystemOp> converted =
      isa<ta::NetworkOp>(copy) ? convertToSTS(cast<ta::NetworkOp>(copy))
                               : convertToSTS(cast<action::SystemOp>(copy));
  if (failed(converted))
    return nullptr;
  auto system = System::load(*converted);
  converted->erase();
  return succeeded(system) ? std::move(*system) : nullptr;
}

static void expectEqualTraces(const System &a, const System &b) {
  EquivalenceOptions options;
  options.bound = 3;
  EquivalenceResult result = checkEquivalence(a, b, options);
  EXPECT_EQ(result.answer, AnswerKind::Holds) << result.reason;
}

/// Returns whether there is something to convert.
static bool checkRoundTrip(StringRef path, MLIRContext &context) {
  llvm::SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(std::move(*llvm::MemoryBuffer::getFile(path)),
                               llvm::SMLoc());
  sourceMgr.setIncludeDirs({llvm::sys::path::parent_path(path).str()});
  OwningOpRef<ModuleOp> module = importTioga(sourceMgr, &context, {});
  bool isConverted = false;
  if (!module)
    return false;
  for (auto network :
       llvm::make_early_inc_range(module->getOps<ta::NetworkOp>())) {
    std::vector<std::string> before = describe(network);
    std::unique_ptr<System> original = load(network);
    FailureOr<action::SystemOp> actions = convertToActions(network);
    if (failed(actions) || !original)
      continue;
    isConverted = true;
    EXPECT_TRUE(succeeded(mlir::verify(*actions)));
    expectEqualTraces(*original, *load(*actions));
    FailureOr<ta::NetworkOp> back = convertToNetwork(*actions);
    if (failed(back)) {
      ADD_FAILURE() << path.str();
      continue;
    }
    EXPECT_TRUE(succeeded(mlir::verify(*back)));
    EXPECT_EQ(describe(*back), before) << path.str();
  }
  return isConverted;
}

// Over all examples: the way to action systems and back is the identity up to
// names, and both ways keep the traces.
TEST(RoundTrip, Examples) {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  // What has no counterpart says so; the test counts the rest.
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) {});
  unsigned numConverted = 0;
  std::error_code error;
  for (llvm::sys::fs::recursive_directory_iterator
           it(TIOGA_SOURCE_DIR "/docs/examples", error),
       end;
       it != end && !error; it.increment(error))
    if (StringRef(it->path()).ends_with(".tioga"))
      numConverted += checkRoundTrip(it->path(), context);
  EXPECT_GE(numConverted, 40u);
}
