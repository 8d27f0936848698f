//===- Structure.cpp - Operators on edges and locations ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generator.h"

using namespace mlir;
using namespace tioga;

using EdgeFn =
    llvm::function_ref<void(const AutomatonView &, const EdgeView &)>;

/// Visits the edges that may be mutated.
static void forEachEdge(MutantGenerator &generator, EdgeFn fn) {
  for (const AutomatonView &automaton : generator.getAutomata())
    for (const EdgeView &edge : automaton.edges)
      if (!edge.isLocked)
        fn(automaton, edge);
}

/// The edits that give an edge another label.
static std::vector<Edit> relabel(const EdgeView &edge, LabelOp label,
                                 ta::Direction direction) {
  ta::EdgeOp op = edge.op;
  std::vector<Edit> edits;
  if (op.getLabel() != label.getName())
    edits.push_back(Edit::replace(op, "label", label.getName()));
  if (op.getDirection() != direction)
    edits.push_back(Edit::replace(op, "direction", direction));
  return edits;
}

static char getMark(ta::Direction direction) {
  return direction == ta::Direction::Send ? '!' : '?';
}

/// Replaces observable actions by each of `labels` in that direction.
static void changeLabel(MutantGenerator &generator,
                        llvm::ArrayRef<LabelOp> labels,
                        ta::Direction direction) {
  forEachEdge(
      generator, [&](const AutomatonView &automaton, const EdgeView &edge) {
        if (!edge.isInput && !edge.isOutput)
          return;
        for (LabelOp label : labels) {
          if (label == edge.label || !generator.canCarry(edge, label))
            continue;
          generator.add(automaton, edge.op, "label", label.getName(),
                        relabel(edge, label, direction),
                        edge.describe() + ": action becomes " +
                            label.getName() + llvm::Twine(getMark(direction)));
        }
      });
}

void mutation::changeAction(MutantGenerator &generator) {
  changeLabel(generator, generator.getOutputs(), ta::Direction::Send);
}

void mutation::changeInput(MutantGenerator &generator) {
  changeLabel(generator, generator.getInputs(), ta::Direction::Receive);
}

void mutation::changeTarget(MutantGenerator &generator) {
  forEachEdge(generator, [&](const AutomatonView &automaton,
                             const EdgeView &edge) {
    ta::EdgeOp op = edge.op;
    // A restart leads to the initial location by definition.
    if (op.getRestart())
      return;
    for (const LocationView &location : automaton.locations)
      if (location.name != op.getTarget())
        generator.add(automaton, op, "target", location.name,
                      Edit::replace(op, "target", SymbolText{location.name}),
                      edge.describe() + ": target becomes " + location.name);
  });
}

void mutation::changeSource(MutantGenerator &generator) {
  forEachEdge(generator, [&](const AutomatonView &automaton,
                             const EdgeView &edge) {
    ta::EdgeOp op = edge.op;
    for (const LocationView &location : automaton.locations)
      if (location.name != op.getSource() && !location.isLocked)
        generator.add(automaton, op, "source", location.name,
                      Edit::replace(op, "source", SymbolText{location.name}),
                      edge.describe() + ": source becomes " + location.name);
  });
}

/// A name for a new location that the automaton does not have yet.
static llvm::StringRef getSinkName(const AutomatonView &automaton) {
  for (llvm::StringRef name : {"Sink", "Sink_1", "Sink_2", "Sink_3"})
    if (llvm::none_of(automaton.locations, [&](const LocationView &location) {
          return location.name == name;
        }))
      return name;
  return "Sink_4";
}

/// The inputs that a sink swallows: all of them, but in a network only those of
/// the automaton itself, since others may still take the rest.
static llvm::SmallVector<LabelOp>
getSinkInputs(MutantGenerator &generator, const AutomatonView &automaton) {
  llvm::SmallVector<LabelOp> labels;
  for (LabelOp input : generator.getInputs())
    if (!generator.isNetwork() ||
        llvm::any_of(automaton.edges, [&](const EdgeView &edge) {
          return edge.isInput && edge.label == input;
        }))
      labels.push_back(input);
  return labels;
}

void mutation::sinkLocation(MutantGenerator &generator) {
  for (const AutomatonView &automaton : generator.getAutomata()) {
    llvm::StringRef sink = getSinkName(automaton);
    llvm::SmallVector<LabelOp> inputs = getSinkInputs(generator, automaton);
    for (const EdgeView &edge : automaton.edges) {
      ta::EdgeOp op = edge.op;
      if (edge.isLocked || op.getRestart())
        continue;
      std::vector<Edit> edits;
      edits.push_back(Edit::replace(op, "target", SymbolText{sink}));
      edits.push_back(Edit::insert(automaton.locations.back().op,
                                   ta::LocationOp::getOperationName(),
                                   {{"sym_name", sink}}));
      for (LabelOp input : inputs)
        edits.push_back(Edit::insert(
            automaton.edges.back().op, ta::EdgeOp::getOperationName(),
            {{"source", SymbolText{sink}},
             {"target", SymbolText{sink}},
             {"direction", ta::Direction::Receive},
             {"label", llvm::StringRef(input.getName())}}));
      generator.add(automaton, op, "target", "sink", edits,
                    edge.describe() +
                        ": leads to a sink that ignores all inputs");
    }
  }
}

void mutation::removeEdge(MutantGenerator &generator) {
  forEachEdge(
      generator, [&](const AutomatonView &automaton, const EdgeView &edge) {
        generator.add(automaton, edge.op, "edge", "removed",
                      Edit::erase(edge.op), edge.describe() + ": removed");
      });
}

void mutation::addEdge(MutantGenerator &generator) {
  forEachEdge(generator, [&](const AutomatonView &automaton,
                             const EdgeView &edge) {
    ta::EdgeOp op = edge.op;
    for (const LocationView &location : automaton.locations) {
      if (location.name == op.getSource() || location.isLocked)
        continue;
      llvm::SmallVector<NewAttribute, 6> attributes = {
          {"source", SymbolText{location.name}},
          {"target", SymbolText{op.getTarget()}}};
      if (!op.isSilent()) {
        attributes.push_back({"direction", *op.getDirection()});
        attributes.push_back({"label", *op.getLabel()});
      }
      if (Expr guard = edge.getGuard())
        attributes.push_back({"guard", generator.import(guard)});
      if (!edge.getUpdate().empty())
        attributes.push_back({"update", generator.import(edge.getUpdate())});
      if (op.getRestart())
        attributes.push_back({"restart", true});
      generator.add(
          automaton, op, "copy", location.name,
          Edit::insert(op, ta::EdgeOp::getOperationName(), attributes),
          edge.describe() + ": possible in " + location.name + " too");
    }
  });
}

void mutation::removeLocation(MutantGenerator &generator) {
  for (const AutomatonView &automaton : generator.getAutomata()) {
    for (const LocationView &location : automaton.locations) {
      ta::AutomatonOp op = automaton.op;
      if (location.isLocked || location.name == op.getInitial())
        continue;
      std::vector<Edit> edits;
      bool isLocked = false;
      for (const EdgeView &edge : automaton.edges) {
        ta::EdgeOp edgeOp = edge.op;
        if (edgeOp.getSource() != location.name &&
            edgeOp.getTarget() != location.name)
          continue;
        isLocked |= edge.isLocked;
        edits.push_back(Edit::erase(edgeOp));
      }
      edits.push_back(Edit::erase(location.op));
      if (!isLocked)
        generator.add(automaton, location.op, "location", "removed", edits,
                      "location " + location.name +
                          ": removed with all its edges");
    }
  }
}

void mutation::invertUrgent(MutantGenerator &generator) {
  for (const AutomatonView &automaton : generator.getAutomata()) {
    for (const LocationView &location : automaton.locations) {
      ta::LocationOp op = location.op;
      // Time stands still in committed locations anyway.
      if (location.isLocked || op.getCommitted())
        continue;
      bool isUrgent = op.getUrgent();
      generator.add(automaton, op, "urgent", isUrgent ? "off" : "on",
                    Edit::replace(op, "urgent", !isUrgent),
                    "location " + location.name +
                        (isUrgent ? ": no longer urgent" : ": urgent"));
    }
  }
}

void mutation::invertCommitted(MutantGenerator &generator) {
  for (const AutomatonView &automaton : generator.getAutomata()) {
    for (const LocationView &location : automaton.locations) {
      ta::LocationOp op = location.op;
      if (location.isLocked)
        continue;
      bool isCommitted = op.getCommitted();
      generator.add(
          automaton, op, "committed", isCommitted ? "off" : "on",
          Edit::replace(op, "committed", !isCommitted),
          "location " + location.name +
              (isCommitted ? ": no longer committed" : ": committed"));
    }
  }
}

//===----------------------------------------------------------------------===//
// Synchronisation
//===----------------------------------------------------------------------===//

static bool isSynchronized(const EdgeView &edge) {
  return edge.label && LabelOp(edge.label).getKind() == LabelKind::Internal;
}

void mutation::changeSynchronization(MutantGenerator &generator) {
  forEachEdge(
      generator, [&](const AutomatonView &automaton, const EdgeView &edge) {
        if (!isSynchronized(edge))
          return;
        ta::Direction direction = *ta::EdgeOp(edge.op).getDirection();
        for (LabelOp channel : generator.getChannels())
          if (channel != edge.label && generator.canCarry(edge, channel))
            generator.add(automaton, edge.op, "label", channel.getName(),
                          relabel(edge, channel, direction),
                          edge.describe() + ": synchronises over " +
                              channel.getName());
      });
}

void mutation::addSynchronization(MutantGenerator &generator) {
  forEachEdge(
      generator, [&](const AutomatonView &automaton, const EdgeView &edge) {
        if (edge.label)
          return;
        for (LabelOp channel : generator.getChannels())
          for (ta::Direction direction :
               {ta::Direction::Send, ta::Direction::Receive})
            generator.add(automaton, edge.op, "label",
                          channel.getName() + (direction == ta::Direction::Send
                                                   ? ".send"
                                                   : ".receive"),
                          relabel(edge, channel, direction),
                          edge.describe() + ": waits for " + channel.getName() +
                              llvm::Twine(getMark(direction)));
      });
}

void mutation::removeSynchronization(MutantGenerator &generator) {
  forEachEdge(
      generator, [&](const AutomatonView &automaton, const EdgeView &edge) {
        // Without the label its parameters are gone.
        if (!isSynchronized(edge) || LabelOp(edge.label).getNumParams())
          return;
        generator.add(automaton, edge.op, "label", "none",
                      {Edit::replace(edge.op, "label", std::monostate()),
                       Edit::replace(edge.op, "direction", std::monostate())},
                      edge.describe() + ": no longer synchronises");
      });
}
