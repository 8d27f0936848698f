//===- tioga-opt.cpp - Run passes on Tioga's IR -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's driver with one more option: `--verify-semantics=K` compares
// observable traces before and after each pass.
//
//===----------------------------------------------------------------------===//

#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "tioga/InitAllDialects.h"
#include "tioga/InitAllPasses.h"
#include "tioga/Pipelines/VerifySemantics.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

static llvm::cl::opt<unsigned> verifySemantics(
    "verify-semantics",
    llvm::cl::desc("Compare the observable timed traces before and after each "
                   "pass, to so many actions (default without a number: 3)"),
    llvm::cl::value_desc("actions"), llvm::cl::ValueOptional,
    llvm::cl::init(0));

/// Without a number, `--verify-semantics` alone stands for three actions.
static unsigned getBound() {
  if (verifySemantics.getNumOccurrences() == 0)
    return 0;
  return verifySemantics == 0 ? 3 : unsigned(verifySemantics);
}

int main(int argc, char **argv) {
  llvm::InitLLVM initializer(argc, argv);
  mlir::DialectRegistry registry;
  tioga::registerAllDialects(registry);
  tioga::registerAllPasses();
  mlir::registerTransformsPasses();
  auto [inputName, outputName] = mlir::registerAndParseCLIOptions(
      argc, argv, "Tioga's pass driver\n", registry);
  unsigned bound = getBound();
  if (bound == 0)
    return mlir::asMainReturnCode(
        mlir::MlirOptMain(argc, argv, inputName, outputName, registry));

  // An error from an instrumentation does not make the pass manager fail.
  auto report = std::make_shared<tioga::SemanticsReport>();
  mlir::MlirOptMainConfig parsed =
      mlir::MlirOptMainConfig::createFromCLOptions();
  mlir::MlirOptMainConfig config = parsed;
  config.setPassPipelineSetupFn([&](mlir::PassManager &manager) {
    if (mlir::failed(parsed.setupPassPipeline(manager)))
      return mlir::failure();
    manager.getContext()->getOrLoadDialect<tioga::sts::STSDialect>();
    manager.addInstrumentation(
        tioga::createSemanticsInstrumentation(bound, report));
    return mlir::success();
  });
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input =
      mlir::openInputFile(inputName, &message);
  std::unique_ptr<llvm::ToolOutputFile> output;
  if (input)
    output = mlir::openOutputFile(outputName, &message);
  if (!input || !output) {
    llvm::errs() << message << "\n";
    return EXIT_FAILURE;
  }
  if (mlir::failed(mlir::MlirOptMain(output->os(), std::move(input), registry,
                                     config)) ||
      report->violated != 0)
    return EXIT_FAILURE;
  output->keep();
  return EXIT_SUCCESS;
}
