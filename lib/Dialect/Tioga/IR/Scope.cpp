//===- Scope.cpp - Names of a model -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Dialect/Tioga/IR/Scope.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tioga;

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

bool Scope::add(StringRef name, NameInfo info) {
  addEnums(info.type);
  return names.try_emplace(name, info).second;
}

/// Calls `fn` for each enumeration inside a type, until it returns false.
static bool forEachEnum(Type type, llvm::function_ref<bool(EnumType)> fn) {
  return llvm::TypeSwitch<Type, bool>(type)
      .Case([&](EnumType type) { return fn(type); })
      .Case([&](SetType set) { return forEachEnum(set.getElement(), fn); })
      .Case(
          [&](ArrayType array) { return forEachEnum(array.getElement(), fn); })
      .Case([&](MapType map) {
        return forEachEnum(map.getKey(), fn) && forEachEnum(map.getValue(), fn);
      })
      .Case([&](RecordType record) {
        return llvm::all_of(record.getTypes(),
                            [&](Type field) { return forEachEnum(field, fn); });
      })
      .Default([](Type) { return true; });
}

void Scope::addEnums(Type type) {
  forEachEnum(type, [&](EnumType found) {
    enums.try_emplace(found.getName(), found);
    return true;
  });
}

void Scope::declareParams(LabelOp label) {
  declareParams(label.getParamsAttr());
}

void Scope::declareParams(ArrayAttr params) {
  if (!params)
    return;
  auto unknown = UnknownLoc::get(params.getContext());
  for (auto param : params.getAsRange<ParamAttr>())
    add(param.getName().getValue(),
        {NameKind::Parameter, param.getType(), Owner::State, unknown});
}

/// Reports an initial value that does not suit its variable or mentions names:
/// there is no state yet that could give them a value.
static LogicalResult verifyInitialValue(VarOp var, const Scope &scope) {
  ExprAttr init = var.getInitAttr();
  if (!init) // V2: the first value of the type.
    return success();
  llvm::SetVector<Expr> names;
  collectNames(init.getExpr(), names);
  if (!names.empty()) // decl_c2
    return var.emitOpError("initial value of '")
           << var.getName() << "' mentions '" << names.front().str()
           << "', but must be constant";
  Type type = checkExpr(init.getExpr(), scope, {}, var.getContext(),
                        [&](ArrayRef<unsigned>, const Twine &message) {
                          var.emitOpError("initial value of '")
                              << var.getName() << "': " << message; // decl_c2
                        });
  if (!type)
    return failure();
  if (!isAssignable(type, var.getType())) // decl_c2
    return var.emitOpError("initial value of '")
           << var.getName() << "' is " << typeToString(type) << ", expected "
           << typeToString(var.getType());
  return success();
}

LogicalResult Scope::declareName(Operation *op, StringRef name, NameInfo info) {
  EnumType other;
  forEachEnum(info.type, [&](EnumType type) {
    EnumType known = enums.lookup(type.getName());
    if (known && known != type)
      other = known;
    return !other;
  });
  if (other) // decl_c3
    return op->emitOpError("'")
           << name << "' uses an enumeration '" << other.getName()
           << "' that differs from another of the same name in this scope";
  if (add(name, info))
    return success();
  InFlightDiagnostic diag = op->emitOpError("redeclares '") << name << "'";
  diag.attachNote(names.find(name)->second.loc)
      << "previous declaration is here"; // decl_c1
  return diag;
}

LogicalResult Scope::declare(Block &block) {
  SmallVector<VarOp> variables;
  Type real;
  for (Operation &op : block) {
    if (auto var = dyn_cast<VarOp>(op)) {
      if (failed(declareName(var, var.getName(),
                             {NameKind::Variable, var.getType(), var.getOwner(),
                              var.getLoc()})))
        return failure();
      variables.push_back(var);
    } else if (auto clock = dyn_cast<ClockOp>(op)) {
      if (!real)
        real = RealType::get(op.getContext());
      if (failed(declareName(
              clock, clock.getName(),
              {NameKind::Clock, real, Owner::State, clock.getLoc()})))
        return failure();
    }
  }
  // An initial value may name an enumeration that a later variable brings in.
  for (VarOp var : variables)
    if (failed(verifyInitialValue(var, *this)))
      return failure();
  return success();
}

LogicalResult Scope::declareControl(Operation *op, StringRef name,
                                    ArrayRef<StringAttr> locations) {
  auto type = EnumType::get(op->getContext(), name, locations);
  return declareName(op, name,
                     {NameKind::Control, type, Owner::State, op->getLoc()});
}

LogicalResult LabelTable::declare(Block &block) {
  for (auto label : block.getOps<LabelOp>()) {
    auto [it, inserted] = labels.try_emplace(label.getName(), label);
    if (inserted)
      continue;
    InFlightDiagnostic diag = label.emitOpError("redeclares label '")
                              << label.getName() << "'";
    diag.attachNote(it->second.getLoc())
        << "previous declaration is here"; // decl_c1
    return diag;
  }
  return success();
}

std::string LabelTable::suggest(StringRef name) const {
  Suggestion suggestion(name);
  for (const auto &entry : labels)
    suggestion.consider(entry.getKey());
  return suggestion.str();
}

//===----------------------------------------------------------------------===//
// Look-up
//===----------------------------------------------------------------------===//

const NameInfo *Scope::lookupExact(StringRef name) const {
  for (const Scope *scope = this; scope; scope = scope->parent) {
    auto found = scope->names.find(name);
    if (found != scope->names.end())
      return &found->second;
  }
  return nullptr;
}

/// The type at the end of a path of fields; null if there is no such field.
static Type followFields(Type type, StringRef path) {
  while (type && !path.empty()) {
    auto [field, rest] = path.split('.');
    auto record = dyn_cast<RecordType>(type);
    type = record ? record.getFieldType(field) : Type();
    path = rest;
  }
  return type;
}

const NameInfo *Scope::lookup(StringRef path, Type *type) const {
  StringRef prefix = path, fields;
  while (true) {
    if (const NameInfo *info = lookupExact(prefix)) {
      if (type)
        *type = followFields(info->type, fields);
      return info;
    }
    size_t dot = prefix.rfind('.');
    if (dot == StringRef::npos)
      return nullptr;
    fields = path.drop_front(dot + 1);
    prefix = prefix.take_front(dot);
  }
}

EnumType Scope::lookupEnum(StringRef name) const {
  for (const Scope *scope = this; scope; scope = scope->parent)
    if (EnumType found = scope->enums.lookup(name))
      return found;
  return {};
}

void Scope::forEachName(llvm::function_ref<void(StringRef)> fn) const {
  for (const Scope *scope = this; scope; scope = scope->parent)
    for (const auto &entry : scope->names)
      fn(entry.getKey());
}

//===----------------------------------------------------------------------===//
// Clauses of operations
//===----------------------------------------------------------------------===//

LogicalResult tioga::verifyCondition(Operation *op, ExprAttr expr,
                                     StringRef what, const Scope &scope,
                                     const ExprRules &rules) {
  if (!expr)
    return success();
  return success(checkCondition(expr.getExpr(), scope, rules, op->getContext(),
                                [&](ArrayRef<unsigned>, const Twine &message) {
                                  op->emitOpError(what) << ": " << message;
                                }));
}

/// Reports targets that are the same or lie one within the other.
static LogicalResult verifyDisjointTargets(Operation *op,
                                           ArrayRef<Assignment> update,
                                           const Scope &scope) {
  if (update.size() < 2)
    return success();
  llvm::StringSet<> targets;
  for (const Assignment &assignment : update)
    if (!targets.insert(assignment.target.getName()).second) // update_c3
      return op->emitOpError("assigns '")
             << assignment.target.getName() << "' twice";
  for (const Assignment &assignment : update) {
    StringRef path = assignment.target.getName();
    for (size_t dot = path.rfind('.'); dot != StringRef::npos;
         dot = path.rfind('.', dot)) {
      StringRef prefix = path.take_front(dot);
      if (targets.contains(prefix) &&
          scope.lookup(prefix) == scope.lookup(path)) // update_c3
        return op->emitOpError("assigns both '")
               << prefix << "' and its part '" << path << "'";
    }
  }
  return success();
}

LogicalResult tioga::verifyUpdate(Operation *op, UpdateAttr update,
                                  const Scope &scope, const ExprRules &rules) {
  if (!update)
    return success();
  for (const Assignment &assignment : update.getAssignments())
    if (!checkAssignment(assignment, scope, rules, op->getContext(),
                         [&](ArrayRef<unsigned>, const Twine &message) {
                           op->emitOpError("update: ") << message;
                         }))
      return failure();
  return verifyDisjointTargets(op, update.getAssignments(), scope);
}

LogicalResult tioga::verifyUrgentGuard(Operation *op, ExprAttr guard,
                                       StringRef label, const Scope &scope) {
  if (!guard)
    return success();
  llvm::SetVector<Expr> names;
  collectNames(guard.getExpr(), names);
  for (Expr name : names) {
    const NameInfo *info = scope.lookup(name.getName());
    if (info && info->kind == NameKind::Clock)
      return op->emitOpError("guard mentions clock '")
             << name.getName() << "', but label '" << label << "' is urgent";
  }
  return success();
}

LogicalResult tioga::verifyPurposes(Block &block, const Scope &scope,
                                    const ExprRules &rules) {
  for (auto purpose : block.getOps<PurposeOp>())
    for (auto step : purpose.getSteps().getAsRange<ExprAttr>())
      if (failed(verifyCondition(purpose, step, "step", scope, rules)))
        return failure(); // purpose_c2
  return success();
}
