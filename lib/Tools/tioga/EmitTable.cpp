//===- EmitTable.cpp - tioga compile --emit=csv -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "tioga/Target/ExportTable.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;

namespace {
class TableEmitter : public Emitter {
public:
  int emit(const EmitRequest &request) override;
};
} // namespace

int TableEmitter::emit(const EmitRequest &request) {
  Session::Selected selected = request.session.loadSystemOp(request.input);
  if (!selected)
    return ExitRejected;
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (mlir::failed(exportTable(selected.system, stream)))
    return ExitRejected;
  if (mlir::failed(writeOutput(request.output,
                               [&](llvm::raw_ostream &os) { os << text; })))
    return ExitRejected;
  return ExitDone;
}

std::unique_ptr<Emitter> tioga::createTableEmitter() {
  return std::make_unique<TableEmitter>();
}
