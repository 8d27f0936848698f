//===- EmitUppaal.cpp - tioga compile --emit=uppaal -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "Suite.h"
#include "tioga/Target/ExportUppaal.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;

namespace {
class UppaalEmitter : public Emitter {
public:
  int emit(const EmitRequest &request) override;
};
} // namespace

/// The system that was asked for, or all tests of a suite.
static int exportInput(const EmitRequest &request, llvm::raw_ostream &os) {
  if (isSuite(request.input)) {
    Suite suite;
    if (!suite.load(request.session, request.input) ||
        mlir::failed(exportUppaal(*suite.module, os)))
      return ExitRejected;
    return ExitDone;
  }
  Session::Selected selected = request.session.loadSystemOp(request.input);
  if (!selected || mlir::failed(exportUppaal(selected.system, os)))
    return ExitRejected;
  return ExitDone;
}

int UppaalEmitter::emit(const EmitRequest &request) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (int code = exportInput(request, stream))
    return code;
  if (mlir::failed(writeOutput(request.output,
                               [&](llvm::raw_ostream &os) { os << text; })))
    return ExitRejected;
  return ExitDone;
}

std::unique_ptr<Emitter> tioga::createUppaalEmitter() {
  return std::make_unique<UppaalEmitter>();
}
