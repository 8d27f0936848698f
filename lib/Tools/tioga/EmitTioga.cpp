//===- EmitTioga.cpp - tioga compile --emit=tioga ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"
#include "tioga/Dialect/Contract/Transforms/Passes.h"
#include "tioga/Target/ExportTioga.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;
namespace cl = llvm::cl;

namespace {
class TiogaEmitter : public Emitter {
public:
  int emit(const EmitRequest &request) override;

private:
  bool expand(mlir::ModuleOp module);

  cl::opt<bool> expanded{
      "expand",
      cl::desc("Write ticks and frames as the requirements that they stand "
               "for, with --emit=tioga"),
      cl::cat(getCommandCategory())};
  cl::list<std::string> frames{
      "frames",
      cl::desc("Variables of contracts that keep their values unless a "
               "requirement says otherwise, or 'all', with --emit=tioga"),
      cl::value_desc("names"), cl::CommaSeparated,
      cl::cat(getCommandCategory())};
};
} // namespace

/// Adds a frame for the variables of the user. Returns false if there is none
/// of that name.
static bool addFrames(contract::InterfaceOp interface,
                      llvm::ArrayRef<std::string> names) {
  mlir::OpBuilder builder =
      mlir::OpBuilder::atBlockEnd(&interface.getBody().front());
  mlir::ArrayAttr variables;
  if (!llvm::is_contained(names, "all"))
    variables =
        builder.getStrArrayAttr(llvm::to_vector_of<llvm::StringRef>(names));
  builder.create<contract::FrameOp>(interface.getLoc(), variables,
                                    mlir::FlatSymbolRefAttr());
  return mlir::succeeded(mlir::verify(interface));
}

bool TiogaEmitter::expand(mlir::ModuleOp module) {
  for (auto interface : module.getOps<contract::InterfaceOp>()) {
    if (!frames.empty() && !addFrames(interface, frames))
      return false;
    if (!expanded)
      continue;
    contract::expandTicks(interface);
    contract::expandFrames(interface);
  }
  return true;
}

int TiogaEmitter::emit(const EmitRequest &request) {
  mlir::OwningOpRef<mlir::ModuleOp> module = loadRequested(request);
  if (!module)
    return ExitRejected;
  if (!expand(*module))
    return ExitRejected;
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (mlir::failed(exportTioga(*module, stream)))
    return ExitRejected;
  if (mlir::failed(writeOutput(request.output,
                               [&](llvm::raw_ostream &os) { os << text; })))
    return ExitRejected;
  return ExitDone;
}

std::unique_ptr<Emitter> tioga::createTiogaEmitter() {
  return std::make_unique<TiogaEmitter>();
}
