//===- ExportAutomata.cpp - Write networks of timed automata ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Writer.h"
#include "tioga/Dialect/TA/IR/TAOps.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::text;

namespace {

class NetworkWriter {
public:
  NetworkWriter(ta::NetworkOp network, Writer &writer)
      : network(network), writer(writer) {}

  void write();

private:
  /// Labels without text that follow each other and look alike share a line.
  /// Returns what comes after them.
  Block::iterator writeLabels(Block::iterator it, Block::iterator end);
  /// Returns what comes after the operation.
  Block::iterator writeItem(Block::iterator it, Block::iterator end);

  void writeAutomaton(ta::AutomatonOp automaton);
  void writeLocation(ta::LocationOp location, bool isInitial);
  void writeEdge(ta::EdgeOp edge);
  std::string getAction(ta::EdgeOp edge);
  std::string getUpdate(ta::EdgeOp edge);
  void writeComponent(ta::ComponentOp component);
  void writeSync(ta::SyncOp sync);

  ta::NetworkOp network;
  Writer &writer;
  llvm::StringMap<LabelOp> labels;
  llvm::StringSet<> sharedClocks, clocks;
};

} // namespace

void NetworkWriter::write() {
  Block &body = network.getBody().front();
  for (auto label : body.getOps<LabelOp>())
    labels[label.getName()] = label;
  for (auto clock : body.getOps<ClockOp>())
    sharedClocks.insert(clock.getName());
  writer.doc(network.getDocAttr());
  writer.open("system " + writer.name(network.getSymName()) +
              writer.stems(network.getStemsAttr()));
  writer.enumsOf(body);
  for (auto it = body.begin(), end = body.end(); it != end;)
    it = writeItem(it, end);
  writer.close();
}

Block::iterator NetworkWriter::writeItem(Block::iterator it,
                                         Block::iterator end) {
  Operation &op = *it;
  if (isa<LabelOp>(op))
    return writeLabels(it, end);
  if (isa<ClockOp>(op))
    return writer.clocks(it, end);
  if (auto var = dyn_cast<VarOp>(op))
    writer.var(var);
  else if (auto automaton = dyn_cast<ta::AutomatonOp>(op))
    writeAutomaton(automaton);
  else if (auto component = dyn_cast<ta::ComponentOp>(op))
    writeComponent(component);
  else if (auto sync = dyn_cast<ta::SyncOp>(op))
    writeSync(sync);
  else if (auto purpose = dyn_cast<PurposeOp>(op))
    writer.purpose(purpose);
  else if (auto text = dyn_cast<TextOp>(op))
    writer.text(text);
  return std::next(it);
}

/// What stands before the name of a label.
static std::string getHead(LabelOp label) {
  std::string head;
  if (label.getUrgent())
    head += "urgent ";
  if (label.getBroadcast())
    head += "broadcast ";
  return head + stringifyLabelKind(label.getKind()).str();
}

Block::iterator NetworkWriter::writeLabels(Block::iterator it,
                                           Block::iterator end) {
  auto first = cast<LabelOp>(*it);
  writer.startGroup("declarations");
  writer.doc(first.getDocAttr());
  SmallVector<std::string> items;
  for (; it != end; ++it) {
    auto label = dyn_cast<LabelOp>(*it);
    if (!label || getHead(label) != getHead(first) ||
        label.getChannelAttr() != first.getChannelAttr() ||
        label.getDocAttr() != first.getDocAttr() ||
        (first.getDocAttr() && label != first))
      break;
    items.push_back(writer.name(label.getName()));
    if (label.getNumParams() != 0)
      items.back() += writer.params(label.getParamsAttr());
  }
  StringAttr channel = first.getChannelAttr();
  writer.list(getHead(first), items,
              channel ? " via " + channel.str() + ";" : ";");
  return it;
}

void NetworkWriter::writeAutomaton(ta::AutomatonOp automaton) {
  Block &body = automaton.getBody().front();
  clocks = sharedClocks;
  for (auto var : body.getOps<VarOp>())
    clocks.erase(var.getName());
  for (auto clock : body.getOps<ClockOp>())
    clocks.insert(clock.getName());
  writer.startBlock();
  writer.doc(automaton.getDocAttr());
  writer.open(Twine(automaton.getEnvironment() ? "environment " : "") +
              "automaton " + writer.name(automaton.getSymName()) +
              writer.stems(automaton.getStemsAttr()));
  size_t mark = writer.markEnums();
  writer.enumsOf(body);
  for (auto it = body.begin(), end = body.end(); it != end;) {
    if (auto location = dyn_cast<ta::LocationOp>(*it)) {
      writeLocation(location, location.getSymName() == automaton.getInitial());
      ++it;
    } else if (auto edge = dyn_cast<ta::EdgeOp>(*it)) {
      writeEdge(edge);
      ++it;
    } else {
      it = writeItem(it, end);
    }
  }
  writer.forgetEnums(mark);
  writer.close();
}

void NetworkWriter::writeLocation(ta::LocationOp location, bool isInitial) {
  writer.startGroup("locations");
  writer.doc(location.getDocAttr());
  std::string text;
  if (isInitial)
    text += "init ";
  if (location.getUrgent())
    text += "urgent ";
  if (location.getCommitted())
    text += "committed ";
  if (location.getAccepting())
    text += "accepting ";
  if (location.getLocked())
    text += "locked ";
  text += "location " + writer.name(location.getSymName());
  SmallVector<std::string> items;
  if (ExprAttr invariant = location.getInvariantAttr())
    items.push_back("invariant " + writer.expr(invariant) + ";");
  if (std::string stems = writer.stems(location.getStemsAttr()); !stems.empty())
    items.push_back(stems.substr(1) + ";");
  if (items.empty())
    return writer.line(text + ";");
  std::string whole = text + " { " + llvm::join(items, " ") + " }";
  if (writer.fits(whole))
    return writer.line(whole);
  writer.open(text);
  for (const std::string &item : items)
    writer.line(item);
  writer.close();
}

std::string NetworkWriter::getAction(ta::EdgeOp edge) {
  if (edge.isSilent())
    return " silent";
  std::string text = " on " + writer.name(*edge.getLabel());
  LabelOp label = labels.lookup(*edge.getLabel());
  if (label && label.getNumParams() != 0) {
    SmallVector<std::string> arguments;
    for (auto param : label.getParamsAttr().getAsRange<ParamAttr>())
      arguments.push_back(writer.name(param.getName().getValue()));
    text += "(" + llvm::join(arguments, ", ") + ")";
  }
  return text + (*edge.getDirection() == ta::Direction::Send ? "!" : "?");
}

std::string NetworkWriter::getUpdate(ta::EdgeOp edge) {
  if (!edge.getUpdateAttr())
    return "";
  ArrayRef<Assignment> assignments = edge.getUpdateAttr().getAssignments();
  // Leading assignments of 0 to clocks are resets.
  SmallVector<std::string> resets;
  while (!assignments.empty()) {
    const Assignment &first = assignments.front();
    if (!clocks.contains(first.target.getName()) ||
        !first.value.is(ExprKind::IntLit) || first.value.getInt() != 0)
      break;
    resets.push_back(writer.name(first.target.getName()));
    assignments = assignments.drop_front();
  }
  std::string text;
  if (!resets.empty())
    text += " reset " + llvm::join(resets, ", ");
  if (!assignments.empty())
    text += " do " + writer.update(assignments);
  return text;
}

void NetworkWriter::writeEdge(ta::EdgeOp edge) {
  writer.startGroup("edges");
  writer.doc(edge.getDocAttr());
  std::string head = edge.getLocked() ? "locked edge " : "edge ";
  if (edge.getNameAttr())
    head += writer.name(*edge.getName()) + ": ";
  head += writer.name(edge.getSource()) + " -> " +
          (edge.getRestart() ? "restart" : writer.name(edge.getTarget())) +
          getAction(edge);
  std::string clauses;
  if (ExprAttr guard = edge.getGuardAttr())
    clauses += " when " + writer.expr(guard);
  clauses += getUpdate(edge) + writer.stems(edge.getStemsAttr()) + ";";
  if (writer.fits(head + clauses))
    return writer.line(head + clauses);
  writer.line(head);
  writer.line(" " + clauses);
}

void NetworkWriter::writeComponent(ta::ComponentOp component) {
  writer.startBlock();
  writer.doc(component.getDocAttr());
  writer.open("component " + writer.name(component.getSymName()) + " : " +
              component.getContract());
  for (auto [from, to] : llvm::zip(component.getFrom(), component.getTo()))
    writer.line(writer.name(cast<StringAttr>(from).getValue()) + " => " +
                writer.name(cast<StringAttr>(to).getValue()) + ";");
  writer.close();
}

void NetworkWriter::writeSync(ta::SyncOp sync) {
  writer.startGroup("vectors");
  writer.doc(sync.getDocAttr());
  SmallVector<std::string> members;
  for (auto member : sync.getMembers().getAsRange<ta::MemberAttr>())
    members.push_back(writer.name(member.getAutomaton().getValue()) + "." +
                      writer.name(member.getLabel().getValue()) +
                      (member.getWeak() ? "?" : ""));
  writer.list("sync", members, ";");
}

LogicalResult text::writeNetwork(Operation *op, Writer &writer) {
  if (op->hasAttr("tioga.queries"))
    op->emitWarning("queries are left out: the language has none");
  NetworkWriter(cast<ta::NetworkOp>(op), writer).write();
  return success();
}
