// RUN: tioga-opt %s --pass-pipeline='builtin.module(contract.interface(contract-split))' | FileCheck %s

// By alternatives; what is locked stays.
// CHECK-LABEL: contract.interface @Alternatives
// CHECK: contract.require "A.s1" assume "i'" guarantee "o'"
// CHECK: contract.require "A.s2" assume "!i' && o" guarantee "o'"
// CHECK: contract.require "B" assume "i' || o" guarantee "o'" {locked}
// CHECK: contract.require "C" guarantee "o'"
contract.interface @Alternatives {
  tioga.var input i : !tioga.bool
  tioga.var output o : !tioga.bool
  contract.require "A" assume "i' || !i' && o" guarantee "o'"
  contract.require "B" assume "i' || o" guarantee "o'" {locked}
  contract.require "C" guarantee "o'"
}

// By modes, where the assumption does not ask for them.
// CHECK-LABEL: contract.interface @Modes
// CHECK: contract.require "A" assume "mode == Mode::On && i'"
// CHECK: contract.require "B.On" assume "mode == Mode::On && !i'" guarantee "mode' == Mode::Off"
// CHECK: contract.require "B.Off" assume "mode == Mode::Off && !i'" guarantee "mode' == Mode::Off"
// CHECK: contract.require "C.On" assume "mode == Mode::On" guarantee
// CHECK: contract.require "C.Off" assume "mode == Mode::Off" guarantee
contract.interface @Modes {
  tioga.var input i : !tioga.bool
  tioga.var hidden mode : !tioga.enum<Mode, [On, Off]>
  contract.require "A" assume "mode == Mode::On && i'" guarantee "mode' == Mode::On"
  contract.require "B" assume "!i'" guarantee "mode' == Mode::Off"
  contract.require "C" guarantee "mode' == Mode::On || mode' == Mode::Off"
}

// An alternative without a value makes the whole assumption false.
// CHECK-LABEL: contract.interface @Undefined
// CHECK: contract.require "A" assume "6 div n > 2 || i'"
contract.interface @Undefined {
  tioga.var input i : !tioga.bool
  tioga.var output n : !tioga.range<0, 3>
  contract.require "A" assume "6 div n > 2 || i'" guarantee "n' == 1"
}
