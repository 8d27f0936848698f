//===- EmitMLIR.cpp - tioga compile --emit=mlir -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "tioga/Dialect/STS/IR/STSOps.h"
#include "tioga/Pipelines/Pipelines.h"
#include "tioga/Pipelines/VerifySemantics.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;
namespace cl = llvm::cl;

namespace {

class MLIREmitter : public Emitter {
public:
  int emit(const EmitRequest &request) override;

private:
  int runPipeline(mlir::ModuleOp module);

  cl::opt<Phase> to{
      "to", cl::desc("Where to stop, with --emit=mlir (default import)"),
      cl::values(
          clEnumValN(Phase::Import, "import", "the model as written"),
          clEnumValN(Phase::Product, "product", "networks multiplied out"),
          clEnumValN(Phase::Unfold, "unfold",
                     "trees with one clock per step, invariants in guards"),
          clEnumValN(Phase::Visible, "visible",
                     "such trees without silent edges"),
          clEnumValN(Phase::Determinize, "determinize", "deterministic graphs"),
          clEnumValN(Phase::STS, "sts", "transition systems")),
      cl::init(Phase::Import), cl::cat(getCommandCategory())};
  cl::opt<unsigned> depth{
      "depth",
      cl::desc("Observable steps of trees and graphs, with --emit=mlir"),
      cl::init(PipelineOptions().depth), cl::cat(getCommandCategory())};
  cl::opt<unsigned> verifySemantics{
      "verify-semantics",
      cl::desc("Compare the observable timed traces before and after each "
               "pass, to so many actions"),
      cl::value_desc("actions"), cl::init(0), cl::cat(getCommandCategory())};
};

} // namespace

int MLIREmitter::runPipeline(mlir::ModuleOp module) {
  mlir::PassManager manager(module.getContext());
  if (failed(mlir::applyPassManagerCLOptions(manager)))
    return ExitUsage;
  mlir::applyDefaultTimingPassManagerCLOptions(manager);
  // An error from an instrumentation does not make the pass manager fail.
  auto report = std::make_shared<SemanticsReport>();
  if (verifySemantics != 0) {
    module.getContext()->getOrLoadDialect<sts::STSDialect>();
    manager.addInstrumentation(
        createSemanticsInstrumentation(verifySemantics, report));
  }
  buildPipeline(manager, {to, depth});
  if (failed(manager.run(module)))
    return ExitRejected;
  if (report->violated != 0)
    return ExitViolated;
  return ExitDone;
}

int MLIREmitter::emit(const EmitRequest &request) {
  mlir::OwningOpRef<mlir::ModuleOp> module = loadRequested(request);
  if (!module)
    return ExitRejected;
  if (int code = runPipeline(*module); code != ExitDone)
    return code;
  if (failed(writeOutput(request.output, [&](llvm::raw_ostream &os) {
        module->print(os);
        os << "\n";
      })))
    return ExitRejected;
  return ExitDone;
}

std::unique_ptr<Emitter> tioga::createMLIREmitter() {
  return std::make_unique<MLIREmitter>();
}
