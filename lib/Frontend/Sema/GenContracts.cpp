//===- GenContracts.cpp - Synchronous contracts -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `contract` becomes a `contract.interface`: its variables first, then views,
// requirements and texts in the order of the text, ticks last. A view's
// variables and requirements become part of the interface; the requirements
// name the view.
//
//===----------------------------------------------------------------------===//

#include "Sema.h"
#include "tioga/Dialect/Contract/IR/ContractOps.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::sema;

namespace {

class ContractGenerator {
public:
  ContractGenerator(Sema &sema, const Sema::SystemSource &source)
      : sema(sema), builder(sema.getBuilder()), source(source),
        env(source.env) {}

  void run();

private:
  void declareItem(const ast::Decl &item);
  void declareTime(const ast::Decl &item);
  void generateItem(const ast::Decl &item, FlatSymbolRefAttr view);
  void generateView(const ast::ScopeDecl &view);
  void generateClause(const ast::RequireDecl &clause, FlatSymbolRefAttr view);
  void generateFrame(const ast::FrameDecl &frame, FlatSymbolRefAttr view);
  void generateTicks();

  Sema &sema;
  OpBuilder &builder;
  const Sema::SystemSource &source;
  Env &env;
  const ast::TicksDecl *ticks = nullptr;
  SmallVector<const ast::Decl *> timers;
  llvm::StringMap<ast::Range> views;
};

} // namespace

void ContractGenerator::run() {
  auto interface = builder.create<contract::InterfaceOp>(
      source.loc, builder.getStringAttr(source.name), sema.getDoc(source.doc),
      sema.getStems(source.decl.stems));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&interface.getBody().emplaceBlock());
  sema.declareShared(source.decl.items, env);
  for (const ast::Decl *item : source.decl.items)
    declareItem(*item);
  sema.resolveAll(env);
  for (const ast::Decl *item : source.decl.items)
    generateItem(*item, {});
  generateTicks();
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

static Owner convert(ast::SignalKind kind) {
  switch (kind) {
  case ast::SignalKind::Input:
    return Owner::Input;
  case ast::SignalKind::Output:
    return Owner::Output;
  case ast::SignalKind::Hidden:
    return Owner::Hidden;
  }
  llvm_unreachable("unknown kind of signal");
}

void ContractGenerator::declareItem(const ast::Decl &item) {
  switch (item.kind) {
  case ast::DeclKind::Signal: {
    auto &signal = static_cast<const ast::SignalDecl &>(item);
    sema.addVariable(env, signal, *signal.type, nullptr,
                     convert(signal.signalKind));
    return;
  }
  case ast::DeclKind::View:
    for (const ast::Decl *inner :
         static_cast<const ast::ScopeDecl &>(item).items)
      declareItem(*inner);
    return;
  case ast::DeclKind::Ticks:
    if (ticks) {
      sema.error(env, item.name.range)
              .note(sema.getLoc(env, ticks->name.range),
                    "the first one is here")
          << "there is a second time variable '" << item.name.text << "'";
      return;
    }
    ticks = static_cast<const ast::TicksDecl *>(&item);
    return declareTime(item);
  case ast::DeclKind::Timer:
    timers.push_back(&item);
    return declareTime(item);
  default:
    return;
  }
}

/// Time variables and timers are hidden integers.
void ContractGenerator::declareTime(const ast::Decl &item) {
  static const ast::Type intType{ast::TypeKind::Int, {}, {}, {}, {}};
  sema.addVariable(env, item, intType, nullptr, Owner::Hidden);
}

//===----------------------------------------------------------------------===//
// Views, requirements, frames, time
//===----------------------------------------------------------------------===//

void ContractGenerator::generateItem(const ast::Decl &item,
                                     FlatSymbolRefAttr view) {
  switch (item.kind) {
  case ast::DeclKind::View:
    return generateView(static_cast<const ast::ScopeDecl &>(item));
  case ast::DeclKind::Require:
    return generateClause(static_cast<const ast::RequireDecl &>(item), view);
  case ast::DeclKind::Frame:
    return generateFrame(static_cast<const ast::FrameDecl &>(item), view);
  case ast::DeclKind::Purpose: {
    ExprMode mode;
    mode.allowClocks = false;
    return sema.addPurpose(env, static_cast<const ast::PurposeDecl &>(item),
                           mode);
  }
  case ast::DeclKind::Text:
    return sema.addText(env, static_cast<const ast::TextDecl &>(item));
  default:
    return;
  }
}

void ContractGenerator::generateView(const ast::ScopeDecl &view) {
  auto [it, inserted] = views.try_emplace(view.name.text, view.name.range);
  if (!inserted) {
    sema.error(env, view.name.range)
            .note(sema.getLoc(env, it->second), "previous declaration is here")
        << "view '" << view.name.text << "' is already declared";
    return;
  }
  builder.create<contract::ViewOp>(
      sema.getLoc(env, view.range), builder.getStringAttr(view.name.text),
      sema.getStems(view.stems), sema.getDoc(view.doc));
  auto symbol = FlatSymbolRefAttr::get(sema.getContext(), view.name.text);
  for (const ast::Decl *item : view.items)
    generateItem(*item, symbol);
}

void ContractGenerator::generateClause(const ast::RequireDecl &clause,
                                       FlatSymbolRefAttr view) {
  MLIRContext *context = sema.getContext();
  ExprMode mode;
  mode.allowClocks = false;
  mode.onlyPrimed = clause.initially;
  ExprAttr assume;
  bool ok = true;
  if (clause.assume) {
    mode.where = "an assumption";
    mode.primes = Primes::Inputs;
    Expr condition = sema.lowerCondition(*clause.assume, env, mode);
    ok = bool(condition);
    if (ok)
      assume = ExprAttr::get(context, condition);
  }
  mode.where = "a guarantee";
  mode.primes = Primes::Controlled;
  Expr guarantee = sema.lowerCondition(*clause.guarantee, env, mode);
  if (!ok || !guarantee)
    return;
  Location loc = sema.getLoc(env, clause.range);
  StringAttr id = builder.getStringAttr(clause.id.text);
  UnitAttr locked = clause.locked ? builder.getUnitAttr() : UnitAttr();
  StringAttr doc = sema.getDoc(clause.doc);
  auto guaranteeAttr = ExprAttr::get(context, guarantee);
  if (clause.initially)
    builder.create<contract::InitiallyOp>(loc, id, assume, guaranteeAttr, view,
                                          locked, doc);
  else
    builder.create<contract::RequireOp>(loc, id, assume, guaranteeAttr, view,
                                        locked, doc);
}

void ContractGenerator::generateFrame(const ast::FrameDecl &frame,
                                      FlatSymbolRefAttr view) {
  SmallVector<StringRef> names;
  llvm::StringMap<ast::Range> seen;
  for (const ast::Name &name : frame.variables) {
    Entity *entity = env.lookup(name.text);
    if (!entity || entity->kind != EntityKind::Name || !entity->info) {
      sema.reportUnknown(env, name, "variable");
      continue;
    }
    if (entity->info->owner == Owner::Input) {
      sema.error(env, name.range).noteDeclaration(*entity)
          << "'" << name.text
          << "' is an input, which no contract can keep as it is";
      continue;
    }
    auto [it, inserted] = seen.try_emplace(name.text, name.range);
    if (!inserted)
      sema.error(env, name.range)
              .note(sema.getLoc(env, it->second), "the first one is here")
          << "'" << name.text << "' is listed twice";
    else
      names.push_back(name.text);
  }
  builder.create<contract::FrameOp>(sema.getLoc(env, frame.range),
                                    sema.getNames(names), view);
}

void ContractGenerator::generateTicks() {
  if (!ticks) {
    if (!timers.empty())
      sema.error(env, timers.front()->name.range)
          << "timer '" << timers.front()->name.text
          << "' needs a time variable; declare it with 'ticks'";
    return;
  }
  SmallVector<StringRef> names;
  for (const ast::Decl *timer : timers)
    names.push_back(timer->name.text);
  builder.create<contract::TicksOp>(
      sema.getLoc(env, ticks->range),
      ticks->symbolic ? builder.getUnitAttr() : UnitAttr(),
      builder.getStringAttr(ticks->name.text),
      ticks->delay.text.empty() ? StringAttr()
                                : builder.getStringAttr(ticks->delay.text),
      sema.getNames(names));
}

void Sema::generateContract(const SystemSource &source) {
  ContractGenerator(*this, source).run();
}
