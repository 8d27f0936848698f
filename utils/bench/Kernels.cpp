//===- Kernels.cpp - How fast the libraries are -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Parser/Parser.h"
#include "tioga/Conversion/Passes.h"
#include "tioga/Engine/Encoder/Unroller.h"
#include "tioga/Engine/Reachability.h"
#include "tioga/Expr/Parse.h"
#include "tioga/Expr/Rewrite.h"
#include "tioga/Frontend/Import.h"
#include "tioga/InitAllDialects.h"
#include "tioga/Zone/Federation.h"
#include "llvm/Support/SourceMgr.h"
#include <benchmark/benchmark.h>
#include <random>

using namespace tioga;

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// A conjunction of so many guards over few clocks.
static Expr makeGuard(ExprContext &context, unsigned size) {
  std::string text = "true";
  for (unsigned i = 0; i < size; ++i)
    text += " && (x" + std::to_string(i % 7) + " - y < " + std::to_string(i) +
            " || n + " + std::to_string(i % 3) + " == m)";
  return parseExpr(text, context, [](size_t, const llvm::Twine &) {});
}

static void substitute(benchmark::State &state) {
  ExprContext context;
  Expr guard = makeGuard(context, state.range(0));
  for (auto _ : state) {
    Substitution substitution(context);
    substitution.set(context.getName("n"), context.getName("renamed"));
    benchmark::DoNotOptimize(substitution.apply(guard));
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(substitute)->Arg(16)->Arg(1024);

static void simplifyGuard(benchmark::State &state) {
  for (auto _ : state) {
    ExprContext context;
    benchmark::DoNotOptimize(
        simplify(makeGuard(context, state.range(0)), context));
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(simplifyGuard)->Arg(16)->Arg(1024);

//===----------------------------------------------------------------------===//
// Zones
//===----------------------------------------------------------------------===//

/// Zones with random bounds that are not empty.
static std::vector<Zone> makeZones(unsigned dimension, unsigned count) {
  std::mt19937_64 random(1);
  std::vector<Zone> zones;
  while (zones.size() < count) {
    Zone zone = Zone::universe(dimension);
    for (unsigned i = 0; i < 2 * dimension; ++i) {
      unsigned x = random() % dimension, y = random() % dimension;
      if (x != y)
        zone.constrain({{x, y, Bound::atMost(int64_t(random() % 40) - 5)}});
      if (zone.isEmpty())
        break;
    }
    if (!zone.isEmpty())
      zones.push_back(zone);
  }
  return zones;
}

/// What happens to a zone along one transition: guard, reset, delay, invariant.
static void successor(benchmark::State &state) {
  unsigned dimension = state.range(0);
  std::vector<Zone> zones = makeZones(dimension, 64);
  size_t next = 0;
  for (auto _ : state) {
    Zone zone = zones[next++ % zones.size()];
    zone.constrain({{0, 1, Bound::atMost(-1)}});
    if (!zone.isEmpty()) {
      zone.reset(1);
      zone.up();
      zone.constrain({{1, 0, Bound::atMost(20)}});
    }
    benchmark::DoNotOptimize(zone);
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(successor)->Arg(3)->Arg(6)->Arg(12)->Arg(24);

static void includes(benchmark::State &state) {
  std::vector<Zone> zones = makeZones(state.range(0), 64);
  size_t next = 0;
  for (auto _ : state) {
    size_t i = next++;
    benchmark::DoNotOptimize(zones[i % 64].includes(zones[(i * 7 + 3) % 64]));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(includes)->Arg(3)->Arg(6)->Arg(12);

static void subtract(benchmark::State &state) {
  std::vector<Zone> zones = makeZones(state.range(0), 64);
  size_t next = 0;
  for (auto _ : state) {
    size_t i = next++;
    Federation federation(zones[i % 64]);
    federation.subtract(zones[(i * 7 + 3) % 64]);
    benchmark::DoNotOptimize(federation);
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(subtract)->Arg(3)->Arg(6)->Arg(12);

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string makeModel(unsigned edges) {
  std::string text = "system Big {\n  input a;\n  automaton A {\n    clock x;\n"
                     "    init location L0;\n";
  for (unsigned i = 1; i <= edges; ++i)
    text += "    location L" + std::to_string(i) + " { invariant x <= 20; }\n";
  for (unsigned i = 0; i < edges; ++i)
    text += "    edge L" + std::to_string(i) + " -> L" + std::to_string(i + 1) +
            " on a? when x < 10 reset x;\n";
  return text + "  }\n}\n";
}

static mlir::DialectRegistry makeRegistry() {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  return registry;
}

static mlir::OwningOpRef<mlir::ModuleOp>
importText(llvm::StringRef text, mlir::MLIRContext &context) {
  llvm::SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(text),
                               llvm::SMLoc());
  return importTioga(sourceMgr, &context);
}

static void importModel(benchmark::State &state) {
  std::string text = makeModel(state.range(0));
  for (auto _ : state) {
    mlir::MLIRContext context(makeRegistry());
    context.loadAllAvailableDialects();
    benchmark::DoNotOptimize(importText(text, context));
  }
  state.SetBytesProcessed(state.iterations() * text.size());
}
BENCHMARK(importModel)->Arg(100)->Arg(5000)->Unit(benchmark::kMillisecond);

static void roundTrip(benchmark::State &state) {
  std::string text = makeModel(state.range(0));
  mlir::MLIRContext context(makeRegistry());
  context.loadAllAvailableDialects();
  mlir::OwningOpRef<mlir::ModuleOp> module = importText(text, context);
  size_t bytes = 0;
  for (auto _ : state) {
    std::string printed;
    llvm::raw_string_ostream os(printed);
    module->print(os);
    bytes = printed.size();
    benchmark::DoNotOptimize(
        mlir::parseSourceString<mlir::ModuleOp>(printed, &context));
  }
  state.SetBytesProcessed(state.iterations() * bytes);
}
BENCHMARK(roundTrip)->Arg(100)->Arg(5000)->Unit(benchmark::kMillisecond);

//===----------------------------------------------------------------------===//
// Engines
//===----------------------------------------------------------------------===//

namespace {
/// A system as engines see it, and what it belongs to.
struct LoadedSystem {
  mlir::MLIRContext context{makeRegistry()};
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::unique_ptr<System> system;

  explicit LoadedSystem(const std::string &text) {
    context.loadAllAvailableDialects();
    module = importText(text, context);
    auto network = *module->getOps<ta::NetworkOp>().begin();
    system = std::move(*System::load(*convertToSTS(network)));
  }
};
} // namespace

/// Fischer's protocol: one clock for each process and a shared variable.
static std::string makeFischer(unsigned processes) {
  std::string text = "system Fischer {\n  var id : 0.." +
                     std::to_string(processes) + " = 0;\n";
  for (unsigned i = 1; i <= processes; ++i) {
    std::string n = std::to_string(i);
    text += "  automaton P" + n +
            " {\n    clock x;\n    init location Idle;\n"
            "    location Asks { invariant x <= 2; }\n"
            "    location Waits;\n    location Critical;\n"
            "    edge Idle -> Asks silent when id == 0 reset x;\n"
            "    edge Asks -> Waits silent when x <= 2 do x := 0, id := " +
            n +
            ";\n    edge Waits -> Asks silent when id == 0 reset x;\n"
            "    edge Waits -> Critical silent when x > 2 && id == " +
            n + ";\n    edge Critical -> Idle silent do id := 0;\n  }\n";
  }
  return text + "}\n";
}

/// Symbolic transitions of a whole exploration; nothing is found.
static void exploreZones(benchmark::State &state) {
  LoadedSystem loaded(makeFischer(state.range(0)));
  std::string error;
  Expr goal = parseGoal("P1.Critical && P2.Critical", *loaded.system, error);
  uint64_t transitions = 0;
  for (auto _ : state)
    transitions += reach(*loaded.system, goal).transitions;
  state.SetItemsProcessed(transitions);
}
BENCHMARK(exploreZones)->Arg(3)->Arg(5)->Unit(benchmark::kMillisecond);

namespace {
/// Takes formulas and forgets them.
class NoSink : public smt::TermSink {
public:
  void declare(smt::Term, const llvm::Twine &) override {}
  void define(const smt::Function &) override {}
  void assertTerm(smt::Term, const llvm::Twine &) override {}
  void push() override {}
  void pop() override {}
};
} // namespace

/// Formulas of a run of 20 steps, without a solver.
static void encodeSteps(benchmark::State &state) {
  constexpr unsigned numSteps = 20;
  LoadedSystem loaded(makeFischer(state.range(0)));
  for (auto _ : state) {
    smt::TermContext terms;
    ExprEncoder exprs(terms);
    SystemEncoder encoder(*loaded.system, exprs, TimeEncoding::Timestamps);
    encoder.encode();
    NoSink sink;
    Timeline timeline(terms, sink, TimeEncoding::Timestamps);
    Run run(encoder, timeline);
    for (unsigned step = 0; step < numSteps; ++step) {
      benchmark::DoNotOptimize(run.mayWait(step));
      benchmark::DoNotOptimize(run.takesStep(step));
    }
  }
  state.SetItemsProcessed(state.iterations() * numSteps);
}
BENCHMARK(encodeSteps)->Arg(3)->Arg(12)->Unit(benchmark::kMicrosecond);

BENCHMARK_MAIN();
