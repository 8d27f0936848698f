//===- ActionModel.cpp - Action systems for tests ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ActionModel.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Expr/Rewrite.h"
#include "tioga/Frontend/Import.h"
#include "tioga/InitAllDialects.h"
#include "tioga/Mutation/Operators.h"
#include "tioga/Mutation/Overlay.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <random>

using namespace tioga;

std::string ActionModel::read(
    llvm::StringRef file,
    llvm::ArrayRef<std::pair<llvm::StringRef, llvm::StringRef>> replaced) {
  auto buffer = llvm::MemoryBuffer::getFile(TIOGA_SOURCE_DIR "/docs/examples/" +
                                            file + ".tioga");
  if (!buffer)
    return "";
  std::string text = (*buffer)->getBuffer().str();
  for (auto &[from, to] : replaced)
    for (size_t place = text.find(from.str()); place != std::string::npos;
         place = text.find(from.str(), place + to.size()))
      text.replace(place, from.size(), to.str());
  return text;
}

ActionModel::ActionModel(llvm::StringRef text) {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  context.appendDialectRegistry(registry);
  context.loadAllAvailableDialects();
  sourceMgr.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(text, "model.tioga"), llvm::SMLoc());
  module = importTioga(sourceMgr, &context, {});
  if (!module)
    return;
  for (mlir::Operation &op : *module->getBody())
    if (llvm::isa<action::SystemOp, ta::NetworkOp>(op))
      model = &op;
  if (!model)
    return;
  auto loaded = loadSystem(model);
  if (mlir::succeeded(loaded))
    system = std::move(*loaded);
}

std::vector<SystemEdits> ActionModel::getMutants() const {
  MutationOptions options;
  std::string error;
  if (!parseOperators("action", options.operators, error))
    llvm::report_fatal_error(llvm::Twine(error));
  std::unique_ptr<MutantSet> set = generateMutants(model, options);
  OverlayBuilder builder(model, *system);
  std::vector<SystemEdits> mutants;
  for (const Mutant &mutant : set->mutants)
    if (auto edits = builder.build(mutant); mlir::succeeded(edits))
      mutants.push_back(std::move(*edits));
  return mutants;
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

/// All expressions that differ from this one in one node.
static std::vector<Expr> getVariants(Expr expr, ExprContext &context) {
  std::vector<Expr> variants;
  walk(expr, [&](Expr node) {
    std::vector<Expr> others;
    if (node.isComparison())
      for (ExprKind kind : {ExprKind::Eq, ExprKind::Lt, ExprKind::Ge})
        if (kind != node.getKind() &&
            (kind == ExprKind::Eq || node.getKind() > ExprKind::Ne))
          others.push_back(context.get(kind, node.getOperands()));
    if (node.is(ExprKind::IntLit)) {
      others.push_back(context.getInt(node.getInt() + 1));
      others.push_back(context.getInt(node.getInt() - 1));
    }
    for (Expr other : others)
      variants.push_back(rewrite(expr, context, [&](Expr part) {
        return part == node ? other : part;
      }));
  });
  return variants;
}

std::vector<SystemEdits> tioga::getFaults(const System &system) {
  std::vector<SystemEdits> faults;
  ExprContext &context = system.getExprContext();
  auto add = [&](unsigned index, SystemTransition changed) {
    SystemEdits edits;
    edits.replaced.push_back({index, std::move(changed)});
    faults.push_back(std::move(edits));
  };
  for (auto [index, transition] : llvm::enumerate(system.getTransitions())) {
    std::vector<Expr> guards{context.getTrue()};
    if (Expr guard = transition.guard.expr) {
      guards.push_back(context.getNot(guard));
      llvm::append_range(guards, getVariants(guard, context));
    }
    for (Expr guard : guards) {
      SystemTransition changed = transition;
      changed.guard = splitCondition(guard, system);
      add(index, std::move(changed));
    }
    for (auto [place, assignment] : llvm::enumerate(transition.assignments)) {
      SystemTransition without = transition;
      without.assignments.erase(without.assignments.begin() + place);
      add(index, std::move(without));
      for (Expr value : getVariants(assignment.value, context)) {
        SystemTransition changed = transition;
        changed.assignments[place].value = value;
        add(index, std::move(changed));
      }
    }
    SystemEdits removed;
    removed.removed.push_back(index);
    faults.push_back(std::move(removed));
  }
  for (auto [index, variable] : llvm::enumerate(system.getVariables()))
    if (auto domain = enumerateDomain(variable.type, 8))
      for (const Value &value : *domain)
        if (value != variable.initial) {
          SystemEdits edits;
          edits.initialValues.push_back({unsigned(index), value});
          faults.push_back(std::move(edits));
        }
  return faults;
}

//===----------------------------------------------------------------------===//
// Small action systems
//===----------------------------------------------------------------------===//

static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral>
    smallModels[] = {
        {"arith", R"(actions Arith {
  var a : -3..3 = 0;
  var b : 0..3 = 1;
  input assign(x : -3..3, y : 0..3) { a := x; b := y; }
  output quot(r : -3..3) when r == a div b { a := 0; }
  output rest(r : 0..3) when a mod b == r && a != 0 { a := 0; }
  output most() when max(a, b) == 3 && abs(a) > 1 { b := 0; }
  input grow() { b := b + a; }
}
)"},
        {"boolfield", R"(actions BoolField {
  type R = record { a : bool, s : set of 0..1 };
  var r : R = {a = false, s = {}};
  var rs : map 0..1 to set of 0..1 = {->};
  input i(x : bool, e : 0..1) { r := {a = x, s = add(r.s, e)}; }
  input store(k : 0..1) { rs := put(rs, k, r.s); }
  output o(e : 0..1) when r.a && e in r.s { r := r with {s = remove(r.s, e)}; }
  output p(k : 0..1) when hasKey(rs, k) && rs[k] == r.s && !r.a { rs := remove(rs, k); }
}
)"},
        {"compose", R"(actions Compose {
  var x : 0..3 = 0;
  var y : 0..3 = 0;
  input go(n : 0..2) (when n > 0 { x := x + n; } orelse { y := 1; }) then ({ y := y + x; } or skip)
  output tell(v : 0..3) when v == y && y > 0 ({ y := y - 1; } orelse skip) then when x > 0 { x := x - 1; }
  internal clear() when x == 3 && y == 0 { x := 0; }
}
)"},
        {"enumset", R"(actions EnumSets {
  type Color = enum { Red, Green, Blue };
  var have : set of Color = {};
  var want : set of Color = {Red};
  input add(c : Color) when !(c in have) { have := add(have, c); }
  input wish(s : set of Color) when !isEmpty(s) { want := s; }
  output match() when subset(want, have) && !isEmpty(have) { have := diff(have, want); }
  output empty() when have == {} && size(want) > 1 { want := {}; }
}
)"},
        {"maprec", R"(actions MapRecord {
  type Key = enum { K0, K1 };
  type Cell = record { n : 0..2, lit : bool };
  var cells : map Key to Cell = {->};
  var last : Cell = {n = 0, lit = false};
  input put(k : Key, n : 0..2) { cells := put(cells, k, {n = n, lit = n > 1}); }
  input flip(k : Key) when hasKey(cells, k) { cells := put(cells, k, cells[k] with {lit = !cells[k].lit}); }
  output get(k : Key, c : 0..2, lit : bool) when cells[k].n == c && cells[k].lit == lit { last := cells[k]; cells := remove(cells, k); }
  internal decay() when last.n > 0 { last := last with {n = last.n - 1}; }
}
)"},
        {"missing", R"(actions MissingKeys {
  var m : map 0..2 to 0..2 = {0 -> 0};
  var at : 0..2 = 0;
  input go() { at := m[at]; }
  input link(a : 0..2, b : 0..2) when a != b { m := put(m, a, b); }
  input cut(a : 0..2) when hasKey(m, a) { m := remove(m, a); }
  output stuck() when !hasKey(m, at) { at := 0; }
  output loop() when m[m[at]] == at && at != 0 { at := 0; }
}
)"},
        {"order", R"(actions Ordered {
  var n : 0..2 = 0;
  input a() { n := 1; }
  output b() when n == 1 { n := 2; }
  output c() { n := 0; }
  internal t() when n > 0 skip
  do { a then (b or t) then c }
}
)"},
        {"quiet", R"(actions QuietLoop {
  var s : 0..4 = 0;
  var n : 0..2 = 0;
  internal spin() when s == 1 { s := 2; }
  internal back() when s == 2 { s := 1; }
  internal leave() when s == 2 && n == 1 { s := 3; }
  input start(k : 0..2) when s == 0 { s := 1; n := k; }
  input poke() when s == 1 { n := 1; }
  input ask() when s == 3 { s := 4; }
  output done() when s == 4 { s := 0; n := 0; }
}
)"},
        {"samelabel", R"(actions SameLabel {
  var s : 0..5 = 0;
  var m : 0..2 = 0;
  input inp(v : 0..2) when s == 0 && v > 0 { s := 1; m := v; }
  input inp(v : 0..2) when s == 0 && v < 2 { s := 2; m := v; }
  output out(v : 0..2) when s == 1 && v == m { s := 0; }
  output out(v : 0..2) when s == 2 && v <= m { s := 0; }
  internal t(v : 0..2) when s == 2 && v < m { m := v; }
}
)"},
        {"shadow", R"(actions Shadow {
  var p : 0..3 = 0;
  var q : 0..3 = 1;
  input assign(p : 0..3) when p != q { q := p; }
  input swap() { p := q; q := p; }
  output say(q : 0..3) when q == p && q > 0 { p := 0; }
  internal step(p : 0..3) when p == q && q > 2 { q := p - 1; }
}
)"},
};

llvm::ArrayRef<std::pair<llvm::StringLiteral, llvm::StringLiteral>>
tioga::getSmallModels() {
  return smallModels;
}

//===----------------------------------------------------------------------===//
// Random action systems
//===----------------------------------------------------------------------===//

namespace {
class RandomActions {
public:
  explicit RandomActions(unsigned seed) : random(seed) {}

  std::string get() {
    llvm::raw_string_ostream os(text);
    os << "actions Random {\n  type Small = 0..3;\n"
       << "  type Place = enum { A, B, C };\n"
       << "  var x, y : Small = 0;\n  var at : Place = A;\n"
       << "  var flag : bool = false;\n  var bag : set of Small = {};\n"
       << "  var table : map Small to Small = {->};\n";
    for (unsigned i = 0, count = 4 + pick(4); i < count; ++i)
      addAction(os, i);
    os << "}\n";
    return text;
  }

private:
  unsigned pick(unsigned count) { return random() % count; }

  std::string number(bool hasParam) {
    static const char *const all[] = {
        "x",        "y", "1", "2", "x + y", "3 - x", "(if flag then x else y)",
        "max(x, y)"};
    return hasParam && pick(2) ? "p" : all[pick(8)];
  }

  std::string condition(bool hasParam) {
    static const char *const comparisons[] = {" < ", " <= ", " == ", " != "};
    switch (pick(7)) {
    case 0:
      return pick(2) ? "flag" : "!flag";
    case 1:
      return std::string(number(hasParam)) + " in bag";
    case 2:
      return "hasKey(table, " + number(hasParam) + ")";
    case 3:
      return "table[" + number(hasParam) + "] == " + number(hasParam);
    case 4:
      return std::string("at == ") + "ABC"[pick(3)];
    default:
      return number(hasParam) + comparisons[pick(4)] + number(hasParam);
    }
  }

  void addAction(llvm::raw_ostream &os, unsigned index) {
    static const char *const kinds[] = {"input", "output", "internal"};
    unsigned kind = index < 2 ? index : pick(3);
    // Internal choices multiply states.
    bool hasParam = pick(kind == 2 ? 6 : 2) == 0;
    os << "  " << kinds[kind] << ' ' << "iot"[kind] << index
       << (hasParam ? "(p : Small)" : "()") << " when at == " << "ABC"[pick(3)];
    for (unsigned i = 0, count = pick(3); i < count; ++i)
      os << (pick(4) ? " && " : " || ") << condition(hasParam);
    os << " { at := " << "ABC"[pick(3)] << "; ";
    if (pick(2))
      os << (pick(2) ? "x := " : "y := ") << number(hasParam) << "; ";
    if (pick(4) == 0)
      os << "flag := " << condition(hasParam) << "; ";
    if (pick(3) == 0)
      os << "bag := " << (pick(3) ? "add" : "remove") << "(bag, "
         << number(hasParam) << "); ";
    if (pick(4) == 0)
      os << "table := put(table, " << number(hasParam) << ", "
         << number(hasParam) << "); ";
    os << "}\n";
  }

  std::mt19937_64 random;
  std::string text;
};
} // namespace

std::string tioga::getRandomActions(unsigned seed) {
  return RandomActions(seed).get();
}
