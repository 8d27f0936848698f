//===- Network.cpp - Declarations and processes of networks -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Network.h"
#include "../Names.h"
#include "mlir/IR/Verifier.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Expr/Evaluate.h"
#include "tioga/Expr/Parse.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::uppaal;
using llvm::StringRef;

NetworkBuilder::NetworkBuilder(const Model &model, Source &source,
                               ExprContext &exprs)
    : model(model), source(source), builder(source.getContext()),
      lowering(source, exprs) {}

/// A name that can be used and is not taken: the one wanted if possible.
std::string NetworkBuilder::makeName(StringRef wanted, Names &taken,
                                     const Names *outer) {
  std::string name = spellAsName(wanted);
  while (!isIdentifier(name) || taken.contains(name) ||
         (outer && outer->contains(name)))
    name += "_";
  taken.insert(name);
  return name;
}

StringAttr NetworkBuilder::getDoc(StringRef doc) {
  return doc.empty() ? StringAttr() : builder.getStringAttr(doc);
}

mlir::Type NetworkBuilder::convert(const DataType &type) {
  MLIRContext *context = builder.getContext();
  switch (type.kind) {
  case DataType::Bool:
    return BoolType::get(context);
  case DataType::Int:
    return RangeType::get(context, type.low, type.high);
  case DataType::Array:
    return ArrayType::get(context, type.size, convert(*type.element));
  case DataType::Struct: {
    SmallVector<StringAttr> names;
    SmallVector<mlir::Type> types;
    for (const auto &[name, field] : type.fields) {
      names.push_back(builder.getStringAttr(name));
      types.push_back(convert(*field));
    }
    return RecordType::get(context, names, types);
  }
  default:
    llvm_unreachable("not a type of data");
  }
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

/// Calls `declare` with the names of all elements of an array of clocks or
/// channels, or with the name itself.
void NetworkBuilder::declareElements(
    const DataType &type, StringRef name,
    llvm::function_ref<void(StringRef)> declare) {
  if (type.kind != DataType::Array)
    return declare(name);
  for (int64_t i = type.indexLow; i < type.indexLow + type.size; ++i) {
    std::string suffix =
        i < 0 ? "_m" + std::to_string(-i) : "_" + std::to_string(i);
    declareElements(*type.element, (name + suffix).str(), declare);
  }
}

void NetworkBuilder::declareLabel(StringRef name, const DataType &type,
                                  const VarDecl &decl) {
  auto unit = [&](bool flag) {
    return flag ? builder.getUnitAttr() : UnitAttr();
  };
  builder.create<LabelOp>(
      source.getLoc(decl.name.range), builder.getStringAttr(name),
      LabelKindAttr::get(builder.getContext(), LabelKind::Internal),
      ArrayAttr(), unit(type.isBroadcast), unit(type.isUrgent), StringAttr(),
      getDoc(decl.doc));
}

void NetworkBuilder::declareVariable(const VarDecl &decl, const DataType &type,
                                     NameScope &scope, Names &taken,
                                     const Names *outer) {
  Symbol symbol;
  symbol.name = decl.name.text;
  symbol.range = decl.name.range;
  symbol.type = &type;
  Location loc = source.getLoc(decl.name.range);
  const DataType &base = type.getBase();
  if (base.kind == DataType::Clock || base.kind == DataType::Chan) {
    if (decl.init)
      source.error(decl.init->range, "clocks and channels have no initial "
                                     "values");
    bool isClock = base.kind == DataType::Clock;
    if (!isClock && outer) {
      source.error(decl.name.range,
                   "channels of templates are not supported; declare '" +
                       decl.name.text + "' globally");
      return;
    }
    symbol.kind = isClock ? Symbol::Clock : Symbol::Channel;
    Names &space = isClock ? taken : labels;
    // The names of all elements must be free.
    std::string name = decl.name.text;
    bool isFree = false;
    while (!isFree) {
      isFree = true;
      declareElements(type, name, [&](StringRef each) {
        isFree &= isIdentifier(each) && !space.contains(each) &&
                  !(outer && outer->contains(each));
      });
      if (!isFree)
        name += "_";
    }
    symbol.irName = name;
    declareElements(type, name, [&](StringRef each) {
      space.insert(each);
      lowering.setOrder(lowering.getExprs().getName(each));
      if (isClock)
        builder.create<ClockOp>(loc, builder.getStringAttr(each),
                                getDoc(decl.doc));
      else
        declareLabel(each, base, decl);
    });
    lowering.define(scope, std::move(symbol));
    return;
  }
  ExprAttr init;
  if (decl.init) {
    Operand value = lowering.evaluateInit(*decl.init, type, scope);
    if (!value)
      return;
    auto constant = evaluate(
        value.expr, [](Expr) -> const tioga::Value * { return nullptr; });
    if (!constant || !isInDomain(constant.value, convert(type))) {
      source.error(decl.init->range, constant
                                         ? "the initial value is out of range"
                                         : "the initial value is not constant");
      return;
    }
    init = ExprAttr::get(builder.getContext(), value.expr);
  }
  symbol.kind = Symbol::Variable;
  symbol.irName = makeName(decl.name.text, taken, outer);
  symbol.value = {lowering.getExprs().getName(symbol.irName), &type, 0, 1};
  lowering.setOrder(symbol.value.expr);
  if (type.kind == DataType::Int) {
    symbol.value.low = type.low;
    symbol.value.high = type.high;
  }
  builder.create<VarOp>(loc, OwnerAttr::get(builder.getContext(), Owner::State),
                        builder.getStringAttr(symbol.irName),
                        TypeAttr::get(convert(type)), init, getDoc(decl.doc));
  lowering.define(scope, std::move(symbol));
}

void NetworkBuilder::declareGlobals() {
  for (const std::vector<Decl> *list : {&model.globals, &model.systemDecls})
    for (const Decl &decl : *list)
      lowering.declare(decl, globals,
                       [&](const VarDecl &var, const DataType &type) {
                         declareVariable(var, type, globals, names, nullptr);
                       });
}

void NetworkBuilder::declareTemplates() {
  for (const TemplateNode &templ : model.templates) {
    Symbol symbol;
    symbol.kind = Symbol::Template;
    symbol.name = templ.name.text;
    symbol.range = templ.name.range;
    symbol.templ = &templ;
    lowering.define(globals, std::move(symbol));
  }
  for (const Decl &decl : model.systemDecls) {
    if (decl.kind != Decl::Instance)
      continue;
    Symbol symbol;
    symbol.kind = Symbol::Process;
    symbol.name = decl.var.name.text;
    symbol.range = decl.var.name.range;
    symbol.decl = &decl;
    lowering.define(globals, std::move(symbol));
  }
}

//===----------------------------------------------------------------------===//
// Processes
//===----------------------------------------------------------------------===//

/// Calls `fn` with a scope for each choice of values of the parameters.
bool NetworkBuilder::forEachArgument(ArrayRef<VarDecl> params, NameScope &scope,
                                     SmallVectorImpl<int64_t> &values,
                                     llvm::function_ref<void(NameScope &)> fn) {
  if (params.empty()) {
    if (instances.size() >= maxAutomata) {
      source.error(model.systemRange, "the system has too many processes");
      return false;
    }
    fn(scope);
    return !hasFailed();
  }
  const VarDecl &param = params.front();
  const DataType *type = lowering.resolveType(param, scope);
  if (!type)
    return false;
  if (param.isReference || !type->isArithmetic()) {
    source.error(param.name.range,
                 "parameter '" + param.name.text +
                     "' gets no argument, and is no bounded integer that could "
                     "take all its values");
    return false;
  }
  auto domain = lowering.getDomain(*param.type, scope);
  if (!domain)
    return false;
  for (int64_t value = domain->first; value <= domain->second; ++value) {
    NameScope &inner = lowering.addScope(&scope);
    lowering.defineConstant(inner, param.name.text, param.name.range, type,
                            type->kind == DataType::Bool
                                ? lowering.makeBool(value)
                                : lowering.makeInt(value));
    values.push_back(value);
    if (!forEachArgument(params.drop_front(), inner, values, fn))
      return false;
    values.pop_back();
  }
  return true;
}

bool NetworkBuilder::bindArgument(const VarDecl &param, const Node &argument,
                                  NameScope &from, NameScope &into) {
  const DataType *type = lowering.resolveType(param, into);
  if (!type)
    return false;
  if (param.isReference) {
    std::optional<Place> place = lowering.lowerPlace(argument, from);
    if (!place) {
      if (lowering.getSplit())
        source.error(argument.range, "the index is not constant");
      return false;
    }
    if (!isSame(*place->type, *type)) {
      source.error(argument.range, "the argument has another type than '" +
                                       param.name.text + "'");
      return false;
    }
    Symbol symbol;
    symbol.kind = Symbol::Alias;
    symbol.name = param.name.text;
    symbol.range = param.name.range;
    symbol.type = type;
    symbol.place = *place;
    return lowering.define(into, std::move(symbol)) != nullptr;
  }
  DataType::Kind base = type->getBase().kind;
  if (base == DataType::Clock || base == DataType::Chan) {
    source.error(param.name.range,
                 "clocks and channels are passed by reference: '&" +
                     param.name.text + "'");
    return false;
  }
  Operand value = lowering.evaluateInit(argument, *type, from);
  if (!value)
    return false;
  std::optional<int64_t> constant = type->kind == DataType::Int
                                        ? lowering.getConstant(value.expr)
                                        : std::nullopt;
  if (type->kind == DataType::Int &&
      (!constant || *constant < type->low || *constant > type->high)) {
    source.error(argument.range, constant ? "the argument is not in the range "
                                            "of the parameter"
                                          : "the argument is not constant");
    return false;
  }
  lowering.defineConstant(into, param.name.text, param.name.range, type,
                          constant ? lowering.makeInt(*constant) : value);
  return true;
}

bool NetworkBuilder::bindArguments(ArrayRef<VarDecl> params,
                                   ArrayRef<const Node *> arguments,
                                   NameScope &from, NameScope &into,
                                   Range range) {
  if (params.size() != arguments.size()) {
    source.error(range, "expected " + Twine(params.size()) +
                            " arguments, not " + Twine(arguments.size()));
    return false;
  }
  for (auto [param, argument] : llvm::zip(params, arguments))
    if (!bindArgument(param, *argument, from, into))
      return false;
  return true;
}

/// Follows the instance to its template; `parameters` gives values to those of
/// the symbol.
void NetworkBuilder::bind(const Symbol &symbol, NameScope &parameters,
                          Instance &instance) {
  if (symbol.kind == Symbol::Template) {
    instance.templ = symbol.templ;
    instance.scope = &parameters;
    return;
  }
  const Decl &decl = *symbol.decl;
  const Symbol *target = globals.lookup(decl.templ.text);
  bool isKnown = target && (target->kind == Symbol::Template ||
                            target->kind == Symbol::Process);
  if (!isKnown || target == &symbol || instance.arguments.size() > 1000) {
    source.error(decl.templ.range,
                 "there is no template '" + decl.templ.text + "'");
    return;
  }
  // Each step takes one of finitely many declarations; a cycle is an error.
  for (const Symbol *next = target; next->kind == Symbol::Process;) {
    next = globals.lookup(next->decl->templ.text);
    if (!next || next == target || next == &symbol ||
        (next->kind != Symbol::Process && next->kind != Symbol::Template)) {
      source.error(decl.templ.range,
                   "'" + decl.templ.text + "' does not lead to a template");
      return;
    }
  }
  ArrayRef<VarDecl> params = target->kind == Symbol::Template
                                 ? ArrayRef(target->templ->params)
                                 : ArrayRef(target->decl->params);
  NameScope &inner = lowering.addScope(&globals);
  if (bindArguments(params, decl.arguments, parameters, inner,
                    decl.var.name.range))
    bind(*target, inner, instance);
}

void NetworkBuilder::instantiateProcess(const Identifier &process) {
  const Symbol *symbol = globals.lookup(process.text);
  if (!symbol ||
      (symbol->kind != Symbol::Template && symbol->kind != Symbol::Process)) {
    source.error(process.range, "there is no process '" + process.text + "'");
    return;
  }
  ArrayRef<VarDecl> params = symbol->kind == Symbol::Template
                                 ? ArrayRef(symbol->templ->params)
                                 : ArrayRef(symbol->decl->params);
  SmallVector<int64_t> values;
  forEachArgument(params, globals, values, [&](NameScope &scope) {
    lowering.reset();
    Instance instance;
    instance.process = process.text;
    instance.arguments.assign(values.begin(), values.end());
    bind(*symbol, params.empty() ? lowering.addScope(&globals) : scope,
         instance);
    std::string name = process.text;
    for (int64_t value : values)
      name += value < 0 ? "_m" + std::to_string(-value)
                        : "_" + std::to_string(value);
    if (!instance.templ)
      return;
    instance.irName = makeName(name, names);
    generate(std::move(instance));
  });
}

void NetworkBuilder::instantiateAll() {
  llvm::StringSet<> seen;
  for (const Identifier &process : model.processes) {
    if (!seen.insert(process.text).second)
      source.error(process.range,
                   "process '" + process.text + "' is listed twice");
    else
      instantiateProcess(process);
    if (hasFailed())
      return;
  }
}

OwningOpRef<ModuleOp> NetworkBuilder::run(StringRef name) {
  Location loc = source.getLoc(0, 0);
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToStart(module->getBody());
  auto network = builder.create<ta::NetworkOp>(loc, builder.getStringAttr(name),
                                               getDoc(model.doc), ArrayAttr());
  builder.setInsertionPointToStart(&network.getBody().emplaceBlock());
  declareGlobals();
  declareTemplates();
  if (!hasFailed())
    instantiateAll();
  if (hasFailed() || failed(verify(*module)))
    return {};
  return module;
}
