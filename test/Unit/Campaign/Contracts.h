//===- Contracts.h - Contracts for tests ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_TEST_UNIT_CAMPAIGN_CONTRACTS_H
#define TIOGA_TEST_UNIT_CAMPAIGN_CONTRACTS_H

#include "tioga/Dialect/Contract/Transforms/Passes.h"
#include "tioga/Frontend/Import.h"
#include "tioga/InitAllDialects.h"
#include "tioga/Mutation/Operators.h"
#include "tioga/Mutation/Overlay.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include <random>
#include <set>

namespace tioga {

/// One contract of a text, loaded.
class Contract {
public:
  Contract(std::string text, llvm::StringRef name, bool split) {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    sourceMgr.AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBufferCopy(text, "contract.tioga"),
        llvm::SMLoc());
    module = importTioga(sourceMgr, &context, {});
    if (!module)
      return;
    for (auto op : module->getOps<contract::InterfaceOp>())
      if (op.getSymName() == name)
        interface = op;
    if (!interface)
      return;
    if (split)
      contract::splitContracts(interface);
    auto loaded = loadSystem(interface);
    if (mlir::succeeded(loaded))
      system = std::move(*loaded);
  }

  std::unique_ptr<MutantSet> mutate(llvm::StringRef operators) {
    MutationOptions options;
    std::string error;
    if (!parseOperators(operators, options.operators, error))
      llvm::report_fatal_error(llvm::Twine(error));
    return generateMutants(interface, options);
  }

  mlir::MLIRContext context;
  llvm::SourceMgr sourceMgr;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  contract::InterfaceOp interface;
  std::unique_ptr<System> system;
};

struct ExampleName {
  llvm::StringLiteral file, contract;
};

/// The contracts of docs/examples with finite states.
inline constexpr ExampleName contractExamples[] = {
    {"buffer/buffer", "Buffer"},
    {"beverage/beverage-contract", "BeverageContract"},
    {"safing-engine/safing-engine", "SafingEngine"},
    {"safing-engine/safing-engine-repaired", "SafingEngineRepaired"},
    {"car-alarm/car-alarm-siren", "Siren"},
};

inline std::string readExample(llvm::StringRef file) {
  auto buffer = llvm::MemoryBuffer::getFile(
      (llvm::Twine(TIOGA_SOURCE_DIR) + "/docs/examples/" + file + ".tioga")
          .str());
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

/// A small contract with two inputs, two outputs and, for two of three seeds, a
/// hidden variable. The same for the same seed everywhere.
inline std::string makeRandomContract(uint64_t seed) {
  std::mt19937_64 random(seed);
  auto pick = [&](std::initializer_list<const char *> choices) {
    return std::string(choices.begin()[random() % choices.size()]);
  };
  bool hides = seed % 3 != 0;
  auto state = [&] {
    return hides ? pick({"k == 0", "k < 2", "k > 0", "n == 1", "b"})
                 : pick({"n == 0", "n < 2", "n > 0", "n == 1", "b"});
  };
  auto result = [&] {
    return hides ? pick({"k' == k", "k' == 2 - k", "n' == k'", "n' <= k'",
                         "b' <=> k' == 0", "n' <= 1 && b'", "k' == 1 || b'"})
                 : pick({"n' == n", "n' == 2 - n", "b' <=> n' == 0",
                         "n' <= 1 && b'", "n' == 1 || b'", "b' => n' > 0"});
  };
  std::string text = "contract Random {\n  input i, j : bool;\n"
                     "  output n : 0..2;\n  output b : bool;\n";
  if (hides)
    text += "  hidden k : 0..2;\n";
  text += "  initially A: n' == 0 && !b'";
  text += hides ? " && k' <= 1;\n" : ";\n";
  for (int number = 1; number <= 4; ++number) {
    std::string input = pick({"i'", "!i'", "j'", "i' && !j'"});
    text += "  require R" + std::to_string(number) + ": assume " + input +
            " && " + state() + " guarantee " + result() + ";\n";
  }
  return text + "}\n";
}

} // namespace tioga

#endif // TIOGA_TEST_UNIT_CAMPAIGN_CONTRACTS_H
