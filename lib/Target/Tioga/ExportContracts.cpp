//===- ExportContracts.cpp - Write synchronous contracts --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Writer.h"
#include "tioga/Dialect/Contract/IR/ContractOps.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::text;

namespace {

class ContractWriter {
public:
  ContractWriter(contract::InterfaceOp interface, Writer &writer)
      : interface(interface), writer(writer) {}

  LogicalResult write();

private:
  LogicalResult prepare();
  Block::iterator writeVariables(Block::iterator it, Block::iterator end);
  void writeItem(Operation &op);
  void writeView(contract::ViewOp view);
  template <typename ClauseOp>
  void writeClause(ClauseOp clause, StringRef keyword);
  void writeFrame(contract::FrameOp frame);
  /// What a variable is declared with: `input`, `timer` ...
  std::string getKeyword(VarOp var);

  contract::InterfaceOp interface;
  Writer &writer;
  contract::TicksOp ticks;
  llvm::StringSet<> timers;
  /// What was written as part of a view.
  llvm::DenseSet<Operation *> written;
};

} // namespace

LogicalResult ContractWriter::prepare() {
  for (auto op : interface.getBody().getOps<contract::TicksOp>())
    ticks = op;
  if (!ticks)
    return success();
  if (ticks.getTimersAttr())
    for (auto name : ticks.getTimersAttr().getAsValueRange<StringAttr>())
      timers.insert(name);
  for (auto var : interface.getBody().getOps<VarOp>())
    if ((timers.contains(var.getName()) || var.getName() == ticks.getClock()) &&
        (var.getOwner() != Owner::Hidden || !isa<IntType>(var.getType())))
      return var.emitError("'")
             << var.getName()
             << "' is used for ticks, but the language has only hidden "
                "integers for that";
  return success();
}

LogicalResult ContractWriter::write() {
  if (failed(prepare()))
    return failure();
  Block &body = interface.getBody().front();
  writer.doc(interface.getDocAttr());
  writer.open("contract " + writer.name(interface.getSymName()) +
              writer.stems(interface.getStemsAttr()));
  writer.enumsOf(body);
  for (auto it = body.begin(), end = body.end(); it != end;) {
    if (isa<VarOp>(*it)) {
      it = writeVariables(it, end);
      continue;
    }
    if (!written.contains(&*it))
      writeItem(*it);
    ++it;
  }
  writer.close();
  return success();
}

std::string ContractWriter::getKeyword(VarOp var) {
  if (ticks && var.getName() == ticks.getClock())
    return ticks.getSymbolic() ? "ticks symbolic" : "ticks explicit";
  if (timers.contains(var.getName()))
    return "timer";
  return stringifyOwner(var.getOwner()).str();
}

Block::iterator ContractWriter::writeVariables(Block::iterator it,
                                               Block::iterator last) {
  auto first = cast<VarOp>(*it);
  std::string keyword = getKeyword(first);
  writer.startGroup("declarations");
  writer.doc(first.getDocAttr());
  bool isTime = keyword != stringifyOwner(first.getOwner());
  SmallVector<std::string> items;
  for (; it != last; ++it) {
    auto var = dyn_cast<VarOp>(*it);
    if (!var || getKeyword(var) != keyword || var.getType() != first.getType())
      break;
    if (var != first && (first.getDocAttr() || var.getDocAttr()))
      break;
    items.push_back(writer.name(var.getName()));
  }
  std::string end = ";";
  if (!isTime)
    end = " : " + writer.type(first.getType()) + ";";
  else if (keyword != "timer" && ticks.getDelay())
    end = " via " + writer.name(*ticks.getDelay()) + ";";
  writer.list(keyword, items, end);
  return it;
}

void ContractWriter::writeItem(Operation &op) {
  if (auto view = dyn_cast<contract::ViewOp>(op))
    writeView(view);
  else if (auto clause = dyn_cast<contract::InitiallyOp>(op))
    writeClause(clause, "initially");
  else if (auto clause = dyn_cast<contract::RequireOp>(op))
    writeClause(clause, "require");
  else if (auto frame = dyn_cast<contract::FrameOp>(op))
    writeFrame(frame);
  else if (auto purpose = dyn_cast<PurposeOp>(op))
    writer.purpose(purpose);
  else if (auto text = dyn_cast<TextOp>(op))
    writer.text(text);
}

void ContractWriter::writeView(contract::ViewOp view) {
  auto isInside = [&](Operation &op) {
    auto attr = op.getAttrOfType<FlatSymbolRefAttr>("view");
    return attr && attr.getValue() == view.getSymName();
  };
  writer.startBlock();
  writer.doc(view.getDocAttr());
  writer.open("view " + writer.name(view.getSymName()) +
              writer.stems(view.getStemsAttr()));
  // What follows at once keeps its order, texts included.
  SmallVector<Operation *> inside;
  size_t numInside = 0;
  Operation *next = view->getNextNode();
  for (; next && (isInside(*next) || isa<TextOp>(next));
       next = next->getNextNode()) {
    inside.push_back(next);
    if (isInside(*next))
      numInside = inside.size();
  }
  inside.resize(numInside);
  for (; next; next = next->getNextNode())
    if (isInside(*next))
      inside.push_back(next);
  for (Operation *op : inside) {
    written.insert(op);
    writeItem(*op);
  }
  writer.close();
}

template <typename ClauseOp>
void ContractWriter::writeClause(ClauseOp clause, StringRef keyword) {
  writer.startGroup("requirements");
  writer.doc(clause.getDocAttr());
  std::string head = clause.getLocked() ? "locked " : "";
  head += (keyword + " " + writer.id(clause.getId()) + ":").str();
  std::string guarantee = writer.expr(clause.getGuaranteeAttr()) + ";";
  if (!clause.getAssumeAttr()) {
    bool isPlain = keyword == "initially";
    return writer.line(head + (isPlain ? " " : " guarantee ") + guarantee);
  }
  std::string assume = "assume " + writer.expr(clause.getAssumeAttr());
  std::string whole = head + " " + assume + " guarantee " + guarantee;
  if (writer.fits(whole))
    return writer.line(whole);
  writer.line(head);
  writer.line("  " + assume);
  writer.line("  guarantee " + guarantee);
}

void ContractWriter::writeFrame(contract::FrameOp frame) {
  writer.startGroup("frames");
  if (!frame.getVariablesAttr())
    return writer.line("frame all;");
  SmallVector<std::string> names;
  for (auto name : frame.getVariablesAttr().getAsValueRange<StringAttr>())
    names.push_back(writer.name(name));
  writer.line("frame " + llvm::join(names, ", ") + ";");
}

LogicalResult text::writeContract(Operation *op, Writer &writer) {
  return ContractWriter(cast<contract::InterfaceOp>(op), writer).write();
}
