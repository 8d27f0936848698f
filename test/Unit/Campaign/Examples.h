//===- Examples.h - The example models --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_TEST_UNIT_CAMPAIGN_EXAMPLES_H
#define TIOGA_TEST_UNIT_CAMPAIGN_EXAMPLES_H

#include "tioga/Campaign/Campaign.h"
#include "tioga/Dialect/Test/IR/TestOps.h"
#include "tioga/Frontend/Import.h"
#include "tioga/InitAllDialects.h"
#include "tioga/Mutation/Operators.h"
#include "tioga/Mutation/Overlay.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include <numeric>

namespace tioga {

/// One network or action system of docs/examples, loaded.
class Example {
public:
  explicit Example(llvm::StringRef file) {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    std::string path =
        (llvm::Twine(TIOGA_SOURCE_DIR) + "/docs/examples/" + file + ".tioga")
            .str();
    auto buffer = llvm::MemoryBuffer::getFile(path);
    if (!buffer)
      return;
    sourceMgr.AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
    module = importTioga(sourceMgr, &context, {});
    if (!module)
      return;
    for (mlir::Operation &op : *module->getBody())
      if (llvm::isa<ta::NetworkOp, action::SystemOp>(op))
        model = &op;
    if (!model)
      return;
    auto loaded = loadSystem(model);
    if (mlir::succeeded(loaded))
      system = std::move(*loaded);
  }

  std::unique_ptr<MutantSet> mutate(llvm::StringRef operators) {
    MutationOptions options;
    std::string error;
    if (!parseOperators(operators, options.operators, error))
      llvm::report_fatal_error(llvm::Twine(error));
    return generateMutants(model, options);
  }

  mlir::MLIRContext context;
  llvm::SourceMgr sourceMgr;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::Operation *model = nullptr;
  std::unique_ptr<System> system;
};

/// A model, its mutants and their edits.
class Prepared {
public:
  Prepared(llvm::StringRef file, llvm::StringRef operators) : example(file) {
    if (example.system)
      mutate(operators);
  }

  void mutate(llvm::StringRef operators) {
    set = example.mutate(operators);
    OverlayBuilder builder(example.model, *example.system);
    for (const Mutant &mutant : set->mutants) {
      auto edit = builder.build(mutant);
      if (mlir::failed(edit))
        return;
      edits.push_back(std::move(*edit));
      ids.push_back(mutant.id);
    }
  }

  CampaignResult run(const CampaignOptions &options,
                     std::vector<MutantResult> known = {}) {
    return runCampaign(*example.system, edits, ids, std::move(known), options);
  }

  /// A multiple of all denominators of the model and its mutants.
  int64_t getScale() const {
    int64_t scale = example.system->getScale();
    for (const SystemEdits &each : edits)
      if (each.scale)
        scale = std::lcm(scale, each.scale);
    return scale;
  }

  Example example;
  std::unique_ptr<MutantSet> set;
  std::vector<SystemEdits> edits;
  std::vector<llvm::StringRef> ids;
};

} // namespace tioga

#endif // TIOGA_TEST_UNIT_CAMPAIGN_EXAMPLES_H
