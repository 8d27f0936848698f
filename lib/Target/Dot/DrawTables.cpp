//===- DrawTables.cpp - Pictures of actions and contracts -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pictures.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tioga;

//===----------------------------------------------------------------------===//
// Actions as an automaton
//===----------------------------------------------------------------------===//

namespace {

/// An action between two values of the variable that serves as location.
struct Step {
  action::ActionOp action;
  StringRef from;
  /// Null if it stays.
  Expr to;
  /// The guard without the question for the location.
  SmallVector<Expr> guard;
  SmallVector<std::string> update;
};

/// Reads an action system as an automaton, if it is one in disguise.
class HiddenAutomaton {
public:
  explicit HiddenAutomaton(action::SystemOp system)
      : body(system.getBody().front()) {}

  /// Finds the variable. Returns false if there is none.
  bool find();
  VarOp getVariable() { return variable; }
  EnumType getType() { return cast<EnumType>(variable.getType()); }
  ArrayRef<Step> getSteps() const { return steps; }

private:
  bool read(VarOp candidate);
  bool readAction(action::ActionOp action);

  Block &body;
  VarOp variable;
  SmallVector<Step> steps;
};

} // namespace

bool HiddenAutomaton::readAction(action::ActionOp action) {
  Step step = {action, {}, {}, {}, {}};
  if (!action.getGuard())
    return false;
  for (Expr part : getConjuncts(action.getGuard()->getExpr())) {
    bool asks = part.is(ExprKind::Eq) && step.from.empty() &&
                part.getOperand(0).is(ExprKind::Name) &&
                part.getOperand(0).getName() == variable.getName() &&
                part.getOperand(1).is(ExprKind::EnumLit);
    if (asks)
      step.from = part.getOperand(1).getName();
    else
      step.guard.push_back(part);
  }
  if (step.from.empty())
    return false;
  for (Operation &op : action.getBody().front()) {
    auto assign = dyn_cast<action::AssignOp>(op);
    if (!assign || step.to)
      return false;
    for (const Assignment &assignment : assign.getUpdate().getAssignments()) {
      if (assignment.target.getName() != variable.getName())
        step.update.push_back(assignment.target.str() +
                              " := " + assignment.value.str());
      else if (assignment.value.is(ExprKind::EnumLit))
        step.to = assignment.value;
      else
        return false;
    }
  }
  if (action.getResets())
    for (auto clock : action.getResets()->getAsRange<StringAttr>())
      step.update.push_back(clock.str() + " := 0");
  steps.push_back(std::move(step));
  return true;
}

bool HiddenAutomaton::read(VarOp candidate) {
  variable = candidate;
  steps.clear();
  if (!isa<EnumType>(candidate.getType()) ||
      !body.getOps<action::OrderOp>().empty())
    return false;
  return llvm::all_of(
             body.getOps<action::ActionOp>(),
             [&](action::ActionOp action) { return readAction(action); }) &&
         !steps.empty();
}

bool HiddenAutomaton::find() {
  return llvm::any_of(body.getOps<VarOp>(),
                      [&](VarOp candidate) { return read(candidate); });
}

/// Whether an invariant is `place == X => bound` for this location.
static Expr getLocationInvariant(Expr condition, VarOp variable,
                                 StringRef location) {
  if (!condition.is(ExprKind::Implies))
    return {};
  Expr asks = condition.getOperand(0);
  if (asks.is(ExprKind::Eq) && asks.getOperand(0).is(ExprKind::Name) &&
      asks.getOperand(0).getName() == variable.getName() &&
      asks.getOperand(1).is(ExprKind::EnumLit) &&
      asks.getOperand(1).getName() == location)
    return condition.getOperand(1);
  return {};
}

static LabelLook getActionLook(action::ActionOp action,
                               const LabelLooks &labels) {
  if (action.getLabelAttr())
    return labels.get(action.getLabelAttr());
  return {action.getSymName().str(), colors::silent};
}

static void drawAsAutomaton(action::SystemOp system, HiddenAutomaton &automaton,
                            DotWriter &writer) {
  Block &body = system.getBody().front();
  VarOp variable = automaton.getVariable();
  LabelLooks labels(body);
  SmallVector<std::string> notes;
  for (std::string &line : getDeclarations(body))
    if (!StringRef(line).starts_with((variable.getName() + " : ").str()))
      notes.push_back(std::move(line));
  writer.beginGraph(system.getSymName(), notes);
  StringRef initial = automaton.getType().getLiterals().front().getValue();
  if (variable.getInit())
    initial = variable.getInit()->getExpr().getName();
  for (StringAttr literal : automaton.getType().getLiterals()) {
    LabelText label;
    label.addRaw("<b>" + escapeHTML(literal.getValue()) + "</b>");
    for (auto invariant : body.getOps<action::InvariantOp>())
      if (Expr bound = getLocationInvariant(invariant.getCondition().getExpr(),
                                            variable, literal.getValue()))
        label.addAll(breakLines(bound), colors::invariant);
    writer.node(literal.getValue(), label.str());
    if (literal.getValue() == initial)
      writer.initial(literal.getValue());
  }
  for (const Step &step : automaton.getSteps()) {
    LabelLook look = getActionLook(step.action, labels);
    LabelText label;
    label.addRaw("<b>" + colored(look.text, look.color) + "</b>");
    for (Expr part : step.guard)
      label.add(part.str(), colors::guard);
    label.addAll(step.update, colors::update);
    action::ActionOp action = step.action;
    writer.edge(step.from, step.to ? step.to.getName() : step.from, label,
                "color=\"" + look.color.str() + "\"" +
                    (action.isInternal() ? ", style=dashed" : ""));
  }
  writer.loops();
  writer.endGraph();
}

//===----------------------------------------------------------------------===//
// Actions as a table
//===----------------------------------------------------------------------===//

/// The statements of a block, one line each, nested ones indented.
static void addStatements(Block &block, unsigned depth,
                          SmallVectorImpl<std::string> &lines) {
  std::string indent(2 * depth, ' ');
  for (Operation &op : block) {
    if (auto assign = dyn_cast<action::AssignOp>(op)) {
      for (std::string &line : breakLines(assign.getUpdateAttr()))
        lines.push_back(indent + line);
    } else if (auto require = dyn_cast<action::RequireOp>(op)) {
      lines.push_back(indent + "when " +
                      require.getCondition().getExpr().str());
    } else if (auto perform = dyn_cast<action::PerformOp>(op)) {
      lines.push_back(indent + perform.getAction().str());
    } else if (auto choice = dyn_cast<action::ChoiceOp>(op)) {
      for (auto [index, region] : llvm::enumerate(choice.getAlternatives())) {
        if (index)
          lines.push_back(indent + (choice.getPrioritised() ? "orelse" : "or"));
        addStatements(region.front(), depth + 1, lines);
      }
    }
  }
}

static void drawAsTable(action::SystemOp system, DotWriter &writer) {
  Block &body = system.getBody().front();
  LabelLooks labels(body);
  writer.beginGraph(system.getSymName(), {});
  TableText table("actions", 3);
  for (const std::string &line : getDeclarations(body))
    table.addHeading(line);
  for (auto invariant : body.getOps<action::InvariantOp>())
    table.addHeading("invariant " + invariant.getCondition().getExpr().str());
  for (auto action : body.getOps<action::ActionOp>()) {
    LabelLook look = getActionLook(action, labels);
    SmallVector<std::string> effect;
    addStatements(action.getBody().front(), 0, effect);
    if (action.getResets())
      for (auto clock : action.getResets()->getAsRange<StringAttr>())
        effect.push_back(clock.str() + " := 0");
    table.addRow({"<b>" + colored(look.text, look.color) + "</b>",
                  toCell(breakLines(action.getGuardAttr()), colors::guard),
                  toCell(effect, colors::update)});
  }
  for (auto order : body.getOps<action::OrderOp>()) {
    SmallVector<std::string> lines;
    addStatements(order.getBody().front(), 0, lines);
    table.addHeading("order");
    table.addRow({"", "", toCell(lines, colors::update)});
  }
  writer.node("actions", table.str(), "shape=plain, style=\"\"");
  writer.endGraph();
}

void tioga::draw(action::SystemOp system, DotWriter &writer) {
  HiddenAutomaton automaton(system);
  if (automaton.find())
    drawAsAutomaton(system, automaton, writer);
  else
    drawAsTable(system, writer);
}

//===----------------------------------------------------------------------===//
// Contracts
//===----------------------------------------------------------------------===//

template <typename ClauseOp>
static void addClause(ClauseOp clause, StringRef when, TableText &table) {
  std::string id = clause.getId().str();
  if (!when.empty())
    id += (" " + when).str();
  table.addRow({"<b>" + escapeHTML(id) + "</b>",
                toCell(breakLines(clause.getAssumeAttr()), colors::guard),
                toCell(breakLines(clause.getGuaranteeAttr()), colors::update)});
}

/// The contracts of a view; a null view for those that belong to none.
static void addView(Block &body, StringAttr view, TableText &table) {
  auto belongs = [&](FlatSymbolRefAttr other) {
    return (other ? other.getAttr() : StringAttr()) == view;
  };
  for (Operation &op : body) {
    if (auto clause = dyn_cast<contract::InitiallyOp>(op)) {
      if (belongs(clause.getViewAttr()))
        addClause(clause, "(initially)", table);
    } else if (auto clause = dyn_cast<contract::RequireOp>(op)) {
      if (belongs(clause.getViewAttr()))
        addClause(clause, "", table);
    } else if (auto frame = dyn_cast<contract::FrameOp>(op)) {
      if (!belongs(frame.getViewAttr()))
        continue;
      std::string names;
      if (frame.getVariables())
        for (auto name : frame.getVariables()->getAsRange<StringAttr>())
          names += (names.empty() ? "" : ", ") + name.str();
      table.addRow({"<b>frame</b>", "",
                    colored(names.empty() ? "all" : names, colors::quiet)});
    } else if (auto ticks = dyn_cast<contract::TicksOp>(op)) {
      if (!view)
        table.addRow({"<b>ticks</b>",
                      ticks.getSymbolic() ? "symbolic" : "explicit",
                      colored(ticks.getClock(), colors::quiet)});
    }
  }
}

void tioga::draw(contract::InterfaceOp interface, DotWriter &writer) {
  Block &body = interface.getBody().front();
  writer.beginGraph(interface.getSymName(), {}, /*leftToRight=*/true);
  TableText table("contracts", 3);
  std::string hidden;
  for (auto var : body.getOps<VarOp>())
    if (var.getOwner() == Owner::Hidden)
      hidden += (hidden.empty() ? "hidden " : ", ") + var.getName().str() +
                " : " + typeToString(var.getType());
  if (!hidden.empty())
    table.addHeading(hidden);
  table.addRow({"", colored("assume", colors::quiet),
                colored("guarantee", colors::quiet)});
  addView(body, StringAttr(), table);
  for (auto view : body.getOps<contract::ViewOp>()) {
    table.addHeading(("view " + view.getSymName()).str());
    addView(body, view.getSymNameAttr(), table);
  }
  writer.node("contracts", table.str(), "shape=plain, style=\"\"");
  for (auto var : body.getOps<VarOp>()) {
    if (var.getOwner() == Owner::Hidden)
      continue;
    bool isInput = var.getOwner() == Owner::Input;
    std::string name = ("signal " + var.getName()).str();
    StringRef color = isInput ? colors::input : colors::output;
    LabelText label;
    label.addRaw("<b>" + colored(var.getName(), color) + "</b>");
    label.add(typeToString(var.getType()), colors::quiet);
    writer.node(name, label.str(), "shape=plain, style=\"\"");
    writer.edge(isInput ? name : "contracts", isInput ? "contracts" : name, {},
                "color=\"" + color.str() + "\"");
  }
  writer.endGraph();
}
