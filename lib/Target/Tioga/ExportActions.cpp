//===- ExportActions.cpp - Write action systems -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Writer.h"
#include "tioga/Dialect/Action/IR/ActionOps.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::text;

namespace {

/// How tightly a composition binds.
enum class Level : uint8_t { Priority, Choice, Sequence, Atom };

class ActionsWriter {
public:
  ActionsWriter(action::SystemOp system, Writer &writer)
      : system(system), writer(writer) {}

  void write();

private:
  void nameActions();
  void writeItem(Operation &op);
  void writeAction(action::ActionOp action);
  void writeUnusedLabel(LabelOp label);
  void writeOrder(action::OrderOp order);
  std::string getHead(action::ActionOp action);

  /// The text of a sequence or choice, bracketed if it binds less tightly than
  /// it has to.
  std::string getSequence(Block &block, Level level);
  std::string getChoice(action::ChoiceOp choice, Level level);
  std::string getPerformed(action::PerformOp perform);
  /// The name that stands for all alternatives of a choice; empty if none.
  std::string getCommonName(action::ChoiceOp choice);

  action::SystemOp system;
  Writer &writer;
  llvm::StringMap<LabelOp> labels;
  /// The name of each action, by symbol, and the actions of each name.
  llvm::StringMap<std::string> nameOf;
  llvm::StringMap<SmallVector<std::string, 1>> symbolsOf;
};

} // namespace

/// Numbered symbols come from actions of one name: `leak$1`, `leak$2`.
void ActionsWriter::nameActions() {
  llvm::StringMap<unsigned> numbered;
  auto actions = system.getBody().getOps<action::ActionOp>();
  auto split = [](StringRef symbol) -> std::pair<StringRef, StringRef> {
    auto [base, number] = symbol.rsplit('$');
    bool isNumber = !number.empty() && llvm::all_of(number, llvm::isDigit);
    return isNumber ? std::make_pair(base, number)
                    : std::make_pair(symbol, StringRef());
  };
  for (auto action : actions)
    if (action.isInternal())
      ++numbered[split(action.getSymName()).first];
  for (auto action : actions) {
    StringRef symbol = action.getSymName();
    std::string name;
    if (!action.isInternal())
      name = writer.name(*action.getLabel());
    else if (auto [base, number] = split(symbol);
             !number.empty() && numbered[base] > 1)
      name = writer.name(base);
    else
      name = writer.name(symbol);
    nameOf[symbol] = name;
    symbolsOf[name].push_back(symbol.str());
  }
}

void ActionsWriter::write() {
  Block &body = system.getBody().front();
  nameActions();
  for (auto label : body.getOps<LabelOp>())
    labels[label.getName()] = label;
  writer.doc(system.getDocAttr());
  writer.open("actions " + writer.name(system.getSymName()) +
              writer.stems(system.getStemsAttr()));
  writer.enumsOf(body);
  for (auto it = body.begin(), end = body.end(); it != end;) {
    if (isa<ClockOp>(*it)) {
      it = writer.clocks(it, end);
      continue;
    }
    writeItem(*it);
    ++it;
  }
  writer.close();
}

void ActionsWriter::writeItem(Operation &op) {
  if (auto var = dyn_cast<VarOp>(op)) {
    writer.var(var);
  } else if (auto label = dyn_cast<LabelOp>(op)) {
    writeUnusedLabel(label);
  } else if (auto invariant = dyn_cast<action::InvariantOp>(op)) {
    writer.startGroup("invariants");
    writer.doc(invariant.getDocAttr());
    writer.line("invariant " + writer.expr(invariant.getConditionAttr()) + ";");
  } else if (auto action = dyn_cast<action::ActionOp>(op)) {
    writeAction(action);
  } else if (auto order = dyn_cast<action::OrderOp>(op)) {
    writeOrder(order);
  } else if (auto purpose = dyn_cast<PurposeOp>(op)) {
    writer.purpose(purpose);
  } else if (auto text = dyn_cast<TextOp>(op)) {
    writer.text(text);
  }
}

/// Labels are declared by their actions. One that has none, because a pass took
/// them away, needs an action that is never enabled.
void ActionsWriter::writeUnusedLabel(LabelOp label) {
  std::string name = writer.name(label.getName());
  if (symbolsOf.contains(name))
    return;
  writer.startGroup("actions");
  writer.line((label.getUrgent() ? "urgent " : "") +
              stringifyLabelKind(label.getKind()) + " " + name +
              writer.params(label.getParamsAttr()) + " when false;");
}

//===----------------------------------------------------------------------===//
// Actions
//===----------------------------------------------------------------------===//

std::string ActionsWriter::getHead(action::ActionOp action) {
  std::string head = action.getLocked() ? "locked " : "";
  ArrayAttr params = action.getParamsAttr();
  StringRef kind = "internal";
  if (!action.isInternal()) {
    LabelOp label = labels.lookup(*action.getLabel());
    kind = stringifyLabelKind(label.getKind());
    params = label.getParamsAttr();
    if (label.getUrgent())
      head += "urgent ";
  }
  return head + kind.str() + " " + nameOf[action.getSymName()] +
         writer.params(params);
}

void ActionsWriter::writeAction(action::ActionOp action) {
  writer.startGroup("actions");
  writer.doc(action.getDocAttr());
  std::string head = getHead(action), clauses, body = ";";
  if (ExprAttr guard = action.getGuardAttr())
    clauses += " when " + writer.expr(guard);
  if (ArrayAttr resets = action.getResetsAttr()) {
    SmallVector<std::string> names;
    for (auto name : resets.getAsValueRange<StringAttr>())
      names.push_back(writer.name(name));
    clauses += " reset " + llvm::join(names, ", ");
  }
  clauses += writer.stems(action.getStemsAttr());
  Block &block = action.getBody().front();
  if (!block.empty()) {
    body = getSequence(block, Level::Priority);
    // A leading `when` would be taken for the guard of the action.
    if (StringRef(body).starts_with("when "))
      body = "(" + body + ")";
    body.insert(0, " ");
  }
  std::string whole = head + clauses + body;
  if (writer.fits(whole))
    return writer.line(whole);
  if (writer.fits(head + clauses + " {")) {
    head += clauses;
  } else {
    writer.line(head);
    head = "  " + clauses.substr(1);
  }
  auto assign = dyn_cast_or_null<action::AssignOp>(
      block.empty() ? nullptr : &block.front());
  bool isPlain = assign && llvm::hasSingleElement(block);
  if (!isPlain) {
    writer.line(head + (block.empty() ? body : ""));
    if (!block.empty())
      writer.line(" " + body);
    return;
  }
  writer.open(head);
  for (const Assignment &each : assign.getUpdate().getAssignments())
    writer.line(writer.update(each) + ";");
  writer.close();
}

std::string ActionsWriter::getSequence(Block &block, Level level) {
  SmallVector<std::string> parts;
  bool isOne = llvm::hasSingleElement(block);
  for (auto it = block.begin(), end = block.end(); it != end; ++it) {
    if (auto choice = dyn_cast<action::ChoiceOp>(*it)) {
      parts.push_back(getChoice(choice, isOne ? level : Level::Atom));
      continue;
    }
    if (auto perform = dyn_cast<action::PerformOp>(*it)) {
      parts.push_back(getPerformed(perform));
      continue;
    }
    std::string text;
    auto assign = dyn_cast<action::AssignOp>(*it);
    if (auto require = dyn_cast<action::RequireOp>(*it)) {
      text = "when " + writer.expr(require.getConditionAttr()) + " ";
      auto next = std::next(it);
      assign = next == end ? nullptr : dyn_cast<action::AssignOp>(*next);
      if (assign)
        it = next;
    }
    if (assign) {
      text += "{ ";
      for (const Assignment &each : assign.getUpdate().getAssignments())
        text += writer.update(each) + "; ";
      text += "}";
    } else {
      text += "{}";
    }
    parts.push_back(text);
  }
  if (parts.empty())
    return "skip";
  std::string text = llvm::join(parts, " then ");
  return parts.size() > 1 && level > Level::Sequence ? "(" + text + ")" : text;
}

std::string ActionsWriter::getChoice(action::ChoiceOp choice, Level level) {
  if (std::string name = getCommonName(choice); !name.empty())
    return name;
  Level own = choice.getPrioritised() ? Level::Priority : Level::Choice;
  SmallVector<std::string> parts;
  for (Region &alternative : choice.getAlternatives())
    parts.push_back(getSequence(alternative.front(), Level(uint8_t(own) + 1)));
  std::string text =
      llvm::join(parts, choice.getPrioritised() ? " orelse " : " or ");
  return parts.size() > 1 && level > own ? "(" + text + ")" : text;
}

//===----------------------------------------------------------------------===//
// The order of actions
//===----------------------------------------------------------------------===//

std::string ActionsWriter::getPerformed(action::PerformOp perform) {
  StringRef symbol = perform.getAction();
  std::string name = nameOf.lookup(symbol);
  ArrayRef<std::string> symbols = symbolsOf[name];
  if (symbols.size() == 1)
    return name;
  size_t index = llvm::find(symbols, symbol.str()) - symbols.begin();
  return name + "$" + std::to_string(index + 1);
}

std::string ActionsWriter::getCommonName(action::ChoiceOp choice) {
  SmallVector<std::string> symbols;
  for (Region &alternative : choice.getAlternatives()) {
    if (!llvm::hasSingleElement(alternative.front()))
      return "";
    auto perform = dyn_cast<action::PerformOp>(alternative.front().front());
    if (!perform)
      return "";
    symbols.push_back(perform.getAction().str());
  }
  std::string name = nameOf.lookup(symbols.front());
  bool isCommon = !choice.getPrioritised() && symbols.size() > 1 &&
                  ArrayRef(symbols) == ArrayRef<std::string>(symbolsOf[name]);
  return isCommon ? name : "";
}

void ActionsWriter::writeOrder(action::OrderOp order) {
  writer.startBlock();
  writer.open("do");
  writer.line(getSequence(order.getBody().front(), Level::Priority));
  writer.close();
}

LogicalResult text::writeActions(Operation *op, Writer &writer) {
  ActionsWriter(cast<action::SystemOp>(op), writer).write();
  return success();
}
