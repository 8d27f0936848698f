//===- ReadXml.h - UPPAAL's XML ---------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_FRONTEND_UPPAAL_READXML_H
#define TIOGA_LIB_FRONTEND_UPPAAL_READXML_H

#include "AST.h"

namespace tioga::uppaal {

/// Reads the file as XML. Reports all errors that were found.
void readXml(Model &model, Source &source);

} // namespace tioga::uppaal

#endif // TIOGA_LIB_FRONTEND_UPPAAL_READXML_H
