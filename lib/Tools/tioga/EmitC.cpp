//===- EmitC.cpp - tioga compile --emit=c -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "Suite.h"
#include "tioga/Dialect/Contract/Transforms/Passes.h"
#include "tioga/Engine/Specification.h"
#include "tioga/Mutation/Operators.h"
#include "tioga/Mutation/Overlay.h"
#include "tioga/Target/ExportC.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;
namespace cl = llvm::cl;

namespace {

/// A model with its mutants, ready to be written.
struct CompiledModel {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::unique_ptr<System> system;
  std::unique_ptr<MutantSet> mutants;
  std::vector<NamedEdits> edits;
};

enum class ModelKind : uint8_t { Implementation, Monitor };

class CEmitter : public Emitter {
public:
  int emit(const EmitRequest &request) override;

private:
  int loadModel(Session &session, llvm::StringRef reference,
                CompiledModel &model);
  int addMutants(mlir::Operation *op, CompiledModel &model);
  int checkModel(const System &system);

  cl::opt<std::string> modelFile{
      "model", cl::desc("A model to compile beside the tests, with --emit=c"),
      cl::value_desc("file[:system]"), cl::cat(getCommandCategory())};
  cl::opt<std::string> mutants{
      "mutants",
      cl::desc("Mutation operators whose mutants the model can play, with "
               "--emit=c (default none)"),
      cl::value_desc("name,..."), cl::cat(getCommandCategory())};
  cl::opt<ModelKind> kind{
      "kind", cl::desc("What a model becomes, with --emit=c"),
      cl::values(clEnumValN(ModelKind::Implementation, "sut",
                            "an implementation (default)"),
                 clEnumValN(ModelKind::Monitor, "monitor",
                            "and a program that judges logs by it")),
      cl::init(ModelKind::Implementation), cl::cat(getCommandCategory())};
  cl::opt<int64_t> ticks{
      "ticks-per-unit",
      cl::desc("Ticks of the target's clock per time unit (default 1000)"),
      cl::init(1000), cl::cat(getCommandCategory())};
  cl::opt<unsigned> bits{"time-bits",
                         cl::desc("Bits of a time in C, 32 or 64 (default 64)"),
                         cl::init(64), cl::cat(getCommandCategory())};
  cl::opt<int64_t> silence{
      "silence",
      cl::desc("Time units to wait where there is no deadline (default 400)"),
      cl::init(400), cl::cat(getCommandCategory())};
};

} // namespace

int CEmitter::addMutants(mlir::Operation *op, CompiledModel &model) {
  MutationOptions options;
  std::string error;
  if (!parseOperators(mutants, options.operators, error))
    return reportUsage(error);
  model.mutants = generateMutants(op, options);
  OverlayBuilder builder(op, *model.system);
  for (const Mutant &mutant : model.mutants->mutants) {
    mlir::FailureOr<SystemEdits> edits = builder.build(mutant);
    if (mlir::failed(edits))
      return ExitRejected;
    model.edits.push_back({mutant.id, std::move(*edits)});
  }
  return ExitDone;
}

/// C follows one state, so what was seen must tell which.
int CEmitter::checkModel(const System &system) {
  if (system.isSync())
    return ExitDone;
  SpecificationOptions limits;
  limits.maxStates = 100'000;
  SpecificationResult result = checkTraceable(system, limits);
  if (result.answer == AnswerKind::Holds)
    return ExitDone;
  if (result.answer == AnswerKind::Undecided) {
    mlir::emitWarning(system.getLoc(), "it could not be shown that the model "
                                       "is deterministic, as C needs it: ")
        << result.reason;
    return ExitDone;
  }
  mlir::InFlightDiagnostic error =
      mlir::emitError(result.locations.front(), "cannot be compiled to C: ");
  error << result.reason << ", so the model is not deterministic";
  for (mlir::Location other : llvm::drop_begin(result.locations))
    error.attachNote(other) << "the other one is here";
  error.attachNote(system.getLoc())
      << "`tioga compile --emit=mlir --to=determinize` makes a deterministic "
         "model of automata; `tioga serve` plays any model";
  return ExitRejected;
}

int CEmitter::loadModel(Session &session, llvm::StringRef reference,
                        CompiledModel &model) {
  Session::Selected selected = session.loadSystemOp(reference);
  if (!selected)
    return ExitRejected;
  model.module = std::move(selected.module);
  mlir::Operation *op = selected.system;
  if (!llvm::isa<ta::NetworkOp, action::SystemOp, contract::InterfaceOp>(op)) {
    if (!mutants.empty())
      return reportError("this model has no mutants in C");
    mlir::FailureOr<std::unique_ptr<System>> system =
        session.convertAndLoad(selected.system);
    if (mlir::failed(system))
      return ExitRejected;
    model.system = std::move(*system);
    return ExitDone;
  }
  if (auto network = llvm::dyn_cast<ta::NetworkOp>(op)) {
    removeEnvironment(network);
    for (auto component : network.getBody().getOps<ta::ComponentOp>())
      component.emitWarning("the model in C plays the automata alone, without "
                            "this component");
  }
  // Mutants of contracts are made as for tests.
  auto interface = llvm::dyn_cast<contract::InterfaceOp>(op);
  if (interface && !mutants.empty())
    contract::splitContracts(interface);
  mlir::FailureOr<std::unique_ptr<System>> system = loadSystem(op);
  if (mlir::failed(system))
    return ExitRejected;
  model.system = std::move(*system);
  return mutants.empty() ? int(ExitDone) : addMutants(op, model);
}

int CEmitter::emit(const EmitRequest &request) {
  if (request.output == "-")
    return reportUsage("--emit=c writes a directory: give one by -o");
  if (bits != 32 && bits != 64)
    return reportUsage("--time-bits is 32 or 64");
  if (ticks < 1 || silence < 1)
    return reportUsage("--ticks-per-unit and --silence are at least 1");
  Session modelSession; // Outlives what it holds.
  Suite suite;
  CompiledModel model;
  if (isSuite(request.input)) {
    if (!suite.load(request.session, request.input))
      return ExitRejected;
  } else if (modelFile.empty()) {
    if (int code = loadModel(request.session, request.input, model))
      return code;
  } else {
    return reportUsage("with --model, the input is a suite");
  }
  if (!modelFile.empty())
    if (int code = loadModel(modelSession, modelFile, model))
      return code;

  if (kind == ModelKind::Monitor && !model.system)
    return reportUsage("--kind=monitor needs a model");
  COptions options;
  options.monitor = kind == ModelKind::Monitor;
  options.ticksPerUnit = ticks;
  options.time32 = bits == 32;
  options.silence = silence;
  std::vector<const TestCase *> tests;
  for (const std::unique_ptr<TestCase> &test : suite.tests)
    tests.push_back(test.get());
  CFiles files;
  if (mlir::failed(
          exportToC({tests, model.system.get(), model.edits}, options, files)))
    return ExitRejected;
  // After what is rejected at once.
  if (model.system)
    if (int code = checkModel(*model.system))
      return code;
  return writeDirectory(request.output, files);
}

std::unique_ptr<Emitter> tioga::createCEmitter() {
  return std::make_unique<CEmitter>();
}
