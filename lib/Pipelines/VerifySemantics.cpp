//===- VerifySemantics.cpp - Check passes while they run --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Pipelines/VerifySemantics.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "tioga/Conversion/Passes.h"
#include "tioga/Engine/Equivalence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <map>
#include <mutex>

using namespace mlir;
using namespace tioga;

std::optional<Keeps> tioga::getContract(llvm::StringRef passArgument) {
  return llvm::StringSwitch<std::optional<Keeps>>(passArgument)
#define TIOGA_PASS_CONTRACT(ARGUMENT, KEEPS) .Case(ARGUMENT, Keeps::KEEPS)
#include "tioga/Dialect/TA/Transforms/Contracts.def"
      .Default(std::nullopt);
}

namespace {
/// A network as engines see it, in a module of its own.
struct Snapshot {
  OwningOpRef<ModuleOp> module;
  std::unique_ptr<System> system;
};

class SemanticsInstrumentation : public PassInstrumentation {
public:
  SemanticsInstrumentation(unsigned bound,
                           std::shared_ptr<SemanticsReport> report)
      : bound(bound), report(std::move(report)) {}

  void runBeforePass(Pass *pass, Operation *op) override;
  void runAfterPass(Pass *pass, Operation *op) override;
  void runAfterPassFailed(Pass *pass, Operation *op) override {
    take(pass, op);
  }

private:
  Snapshot take(Pass *pass, Operation *op);
  void compare(Pass *pass, Operation *op, const System &before,
               const System &after);

  unsigned bound;
  std::shared_ptr<SemanticsReport> report;
  /// Networks are processed in parallel.
  std::mutex mutex;
  std::map<std::pair<Pass *, Operation *>, Snapshot> snapshots;
};
} // namespace

/// Null if the network cannot be converted; errors were reported.
static Snapshot makeSnapshot(ta::NetworkOp network) {
  Snapshot snapshot;
  snapshot.module = ModuleOp::create(network.getLoc());
  auto copy = cast<ta::NetworkOp>(network->clone());
  snapshot.module->push_back(copy);
  FailureOr<sts::SystemOp> converted = convertToSTS(copy);
  if (failed(converted))
    return snapshot;
  FailureOr<std::unique_ptr<System>> system = System::load(*converted);
  if (succeeded(system))
    snapshot.system = std::move(*system);
  return snapshot;
}

void SemanticsInstrumentation::runBeforePass(Pass *pass, Operation *op) {
  auto network = dyn_cast<ta::NetworkOp>(op);
  if (!network || !getContract(pass->getArgument()))
    return;
  Snapshot snapshot = makeSnapshot(network);
  std::lock_guard<std::mutex> lock(mutex);
  snapshots[{pass, op}] = std::move(snapshot);
}

Snapshot SemanticsInstrumentation::take(Pass *pass, Operation *op) {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = snapshots.find({pass, op});
  if (found == snapshots.end())
    return {};
  Snapshot snapshot = std::move(found->second);
  snapshots.erase(found);
  return snapshot;
}

void SemanticsInstrumentation::runAfterPass(Pass *pass, Operation *op) {
  Snapshot before = take(pass, op);
  if (!before.system)
    return;
  Snapshot after = makeSnapshot(cast<ta::NetworkOp>(op));
  if (!after.system) {
    ++report->violated;
    emitError(op->getLoc())
        << "'" << pass->getArgument() << "' made a network of no meaning";
    return;
  }
  compare(pass, op, *before.system, *after.system);
}

/// The value of an option, as the pass prints it.
static llvm::StringRef getOption(llvm::StringRef pipeline,
                                 llvm::StringRef name) {
  auto [arguments, rest] = pipeline.split('{');
  for (llvm::StringRef option : llvm::split(rest.rtrim('}'), ' ')) {
    auto [key, value] = option.split('=');
    if (key.trim() == name)
      return value.trim();
  }
  return {};
}

void SemanticsInstrumentation::compare(Pass *pass, Operation *op,
                                       const System &before,
                                       const System &after) {
  Keeps keeps = *getContract(pass->getArgument());
  EquivalenceOptions options;
  options.bound = bound;
  if (keeps == Keeps::Subset)
    options.relation = TraceRelation::Superset;
  if (keeps == Keeps::Superset)
    options.relation = TraceRelation::Subset;
  std::string pipeline;
  llvm::raw_string_ostream os(pipeline);
  pass->printAsTextualPipeline(os);
  unsigned depth;
  if (keeps == Keeps::EqualToDepth && getOption(pipeline, "emit") != "cyclic" &&
      !getOption(pipeline, "depth").getAsInteger(10, depth))
    options.bound = std::min(options.bound, depth);

  EquivalenceResult result = checkEquivalence(before, after, options);
  ++report->checked;
  if (result.answer == AnswerKind::Holds)
    return;
  if (result.answer == AnswerKind::Undecided) {
    ++report->undecided;
    emitWarning(op->getLoc())
        << "cannot tell whether '" << pass->getArgument()
        << "' keeps the observable traces: " << result.reason;
    return;
  }
  ++report->violated;
  std::string trace;
  llvm::raw_string_ostream traceStream(trace);
  result.trace.print(traceStream, result.isInFirst ? before : after);
  emitError(op->getLoc()) << "'" << pass->getArgument()
                          << "' does not keep the observable traces: "
                          << (result.isInFirst ? "only before" : "only after")
                          << " it there is " << trace;
}

std::unique_ptr<PassInstrumentation>
tioga::createSemanticsInstrumentation(unsigned bound,
                                      std::shared_ptr<SemanticsReport> report) {
  return std::make_unique<SemanticsInstrumentation>(bound, std::move(report));
}
