//===- LTS.cpp - Labelled transition systems --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LTS.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Tools/mlir-translate/Translation.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::lts;

LTS::LTS(const sema::SourceFile &source, MLIRContext *context,
         const InterfaceSpec &interface)
    : source(source), context(context), interface(interface) {
  context->loadDialect<TiogaDialect, ta::TADialect>();
}

unsigned LTS::getState(StringRef name, ast::Range range) {
  auto [entry, isNew] = statesByName.try_emplace(name, states.size());
  if (isNew) {
    bool isNumber = !name.empty() && llvm::all_of(name, llvm::isDigit);
    states.push_back(
        {stateNames.get(isNumber ? ("s" + name).str() : name.str()), range});
  }
  return entry->second;
}

/// The mark decides; then the user; then what the place implies.
std::optional<unsigned> LTS::getLabel(StringRef text,
                                      std::optional<LabelKind> implied,
                                      ast::Range range) {
  text = text.trim();
  if (text.empty() || text == "i" || text == "tau")
    return std::nullopt;
  std::optional<LabelKind> kind = implied;
  bool isListed = !interface.inputs.empty() || !interface.outputs.empty();
  if (text.consume_front("?") || text.consume_back("?"))
    kind = LabelKind::Input;
  else if (text.consume_front("!") || text.consume_back("!"))
    kind = LabelKind::Output;
  else if (llvm::is_contained(interface.inputs, text))
    kind = LabelKind::Input;
  else if (llvm::is_contained(interface.outputs, text))
    kind = LabelKind::Output;
  else if (isListed)
    return std::nullopt;
  text = text.trim();
  if (!kind || text.empty()) {
    error(range) << "label '" << text
                 << "' is neither an input '?' nor an output '!'; name it by "
                    "--inputs or --outputs";
    return std::nullopt;
  }
  auto [entry, isNew] = labelsByName.try_emplace(text, labels.size());
  if (isNew) {
    labels.push_back({labelNames.get(text), *kind, range});
  } else if (labels[entry->second].kind != *kind) {
    InFlightDiagnostic diag = error(range) << "label '" << text
                                           << "' is an input and an output";
    diag.attachNote(source.getLoc(labels[entry->second].range))
        << "it is the other here";
  }
  return entry->second;
}

void LTS::addTransition(unsigned from, StringRef label, unsigned to,
                        ast::Range range) {
  auto [input, output] = label.split(" / ");
  if (output.empty()) {
    transitions.push_back(
        {from, to, getLabel(label, std::nullopt, range), range});
    return;
  }
  // A Mealy machine answers at once; here it takes a state in between.
  std::string name = states[from].name + "_" + input.trim().str();
  unsigned middle = states.size();
  states.push_back({stateNames.get(name), range});
  transitions.push_back(
      {from, middle, getLabel(input, LabelKind::Input, range), range});
  transitions.push_back(
      {middle, to, getLabel(output, LabelKind::Output, range), range});
}

OwningOpRef<ModuleOp> LTS::build(StringRef name, unsigned initial) {
  if (hadErrors)
    return {};
  OpBuilder builder(context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(source.getLoc({0, 0}));
  builder.setInsertionPointToStart(module->getBody());
  std::string legal = NameMaker().get(name.empty() ? "Model" : name);
  auto network = builder.create<ta::NetworkOp>(source.getLoc({0, 0}),
                                               builder.getStringAttr(legal),
                                               StringAttr(), ArrayAttr());
  builder.setInsertionPointToStart(&network.getBody().emplaceBlock());
  for (const Label &label : labels)
    builder.create<LabelOp>(
        source.getLoc(label.range), builder.getStringAttr(label.name),
        LabelKindAttr::get(context, label.kind), ArrayAttr(), UnitAttr(),
        UnitAttr(), StringAttr(), StringAttr());
  auto getRef = [&](unsigned state) {
    return FlatSymbolRefAttr::get(context, states[state].name);
  };
  auto automaton = builder.create<ta::AutomatonOp>(
      source.getLoc({0, 0}), builder.getStringAttr(legal), getRef(initial),
      UnitAttr(), StringAttr(), ArrayAttr());
  builder.setInsertionPointToStart(&automaton.getBody().emplaceBlock());
  for (const State &state : states)
    builder.create<ta::LocationOp>(
        source.getLoc(state.range), builder.getStringAttr(state.name),
        ExprAttr(), UnitAttr(), UnitAttr(), UnitAttr(), UnitAttr(),
        StringAttr(), ArrayAttr());
  for (const Transition &transition : transitions) {
    ta::DirectionAttr direction;
    StringAttr label;
    if (transition.label) {
      bool isInput = labels[*transition.label].kind == LabelKind::Input;
      direction = ta::DirectionAttr::get(
          context, isInput ? ta::Direction::Receive : ta::Direction::Send);
      label = builder.getStringAttr(labels[*transition.label].name);
    }
    builder.create<ta::EdgeOp>(
        source.getLoc(transition.range), getRef(transition.from),
        getRef(transition.to), direction, label, ExprAttr(), UpdateAttr(),
        StringAttr(), UnitAttr(), UnitAttr(), StringAttr(), ArrayAttr());
  }
  if (failed(verify(*module)))
    return {};
  return module;
}

void tioga::registerImportLTS() {
  TranslateToMLIRRegistration aldebaran(
      "import-aut", "read an Aldebaran file",
      [](const std::shared_ptr<llvm::SourceMgr> &sourceMgr,
         MLIRContext *context) -> OwningOpRef<Operation *> {
        return importAldebaran(*sourceMgr, context);
      });
  TranslateToMLIRRegistration dot(
      "import-dot", "read a DOT file as a transition system",
      [](const std::shared_ptr<llvm::SourceMgr> &sourceMgr,
         MLIRContext *context) -> OwningOpRef<Operation *> {
        return importDot(*sourceMgr, context);
      });
}
