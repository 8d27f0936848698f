//===- Vectors.cpp - Vectors from channels ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A format without vectors has a channel for each: `sync c = A.a, B.b` says
// that the edges of A with c are edges with a, those of B with c are edges with
// b, and that a and b happen together.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "tioga/Expr/Parse.h"
#include "tioga/Frontend/Interface.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tioga;
using llvm::StringRef;

std::string tioga::parseVector(StringRef text, VectorSpec &into) {
  auto [channel, list] = text.split('=');
  into.channel = channel.trim().str();
  SmallVector<StringRef> members;
  list.split(members, ',');
  bool isGood = isIdentifier(into.channel) && members.size() > 1;
  for (StringRef each : members) {
    each = each.trim();
    VectorSpec::Member member;
    member.weak = each.consume_back("?");
    auto [automaton, label] = each.split('.');
    member.automaton = automaton.str();
    member.label = label.str();
    isGood &= isIdentifier(automaton) && isIdentifier(label);
    into.members.push_back(std::move(member));
  }
  return isGood ? "" : "expected 'channel = A.label, B.label?' behind 'sync'";
}

/// An edge was written once for each vector: the first is enough.
static void eraseCopies(ta::AutomatonOp automaton, StringRef label) {
  llvm::DenseSet<Attribute> seen;
  for (auto edge :
       llvm::make_early_inc_range(automaton.getBody().getOps<ta::EdgeOp>()))
    if (edge.getLabel() == label &&
        !seen.insert(edge->getAttrDictionary()).second)
      edge.erase();
}

/// The edges with the channel are edges with the label of the member.
static LogicalResult relabel(ta::NetworkOp network, StringRef channel,
                             const VectorSpec::Member &member) {
  auto automaton = network.lookupSymbol<ta::AutomatonOp>(member.automaton);
  if (!automaton)
    return network.emitError()
           << "there is no automaton '" << member.automaton << "'";
  LabelOp label;
  for (auto each : network.getBody().getOps<LabelOp>())
    if (each.getName() == member.label)
      label = each;
  if (!label)
    return network.emitError()
           << "there is no channel '" << member.label << "'";
  bool receives = label.getKind() == LabelKind::Input;
  if (label.getKind() != LabelKind::Internal)
    receives ^= automaton.getEnvironment();
  for (auto edge : automaton.getBody().getOps<ta::EdgeOp>()) {
    if (edge.getLabel() != channel)
      continue;
    edge.setLabel(member.label);
    edge.setDirection(receives ? ta::Direction::Receive : ta::Direction::Send);
  }
  eraseCopies(automaton, member.label);
  return success();
}

LogicalResult tioga::makeVector(ta::NetworkOp network, const VectorSpec &spec) {
  OpBuilder builder(network.getContext());
  SmallVector<Attribute> members;
  for (const VectorSpec::Member &member : spec.members) {
    if (failed(relabel(network, spec.channel, member)))
      return failure();
    members.push_back(ta::MemberAttr::get(
        network.getContext(),
        FlatSymbolRefAttr::get(network.getContext(), member.automaton),
        builder.getStringAttr(member.label), member.weak));
  }
  // Nobody else may have a part in the channel.
  WalkResult others = network.walk([&](ta::EdgeOp edge) -> WalkResult {
    if (edge.getLabel() == StringRef(spec.channel))
      return edge.emitError() << "'" << spec.channel
                              << "' stands for a vector in which this "
                                 "automaton has no part";
    return WalkResult::advance();
  });
  if (others.wasInterrupted())
    return failure();
  StringAttr doc;
  Location loc = network.getLoc();
  for (auto label :
       llvm::make_early_inc_range(network.getBody().getOps<LabelOp>()))
    if (label.getName() == spec.channel) {
      doc = label.getDocAttr();
      loc = label.getLoc();
      label.erase();
    }
  builder.setInsertionPointToEnd(&network.getBody().front());
  builder.create<ta::SyncOp>(loc, builder.getArrayAttr(members), doc);
  return success();
}
