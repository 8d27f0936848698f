//===- Vectors.cpp - Vectors as channels ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Vectors.h"
#include "mlir/IR/Builders.h"
#include "tioga/Dialect/Tioga/IR/Scope.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/StringSet.h"
#include <map>

using namespace mlir;
using namespace tioga;
using namespace tioga::uppaal;

namespace {
class VectorLowering {
public:
  VectorLowering(ta::NetworkOp network, std::vector<VectorChannel> &result)
      : network(network), builder(network.getContext()), result(result) {}

  LogicalResult run();

private:
  using Members = llvm::SmallVector<ta::MemberAttr>;
  /// An edge with the label in the automaton is one with the channel.
  struct Channel {
    std::string name;
    bool isSender;
  };

  LogicalResult checkForm(ta::SyncOp sync, const Members &members,
                          bool &isBroadcast);
  LogicalResult checkReceiver(ta::SyncOp sync, ta::MemberAttr member);
  void addChannel(ta::SyncOp sync, const Members &members, bool isBroadcast);
  void rewriteEdges(ta::AutomatonOp automaton);

  ta::NetworkOp network;
  OpBuilder builder;
  std::vector<VectorChannel> &result;
  llvm::StringSet<> taken;
  /// By automaton and label.
  std::map<std::pair<std::string, std::string>, std::vector<Channel>> channels;
};
} // namespace

/// Receivers of broadcasts have no clocks in their guards.
LogicalResult VectorLowering::checkReceiver(ta::SyncOp sync,
                                            ta::MemberAttr member) {
  auto automaton =
      network.lookupSymbol<ta::AutomatonOp>(member.getAutomaton().getValue());
  Scope outer, scope(&outer);
  if (failed(outer.declare(network.getBody().front())) ||
      failed(scope.declare(automaton.getBody().front())))
    return failure();
  for (auto edge : automaton.getBody().getOps<ta::EdgeOp>()) {
    if (edge.getLabel() != member.getLabel().getValue() || !edge.getGuard())
      continue;
    llvm::SetVector<Expr> names;
    collectNames(edge.getGuard()->getExpr(), names);
    for (Expr name : names) {
      const NameInfo *info = scope.lookup(name.getName());
      if (info && info->kind == NameKind::Clock)
        return sync.emitError("UPPAAL has no weak members of vectors with "
                              "clocks in their guards");
    }
  }
  return success();
}

LogicalResult VectorLowering::checkForm(ta::SyncOp sync, const Members &members,
                                        bool &isBroadcast) {
  size_t numWeak = llvm::count_if(
      members, [](ta::MemberAttr member) { return member.getWeak(); });
  isBroadcast = numWeak != 0;
  if (!isBroadcast && members.size() == 2)
    return success();
  if (members.size() - numWeak != 1 || members.front().getWeak())
    return sync.emitError("UPPAAL has no vectors but those of two strong "
                          "members, and of one strong member before weak ones");
  // Updates of receivers happen in the order of the processes.
  unsigned last = 0;
  for (ta::MemberAttr member : llvm::drop_begin(members)) {
    unsigned position = 0, index = 0;
    for (auto automaton : network.getBody().getOps<ta::AutomatonOp>()) {
      ++index;
      if (automaton.getSymName() == member.getAutomaton().getValue())
        position = index;
    }
    if (position < last)
      return sync.emitError("UPPAAL has no vectors whose weak members are in "
                            "another order than the automata");
    last = position;
    if (failed(checkReceiver(sync, member)))
      return failure();
  }
  return success();
}

void VectorLowering::addChannel(ta::SyncOp sync, const Members &members,
                                bool isBroadcast) {
  std::string name;
  for (ta::MemberAttr member : members)
    if (name.empty() ||
        !StringRef(name).ends_with(member.getLabel().getValue()))
      name += (name.empty() ? "" : "_") + member.getLabel().str();
  while (!taken.insert(name).second)
    name += "_";
  for (auto [index, member] : llvm::enumerate(members))
    channels[{member.getAutomaton().getValue().str(), member.getLabel().str()}]
        .push_back({name, index == 0});
  result.push_back({name, members});
  builder.setInsertionPointToStart(&network.getBody().front());
  builder.create<LabelOp>(
      sync.getLoc(), builder.getStringAttr(name),
      LabelKindAttr::get(network.getContext(), LabelKind::Internal),
      ArrayAttr(), isBroadcast ? builder.getUnitAttr() : UnitAttr(), UnitAttr(),
      StringAttr(), sync.getDocAttr());
}

/// One edge for each vector in which it has a part.
void VectorLowering::rewriteEdges(ta::AutomatonOp automaton) {
  for (auto edge :
       llvm::make_early_inc_range(automaton.getBody().getOps<ta::EdgeOp>())) {
    if (edge.isSilent())
      continue;
    auto found =
        channels.find({automaton.getSymName().str(), edge.getLabel()->str()});
    if (found == channels.end())
      continue;
    builder.setInsertionPoint(edge);
    for (const Channel &channel : found->second) {
      auto copy = cast<ta::EdgeOp>(builder.clone(*edge));
      copy.setLabel(channel.name);
      copy.setDirection(channel.isSender ? ta::Direction::Send
                                         : ta::Direction::Receive);
    }
    edge.erase();
  }
}

LogicalResult VectorLowering::run() {
  for (Operation &op : network.getBody().front())
    for (StringRef key : {"name", "sym_name"})
      if (auto name = op.getAttrOfType<StringAttr>(key))
        taken.insert(name.getValue());
  SmallVector<ta::SyncOp> syncs(network.getBody().getOps<ta::SyncOp>());
  for (ta::SyncOp sync : syncs) {
    Members members(sync.getMembers().getAsRange<ta::MemberAttr>());
    bool isBroadcast = false;
    if (failed(checkForm(sync, members, isBroadcast)))
      return failure();
    addChannel(sync, members, isBroadcast);
  }
  for (auto automaton : network.getBody().getOps<ta::AutomatonOp>())
    rewriteEdges(automaton);
  for (ta::SyncOp sync : syncs)
    sync.erase();
  return success();
}

LogicalResult
tioga::uppaal::lowerVectors(ta::NetworkOp network,
                            std::vector<VectorChannel> &channels) {
  return VectorLowering(network, channels).run();
}
