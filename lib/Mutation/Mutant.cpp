//===- Mutant.cpp - Apply edits to a copy of the model ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Mutation/Mutant.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace tioga;

//===----------------------------------------------------------------------===//
// Edit
//===----------------------------------------------------------------------===//

Edit Edit::replace(Operation *op, llvm::StringRef attribute, EditValue value,
                   llvm::ArrayRef<unsigned> path) {
  Edit edit;
  edit.kind = Kind::Replace;
  edit.op = op;
  edit.attribute = attribute;
  edit.value = std::move(value);
  edit.path.assign(path.begin(), path.end());
  return edit;
}

Edit Edit::erase(Operation *op) {
  Edit edit;
  edit.kind = Kind::Erase;
  edit.op = op;
  return edit;
}

Edit Edit::insert(Operation *after, llvm::StringRef opName,
                  llvm::ArrayRef<NewAttribute> attributes) {
  Edit edit;
  edit.kind = Kind::Insert;
  edit.op = after;
  edit.opName = opName;
  edit.attributes.assign(attributes.begin(), attributes.end());
  return edit;
}

const Mutant *MutantSet::lookup(llvm::StringRef id) const {
  auto found = llvm::find_if(
      mutants, [&](const Mutant &mutant) { return mutant.id == id; });
  return found == mutants.end() ? nullptr : &*found;
}

//===----------------------------------------------------------------------===//
// ElementNames
//===----------------------------------------------------------------------===//

static std::string getEdgeName(ta::EdgeOp edge) {
  if (edge.getName())
    return edge.getName()->str();
  llvm::StringRef label = edge.getLabel().value_or("silent");
  return (edge.getSource() + "-" + label + "-" + edge.getTarget()).str();
}

ElementNames::ElementNames(ta::NetworkOp network) {
  for (auto automaton : network.getBody().getOps<ta::AutomatonOp>()) {
    llvm::StringMap<unsigned> used;
    for (Operation &op : automaton.getBody().front()) {
      if (auto location = dyn_cast<ta::LocationOp>(op)) {
        names[&op] = location.getSymName().str();
      } else if (auto edge = dyn_cast<ta::EdgeOp>(op)) {
        add(&op, getEdgeName(edge), used);
      }
    }
  }
}

ElementNames::ElementNames(contract::InterfaceOp interface) {
  llvm::StringMap<unsigned> used;
  for (Operation &op : interface.getBody().front())
    if (isa<contract::InitiallyOp, contract::RequireOp>(op))
      add(&op, op.getAttrOfType<StringAttr>("id").str(), used);
}

void ElementNames::add(Operation *op, std::string name,
                       llvm::StringMap<unsigned> &used) {
  unsigned count = ++used[name];
  names[op] = count == 1 ? name : name + "." + std::to_string(count);
}

llvm::StringRef ElementNames::lookup(Operation *op) const {
  auto found = names.find(op);
  return found == names.end() ? llvm::StringRef() : found->second;
}

//===----------------------------------------------------------------------===//
// materialize
//===----------------------------------------------------------------------===//

namespace {
/// Turns an EditValue into the attribute it stands for; null to remove it.
struct AttributeMaker {
  MLIRContext *context;

  Attribute operator()(std::monostate) const { return {}; }
  Attribute operator()(bool value) const {
    return value ? UnitAttr::get(context) : Attribute();
  }
  Attribute operator()(Expr expr) const { return ExprAttr::get(context, expr); }
  Attribute operator()(const Update &update) const {
    return UpdateAttr::get(context, update);
  }
  Attribute operator()(llvm::StringRef text) const {
    return StringAttr::get(context, text);
  }
  Attribute operator()(SymbolText symbol) const {
    return FlatSymbolRefAttr::get(context, symbol.name);
  }
  Attribute operator()(ta::Direction direction) const {
    return ta::DirectionAttr::get(context, direction);
  }
  Attribute operator()(const NameList &names) const {
    return Builder(context).getStrArrayAttr(names);
  }
};
} // namespace

static Attribute makeAttribute(const EditValue &value, MLIRContext *context) {
  return std::visit(AttributeMaker{context}, value);
}

static void applyReplace(const Edit &edit, Operation *op) {
  MLIRContext *context = op->getContext();
  Attribute replacement;
  if (edit.path.empty()) {
    replacement = makeAttribute(edit.value, context);
  } else {
    ExprContext scratch;
    Expr whole =
        scratch.import(op->getAttrOfType<ExprAttr>(edit.attribute).getExpr());
    Expr part = scratch.import(std::get<Expr>(edit.value));
    replacement =
        ExprAttr::get(context, replaceAtPath(whole, edit.path, part, scratch));
  }
  if (replacement)
    op->setAttr(edit.attribute, replacement);
  else
    op->removeAttr(edit.attribute);
}

static void applyInsert(const Edit &edit, Operation *after) {
  OpBuilder builder(after->getContext());
  builder.setInsertionPointAfter(after);
  OperationState state(after->getLoc(), edit.opName);
  for (const NewAttribute &attribute : edit.attributes)
    if (Attribute value = makeAttribute(attribute.value, after->getContext()))
      state.addAttribute(attribute.name, value);
  builder.create(state);
}

Operation *tioga::materialize(const Mutant &mutant, Operation *system,
                              llvm::StringRef name) {
  IRMapping mapping;
  Operation *copy = system->clone(mapping);
  system->getBlock()->getOperations().insertAfter(system->getIterator(), copy);
  SymbolTable::setSymbolName(copy, name);

  // Operations are addressed in the original, so nothing may go before all
  // edits are looked up. Later insertions behind one operation stand behind
  // earlier ones.
  llvm::DenseMap<Operation *, Operation *> last;
  llvm::SmallVector<Operation *> erased;
  for (const Edit &edit : mutant.edits) {
    Operation *op = mapping.lookup(edit.op);
    switch (edit.kind) {
    case Edit::Kind::Replace:
      applyReplace(edit, op);
      break;
    case Edit::Kind::Erase:
      erased.push_back(op);
      break;
    case Edit::Kind::Insert: {
      Operation *&anchor = last.try_emplace(op, op).first->second;
      applyInsert(edit, anchor);
      anchor = anchor->getNextNode();
      break;
    }
    }
  }
  for (Operation *op : erased)
    op->erase();
  return copy;
}
