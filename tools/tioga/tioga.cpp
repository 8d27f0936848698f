//===- tioga.cpp - What users type ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Tools/tioga/TiogaMain.h"

int main(int argc, char **argv) { return tioga::tiogaMain(argc, argv); }
