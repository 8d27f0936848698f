//===- ActionModel.cpp - Action systems for tests ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ActionModel.h"
#include "tioga/Conversion/Passes.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Expr/Rewrite.h"
#include "tioga/Frontend/Import.h"
#include "tioga/InitAllDialects.h"
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
  mlir::FailureOr<sts::SystemOp> op = mlir::failure();
  for (auto actions : llvm::to_vector(module->getOps<action::SystemOp>()))
    op = convertToSTS(actions);
  for (auto network : llvm::to_vector(module->getOps<ta::NetworkOp>()))
    op = convertToSTS(network);
  if (mlir::failed(op))
    return;
  auto loaded = System::load(*op);
  if (mlir::succeeded(loaded))
    system = std::move(*loaded);
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
