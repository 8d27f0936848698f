//===- VerifySemantics.cpp - Check passes while they run --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Pipelines/VerifySemantics.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "tioga/Conversion/Passes.h"
#include "tioga/Engine/SymbolicEquivalence.h"
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
#define TIOGA_PASS_CONTRACT(ARGUMENT, KEEPS) .Case(ARGUMENT, Keeps::KEEPS)
#include "tioga/Conversion/Contracts.def"
      .Default(std::nullopt);
}

namespace {
/// A system as engines see it, in a module of its own.
struct Snapshot {
  StringAttr name;
  OwningOpRef<ModuleOp> module;
  std::unique_ptr<System> system;
};

/// Those of one pass: one, or, for a pass on modules, all systems in it.
using Snapshots = std::vector<Snapshot>;

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
  Snapshots take(Pass *pass, Operation *op);
  void compare(Pass *pass, Operation *op, const System &before,
               const System &after);

  unsigned bound;
  std::shared_ptr<SemanticsReport> report;
  /// Networks are processed in parallel.
  std::mutex mutex;
  std::map<std::pair<Pass *, Operation *>, Snapshots> snapshots;
};
} // namespace

/// Without system if it cannot be converted; errors were reported.
template <typename SystemT>
static Snapshot makeSnapshot(SystemT original) {
  Snapshot snapshot;
  snapshot.name = original.getSymNameAttr();
  snapshot.module = ModuleOp::create(original.getLoc());
  auto copy = cast<SystemT>(original->clone());
  snapshot.module->push_back(copy);
  FailureOr<sts::SystemOp> converted = convertToSTS(copy);
  if (failed(converted))
    return snapshot;
  FailureOr<std::unique_ptr<System>> system = System::load(*converted);
  if (succeeded(system))
    snapshot.system = std::move(*system);
  return snapshot;
}

/// The system that `op` is, or all that it holds.
static Snapshots makeSnapshots(Operation *op) {
  Snapshots result;
  if (auto network = dyn_cast<ta::NetworkOp>(op)) {
    result.push_back(makeSnapshot(network));
  } else if (auto actions = dyn_cast<action::SystemOp>(op)) {
    result.push_back(makeSnapshot(actions));
  } else if (auto module = dyn_cast<ModuleOp>(op)) {
    for (Operation &child : *module.getBody())
      for (Snapshot &snapshot : makeSnapshots(&child))
        result.push_back(std::move(snapshot));
  }
  return result;
}

void SemanticsInstrumentation::runBeforePass(Pass *pass, Operation *op) {
  if (!getContract(pass->getArgument()))
    return;
  Snapshots before = makeSnapshots(op);
  std::lock_guard<std::mutex> lock(mutex);
  snapshots[{pass, op}] = std::move(before);
}

Snapshots SemanticsInstrumentation::take(Pass *pass, Operation *op) {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = snapshots.find({pass, op});
  if (found == snapshots.end())
    return {};
  Snapshots before = std::move(found->second);
  snapshots.erase(found);
  return before;
}

void SemanticsInstrumentation::runAfterPass(Pass *pass, Operation *op) {
  Snapshots before = take(pass, op);
  if (before.empty())
    return;
  Snapshots after = makeSnapshots(op);
  for (Snapshot &old : before) {
    if (!old.system)
      continue;
    auto found = llvm::find_if(
        after, [&](const Snapshot &each) { return each.name == old.name; });
    if (found != after.end() && found->system) {
      compare(pass, op, *old.system, *found->system);
      continue;
    }
    ++report->violated;
    emitError(op->getLoc())
        << "'" << pass->getArgument() << "' made a system of no meaning";
  }
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

  EquivalenceResult result = decideEquivalence(before, after, options);
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
