//===- LTS.h - Labelled transition systems ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_FRONTEND_LTS_LTS_H
#define TIOGA_LIB_FRONTEND_LTS_LTS_H

#include "../Names.h"
#include "../Sema/SourceFile.h"
#include "mlir/IR/Builders.h"
#include "tioga/Dialect/TA/IR/TAOps.h"
#include "tioga/Frontend/ImportLTS.h"
#include "tioga/Frontend/Interface.h"
#include "llvm/ADT/StringMap.h"

namespace tioga::lts {

/// What a file of one of the formats says, and the network that becomes of it.
class LTS {
public:
  LTS(const sema::SourceFile &source, mlir::MLIRContext *context,
      const InterfaceSpec &interface);

  /// The position of a state, new or not.
  unsigned getState(llvm::StringRef name, ast::Range range);
  /// Labels are `?input`, `!output`, or silent: empty, `i` or `tau`. Others
  /// are what the user says, or errors. `in / out` are two transitions.
  void addTransition(unsigned from, llvm::StringRef label, unsigned to,
                     ast::Range range);

  mlir::InFlightDiagnostic error(ast::Range range) {
    hadErrors = true;
    return source.emitError(range);
  }
  bool hasErrors() const { return hadErrors; }

  /// Null after an error.
  mlir::OwningOpRef<mlir::ModuleOp> build(llvm::StringRef name,
                                          unsigned initial);

private:
  struct State {
    std::string name;
    ast::Range range;
  };
  struct Label {
    std::string name;
    LabelKind kind;
    ast::Range range;
  };
  struct Transition {
    unsigned from, to;
    /// Nothing: silent.
    std::optional<unsigned> label;
    ast::Range range;
  };

  /// Nothing: silent.
  std::optional<unsigned> getLabel(llvm::StringRef text,
                                   std::optional<LabelKind> implied,
                                   ast::Range range);

  const sema::SourceFile &source;
  mlir::MLIRContext *context;
  const InterfaceSpec &interface;
  bool hadErrors = false;
  NameMaker stateNames, labelNames;
  llvm::StringMap<unsigned> statesByName;
  std::vector<State> states;
  llvm::StringMap<unsigned> labelsByName;
  std::vector<Label> labels;
  std::vector<Transition> transitions;
};

} // namespace tioga::lts

#endif // TIOGA_LIB_FRONTEND_LTS_LTS_H
