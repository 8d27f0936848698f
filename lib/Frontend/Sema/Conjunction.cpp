//===- Conjunction.cpp - Conjunction of contracts ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `contract C = A && B;` has the variables and the requirements of both. Each
// member becomes a view, so that requirements still tell where they come from;
// the views of a member keep their names where these are free.
//
// The variables of one name must agree: an input may not be controlled by the
// other contract, an output may not be hidden in it, and their types must be
// the same.
//
// A frame keeps what no contract *of its own member* changes. If another member
// has the variable too, the frame is therefore written out first.
//
//===----------------------------------------------------------------------===//

#include "Sema.h"
#include "tioga/Dialect/Contract/IR/ContractOps.h"
#include "tioga/Dialect/Contract/Transforms/Passes.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::sema;

namespace {

class ConjunctionGenerator {
public:
  ConjunctionGenerator(Sema &sema, const ast::ConjunctionDecl &decl, Env &env)
      : sema(sema), builder(sema.getBuilder()), decl(decl), env(env) {}

  void run();

private:
  using Members =
      SmallVector<std::pair<const ast::Name *, contract::InterfaceOp>>;

  contract::InterfaceOp expandSharedFrames(contract::InterfaceOp interface,
                                           const Members &members);
  void addVariables(const ast::Name &member, contract::InterfaceOp interface);
  void addTicks(const ast::Name &member, contract::InterfaceOp interface);
  void addClauses(const ast::Name &member, contract::InterfaceOp interface);
  void addClause(Operation &op, FlatSymbolRefAttr view,
                 contract::InterfaceOp interface);
  void addFrame(contract::FrameOp frame, FlatSymbolRefAttr view,
                contract::InterfaceOp interface);
  void addText(TextOp text);
  FlatSymbolRefAttr addView(StringRef name, StringRef member, Location loc,
                            ArrayAttr stems, StringAttr doc);

  Sema &sema;
  OpBuilder &builder;
  const ast::ConjunctionDecl &decl;
  Env &env;
  llvm::StringMap<VarOp> variables;
  llvm::StringSet<> views;
  llvm::StringMap<TextOp> texts;
  contract::TicksOp ticks;
  /// Members with their frames written out.
  SmallVector<OwningOpRef<contract::InterfaceOp>> copies;
};

} // namespace

void ConjunctionGenerator::run() {
  Members members;
  for (const ast::Name &name : decl.members)
    if (Operation *op = sema.getContract(name, env, /*asSymbol=*/false))
      members.push_back({&name, cast<contract::InterfaceOp>(op)});
  if (members.size() != decl.members.size())
    return;
  auto interface = builder.create<contract::InterfaceOp>(
      sema.getLoc(env, decl.range), builder.getStringAttr(decl.name.text),
      sema.getDoc(decl.doc), ArrayAttr());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&interface.getBody().emplaceBlock());
  for (auto [name, member] : members)
    addVariables(*name, member);
  for (auto [name, member] : members)
    addClauses(*name, expandSharedFrames(member, members));
  // Views are written as blocks, which purposes are no part of.
  for (auto [name, member] : members)
    for (auto purpose : member.getBody().getOps<PurposeOp>())
      builder.clone(*purpose);
  for (auto [name, member] : members)
    addTicks(*name, member);
}

void ConjunctionGenerator::addVariables(const ast::Name &member,
                                        contract::InterfaceOp interface) {
  for (auto var : interface.getBody().getOps<VarOp>()) {
    auto [it, inserted] = variables.try_emplace(var.getName(), var);
    if (inserted) {
      builder.clone(*var);
      continue;
    }
    VarOp known = it->second;
    if (known.getOwner() == var.getOwner() && known.getType() == var.getType())
      continue;
    Diag diag = sema.error(env, member.range);
    diag << "'" << var.getName() << "' is ";
    if (known.getOwner() != var.getOwner())
      diag << stringifyOwner(var.getOwner()) << " in '" << member.text
           << "', but " << stringifyOwner(known.getOwner())
           << " in a contract before it";
    else
      diag << typeToString(var.getType()) << " in '" << member.text << "', but "
           << typeToString(known.getType()) << " in a contract before it";
    diag.note(var.getLoc(), "here");
    diag.note(known.getLoc(), "and here");
  }
}

FlatSymbolRefAttr ConjunctionGenerator::addView(StringRef name,
                                                StringRef member, Location loc,
                                                ArrayAttr stems,
                                                StringAttr doc) {
  std::string unique = name.str();
  if (!views.insert(unique).second) {
    unique = (member + "$" + name).str();
    for (unsigned i = 1; !views.insert(unique).second; ++i)
      unique = (member + "$" + name + "$" + Twine(i)).str();
  }
  builder.create<contract::ViewOp>(loc, builder.getStringAttr(unique), stems,
                                   doc);
  return FlatSymbolRefAttr::get(sema.getContext(), unique);
}

static bool declares(contract::InterfaceOp interface, StringRef name) {
  return llvm::any_of(interface.getBody().getOps<VarOp>(),
                      [&](VarOp var) { return var.getName() == name; });
}

/// The member itself, or a copy in which frames are contracts.
contract::InterfaceOp
ConjunctionGenerator::expandSharedFrames(contract::InterfaceOp interface,
                                         const Members &members) {
  auto isShared = [&](StringRef name) {
    return llvm::count_if(members, [&](const auto &member) {
             return declares(member.second, name);
           }) > 1;
  };
  bool needsCopy = false;
  for (auto frame : interface.getBody().getOps<contract::FrameOp>())
    for (auto var : interface.getBody().getOps<VarOp>())
      needsCopy |=
          var.getOwner() != Owner::Input &&
          (!frame.getVariablesAttr() ||
           llvm::is_contained(frame.getVariablesAttr(), var.getNameAttr())) &&
          isShared(var.getName());
  if (!needsCopy)
    return interface;
  copies.emplace_back(interface.clone());
  contract::expandFrames(*copies.back());
  return *copies.back();
}

void ConjunctionGenerator::addClauses(const ast::Name &member,
                                      contract::InterfaceOp interface) {
  Block &body = interface.getBody().front();
  FlatSymbolRefAttr own =
      addView(member.text, member.text, interface.getLoc(),
              interface.getStemsAttr(), interface.getDocAttr());
  for (Operation &op : body) {
    if (auto text = dyn_cast<TextOp>(op))
      addText(text);
    else if (!op.getAttr("view"))
      addClause(op, own, interface);
  }
  for (auto view : body.getOps<contract::ViewOp>()) {
    FlatSymbolRefAttr symbol =
        addView(view.getSymName(), member.text, view.getLoc(),
                view.getStemsAttr(), view.getDocAttr());
    for (Operation &op : body) {
      auto attr = op.getAttrOfType<FlatSymbolRefAttr>("view");
      if (attr && attr.getAttr() == view.getSymNameAttr())
        addClause(op, symbol, interface);
    }
  }
}

void ConjunctionGenerator::addClause(Operation &op, FlatSymbolRefAttr view,
                                     contract::InterfaceOp interface) {
  if (auto frame = dyn_cast<contract::FrameOp>(op))
    addFrame(frame, view, interface);
  else if (isa<contract::InitiallyOp>(op))
    cast<contract::InitiallyOp>(builder.clone(op)).setViewAttr(view);
  else if (isa<contract::RequireOp>(op))
    cast<contract::RequireOp>(builder.clone(op)).setViewAttr(view);
}

/// A frame without names means the variables of its own contract only.
void ConjunctionGenerator::addFrame(contract::FrameOp frame,
                                    FlatSymbolRefAttr view,
                                    contract::InterfaceOp interface) {
  ArrayAttr names = frame.getVariablesAttr();
  if (!names) {
    SmallVector<StringRef> all;
    llvm::StringSet<> clocks;
    for (auto op : interface.getBody().getOps<contract::TicksOp>())
      clocks.insert(op.getClock());
    for (auto var : interface.getBody().getOps<VarOp>())
      if (var.getOwner() != Owner::Input && !clocks.contains(var.getName()))
        all.push_back(var.getName());
    names = sema.getNames(all);
    if (!names)
      return;
  }
  builder.create<contract::FrameOp>(frame.getLoc(), names, view);
}

void ConjunctionGenerator::addText(TextOp text) {
  auto [it, inserted] = texts.try_emplace(text.getId(), text);
  if (inserted || it->second.getText() != text.getText())
    builder.clone(*text);
}

void ConjunctionGenerator::addTicks(const ast::Name &member,
                                    contract::InterfaceOp interface) {
  for (auto op : interface.getBody().getOps<contract::TicksOp>()) {
    if (!ticks) {
      ticks = cast<contract::TicksOp>(builder.clone(*op));
      continue;
    }
    if (ticks.getClock() != op.getClock() ||
        ticks.getSymbolic() != op.getSymbolic() ||
        ticks.getDelay() != op.getDelay()) {
      sema.error(env, member.range)
              .note(ticks.getLoc(), "here")
              .note(op.getLoc(), "and here")
          << "'" << member.text
          << "' and a contract before it have different notions of time";
      return;
    }
    llvm::SetVector<StringRef> timers;
    for (contract::TicksOp source : {ticks, op})
      if (ArrayAttr names = source.getTimersAttr())
        for (auto name : names.getAsValueRange<StringAttr>())
          timers.insert(name);
    ticks.setTimersAttr(sema.getNames(timers.getArrayRef()));
  }
}

void Sema::generateConjunction(const ast::ConjunctionDecl &decl, Env &env) {
  ConjunctionGenerator(*this, decl, env).run();
}
