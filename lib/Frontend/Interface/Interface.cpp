//===- Interface.cpp - Inputs and outputs of imported networks --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The partition is a fixed point: whoever receives an input or sends an output
// is of the system, the others of the environment; internal channels and
// variables pull all their users to one side. Variables that are used only
// while an input or output happens carry values, and pull nobody.
//
//===----------------------------------------------------------------------===//

#include "tioga/Frontend/Interface.h"
#include "tioga/Dialect/Tioga/IR/Scope.h"
#include "tioga/Expr/Parse.h"
#include "tioga/Expr/Rewrite.h"
#include "tioga/Support/ReadFile.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace tioga;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Interface files
//===----------------------------------------------------------------------===//

std::string InterfaceSpec::addLine(StringRef line) {
  line = line.take_until([](char c) { return c == '#'; }).trim();
  if (line.empty())
    return "";
  auto [word, rest] = llvm::getToken(line);
  std::vector<std::string> *list = word == "inputs"        ? &inputs
                                   : word == "outputs"     ? &outputs
                                   : word == "environment" ? &environment
                                                           : nullptr;
  if (word == "system") {
    system = rest.trim().str();
    return isIdentifier(system) ? "" : "'" + system + "' is no name";
  }
  if (word == "scale") {
    constexpr int64_t maxScale = 1'000'000;
    bool isBad =
        rest.trim().getAsInteger(10, scale) || scale < 1 || scale > maxScale;
    return isBad ? "expected a number between 1 and 1000000 behind 'scale'"
                 : "";
  }
  if (word == "parameters")
    return parseParameters(rest, parameters);
  if (word == "sync")
    return parseVector(rest, vectors.emplace_back());
  if (!list)
    return "expected 'inputs', 'outputs', 'environment', 'parameters', "
           "'scale', "
           "'sync' or 'system', found '" +
           word.str() + "'";
  SmallVector<StringRef> names;
  rest.split(names, ',');
  for (StringRef name : names)
    if (!name.trim().empty())
      list->push_back(name.trim().str());
  return "";
}

LogicalResult InterfaceSpec::addFile(StringRef modelPath,
                                     const ImportOptions &options,
                                     MLIRContext *context) {
  SmallString<128> path(options.interfaceFile);
  if (path.empty() && modelPath != "-") {
    path = modelPath;
    llvm::sys::path::replace_extension(path, ".io");
    if (!llvm::sys::fs::exists(path))
      path.clear();
  }
  if (!path.empty()) {
    auto file = readFile(path, options.maxFileSize);
    if (!file)
      return emitError(FileLineColLoc::get(context, path, 1, 1),
                       "cannot read '")
             << path << "': " << file.getError().message();
    inputs.clear();
    outputs.clear();
    environment.clear();
    parameters.clear();
    vectors.clear();
    SmallVector<StringRef> lines;
    (*file)->getBuffer().split(lines, '\n');
    for (auto [number, line] : llvm::enumerate(lines)) {
      std::string error = addLine(line);
      if (!error.empty())
        return emitError(FileLineColLoc::get(context, path, number + 1, 1))
               << error;
    }
  }
  if (!options.inputs.empty())
    inputs = options.inputs;
  if (!options.outputs.empty())
    outputs = options.outputs;
  return success();
}

//===----------------------------------------------------------------------===//
// The partition
//===----------------------------------------------------------------------===//

namespace {
enum class Side : uint8_t { None, System, Environment };

class Partition {
public:
  Partition(ta::NetworkOp network, const InterfaceSpec &spec)
      : network(network), spec(spec) {}

  LogicalResult run();

private:
  /// What an automaton has to do with a thing of the network.
  struct Item {
    std::string description;
    llvm::SetVector<Operation *> users;
    Side side = Side::None;
  };

  LogicalResult setKinds();
  LogicalResult setKind(StringRef name, LabelKind kind);
  LogicalResult checkBroadcast(LabelOp label);
  void inferKinds();
  LogicalResult seed();
  LogicalResult setSide(Operation *automaton, Side side,
                        const llvm::Twine &reason);
  void collectItems();
  void collectNamesOf(ta::AutomatonOp automaton, Attribute attribute);
  LogicalResult propagate();
  LogicalResult apply();

  ta::NetworkOp network;
  const InterfaceSpec &spec;
  llvm::StringMap<LabelOp> labels;
  llvm::MapVector<Operation *, Side> sides;
  llvm::StringMap<std::string> reasons;
  std::vector<Item> items;
  llvm::StringMap<unsigned> channelItems, variableItems;
};
} // namespace

/// `a_1`, `a_1_2` for `a`: the elements of an array of channels.
static bool isElementOf(StringRef label, StringRef array) {
  if (!label.consume_front(array) || !label.consume_front("_"))
    return false;
  return llvm::all_of(label,
                      [](char c) { return llvm::isDigit(c) || c == '_'; });
}

LogicalResult Partition::setKind(StringRef name, LabelKind kind) {
  // `a[1]` is written `a_1` here.
  std::string wanted;
  for (char c : name)
    if (c != ']')
      wanted += c == '[' ? '_' : c;
  bool isFound = false;
  Suggestion suggestion(name);
  for (auto label : network.getBody().getOps<LabelOp>()) {
    suggestion.consider(label.getName());
    if (label.getName() != wanted &&
        (labels.contains(wanted) || !isElementOf(label.getName(), wanted)))
      continue;
    isFound = true;
    if (label.getKind() != LabelKind::Internal && label.getKind() != kind)
      return label.emitError() << "'" << name << "' is both input and output";
    label.setKind(kind);
  }
  if (isFound)
    return success();
  return network.emitError()
         << "there is no channel '" << name << "' that could be an "
         << stringifyLabelKind(kind) << suggestion.str();
}

LogicalResult Partition::setKinds() {
  for (auto label : network.getBody().getOps<LabelOp>())
    labels[label.getName()] = label;
  for (StringRef name : spec.inputs)
    if (failed(setKind(name, LabelKind::Input)))
      return failure();
  for (StringRef name : spec.outputs)
    if (failed(setKind(name, LabelKind::Output)))
      return failure();
  return success();
}

/// If only the environment is known, what goes over the border is observable.
void Partition::inferKinds() {
  if (!spec.inputs.empty() || !spec.outputs.empty())
    return;
  llvm::StringSet<> fromSystem, toSystem, fromEnvironment, toEnvironment;
  network.walk([&](ta::EdgeOp edge) {
    if (edge.isSilent())
      return;
    bool isEnvironment = llvm::is_contained(
        spec.environment,
        edge->getParentOfType<ta::AutomatonOp>().getSymName());
    bool isSend = *edge.getDirection() == ta::Direction::Send;
    (isEnvironment ? isSend ? fromEnvironment : toEnvironment
     : isSend      ? fromSystem
                   : toSystem)
        .insert(*edge.getLabel());
  });
  for (auto label : network.getBody().getOps<LabelOp>()) {
    StringRef name = label.getName();
    if (fromEnvironment.contains(name) && toSystem.contains(name))
      label.setKind(LabelKind::Input);
    else if (fromSystem.contains(name) && toEnvironment.contains(name))
      label.setKind(LabelKind::Output);
  }
}

LogicalResult Partition::setSide(Operation *automaton, Side side,
                                 const llvm::Twine &reason) {
  Side &known = sides[automaton];
  StringRef name = cast<ta::AutomatonOp>(automaton).getSymName();
  if (known == Side::None) {
    known = side;
    reasons[name] = reason.str();
    return success();
  }
  if (known == side)
    return success();
  StringRef here = side == Side::System ? "system" : "environment";
  StringRef there = side == Side::System ? "environment" : "system";
  return automaton->emitError()
         << "automaton '" << name << "' is part of the " << there
         << ", since it " << reasons[name] << ", and of the " << here
         << ", since it " << reason.str();
}

LogicalResult Partition::seed() {
  for (auto automaton : network.getBody().getOps<ta::AutomatonOp>())
    sides[automaton] = Side::None;
  for (StringRef name : spec.environment) {
    auto automaton = dyn_cast_or_null<ta::AutomatonOp>(
        SymbolTable::lookupSymbolIn(network, name));
    if (!automaton)
      return network.emitError() << "there is no automaton '" << name << "'";
    if (failed(setSide(automaton, Side::Environment, "is said to be")))
      return failure();
  }
  WalkResult result = network.walk([&](ta::EdgeOp edge) {
    if (edge.isSilent())
      return WalkResult::advance();
    LabelOp label = labels.lookup(*edge.getLabel());
    if (label.getKind() == LabelKind::Internal)
      return WalkResult::advance();
    bool isInput = label.getKind() == LabelKind::Input;
    bool isSend = *edge.getDirection() == ta::Direction::Send;
    return WalkResult(
        setSide(edge->getParentOfType<ta::AutomatonOp>(),
                isInput == isSend ? Side::Environment : Side::System,
                (isSend ? "sends " : "receives ") +
                    stringifyLabelKind(label.getKind()) + " '" +
                    label.getName() + "'"));
  });
  return failure(result.wasInterrupted());
}

void Partition::collectNamesOf(ta::AutomatonOp automaton, Attribute attribute) {
  llvm::SetVector<Expr> names;
  if (auto expr = dyn_cast_or_null<ExprAttr>(attribute))
    collectNames(expr.getExpr(), names);
  if (auto update = dyn_cast_or_null<UpdateAttr>(attribute))
    for (const Assignment &assignment : update.getAssignments()) {
      collectNames(assignment.target, names);
      collectNames(assignment.value, names);
    }
  auto isLocal = [&](StringRef root) {
    return llvm::any_of(automaton.getBody().getOps(), [&](Operation &op) {
      auto name = op.getAttrOfType<StringAttr>("name");
      return isa<VarOp, ClockOp>(op) && name && name.getValue() == root;
    });
  };
  for (Expr name : names) {
    StringRef root = name.getName().split('.').first;
    if (isLocal(root))
      continue;
    auto [position, isNew] = variableItems.try_emplace(root, items.size());
    if (isNew)
      items.push_back({"variable '" + root.str() + "'", {}});
    items[position->second].users.insert(automaton);
  }
}

void Partition::collectItems() {
  for (auto automaton : network.getBody().getOps<ta::AutomatonOp>()) {
    for (auto location : automaton.getBody().getOps<ta::LocationOp>())
      collectNamesOf(automaton, location.getInvariantAttr());
    for (auto edge : automaton.getBody().getOps<ta::EdgeOp>()) {
      LabelOp label =
          edge.isSilent() ? LabelOp() : labels.lookup(*edge.getLabel());
      if (label && label.getKind() != LabelKind::Internal)
        continue;
      collectNamesOf(automaton, edge.getGuardAttr());
      collectNamesOf(automaton, edge.getUpdateAttr());
      if (!label)
        continue;
      auto [position, isNew] =
          channelItems.try_emplace(label.getName(), items.size());
      if (isNew)
        items.push_back({"channel '" + label.getName().str() + "'", {}});
      items[position->second].users.insert(automaton);
    }
  }
}

LogicalResult Partition::propagate() {
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (Item &item : items) {
      for (Operation *user : item.users)
        if (item.side == Side::None && sides[user] != Side::None) {
          item.side = sides[user];
          hasChanged = true;
        }
      if (item.side == Side::None)
        continue;
      for (Operation *user : item.users) {
        hasChanged |= sides[user] == Side::None;
        if (failed(setSide(user, item.side, "uses " + item.description)))
          return failure();
      }
    }
  }
  return success();
}

/// Only internal labels are broadcast. An observable one need not be if nobody
/// else has a part in it.
LogicalResult Partition::checkBroadcast(LabelOp label) {
  if (!label.getBroadcast() || label.getKind() == LabelKind::Internal)
    return success();
  llvm::SetVector<Operation *> users;
  network.walk([&](ta::EdgeOp edge) {
    if (edge.getLabel() == label.getName())
      users.insert(edge->getParentOp());
  });
  if (users.size() > 1)
    return label.emitError()
           << "the broadcast channel '" << label.getName() << "' cannot be an "
           << stringifyLabelKind(label.getKind())
           << ": several automata take part in it";
  label.setBroadcast(false);
  return success();
}

LogicalResult Partition::apply() {
  bool hasEnvironment = llvm::any_of(
      sides, [](auto &entry) { return entry.second == Side::Environment; });
  for (auto &[op, side] : sides) {
    auto automaton = cast<ta::AutomatonOp>(op);
    automaton.setEnvironment(side == Side::Environment);
    if (side == Side::None && hasEnvironment)
      automaton.emitWarning()
          << "automaton '" << automaton.getSymName()
          << "' has to do with neither inputs nor outputs; it is taken as part "
             "of the system";
  }
  for (auto label : network.getBody().getOps<LabelOp>()) {
    if (failed(checkBroadcast(label)))
      return failure();
    if (label.getUrgent() && label.getKind() == LabelKind::Input)
      return label.emitError() << "the urgent channel '" << label.getName()
                               << "' cannot be an input";
  }
  return success();
}

LogicalResult Partition::run() {
  if (failed(setKinds()))
    return failure();
  inferKinds();
  if (failed(seed()))
    return failure();
  collectItems();
  if (failed(propagate()))
    return failure();
  return apply();
}

LogicalResult tioga::applyInterface(ta::NetworkOp network,
                                    const InterfaceSpec &spec) {
  if (spec.inputs.empty() && spec.outputs.empty() && spec.environment.empty())
    return success();
  return Partition(network, spec).run();
}
