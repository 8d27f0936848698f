//===- DrawAutomata.cpp - Pictures of automata and tests --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pictures.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tioga;

//===----------------------------------------------------------------------===//
// Timed automata
//===----------------------------------------------------------------------===//

static std::string getNodeName(ta::AutomatonOp automaton, StringRef location) {
  return (automaton.getSymName() + "." + location).str();
}

static void drawLocation(ta::AutomatonOp automaton, ta::LocationOp location,
                         DotWriter &writer) {
  LabelText label;
  label.addRaw("<b>" + escapeHTML(location.getSymName()) + "</b>");
  if (location.getCommitted())
    label.add("committed", colors::quiet);
  else if (location.getUrgent())
    label.add("urgent", colors::quiet);
  label.addAll(breakLines(location.getInvariantAttr()), colors::invariant);
  std::string attributes;
  if (location.getCommitted())
    attributes = "fillcolor=\"#fde2d9\"";
  else if (location.getUrgent())
    attributes = "fillcolor=\"#fff2cc\"";
  if (location.getAccepting())
    attributes += std::string(attributes.empty() ? "" : ", ") + "peripheries=2";
  writer.node(getNodeName(automaton, location.getSymName()), label.str(),
              attributes);
}

static void drawEdge(ta::AutomatonOp automaton, ta::EdgeOp edge,
                     const LabelLooks &labels, DotWriter &writer) {
  StringRef mark;
  if (edge.getDirection())
    mark = *edge.getDirection() == ta::Direction::Send ? "!" : "?";
  LabelLook look = labels.get(edge.getLabelAttr(), mark);
  LabelText label;
  if (!look.text.empty())
    label.addRaw("<b>" + colored(look.text, look.color) + "</b>");
  else if (edge.getSource() == edge.getTarget())
    label.add("silent", look.color);
  label.addAll(breakLines(edge.getGuardAttr()), colors::guard);
  label.addAll(breakLines(edge.getUpdateAttr()), colors::update);
  if (edge.getRestart())
    label.add("restart", colors::invariant);
  std::string attributes = "color=\"" + look.color.str() + "\"";
  if (edge.isSilent())
    attributes += ", style=dashed";
  writer.edge(getNodeName(automaton, edge.getSource()),
              getNodeName(automaton, edge.getTarget()), label, attributes);
}

static void drawAutomaton(ta::AutomatonOp automaton, const LabelLooks &labels,
                          DotWriter &writer) {
  for (auto location : automaton.getBody().getOps<ta::LocationOp>()) {
    drawLocation(automaton, location, writer);
    if (location.getSymName() == automaton.getInitial())
      writer.initial(getNodeName(automaton, location.getSymName()));
  }
  for (auto edge : automaton.getBody().getOps<ta::EdgeOp>())
    drawEdge(automaton, edge, labels, writer);
  writer.loops();
}

/// `sync Bus.cd, Station.stop?`.
static std::string describeVector(ta::SyncOp sync) {
  SmallVector<std::string> members;
  for (auto member : sync.getMembers().getAsRange<ta::MemberAttr>())
    members.push_back((member.getAutomaton().getValue() + "." +
                       member.getLabel().getValue() +
                       (member.getWeak() ? "?" : ""))
                          .str());
  return "sync " + llvm::join(members, ", ");
}

void tioga::draw(ta::NetworkOp network, DotWriter &writer) {
  Block &body = network.getBody().front();
  LabelLooks labels(body);
  SmallVector<std::string> notes = getDeclarations(body);
  for (auto sync : body.getOps<ta::SyncOp>())
    notes.push_back(describeVector(sync));
  auto automata = llvm::to_vector(body.getOps<ta::AutomatonOp>());
  bool isSingle = automata.size() == 1 && !automata[0].getEnvironment();
  if (isSingle)
    llvm::append_range(notes, getDeclarations(automata[0].getBody().front()));
  writer.beginGraph(network.getSymName(), notes);
  for (ta::AutomatonOp automaton : automata) {
    if (isSingle) {
      drawAutomaton(automaton, labels, writer);
      continue;
    }
    std::string title = automaton.getSymName().str();
    if (automaton.getEnvironment())
      title = "environment " + title;
    writer.beginCluster(automaton.getSymName(), title,
                        getDeclarations(automaton.getBody().front()),
                        /*isDashed=*/automaton.getEnvironment());
    drawAutomaton(automaton, labels, writer);
    writer.endCluster();
  }
  writer.endGraph();
}

//===----------------------------------------------------------------------===//
// Transition systems
//===----------------------------------------------------------------------===//

namespace {

class SystemPicture {
public:
  SystemPicture(sts::SystemOp system, DotWriter &writer)
      : body(system.getBody().front()), labels(body), writer(writer) {}

  void drawControl(sts::ControlOp control);
  void drawFree();

private:
  void drawLocation(sts::ControlOp control, StringAttr location);
  void drawMoves(sts::ControlOp control, sts::TransitionOp transition);

  Block &body;
  LabelLooks labels;
  DotWriter &writer;
};

} // namespace

void SystemPicture::drawLocation(sts::ControlOp control, StringAttr location) {
  LabelText label;
  label.addRaw("<b>" + escapeHTML(location.getValue()) + "</b>");
  std::string attributes;
  for (auto urgent : body.getOps<sts::UrgentOp>())
    if (urgent.getControlAttr() == control.getNameAttr() &&
        urgent.getLocationAttr() == location) {
      label.add("urgent", colors::quiet);
      attributes = "fillcolor=\"#fff2cc\"";
    }
  for (auto invariant : body.getOps<sts::InvariantOp>())
    if (invariant.getControlAttr() == control.getNameAttr() &&
        invariant.getLocationAttr() == location)
      label.addAll(breakLines(invariant.getConditionAttr()), colors::invariant);
  std::string name = (control.getName() + "." + location.getValue()).str();
  writer.node(name, label.str(), attributes);
  if (location == control.getInitialAttr())
    writer.initial(name);
}

void SystemPicture::drawMoves(sts::ControlOp control,
                              sts::TransitionOp transition) {
  if (!transition.getMoves())
    return;
  for (auto move : transition.getMoves()->getAsRange<sts::MoveAttr>()) {
    // A move from anywhere is drawn from the target only.
    if (move.getControl() != control.getNameAttr())
      continue;
    LabelLook look = labels.get(transition.getLabelAttr());
    LabelText label;
    if (!look.text.empty())
      label.addRaw("<b>" + colored(look.text, look.color) + "</b>");
    label.addAll(breakLines(transition.getGuardAttr()), colors::guard);
    label.addAll(breakLines(transition.getUpdateAttr()), colors::update);
    if (!move.getFrom())
      label.add("from anywhere", colors::quiet);
    StringRef from =
        move.getFrom() ? move.getFrom().getValue() : move.getTo().getValue();
    std::string attributes = "color=\"" + look.color.str() + "\"";
    if (transition.isInternal())
      attributes += ", style=dashed";
    writer.edge((control.getName() + "." + from).str(),
                (control.getName() + "." + move.getTo().getValue()).str(),
                label, attributes);
  }
}

void SystemPicture::drawControl(sts::ControlOp control) {
  for (auto location : control.getLocations().getAsRange<StringAttr>())
    drawLocation(control, location);
  for (auto transition : body.getOps<sts::TransitionOp>())
    drawMoves(control, transition);
  writer.loops();
}

void SystemPicture::drawFree() {
  TableText table("transitions", 3);
  bool any = false;
  for (auto transition : body.getOps<sts::TransitionOp>()) {
    if (transition.getMoves())
      continue;
    any = true;
    LabelLook look = labels.get(transition.getLabelAttr());
    table.addRow(
        {colored(look.text.empty() ? "silent" : look.text, look.color),
         toCell(breakLines(transition.getGuardAttr()), colors::guard),
         toCell(breakLines(transition.getUpdateAttr()), colors::update)});
  }
  for (auto conjunct : body.getOps<sts::ConjunctOp>()) {
    any = true;
    std::string id = conjunct.getId().str();
    if (conjunct.getInitially())
      id += " (initially)";
    table.addRow(
        {escapeHTML(id),
         toCell(breakLines(conjunct.getAssumeAttr()), colors::guard),
         toCell(breakLines(conjunct.getGuaranteeAttr()), colors::update)});
  }
  if (any)
    writer.node("transitions", table.str(), "shape=plain, style=\"\"");
}

void tioga::draw(sts::SystemOp system, DotWriter &writer) {
  Block &body = system.getBody().front();
  SmallVector<std::string> notes = getDeclarations(body);
  for (auto invariant : body.getOps<sts::InvariantOp>())
    if (!invariant.getControl())
      notes.push_back("invariant " + invariant.getCondition().getExpr().str());
  writer.beginGraph(system.getSymName(), notes);
  SystemPicture picture(system, writer);
  for (auto control : body.getOps<sts::ControlOp>()) {
    writer.beginCluster(control.getName(), control.getName(), {},
                        control.getEnvironment());
    picture.drawControl(control);
    writer.endCluster();
  }
  picture.drawFree();
  writer.endGraph();
}

//===----------------------------------------------------------------------===//
// Tests
//===----------------------------------------------------------------------===//

static void drawState(test::StateOp state, DotWriter &writer) {
  LabelText label;
  label.addRaw("<b>" + escapeHTML(state.getSymName()) + "</b>");
  label.addAll(breakLines(state.getDeadlineAttr()), colors::invariant);
  if (state.getReason())
    label.add(*state.getReason(), colors::quiet);
  std::string attributes;
  if (state.getVerdict()) {
    switch (*state.getVerdict()) {
    case test::Verdict::Pass:
      attributes = "fillcolor=\"#d5ecd0\"";
      break;
    case test::Verdict::Fail:
      attributes = "fillcolor=\"#f8d3d0\"";
      break;
    case test::Verdict::Inconclusive:
      attributes = "fillcolor=\"#fff2cc\"";
      break;
    }
    std::string verdict = test::stringifyVerdict(*state.getVerdict()).str();
    if (verdict != state.getSymName())
      label.add(verdict, colors::quiet);
  }
  writer.node(state.getSymName(), label.str(), attributes);
}

static void drawMove(test::MoveOp move, const LabelLooks &labels,
                     DotWriter &writer) {
  LabelLook look = labels.get(move.getLabelAttr());
  std::string kind = test::stringifyMoveKind(move.getKind()).str();
  LabelText label;
  label.addRaw(
      "<b>" +
      colored(look.text.empty() ? kind : kind + " " + look.text, look.color) +
      "</b>");
  label.addAll(breakLines(move.getGuardAttr()), colors::guard);
  label.addAll(breakLines(move.getUpdateAttr()), colors::update);
  writer.edge(move.getSource(), move.getTarget(), label,
              "color=\"" + look.color.str() + "\"");
}

void tioga::draw(test::CaseOp test, DotWriter &writer) {
  Block &body = test.getBody().front();
  SmallVector<std::string> notes = getDeclarations(body);
  if (test.getMutants())
    for (auto mutant : test.getMutants()->getAsRange<StringAttr>())
      notes.push_back("kills " + mutant.str());
  LabelLooks labels(body);
  writer.beginGraph(test.getSymName(), notes);
  for (auto state : body.getOps<test::StateOp>()) {
    drawState(state, writer);
    if (state.getSymName() == test.getInitial())
      writer.initial(state.getSymName());
    if (state.getOtherwise()) {
      LabelText label;
      label.add("otherwise", colors::quiet);
      writer.edge(state.getSymName(), *state.getOtherwise(), label,
                  "style=dashed");
    }
  }
  for (auto move : body.getOps<test::MoveOp>())
    drawMove(move, labels, writer);
  writer.loops();
  writer.endGraph();
}
