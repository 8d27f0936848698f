//===- Refine.cpp - tioga refine --------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Components.h"
#include "Suite.h"
#include "mlir/IR/Builders.h"
#include "tioga/Mutation/Overlay.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;
namespace cl = llvm::cl;

bool Components::load(ta::NetworkOp network) {
  for (auto op : network.getBody().getOps<ta::ComponentOp>()) {
    auto contract =
        mlir::SymbolTable::lookupNearestSymbolFrom<contract::InterfaceOp>(
            network->getParentOp(), op.getContractAttr());
    if (!contract) {
      op.emitError("the contract of this component is not known");
      return false;
    }
    auto loaded = loadSystem(contract);
    if (mlir::failed(loaded))
      return false;
    contracts.push_back(std::move(*loaded));
    list.push_back(readComponent(op, *contracts.back()));
  }
  return true;
}

/// The tests, refined through one component after the other.
static mlir::OwningOpRef<mlir::ModuleOp>
refineAll(mlir::ModuleOp tests, llvm::ArrayRef<Component> components,
          const RefinementOptions &options) {
  mlir::OwningOpRef<mlir::ModuleOp> current = tests.clone();
  for (const Component &component : components) {
    mlir::OwningOpRef<mlir::ModuleOp> refined =
        mlir::ModuleOp::create(tests.getLoc());
    mlir::OpBuilder builder(tests.getContext());
    builder.setInsertionPointToEnd(refined->getBody());
    for (auto test : current->getOps<test::CaseOp>())
      if (mlir::failed(refineTest(test, component, options, builder)))
        return nullptr;
    current = std::move(refined);
  }
  return current;
}

int tioga::runRefine(CommandArgs &args) {
  cl::opt<std::string> file(cl::Positional, cl::Required,
                            cl::desc("<file>[:<system>]"),
                            cl::cat(getCommandCategory()));
  cl::opt<std::string> suiteFile(cl::Positional, cl::Required,
                                 cl::desc("<suite>"),
                                 cl::cat(getCommandCategory()));
  cl::opt<std::string> output("o", cl::Required, cl::value_desc("suite"),
                              cl::desc("Directory of the refined suite"),
                              cl::cat(getCommandCategory()));
  cl::opt<unsigned> maxSteps(
      "max-steps", cl::init(RefinementOptions().maxSteps),
      cl::desc("Most steps of a component for one event (default 6)"),
      cl::cat(getCommandCategory()));
  ModelArguments modelArguments;
  if (!args.parse())
    return ExitUsage;
  Session session;
  session.setArguments(modelArguments);
  Session::Selected selected = session.loadSystemOp(file);
  if (!selected)
    return ExitRejected;
  auto network = llvm::dyn_cast<ta::NetworkOp>(selected.system.getOperation());
  Components components;
  if (network && !components.load(network))
    return ExitRejected;
  if (components.list.empty())
    return reportError("'" + file + "' has no synchronous component");
  llvm::SmallString<128> path(suiteFile);
  if (llvm::sys::fs::is_directory(suiteFile))
    llvm::sys::path::append(path, "suite.mlir");
  mlir::OwningOpRef<mlir::ModuleOp> tests = session.loadModule(path);
  if (!tests)
    return ExitRejected;
  RefinementOptions options;
  options.maxSteps = maxSteps;
  mlir::OwningOpRef<mlir::ModuleOp> refined =
      refineAll(*tests, components.list, options);
  if (!refined)
    return ExitRejected;
  std::string text;
  llvm::raw_string_ostream os(text);
  refined->print(os);
  os << "\n";
  auto cases = refined->getOps<test::CaseOp>();
  auto count = std::distance(cases.begin(), cases.end());
  std::pair<std::string, std::string> content{"suite.mlir", os.str()};
  if (int code = writeDirectory(output, content))
    return code;
  llvm::outs() << count << (count == 1 ? " test\n" : " tests\n");
  return ExitDone;
}
