//===- Model.cpp - Models as commands see them ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model.h"
#include "Command.h"
#include "mlir/Parser/Parser.h"
#include "tioga/Conversion/Passes.h"
#include "tioga/Dialect/Tioga/IR/Scope.h"
#include "tioga/Frontend/Import.h"
#include "tioga/InitAllDialects.h"
#include "tioga/Support/ReadFile.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace tioga;
namespace cl = llvm::cl;

static constexpr unsigned defaultMaxMebibytes = 10;

FileSizeOption::FileSizeOption()
    : cl::opt<unsigned>(
          "max-file-size", cl::desc("Refuse larger files, in MiB (default 10)"),
          cl::init(defaultMaxMebibytes), cl::cat(getCommandCategory())) {}

static mlir::DialectRegistry makeRegistry() {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  return registry;
}

Session::Session(bool collectDiagnostics)
    : context(makeRegistry()),
      diagnostics(sourceMgr, &context, collectDiagnostics),
      maxFileSize(defaultMaxMebibytes) {
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

bool Session::addFile(llvm::StringRef path) {
  mlir::Location loc = getFileLoc(path, &context);
  auto file = readFile(path, maxFileSize << 20);
  if (file.getError() == std::errc::file_too_large) {
    mlir::emitError(loc, "'")
        << path << "' has more than " << maxFileSize
        << " MiB; raise --max-file-size to read it all the same";
    return false;
  }
  if (std::error_code code = file.getError()) {
    mlir::emitError(loc, "cannot read '") << path << "': " << code.message();
    return false;
  }
  // The first buffer of a source manager is its main file.
  sourceMgr = llvm::SourceMgr();
  sourceMgr.AddNewSourceBuffer(std::move(*file), llvm::SMLoc());
  return true;
}

/// Whether a text is IR: bytecode, or anything with the ending of IR.
static bool isIR(llvm::StringRef path, llvm::StringRef text) {
  llvm::StringRef ending = llvm::sys::path::extension(path);
  return ending == ".mlir" || ending == ".mlirbc" ||
         text.starts_with("ML\xefR");
}

mlir::OwningOpRef<mlir::ModuleOp> Session::loadModule(llvm::StringRef path) {
  if (!addFile(path))
    return nullptr;
  llvm::StringRef text =
      sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID())->getBuffer();
  if (isIR(path, text))
    return mlir::parseSourceFile<mlir::ModuleOp>(sourceMgr,
                                                 mlir::ParserConfig(&context));
  ImportOptions options;
  options.maxFileSize = maxFileSize << 20;
  return importTioga(sourceMgr, &context, options);
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
