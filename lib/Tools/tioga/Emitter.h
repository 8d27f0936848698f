//===- Emitter.h - What tioga compile can write -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An emitter is one file, `lib/Tools/tioga/Emit<Name>.cpp`, with one function
// that makes it, and one line in Emitters.def. Its options are members: they
// exist as long as it does.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_TOOLS_TIOGA_EMITTER_H
#define TIOGA_LIB_TOOLS_TIOGA_EMITTER_H

#include "Command.h"
#include "Model.h"

namespace tioga {

/// What the user asked `tioga compile` for.
struct EmitRequest {
  Session &session;
  /// `FILE` or `FILE:NAME`.
  llvm::StringRef input;
  /// A file or a directory, as the emitter sees fit; `-`: the standard output.
  llvm::StringRef output;
};

/// The systems that were asked for: one of that name with what it refers to, or
/// all. Null after an error.
mlir::OwningOpRef<mlir::ModuleOp> loadRequested(const EmitRequest &request);

class Emitter {
public:
  virtual ~Emitter() = default;
  /// Reads the input, writes the output, returns an exit code.
  virtual int emit(const EmitRequest &request) = 0;
};

#define TIOGA_EMITTER(NAME, FUNCTION, SUMMARY)                                 \
  std::unique_ptr<Emitter> FUNCTION();
#include "Emitters.def"

} // namespace tioga

#endif // TIOGA_LIB_TOOLS_TIOGA_EMITTER_H
