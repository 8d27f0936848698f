//===- Declarations.cpp - Declarations and labels of Ecdar ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Component.h"
#include "tioga/Dialect/Tioga/IR/TiogaTypes.h"
#include "tioga/Expr/Evaluate.h"
#include "tioga/Expr/Parse.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::ecdar;

InFlightDiagnostic Text::emitError() const {
  InFlightDiagnostic diagnostic = mlir::emitError(loc);
  if (!path.empty())
    diagnostic << path << ": ";
  return diagnostic;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

namespace {
/// Reads a text word by word. Comments count as white space.
class Words {
public:
  explicit Words(const Text &text) : source(text), rest(text.text) {}

  /// Empty at the end.
  llvm::StringRef peek() {
    if (word.empty())
      word = read();
    return word;
  }
  llvm::StringRef next() {
    llvm::StringRef result = peek();
    word = {};
    return result;
  }
  bool consume(llvm::StringRef wanted) {
    if (peek() != wanted)
      return false;
    word = {};
    return true;
  }
  LogicalResult expect(llvm::StringRef wanted) {
    if (consume(wanted))
      return success();
    return fail("expected '" + wanted + "'");
  }
  LogicalResult expectName(std::string &name) {
    name = peek().str();
    if (!isIdentifier(name))
      return fail("expected a name");
    next();
    return success();
  }
  LogicalResult fail(const llvm::Twine &message) {
    InFlightDiagnostic diagnostic = source.emitError();
    diagnostic << message;
    if (peek().empty())
      diagnostic << " before the end";
    else
      diagnostic << " before '" << peek() << "'";
    return diagnostic;
  }
  /// The text up to one of the words, which is not consumed.
  llvm::StringRef takeUntil(llvm::ArrayRef<llvm::StringRef> ends);

private:
  void skipSpace();
  llvm::StringRef read();

  const Text &source;
  llvm::StringRef rest, word;
};
} // namespace

void Words::skipSpace() {
  while (true) {
    rest = rest.ltrim();
    if (rest.starts_with("//"))
      rest = rest.drop_until([](char c) { return c == '\n'; });
    else if (rest.starts_with("/*"))
      rest = rest.substr(rest.find("*/", 2)).drop_front(2);
    else
      return;
  }
}

llvm::StringRef Words::read() {
  skipSpace();
  if (rest.empty())
    return {};
  llvm::StringRef result = rest.take_while(
      [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; });
  if (result.empty())
    result = rest.take_front(1);
  rest = rest.drop_front(result.size());
  return result;
}

llvm::StringRef Words::takeUntil(llvm::ArrayRef<llvm::StringRef> ends) {
  const char *begin = peek().data();
  const char *end = begin;
  unsigned open = 0;
  while (!peek().empty() && (open || !llvm::is_contained(ends, peek()))) {
    open += peek() == "(" || peek() == "[" || peek() == "{";
    open -= open && (peek() == ")" || peek() == "]" || peek() == "}");
    end = peek().end();
    next();
  }
  return {begin, size_t(end - begin)};
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// `and`, `or` and `not` are words of C dialects; ours are symbols.
static std::string replaceWords(llvm::StringRef text) {
  std::string result;
  while (!text.empty()) {
    llvm::StringRef word = text.take_while(
        [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; });
    if (word.empty())
      word = text.take_front(1);
    text = text.drop_front(word.size());
    result += word == "and"   ? "&&"
              : word == "or"  ? "||"
              : word == "not" ? "!"
                              : word;
  }
  return result;
}

/// Names of constants become their values. Reports operators of which the
/// meaning differs from that in C.
static FailureOr<Expr> finish(const Text &text, Expr expr, ExprContext &context,
                              const Declarations &declarations) {
  bool isSupported = true;
  walk(expr, [&](Expr node) {
    isSupported &= !node.is(ExprKind::Div) && !node.is(ExprKind::IntDiv) &&
                   !node.is(ExprKind::Mod);
  });
  if (!isSupported) {
    text.emitError() << "division is not supported";
    return failure();
  }
  Substitution values(context);
  llvm::SetVector<Expr> names;
  collectNames(expr, names);
  for (Expr name : names) {
    auto found = declarations.constants.find(name.getName());
    if (found == declarations.constants.end())
      continue;
    const Declarations::Constant &constant = found->second;
    values.set(name, constant.isBool ? context.getBool(constant.value != 0)
                                     : context.getInt(constant.value));
  }
  return values.empty() ? expr : values.apply(expr);
}

static FailureOr<Expr> parseText(const Text &text, llvm::StringRef part,
                                 ExprContext &context,
                                 const Declarations &declarations) {
  Expr expr = parseExpr(replaceWords(part.trim()), context,
                        [&](size_t, const llvm::Twine &message) {
                          text.emitError()
                              << message << " in '" << part.trim() << "'";
                        });
  if (!expr)
    return failure();
  return finish(text, expr, context, declarations);
}

FailureOr<Expr> ecdar::parseCondition(const Text &text, ExprContext &context,
                                      const Declarations &declarations) {
  if (text.isBlank())
    return Expr();
  return parseText(text, text.text, context, declarations);
}

/// Splits at commas outside of brackets.
static llvm::SmallVector<llvm::StringRef> splitList(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> parts;
  unsigned open = 0;
  size_t begin = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    open += llvm::StringRef("([{").contains(text[i]);
    open -= open && llvm::StringRef(")]}").contains(text[i]);
    if (text[i] == ',' && !open) {
      parts.push_back(text.slice(begin, i));
      begin = i + 1;
    }
  }
  parts.push_back(text.substr(begin));
  return parts;
}

FailureOr<Update> ecdar::parseAssignments(const Text &text,
                                          ExprContext &context,
                                          const Declarations &declarations) {
  Update update;
  if (text.isBlank())
    return update;
  for (llvm::StringRef part : splitList(text.text)) {
    auto [left, right] = part.split('=');
    left = left.trim();
    left.consume_back(":");
    left = left.trim();
    if (!isIdentifier(left) || right.empty()) {
      text.emitError() << "expected an assignment, 'x = 0', and not '"
                       << part.trim() << "'";
      return failure();
    }
    FailureOr<Expr> value = parseText(text, right, context, declarations);
    if (failed(value))
      return failure();
    Update next = {{context.getName(left), *value}};
    update = composeUpdates(update, next, context);
  }
  return update;
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

namespace {
class DeclarationParser {
public:
  DeclarationParser(const Text &text, ExprContext &context,
                    MLIRContext *mlirContext, Declarations &declarations)
      : text(text), words(text), context(context), mlirContext(mlirContext),
        declarations(declarations) {}

  LogicalResult parse();

private:
  LogicalResult parseOne();
  LogicalResult parseType(Type &type);
  LogicalResult parseTypedef();
  LogicalResult parseClocks();
  LogicalResult parseVariables(bool isConstant);
  LogicalResult parseNumber(llvm::ArrayRef<llvm::StringRef> ends,
                            int64_t &number);
  LogicalResult skipNames();
  LogicalResult checkNew(llvm::StringRef name);

  const Text &text;
  Words words;
  ExprContext &context;
  MLIRContext *mlirContext;
  Declarations &declarations;
};
} // namespace

LogicalResult DeclarationParser::checkNew(llvm::StringRef name) {
  bool isKnown = declarations.types.contains(name) ||
                 declarations.constants.contains(name) ||
                 llvm::is_contained(declarations.clocks, name) ||
                 llvm::any_of(declarations.variables,
                              [&](const Declarations::Variable &variable) {
                                return variable.name == name;
                              });
  if (isKnown)
    return text.emitError() << "'" << name << "' is declared twice";
  return success();
}

/// A constant expression.
LogicalResult
DeclarationParser::parseNumber(llvm::ArrayRef<llvm::StringRef> ends,
                               int64_t &number) {
  llvm::StringRef part = words.takeUntil(ends);
  FailureOr<Expr> expr = parseText(text, part, context, declarations);
  if (failed(expr))
    return failure();
  EvalResult result = evaluate(
      *expr, NameLookup([](Expr) -> const tioga::Value * { return nullptr; }));
  using ValueKind = tioga::Value::Kind;
  if (result && result.value.is(ValueKind::Bool)) {
    number = result.value.getBool();
    return success();
  }
  if (!result || !result.value.is(ValueKind::Number) ||
      !result.value.getNumber().isInteger())
    return text.emitError() << "'" << part << "' is no constant";
  number = result.value.getNumber().getNumerator();
  return success();
}

LogicalResult DeclarationParser::parseType(Type &type) {
  // `int` is a word of our own expressions, and no name there.
  std::string name = words.next().str();
  if (name == "bool") {
    type = BoolType::get(mlirContext);
    return success();
  }
  if (name == "int") {
    // What UPPAAL's integers hold if nothing is said.
    int64_t low = -32768, high = 32767;
    if (words.consume("[") &&
        (failed(parseNumber({","}, low)) || failed(words.expect(",")) ||
         failed(parseNumber({"]"}, high)) || failed(words.expect("]"))))
      return failure();
    if (low > high)
      return text.emitError()
             << "the range from " << low << " to " << high << " is empty";
    type = RangeType::get(mlirContext, low, high);
    return success();
  }
  auto found = declarations.types.find(name);
  if (found == declarations.types.end())
    return text.emitError() << "there is no type '" << name << "'";
  type = found->second;
  return success();
}

LogicalResult DeclarationParser::parseTypedef() {
  Type type;
  std::string name;
  if (failed(parseType(type)) || failed(words.expectName(name)) ||
      failed(checkNew(name)))
    return failure();
  declarations.types[name] = type;
  return words.expect(";");
}

LogicalResult DeclarationParser::parseClocks() {
  do {
    std::string name;
    if (failed(words.expectName(name)) || failed(checkNew(name)))
      return failure();
    declarations.clocks.push_back(name);
  } while (words.consume(","));
  return words.expect(";");
}

LogicalResult DeclarationParser::skipNames() {
  do {
    std::string name;
    if (failed(words.expectName(name)))
      return failure();
    if (words.peek() == "[")
      return text.emitError() << "arrays of channels are not supported";
  } while (words.consume(","));
  return words.expect(";");
}

LogicalResult DeclarationParser::parseVariables(bool isConstant) {
  Type type;
  if (failed(parseType(type)))
    return failure();
  do {
    std::string name;
    if (failed(words.expectName(name)) || failed(checkNew(name)))
      return failure();
    if (words.peek() == "[" || words.peek() == "(" || words.peek() == "{")
      return text.emitError()
             << "arrays and functions are not supported, as '" << name << "'";
    int64_t value = 0;
    bool hasValue = words.consume("=");
    if (hasValue && failed(parseNumber({",", ";"}, value)))
      return failure();
    bool isBool = isa<BoolType>(type);
    if (isConstant) {
      if (!hasValue)
        return text.emitError() << "constant '" << name << "' has no value";
      declarations.constants[name] = {value, isBool};
      continue;
    }
    // Zero if it is in the range, as in UPPAAL.
    auto range = dyn_cast<RangeType>(type);
    if (!hasValue && range && (range.getLow() > 0 || range.getHigh() < 0))
      value = range.getLow();
    declarations.variables.push_back(
        {name, type,
         isBool ? context.getBool(value != 0) : context.getInt(value)});
  } while (words.consume(","));
  return words.expect(";");
}

LogicalResult DeclarationParser::parseOne() {
  if (words.consume(";"))
    return success();
  if (words.consume("typedef"))
    return parseTypedef();
  if (words.consume("clock"))
    return parseClocks();
  if (words.consume("const"))
    return parseVariables(/*isConstant=*/true);
  bool isChannel = words.consume("broadcast");
  if (words.consume("urgent"))
    return text.emitError() << "urgent channels are not supported";
  if (words.consume("chan"))
    return skipNames();
  if (isChannel)
    return words.fail("expected 'chan'");
  return parseVariables(/*isConstant=*/false);
}

LogicalResult DeclarationParser::parse() {
  while (!words.peek().empty())
    if (failed(parseOne()))
      return failure();
  return success();
}

LogicalResult ecdar::parseDeclarations(const Text &text, ExprContext &context,
                                       MLIRContext *mlirContext,
                                       Declarations &declarations) {
  return DeclarationParser(text, context, mlirContext, declarations).parse();
}

static LogicalResult parseInterface(Words &words, const Text &text,
                                    llvm::StringMap<Interface> &interfaces) {
  std::string name;
  if (failed(words.expectName(name)) || failed(words.expect("{")))
    return failure();
  Interface &interface = interfaces[name];
  while (!words.consume("}")) {
    std::string label;
    if (failed(words.expectName(label)))
      return failure();
    bool isInput = words.consume("?");
    if (!isInput && failed(words.expect("!")))
      return failure();
    interface.labels.push_back(
        {label, isInput ? LabelKind::Input : LabelKind::Output});
    if (!words.consume(",") && words.peek() != "}")
      return words.fail("expected ',' or '}'");
  }
  return success();
}

LogicalResult ecdar::parseInterfaces(const Text &text,
                                     llvm::StringMap<Interface> &interfaces) {
  Words words(text);
  while (!words.peek().empty()) {
    if (words.consume("IO")) {
      if (failed(parseInterface(words, text, interfaces)))
        return failure();
    } else {
      // `system A, B;` and instances: every component is there by itself.
      words.takeUntil({";", "IO"});
      words.consume(";");
    }
  }
  return success();
}
