//===- Writer.cpp - Text of the modelling language --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Writer.h"
#include "tioga/Expr/Parse.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::text;

//===----------------------------------------------------------------------===//
// NameTable
//===----------------------------------------------------------------------===//

/// Calls `fn` for each name that something in the system is declared with.
static void forEachDeclaredName(Operation *system,
                                llvm::function_ref<void(StringRef)> fn) {
  auto visitParams = [&](ArrayAttr params) {
    if (params)
      for (auto param : params.getAsRange<ParamAttr>())
        fn(param.getName().getValue());
  };
  system->walk([&](Operation *op) {
    if (StringAttr symbol = SymbolTable::getSymbolName(op)
                                ? SymbolTable::getSymbolName(op)
                                : op->getAttrOfType<StringAttr>("name"))
      fn(symbol.getValue());
    visitParams(op->getAttrOfType<ArrayAttr>("params"));
  });
}

NameTable::NameTable(Operation *system) {
  forEachDeclaredName(system, [&](StringRef name) {
    if (isIdentifier(name))
      taken.insert(name);
  });
  forEachDeclaredName(system, [&](StringRef name) { add(name); });
}

void NameTable::add(StringRef name) {
  if (isIdentifier(name) || renamed.contains(name))
    return;
  std::string base;
  for (char c : name)
    base += llvm::isAlnum(c) || c == '_' || c == '$' ? c : '_';
  if (base.empty() || llvm::isDigit(base.front()) || base.front() == '$')
    base.insert(0, "_");
  std::string legal = base;
  for (unsigned i = 1; !isIdentifier(legal) || !taken.insert(legal).second; ++i)
    legal = base + "_" + std::to_string(i);
  renamed[name] = legal;
}

std::string NameTable::get(StringRef name) const {
  auto found = renamed.find(name);
  return found == renamed.end() ? name.str() : found->second;
}

Expr NameTable::rename(Expr expr) {
  if (renamed.empty())
    return expr;
  return rewrite(exprs.import(expr), exprs, [&](Expr node) -> Expr {
    if (node.is(ExprKind::EnumLit))
      return exprs.getEnum(get(node.getEnumName()), get(node.getName()));
    if (!node.is(ExprKind::Name))
      return node;
    // The longest declared name decides; the rest are record fields.
    StringRef path = node.getName(), prefix = path;
    while (!renamed.contains(prefix)) {
      size_t dot = prefix.rfind('.');
      if (dot == StringRef::npos)
        return node;
      prefix = prefix.take_front(dot);
    }
    return exprs.getName(get(prefix) + path.drop_front(prefix.size()).str(),
                         node.isPrimed());
  });
}

std::string NameTable::get(Expr expr) { return rename(expr).str(); }

std::string NameTable::get(ArrayRef<Assignment> update) {
  tioga::Update result;
  for (const Assignment &assignment : update)
    result.push_back({rename(assignment.target), rename(assignment.value)});
  return updateToString(result);
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

void Writer::startGroup(StringRef group) {
  if (!groups.back().empty() && groups.back() != group)
    os << "\n";
  groups.back() = group.str();
}

void Writer::startBlock() {
  if (!groups.back().empty())
    os << "\n";
  groups.back() = "block";
}

void Writer::line(const Twine &text) { os.indent(2 * indent) << text << "\n"; }

void Writer::open(const Twine &head) {
  line(head + " {");
  ++indent;
  groups.push_back("");
}

void Writer::close() {
  --indent;
  groups.pop_back();
  line("}");
}

void Writer::doc(StringAttr text) {
  if (!text)
    return;
  SmallVector<StringRef> lines;
  text.getValue().split(lines, '\n');
  for (StringRef each : lines)
    line(each.empty() ? Twine("///") : "/// " + each);
}

bool Writer::fits(StringRef text) const {
  return 2 * indent + text.size() <= maxColumns;
}

void Writer::list(StringRef head, ArrayRef<std::string> items, StringRef tail) {
  std::string text;
  for (const std::string &item : items) {
    std::string longer =
        text.empty() ? (head + " " + item).str() : text + ", " + item;
    if (!text.empty() && !fits(longer + tail.str())) {
      line(text + tail);
      longer = (head + " " + item).str();
    }
    text = longer;
  }
  if (!text.empty())
    line(text + tail);
}

//===----------------------------------------------------------------------===//
// Parts of declarations
//===----------------------------------------------------------------------===//

std::string Writer::type(mlir::Type type) const {
  // Fields and literals come from the language; only names of types that
  // passes made could be illegal, and they are made from legal ones.
  return typeToString(type);
}

std::string Writer::id(StringRef id) const {
  SmallVector<StringRef> parts;
  id.split(parts, '.');
  bool isPlain = isIdentifier(parts.front());
  for (StringRef part : ArrayRef(parts).drop_front())
    isPlain &= isIdentifier(part) ||
               (!part.empty() && llvm::all_of(part, llvm::isDigit));
  if (isPlain)
    return id.str();
  std::string quoted = "\"";
  for (char c : id)
    quoted += c == '"' || c == '\\' ? std::string{'\\', c}
              : c == '\n'           ? std::string("\\n")
              : c == '\t'           ? std::string("\\t")
                                    : std::string{c};
  return quoted + "\"";
}

std::string Writer::stems(ArrayAttr ids) const {
  if (!ids || ids.empty())
    return "";
  std::string text = " stems ";
  llvm::interleave(
      ids.getAsValueRange<StringAttr>(),
      [&](StringRef each) { text += id(each); }, [&] { text += ", "; });
  return text;
}

std::string Writer::params(ArrayAttr params) const {
  std::string text = "(";
  if (params)
    llvm::interleave(
        params.getAsRange<ParamAttr>(),
        [&](ParamAttr param) {
          text +=
              name(param.getName().getValue()) + " : " + type(param.getType());
        },
        [&] { text += ", "; });
  return text + ")";
}

void Writer::enums(mlir::Type type) {
  llvm::TypeSwitch<mlir::Type>(type)
      .Case([&](EnumType found) {
        if (llvm::is_contained(knownEnums, found))
          return;
        knownEnums.push_back(found);
        startGroup("types");
        std::string head = ("type " + found.getName() + " = enum").str();
        SmallVector<std::string> literals;
        for (StringAttr literal : found.getLiterals())
          literals.push_back(literal.str());
        std::string whole = head + " { " + llvm::join(literals, ", ") + " };";
        if (fits(whole))
          return line(whole);
        line(head + " {");
        for (const std::string &literal : literals)
          line("  " + literal + (literal == literals.back() ? "" : ","));
        line("};");
      })
      .Case([&](SetType set) { enums(set.getElement()); })
      .Case([&](ArrayType array) { enums(array.getElement()); })
      .Case([&](MapType map) {
        enums(map.getKey());
        enums(map.getValue());
      })
      .Case([&](RecordType record) {
        for (mlir::Type field : record.getTypes())
          enums(field);
      });
}

void Writer::enumsOf(Block &block) {
  auto visitParams = [&](ArrayAttr params) {
    if (params)
      for (auto param : params.getAsRange<ParamAttr>())
        enums(param.getType());
  };
  for (Operation &op : block) {
    if (auto var = dyn_cast<VarOp>(op))
      enums(var.getType());
    visitParams(op.getAttrOfType<ArrayAttr>("params"));
  }
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

void Writer::var(VarOp op) {
  startGroup("declarations");
  doc(op.getDocAttr());
  std::string text = "var " + name(op.getName()) + " : " + type(op.getType());
  if (op.getInitAttr())
    text += " = " + expr(op.getInitAttr());
  line(text + ";");
}

Block::iterator Writer::clocks(Block::iterator it, Block::iterator end) {
  auto first = cast<ClockOp>(*it);
  startGroup("declarations");
  doc(first.getDocAttr());
  SmallVector<std::string> items;
  for (; it != end; ++it) {
    auto clock = dyn_cast<ClockOp>(*it);
    if (!clock ||
        (clock != first && (first.getDocAttr() || clock.getDocAttr())))
      break;
    items.push_back(name(clock.getName()));
  }
  list("clock", items, ";");
  return it;
}

void Writer::purpose(PurposeOp op) {
  startGroup("purposes");
  doc(op.getDocAttr());
  std::string text = "purpose " + name(op.getName()) + ": ";
  llvm::interleave(
      op.getSteps().getAsRange<ExprAttr>(),
      [&](ExprAttr step) { text += expr(step); }, [&] { text += ", "; });
  line(text + ";");
}

/// The longest prefix that fits, cut behind a space; all if there is none.
static StringRef takeWords(StringRef text, size_t limit) {
  if (text.size() <= limit)
    return text;
  size_t space = text.rfind(' ', limit);
  if (space == StringRef::npos)
    space = text.find(' ');
  return space == StringRef::npos ? text : text.take_front(space + 1);
}

static std::string quoteText(StringRef text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      quoted += '\\';
    if (c == '\n')
      quoted += "\\n";
    else if (c == '\t')
      quoted += "\\t";
    else
      quoted += c;
  }
  return quoted + "\"";
}

void Writer::text(TextOp op) {
  startGroup("texts");
  std::string head = "text " + id(op.getId()) + ": ";
  StringRef rest = op.getText();
  std::string margin(head.size(), ' ');
  size_t limit = maxColumns - 2 * indent - head.size() - 4;
  do {
    StringRef part = takeWords(rest, limit);
    rest = rest.drop_front(part.size());
    line(head + quoteText(part) + (rest.empty() ? ";" : ""));
    head = margin;
  } while (!rest.empty());
}
