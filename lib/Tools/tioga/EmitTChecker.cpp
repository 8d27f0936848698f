//===- EmitTChecker.cpp - tioga compile --emit=tck --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "tioga/Target/ExportTChecker.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;

namespace {
class TCheckerEmitter : public Emitter {
public:
  int emit(const EmitRequest &request) override;
};
} // namespace

int TCheckerEmitter::emit(const EmitRequest &request) {
  Session::Selected selected = request.session.loadSystemOp(request.input);
  if (!selected)
    return ExitRejected;
  auto network = llvm::dyn_cast<ta::NetworkOp>(selected.system.getOperation());
  if (!network) {
    mlir::emitError(selected.system->getLoc())
        << "only networks of timed automata can be written as TChecker files, "
           "and this is a "
        << selected.system.getFormalism();
    return ExitRejected;
  }
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (mlir::failed(exportTChecker(network, stream)) ||
      mlir::failed(writeOutput(request.output,
                               [&](llvm::raw_ostream &os) { os << text; })))
    return ExitRejected;
  return ExitDone;
}

std::unique_ptr<Emitter> tioga::createTCheckerEmitter() {
  return std::make_unique<TCheckerEmitter>();
}
