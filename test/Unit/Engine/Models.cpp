//===- Models.cpp - Models for tests of engines -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "mlir/Parser/Parser.h"
#include "tioga/Conversion/Passes.h"
#include "tioga/InitAllDialects.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::models;

static FailureOr<sts::SystemOp> convertFirst(ModuleOp module) {
  for (Operation &op : *module.getBody()) {
    if (auto network = dyn_cast<ta::NetworkOp>(op))
      return convertToSTS(network);
    if (auto system = dyn_cast<action::SystemOp>(op))
      return convertToSTS(system);
    if (auto interface = dyn_cast<contract::InterfaceOp>(op))
      return convertToSTS(interface);
    if (auto system = dyn_cast<sts::SystemOp>(op))
      return system;
  }
  return module.emitError("holds no system");
}

Model::Model(llvm::StringRef text) {
  DialectRegistry registry;
  registerAllDialects(registry);
  context.appendDialectRegistry(registry);
  context.loadAllAvailableDialects();
  module = parseSourceString<ModuleOp>(text, &context);
  if (!module)
    return;
  FailureOr<sts::SystemOp> op = convertFirst(*module);
  if (failed(op) || failed((*op).verify()) || failed((*op).verifyRegions()))
    return;
  FailureOr<std::unique_ptr<System>> loaded = System::load(*op);
  if (succeeded(loaded))
    system = std::move(*loaded);
}

const char *const tioga::models::carAlarm = R"mlir(
ta.network @CarAlarm {
  tioga.label lock input
  tioga.label unlock input
  tioga.label close input
  tioga.label open input
  tioga.label armedOn output
  tioga.label armedOff output
  tioga.label soundOn output
  tioga.label soundOff output
  tioga.label flashOn output
  tioga.label flashOff output
  ta.automaton @Alarm initial @OpenAndUnlocked {
    tioga.clock c
    tioga.clock d
    tioga.clock e
    tioga.clock f
    tioga.clock g
    ta.location @OpenAndUnlocked
    ta.location @OpenAndLocked
    ta.location @ClosedAndUnlocked
    ta.location @ClosedAndLocked invariant "c <= 20"
    ta.location @Armed
    ta.location @ArmedUnlocked invariant "d <= 0"
    ta.location @BeforeAlarm invariant "e <= 0"
    ta.location @AfterArmedOff invariant "e <= 0"
    ta.location @FlashOn invariant "e <= 0"
    ta.location @Alarm invariant "e <= 30"
    ta.location @SilentFlashing1 invariant "e <= 300"
    ta.location @SilentFlashing2 invariant "e <= 300"
    ta.location @SilentAndOpen
    ta.location @Unlocked1 invariant "g <= 0"
    ta.location @Unlocked2 invariant "g <= 0"
    ta.location @SilentClosed invariant "f <= 0"
    ta.edge @OpenAndUnlocked -> @OpenAndLocked receive lock {name = "t01"}
    ta.edge @OpenAndUnlocked -> @ClosedAndUnlocked receive close {name = "t02"}
    ta.edge @OpenAndLocked -> @OpenAndUnlocked receive unlock {name = "t03"}
    ta.edge @OpenAndLocked -> @ClosedAndLocked receive close do "c := 0" {name = "t04"}
    ta.edge @ClosedAndUnlocked -> @OpenAndUnlocked receive open {name = "t05"}
    ta.edge @ClosedAndUnlocked -> @ClosedAndLocked receive lock do "c := 0" {name = "t06"}
    ta.edge @ClosedAndLocked -> @ClosedAndUnlocked receive unlock guard "c < 20" {name = "t07"}
    ta.edge @ClosedAndLocked -> @OpenAndLocked receive open guard "c < 20" {name = "t08"}
    ta.edge @ClosedAndLocked -> @Armed send armedOn guard "c == 20" {name = "t09"}
    ta.edge @Armed -> @ArmedUnlocked receive unlock do "d := 0" {name = "t10"}
    ta.edge @ArmedUnlocked -> @ClosedAndUnlocked send armedOff {name = "t11"}
    ta.edge @Armed -> @BeforeAlarm receive open do "e := 0" {name = "t12"}
    ta.edge @BeforeAlarm -> @AfterArmedOff send armedOff {name = "t13"}
    ta.edge @AfterArmedOff -> @FlashOn send flashOn {name = "t14"}
    ta.edge @FlashOn -> @Alarm send soundOn {name = "t15"}
    ta.edge @Alarm -> @SilentFlashing1 send soundOff guard "e == 30" {name = "t16"}
    ta.edge @Alarm -> @Unlocked1 receive unlock guard "e < 30" do "g := 0" {name = "t17"}
    ta.edge @SilentFlashing1 -> @SilentFlashing2 send soundOff guard "e == 300" {name = "t18"}
    ta.edge @SilentFlashing1 -> @Unlocked1 receive unlock do "g := 0" {name = "t19"}
    ta.edge @SilentFlashing2 -> @SilentAndOpen send flashOff {name = "t20"}
    ta.edge @Unlocked1 -> @Unlocked2 send soundOff {name = "t21"}
    ta.edge @Unlocked2 -> @OpenAndUnlocked send flashOff {name = "t22"}
    ta.edge @SilentAndOpen -> @OpenAndUnlocked receive unlock {name = "t23"}
    ta.edge @SilentAndOpen -> @SilentClosed receive close do "f := 0" {name = "t24"}
    ta.edge @SilentClosed -> @Armed send armedOn {name = "t25"}
  }
}
)mlir";
