//===- Model.cpp - Models as commands see them ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model.h"
#include "Formats.h"
#include "tioga/Conversion/Passes.h"
#include "tioga/Dialect/Tioga/IR/Scope.h"
#include "tioga/InitAllDialects.h"
#include "tioga/Support/ReadFile.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace tioga;
namespace cl = llvm::cl;

static constexpr unsigned defaultMaxMebibytes = 10;

FileSizeOption::FileSizeOption()
    : cl::opt<unsigned>(
          "max-file-size", cl::desc("Refuse larger files, in MiB (default 10)"),
          cl::init(defaultMaxMebibytes), cl::cat(getCommandCategory())) {}

ModelArguments::ModelArguments()
    : inputs("inputs", cl::CommaSeparated, cl::value_desc("name,..."),
             cl::desc("Channels of an imported model that are inputs"),
             cl::cat(getCommandCategory())),
      outputs("outputs", cl::CommaSeparated, cl::value_desc("name,..."),
              cl::desc("Channels of an imported model that are outputs"),
              cl::cat(getCommandCategory())),
      interfaceFile("interface", cl::value_desc("file"),
                    cl::desc("Inputs and outputs of an imported model (default "
                             "the model's path with the ending .io)"),
                    cl::cat(getCommandCategory())) {}

static mlir::DialectRegistry makeRegistry() {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  return registry;
}

Session::Session(bool collectDiagnostics)
    : context(makeRegistry()),
      diagnostics(sourceMgr, &context, collectDiagnostics) {
  context.loadAllAvailableDialects();
  context.printOpOnDiagnostic(false);
}

std::pair<llvm::StringRef, llvm::StringRef>
tioga::splitReference(llvm::StringRef reference) {
  if (llvm::sys::fs::exists(reference))
    return {reference, {}};
  auto [path, name] = reference.rsplit(':');
  // A colon in the last directory is no separator.
  if (name.contains('/'))
    return {reference, {}};
  return {path, name};
}

static mlir::Location getFileLoc(llvm::StringRef path,
                                 mlir::MLIRContext *context) {
  return mlir::FileLineColLoc::get(context, path, 1, 1);
}

void Session::setArguments(const ModelArguments &arguments) {
  importOptions.maxFileSize = uint64_t(arguments.maxFileSize) << 20;
  importOptions.inputs.assign(arguments.inputs.begin(), arguments.inputs.end());
  importOptions.outputs.assign(arguments.outputs.begin(),
                               arguments.outputs.end());
  importOptions.interfaceFile = arguments.interfaceFile;
}

std::optional<ModelFile> Session::open(llvm::StringRef path) {
  mlir::Location loc = getFileLoc(path, &context);
  // The first buffer of a source manager is its main file.
  sourceMgr = llvm::SourceMgr();
  if (llvm::sys::fs::is_directory(path))
    return ModelFile{path, {}, /*isDirectory=*/true};
  auto file = readFile(path, importOptions.maxFileSize);
  if (file.getError() == std::errc::file_too_large) {
    mlir::emitError(loc, "'")
        << path << "' has more than " << (importOptions.maxFileSize >> 20)
        << " MiB; raise --max-file-size to read it all the same";
    return std::nullopt;
  }
  if (std::error_code code = file.getError()) {
    mlir::emitError(loc, "cannot read '") << path << "': " << code.message();
    return std::nullopt;
  }
  unsigned id = sourceMgr.AddNewSourceBuffer(std::move(*file), llvm::SMLoc());
  return ModelFile{path, sourceMgr.getMemoryBuffer(id)->getBuffer()};
}

mlir::OwningOpRef<mlir::ModuleOp> Session::loadModule(llvm::StringRef path) {
  std::optional<ModelFile> file = open(path);
  if (!file)
    return nullptr;
  return getModelFormat(*file).import(*file, sourceMgr, &context,
                                      importOptions);
}

/// The systems of a module that are not there as components of others only.
static llvm::SmallVector<SystemOpInterface>
getSystemsOfTheirOwn(mlir::ModuleOp module) {
  llvm::StringSet<> components;
  for (auto network : module.getOps<ta::NetworkOp>())
    for (auto component : network.getOps<ta::ComponentOp>())
      components.insert(component.getContract());
  return llvm::to_vector(llvm::make_filter_range(
      module.getOps<SystemOpInterface>(), [&](SystemOpInterface system) {
        return !components.contains(system.getSystemName());
      }));
}

Session::Selected Session::loadSystemOp(llvm::StringRef reference) {
  auto [path, name] = splitReference(reference);
  mlir::OwningOpRef<mlir::ModuleOp> module = loadModule(path);
  if (!module)
    return {};
  llvm::SmallVector<SystemOpInterface> systems(
      module->getOps<SystemOpInterface>());
  mlir::Location loc = getFileLoc(path, &context);
  if (systems.empty()) {
    mlir::emitError(loc, "'") << path << "' holds no system";
    return {};
  }
  if (name.empty()) {
    auto candidates = getSystemsOfTheirOwn(*module);
    if (candidates.size() == 1)
      return {std::move(module), candidates.front()};
  }
  Suggestion suggestion(name);
  for (SystemOpInterface system : systems) {
    if (system.getSystemName() == name)
      return {std::move(module), system};
    suggestion.consider(system.getSystemName());
  }
  mlir::InFlightDiagnostic diagnostic = mlir::emitError(loc);
  if (name.empty())
    diagnostic << "'" << path << "' holds several systems; choose one as '"
               << path << ":" << systems.front().getSystemName() << "'";
  else
    diagnostic << "'" << path << "' holds no system '" << name << "'"
               << suggestion.str();
  for (SystemOpInterface system : systems)
    diagnostic.attachNote(system->getLoc())
        << system.getFormalism() << " '" << system.getSystemName()
        << "' is here";
  return {};
}

void tioga::removeEnvironment(ta::NetworkOp network) {
  for (auto automaton :
       llvm::make_early_inc_range(network.getBody().getOps<ta::AutomatonOp>()))
    if (automaton.getEnvironment())
      automaton.erase();
}

static mlir::FailureOr<sts::SystemOp> toTransitionSystem(mlir::Operation *op) {
  return llvm::TypeSwitch<mlir::Operation *, mlir::FailureOr<sts::SystemOp>>(op)
      .Case([](sts::SystemOp system) { return system; })
      .Case<action::SystemOp, contract::InterfaceOp, ta::NetworkOp>(
          [](auto system) { return convertToSTS(system); })
      .Default([](mlir::Operation *other) -> mlir::FailureOr<sts::SystemOp> {
        other->emitError("no engine reads this kind of model");
        return mlir::failure();
      });
}

mlir::FailureOr<std::unique_ptr<System>>
Session::convertAndLoad(SystemOpInterface system) {
  mlir::FailureOr<sts::SystemOp> op = toTransitionSystem(system);
  if (mlir::failed(op))
    return mlir::failure();
  return System::load(*op);
}

Session::Loaded Session::loadSystem(llvm::StringRef reference) {
  Selected selected = loadSystemOp(reference);
  if (!selected)
    return {};
  mlir::FailureOr<std::unique_ptr<System>> system =
      convertAndLoad(selected.system);
  if (mlir::failed(system))
    return {};
  return {std::move(selected.module), std::move(*system)};
}
