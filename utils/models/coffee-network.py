#!/usr/bin/env python3
#===- coffee-network.py - A coffee machine with many drinks ---------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""coffee-network.py N: the coffee machine network with N drinks, on stdout.

Payment, selection and drinks, 7 + 3 N locations (docs/examples/coffee has N = 2).
All buttons have the same label, so that the choice shows only in what is served;
all drinks but the first are offered only to those who are quick.
"""

import sys


def main():
    drinks = range(1, int(sys.argv[1]) + 1)
    served = ", ".join(f"drink{i}" for i in drinks)
    chosen = ", ".join(f"choose{i}" for i in drinks)
    clocks = ", ".join(f"y{i}" for i in drinks)
    print(f"""system CoffeeNetwork {{
  input coin, button;
  output {served};
  internal paid, ready, {chosen};
  clock x, {clocks};

  automaton Payment {{
    init location NoCoin;
    location Coin {{ invariant x <= 1; }}
    location Paid;

    edge NoCoin -> Coin on coin? reset x;
    edge Coin -> Paid on paid! when x == 1;
    edge Paid -> NoCoin on ready?;
  }}

  automaton Selection {{
    init location Waiting;
    location Choosing;""")
    for i in drinks:
        print(f"    location Chosen{i} {{ invariant y{i} <= 0; }}")
    print("\n    edge Waiting -> Choosing on paid? reset x;")
    for i in drinks:
        quick = "" if i == 1 else " when x < 2"
        print(f"    edge Choosing -> Chosen{i} on button?{quick} reset y{i};")
        print(f"    edge Chosen{i} -> Waiting on choose{i}!;")
    print("""  }

  automaton Drinks {
    init location Idle;
    location Done;""")
    for i in drinks:
        print(f"    location Preparing{i}, Finished{i} {{ invariant y{i} <= 2; }}")
    print()
    for i in drinks:
        print(f"    edge Idle -> Preparing{i} on choose{i}? reset y{i};")
        print(f"    edge Preparing{i} -> Finished{i} silent when y{i} >= 1;")
        print(f"    edge Finished{i} -> Done on drink{i}!;")
    print("    edge Done -> Idle on ready!;\n  }\n}")


if __name__ == "__main__":
    main()
