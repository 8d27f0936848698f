//===- Examples.h - The example models --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_TEST_UNIT_CAMPAIGN_EXAMPLES_H
#define TIOGA_TEST_UNIT_CAMPAIGN_EXAMPLES_H

#include "mlir/Parser/Parser.h"
#include "tioga/Campaign/Campaign.h"
#include "tioga/Dialect/Test/IR/TestOps.h"
#include "tioga/Frontend/Import.h"
#include "tioga/InitAllDialects.h"
#include "tioga/Mutation/Operators.h"
#include "tioga/Mutation/Overlay.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"
#include <numeric>

namespace tioga {

/// The text of a model in the IR.
struct ModelText {
  std::string text;
};

/// One network or action system, of docs/examples or as text, loaded.
class Example {
public:
  explicit Example(llvm::StringRef file) {
    loadDialects();
    std::string path =
        (llvm::Twine(TIOGA_SOURCE_DIR) + "/docs/examples/" + file + ".tioga")
            .str();
    auto buffer = llvm::MemoryBuffer::getFile(path);
    if (!buffer)
      return;
    sourceMgr.AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
    module = importTioga(sourceMgr, &context, {});
    load();
  }
  explicit Example(const ModelText &source) {
    loadDialects();
    module = mlir::parseSourceString<mlir::ModuleOp>(source.text, &context);
    load();
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

private:
  void loadDialects() {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }
  void load() {
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
};

/// A model, its mutants and their edits.
class Prepared {
public:
  template <typename Source>
  Prepared(const Source &source, llvm::StringRef operators) : example(source) {
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

/// A model with the environment taken out, as `tioga testgen` does it.
class Separated {
public:
  template <typename Source>
  Separated(const Source &source, llvm::StringRef operators)
      : prepared(source, "cg") {
    prepared.edits.clear();
    prepared.ids.clear();
    whole = std::move(prepared.example.system);
    environment = keepEnvironment(*whole);
    auto network = llvm::cast<ta::NetworkOp>(prepared.example.model);
    for (auto automaton : llvm::make_early_inc_range(
             network.getBody().getOps<ta::AutomatonOp>()))
      if (automaton.getEnvironment())
        automaton.erase();
    auto loaded = loadSystem(network);
    EXPECT_TRUE(mlir::succeeded(loaded));
    prepared.example.system = std::move(*loaded);
    prepared.mutate(operators);
  }

  CampaignOptions getOptions(bool withEnvironment) const {
    CampaignOptions options;
    options.testPerMutant = true;
    options.conformance.bound = 6;
    options.conformance.maxStates = 3000;
    options.conformance.timeout = std::chrono::milliseconds(2000);
    if (!withEnvironment)
      return options;
    options.conformance.relation = Relation::Rtioco;
    options.whole = whole.get();
    options.environment = environment.get();
    return options;
  }

  Prepared prepared;
  std::unique_ptr<System> whole, environment;
};

/// All timed automata of docs/examples, by path without ending.
inline std::vector<std::string> getTimedExamples() {
  std::vector<std::string> names;
  std::error_code error;
  std::string root = TIOGA_SOURCE_DIR "/docs/examples/";
  for (llvm::sys::fs::recursive_directory_iterator it(root, error), end;
       it != end && !error; it.increment(error)) {
    llvm::StringRef path = it->path();
    auto buffer = llvm::MemoryBuffer::getFile(path);
    if (path.ends_with(".tioga") && buffer &&
        (*buffer)->getBuffer().contains("automaton "))
      names.push_back(path.drop_front(root.size()).drop_back(6).str());
  }
  llvm::sort(names);
  return names;
}

/// The path of an example as the name of a test.
inline std::string
getTestName(const testing::TestParamInfo<std::string> &info) {
  std::string name = info.param;
  for (char &c : name)
    c = llvm::isAlnum(c) ? c : '_';
  return name;
}

} // namespace tioga

#endif // TIOGA_TEST_UNIT_CAMPAIGN_EXAMPLES_H
