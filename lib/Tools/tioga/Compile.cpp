//===- Compile.cpp - tioga compile ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "tioga/Dialect/TA/IR/TAOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace tioga;
namespace cl = llvm::cl;

namespace {
struct EmitterEntry {
  llvm::StringLiteral name;
  std::unique_ptr<Emitter> (*create)();
  llvm::StringLiteral summary;
};
} // namespace

static constexpr EmitterEntry entries[] = {
#define TIOGA_EMITTER(NAME, FUNCTION, SUMMARY) {NAME, FUNCTION, SUMMARY},
#include "Emitters.def"
};

/// Erases all systems but one and what it refers to.
static void keepOnly(mlir::Operation *system) {
  llvm::SmallPtrSet<mlir::Operation *, 4> kept = {system};
  system->walk([&](ta::ComponentOp component) {
    kept.insert(mlir::SymbolTable::lookupNearestSymbolFrom(
        system->getParentOp(), component.getContractAttr()));
  });
  for (mlir::Operation &op : llvm::make_early_inc_range(*system->getBlock()))
    if (!kept.contains(&op))
      op.erase();
}

mlir::OwningOpRef<mlir::ModuleOp>
tioga::loadRequested(const EmitRequest &request) {
  auto [path, name] = splitReference(request.input);
  if (name.empty())
    return request.session.loadModule(path);
  Session::Selected selected = request.session.loadSystemOp(request.input);
  if (!selected)
    return {};
  keepOnly(selected.system);
  return std::move(selected.module);
}

int tioga::runCompile(CommandArgs &args) {
  cl::opt<std::string> input(cl::Positional, cl::Required,
                             cl::desc("<file>[:<system>]"),
                             cl::cat(getCommandCategory()));
  cl::opt<std::string> output("o", cl::desc("Where to write (default -)"),
                              cl::value_desc("path"), cl::init("-"),
                              cl::cat(getCommandCategory()));
  enum class Choice : unsigned {};
  cl::opt<Choice> emit("emit", cl::desc("What to write (default mlir)"),
                       cl::init(Choice(0)), cl::cat(getCommandCategory()));
  for (auto [index, entry] : llvm::enumerate(entries))
    emit.getParser().addLiteralOption(entry.name, Choice(index), entry.summary);
  std::vector<std::unique_ptr<Emitter>> emitters;
  for (const EmitterEntry &entry : entries)
    emitters.push_back(entry.create());
  ModelArguments modelArguments;
  if (!args.parse())
    return ExitUsage;

  Session session;
  session.setArguments(modelArguments);
  return emitters[unsigned(emit.getValue())]->emit({session, input, output});
}
