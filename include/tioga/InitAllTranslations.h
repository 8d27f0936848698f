//===- InitAllTranslations.h - All translations of Tioga --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_INITALLTRANSLATIONS_H
#define TIOGA_INITALLTRANSLATIONS_H

#include "tioga/Frontend/Import.h"
#include "tioga/Frontend/ImportLTS.h"
#include "tioga/Frontend/ImportTChecker.h"
#include "tioga/Frontend/ImportUppaal.h"
#include "tioga/Target/ExportDot.h"
#include "tioga/Target/ExportTChecker.h"
#include "tioga/Target/ExportTioga.h"
#include "tioga/Target/ExportUppaal.h"

namespace tioga {

/// Makes all importers and exporters known by their flags.
inline void registerAllTranslations() {
  registerExportDot();
  registerExportTChecker();
  registerExportTioga();
  registerExportUppaal();
  registerImportLTS();
  registerImportTChecker();
  registerImportTioga();
  registerImportUppaal();
}

} // namespace tioga

#endif // TIOGA_INITALLTRANSLATIONS_H
