//===- ExportC.cpp - Tests and models as C ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CWriter.h"
#include "RuntimeText.inc"
#include "tioga/Dialect/Test/IR/LowerSteps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tioga;

//===----------------------------------------------------------------------===//
// Labels and sizes
//===----------------------------------------------------------------------===//

static bool haveSameTypes(const SystemLabel &a, const SystemLabel &b) {
  return a.params.size() == b.params.size() &&
         llvm::all_of(llvm::zip(a.params, b.params), [](auto pair) {
           // A model and a suite are read into contexts of their own.
           return typeToString(std::get<0>(pair).type) ==
                  typeToString(std::get<1>(pair).type);
         });
}

void CLabels::add(const System &system) {
  for (const SystemLabel &label : system.getLabels()) {
    auto [found, isNew] = byName.try_emplace(label.name, &label);
    if (isNew)
      list.push_back(&label);
    if (haveSameTypes(*found->second, label))
      continue;
    conflict = true;
    mlir::emitError(label.loc, "label '")
            .append(label.name, "' has other parameters here than elsewhere")
            .attachNote(found->second->loc)
        << "its other declaration is here";
  }
}

void CLabels::addSteps(const System &contract) {
  if (contains(test::stepLabel) || contains(test::answerLabel))
    return;
  for (Owner owner : {Owner::Input, Owner::Output}) {
    bool isInput = owner == Owner::Input;
    SystemLabel label{isInput ? test::stepLabel : test::answerLabel,
                      isInput ? LabelKind::Input : LabelKind::Output,
                      {},
                      /*isUrgent=*/false,
                      contract.getLoc()};
    for (const SystemVariable &variable : contract.getVariables())
      if (variable.owner == owner)
        label.params.push_back({variable.name, variable.type});
    steps.push_back(std::make_unique<SystemLabel>(std::move(label)));
    byName[steps.back()->name] = steps.back().get();
    list.push_back(steps.back().get());
  }
}

std::string CLabels::getConstant(const SystemLabel &label) {
  return "LABEL_" + toCConstant(label.name);
}

std::string CLabels::makeHeader(const COptions &options) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "/* Inputs (?) and outputs (!) of the system under test. */\n\n"
     << "#ifndef LABELS_H\n#define LABELS_H\n\nenum {\n";
  for (auto [index, label] : llvm::enumerate(list)) {
    os << "  " << getConstant(*label) << " = " << index << ", /* "
       << label->getText();
    if (!label->params.empty()) {
      os << "(";
      llvm::interleaveComma(label->params, os, [&](const SystemParam &param) {
        os << param.getName() << " : " << typeToString(param.type);
      });
      os << ")";
    }
    os << " */\n";
  }
  os << "  NUM_LABELS = " << list.size() << "\n};\n\n#endif /* LABELS_H */\n";
  return text;
}

void CLabels::printTables(llvm::raw_ostream &os) const {
  os << "static const char *const label_names[NUM_LABELS + 1] = {\n";
  for (const SystemLabel *label : list)
    os << "    " << toCString(label->name) << ",\n";
  os << "    0};\n\nstatic const uint8_t num_arguments[NUM_LABELS + 1] = {";
  for (const SystemLabel *label : list)
    os << label->params.size() << ", ";
  os << "0};\n\n";
}

void CSizes::add(const System &system) {
  clocks = std::max(clocks, system.getClocks().size());
  variables = std::max(variables, system.getVariables().size() +
                                      system.getControls().size());
  for (const SystemLabel &label : system.getLabels())
    arguments = std::max(arguments, label.params.size());
  for (const SystemTransition &transition : system.getTransitions())
    arguments = std::max(arguments, transition.params.size());
  if (!system.isSync())
    return;
  // The new values of all variables are arguments of what reads them.
  arguments = std::max(arguments, system.getVariables().size());
  requirements =
      system.getInitialConjuncts().size() + system.getStepConjuncts().size();
}

std::string CSizes::makeConfig(const COptions &options) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "/* Sizes of what was compiled together, for the runtime. */\n\n"
     << "#ifndef TIOGA_CONFIG_H\n#define TIOGA_CONFIG_H\n\n";
  if (options.time32)
    os << "#define TIOGA_TIME_32\n";
  os << "#define TIOGA_MAX_CLOCKS " << clocks << "\n"
     << "#define TIOGA_MAX_VARIABLES " << variables << "\n"
     << "#define TIOGA_MAX_ARGUMENTS " << arguments << "\n";
  if (requirements)
    os << "#define TIOGA_MAX_REQUIREMENTS " << requirements << "\n";
  os << "\n#endif /* TIOGA_CONFIG_H */\n";
  return text;
}

//===----------------------------------------------------------------------===//
// Everything together
//===----------------------------------------------------------------------===//

/// A monitor follows one state, so it must see every step.
static llvm::LogicalResult checkObservable(const System &system) {
  for (const SystemTransition &transition : system.getTransitions())
    if (system.isSilent(transition))
      return mlir::emitError(transition.loc,
                             "a monitor cannot follow internal steps");
  return llvm::success();
}

/// What the tables cannot address.
static llvm::LogicalResult checkSizes(const CSizes &sizes, mlir::Location loc) {
  if (sizes.clocks < 256 && sizes.variables < 256 && sizes.arguments < 256)
    return llvm::success();
  return mlir::emitError(loc, "cannot be compiled to C: more than 255 clocks, "
                              "variables or arguments");
}

llvm::LogicalResult tioga::exportToC(const CInput &input,
                                     const COptions &options, CFiles &files) {
  CLabels labels;
  CSizes sizes;
  auto add = [&](const System &system) {
    labels.add(system);
    sizes.add(system);
    return checkSizes(sizes, system.getLoc());
  };
  if (input.model && failed(add(*input.model)))
    return llvm::failure();
  for (const TestCase *test : input.tests)
    if (failed(add(test->getSystem())))
      return llvm::failure();
  if (failed(labels.check()))
    return llvm::failure();
  files.emplace_back("tioga_config.h", sizes.makeConfig(options));
  files.emplace_back("tioga_rt.h", tiogaRtHeader.str());
  files.emplace_back("tioga_rt.c", tiogaRtSource.str());
  bool isContract = input.model && input.model->isSync();
  if (isContract)
    labels.addSteps(*input.model);
  files.emplace_back("labels.h", labels.makeHeader(options));
  if (options.monitor) {
    if (failed(checkObservable(*input.model)))
      return llvm::failure();
    files.emplace_back("monitor_main.c", isContract ? tiogaContractMonitor.str()
                                                    : tiogaMonitorMain.str());
  }
  if (input.model) {
    // Both have the interface of a model.
    files.emplace_back("tioga_model.h", isContract ? tiogaContractHeader.str()
                                                   : tiogaModelHeader.str());
    files.emplace_back("tioga_model.c", isContract ? tiogaContractSource.str()
                                                   : tiogaModelSource.str());
    files.emplace_back("library.c", tiogaModelLibrary.str());
    auto write = isContract ? writeContract : writeModel;
    if (failed(write(*input.model, input.mutants, labels, options, files)))
      return llvm::failure();
  }
  if (!input.tests.empty()) {
    if (failed(writeSuite(input.tests, labels, options, files)))
      return llvm::failure();
    files.emplace_back("adapter.c", tiogaAdapterSource.str());
    files.emplace_back("main.c", tiogaTargetMain.str());
    files.emplace_back("CMakeLists.txt", tiogaSuiteLists.str());
    if (input.model)
      files.emplace_back("host_main.c", tiogaHostMain.str());
  }
  return llvm::success();
}
