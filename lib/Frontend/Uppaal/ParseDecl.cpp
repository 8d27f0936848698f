//===- ParseDecl.cpp - Declarations of the UPPAAL language ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

using namespace tioga::uppaal;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static bool isTypeWord(const Token &token) {
  static constexpr StringRef words[] = {
      "const", "urgent", "broadcast", "meta",   "hybrid", "int",    "bool",
      "clock", "chan",   "void",      "struct", "scalar", "double", "string"};
  return token.kind == Token::Name && llvm::is_contained(words, token.text);
}

/// A type word, or the name of a type followed by the name of what has it.
bool Parser::atDeclaration() const {
  static constexpr StringRef others[] = {"return", "else", "not",   "and",
                                         "or",     "do",   "imply", "system"};
  if (isTypeWord(peek()))
    return true;
  return peek().kind == Token::Name && peek(1).kind == Token::Name &&
         !llvm::is_contained(others, peek().text) &&
         !llvm::is_contained(others, peek(1).text);
}

void Parser::parseTypePrefix(TypeNode &type) {
  while (true) {
    if (accept("const")) {
      type.isConst = true;
    } else if (accept("urgent")) {
      type.isUrgent = true;
    } else if (accept("broadcast")) {
      type.isBroadcast = true;
    } else if (is("hybrid")) {
      return fail(peek().range, "hybrid clocks are not supported");
    } else if (!accept("meta")) {
      return;
    }
  }
}

void Parser::parseStruct(TypeNode &type) {
  type.kind = TypeNode::Struct;
  if (!expect("{"))
    return;
  if (++depth > maxStmtDepth)
    return fail(type.range, "the structure is nested too deeply");
  while (!failed && !accept("}")) {
    const TypeNode *fieldType = parseType();
    do {
      VarDecl field;
      field.type = fieldType;
      field.name = parseIdentifier("the name of a field");
      parseDimensions(field);
      type.fields.push_back(std::move(field));
    } while (!failed && accept(","));
    expect(";");
  }
  --depth;
}

const TypeNode *Parser::parseType() {
  TypeNode type;
  type.range = peek().range;
  parseTypePrefix(type);
  if (accept("int")) {
    type.kind = TypeNode::Int;
    if (accept("[")) {
      type.low = parseExpr();
      expect(",");
      type.high = failed ? nullptr : parseExpr();
      expect("]");
    }
  } else if (accept("bool")) {
    type.kind = TypeNode::Bool;
  } else if (accept("clock")) {
    type.kind = TypeNode::Clock;
  } else if (accept("chan")) {
    type.kind = TypeNode::Chan;
  } else if (accept("void")) {
    type.kind = TypeNode::Void;
  } else if (accept("struct")) {
    parseStruct(type);
  } else if (accept("scalar")) {
    type.kind = TypeNode::Scalar;
    expect("[");
    type.low = failed ? nullptr : parseExpr();
    expect("]");
  } else if (is("double") || is("string")) {
    type.kind = TypeNode::Unsupported;
    type.text = next().text.str();
  } else {
    type.kind = TypeNode::Named;
    type.text = parseIdentifier("a type").text;
  }
  if (failed)
    return nullptr;
  type.range = rangeFrom(type.range);
  return &model.types.emplace_back(std::move(type));
}

void Parser::parseDimensions(VarDecl &var) {
  while (accept("[")) {
    Dimension &dimension = var.dimensions.emplace_back();
    if (isTypeWord(peek()))
      dimension.type = parseType();
    else
      dimension.size = parseExpr();
    if (failed || !expect("]"))
      return;
  }
}

/// `i : int[0,3]`
VarDecl Parser::parseSelect() {
  VarDecl var;
  var.name = parseIdentifier("a name");
  if (failed || !expect(":"))
    return var;
  var.type = parseType();
  return var;
}

std::vector<VarDecl> Parser::parseSelects() {
  std::vector<VarDecl> result;
  if (atEnd())
    return result;
  do {
    result.push_back(parseSelect());
  } while (!failed && accept(","));
  expectEnd();
  return failed ? std::vector<VarDecl>() : result;
}

std::vector<VarDecl> Parser::parseParameterList(StringRef end) {
  std::vector<VarDecl> result;
  bool isDone = end.empty() ? atEnd() : accept(end);
  if (isDone)
    return result;
  do {
    VarDecl var;
    // In old models `int a, b` gives both the type.
    bool hasType =
        result.empty() ||
        !(peek().kind == Token::Name &&
          (peek(1).is(",") || peek(1).is(end) || peek(1).kind == Token::End));
    var.type = hasType ? parseType() : result.back().type;
    var.isReference = accept("&");
    if (failed)
      return {};
    var.name = parseIdentifier("the name of a parameter");
    parseDimensions(var);
    result.push_back(std::move(var));
  } while (!failed && accept(","));
  if (!end.empty())
    expect(end);
  return result;
}

std::vector<VarDecl> Parser::parseParameters() {
  std::vector<VarDecl> result = parseParameterList("");
  expectEnd();
  return failed ? std::vector<VarDecl>() : result;
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

/// Reports what has a name in the language but no meaning here.
bool Parser::rejectDeclaration() {
  static constexpr std::pair<StringRef, StringRef> words[] = {
      {"before_update", "'before_update' blocks are"},
      {"after_update", "'after_update' blocks are"},
      {"dynamic", "dynamic templates are"},
      {"import", "external libraries are"},
      {"progress", "progress measures are"},
      {"gantt", "Gantt charts are"},
  };
  for (auto [word, text] : words) {
    if (!is(word))
      continue;
    fail(peek().range, text + llvm::Twine(" not supported"));
    return true;
  }
  if (is("chan") && peek(1).is("priority")) {
    fail(rangeFrom(peek().range), "channel priorities are not supported");
    return true;
  }
  return false;
}

/// Returns false where no declaration begins.
bool Parser::parseDeclaration(std::vector<Decl> &into) {
  if (rejectDeclaration())
    return false;
  if (accept(";"))
    return true;
  std::string doc = peek().leading;
  if (accept("typedef")) {
    Decl decl;
    decl.kind = Decl::Typedef;
    decl.var.type = parseType();
    if (!failed)
      decl.var.name = parseIdentifier("the name of a type");
    parseDimensions(decl.var);
    expect(";");
    if (!failed)
      into.push_back(std::move(decl));
    return !failed;
  }
  if (!atDeclaration())
    return false;
  const TypeNode *type = parseType();
  if (!type)
    return false;
  if (peek().kind == Token::Name && peek(1).is("(")) {
    VarDecl head;
    head.type = type;
    head.name = parseIdentifier("a name");
    parseFunction(std::move(head), into);
  } else {
    parseVariables(type, doc, into);
  }
  return !failed;
}

void Parser::parseVariables(const TypeNode *type, StringRef doc,
                            std::vector<Decl> &into) {
  size_t first = into.size();
  do {
    Decl decl;
    decl.var.type = type;
    // A comment before a name further down is about that name.
    std::string own = into.size() > first ? peek().leading : "";
    decl.var.doc = own.empty() ? doc.str() : own;
    decl.var.name = parseIdentifier("a name");
    parseDimensions(decl.var);
    if (!failed && (accept("=") || accept(":=")))
      decl.var.init = parseInitializer();
    if (failed)
      return;
    into.push_back(std::move(decl));
    if (is(",") && into.back().var.doc.empty())
      into.back().var.doc = peek().trailing;
  } while (!failed && accept(","));
  std::string trailing = peek().trailing;
  if (!expect(";"))
    return;
  for (size_t i = first; i < into.size(); ++i)
    if (into[i].var.doc.empty())
      into[i].var.doc = trailing;
}

void Parser::parseFunction(VarDecl head, std::vector<Decl> &into) {
  Decl decl;
  decl.kind = Decl::Function;
  decl.var = std::move(head);
  expect("(");
  decl.params = parseParameterList(")");
  if (failed)
    return;
  decl.body = parseBlock();
  if (!failed)
    into.push_back(std::move(decl));
}

/// `P(const int i) = T(i, 3);`
void Parser::parseInstance(std::vector<Decl> &into) {
  Decl decl;
  decl.kind = Decl::Instance;
  decl.var.doc = peek().leading;
  decl.var.name = parseIdentifier("the name of a process");
  if (accept("("))
    decl.params = parseParameterList(")");
  if (!accept("=") && !accept(":="))
    failExpected("'='");
  if (failed)
    return;
  decl.templ = parseIdentifier("the name of a template");
  expect("(");
  if (!failed)
    decl.arguments = parseExprList(")");
  expect(";");
  if (!failed)
    into.push_back(std::move(decl));
}

std::vector<Decl> Parser::parseDeclarations() {
  std::vector<Decl> result;
  while (!failed && !atEnd())
    if (!parseDeclaration(result) && !failed)
      failExpected("a declaration");
  return result;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

const Stmt *Parser::parseBlock() {
  Stmt stmt;
  stmt.kind = Stmt::Block;
  stmt.range = peek().range;
  if (!expect("{"))
    return nullptr;
  while (!failed && !is("}") && (is("typedef") || atDeclaration()))
    parseDeclaration(stmt.decls);
  while (!failed && !is("}")) {
    if (atDeclaration()) {
      fail(peek().range, "a declaration stands before all statements");
      return nullptr;
    }
    stmt.body.push_back(parseStmt());
  }
  if (!expect("}"))
    return nullptr;
  return &model.stmts.emplace_back(std::move(stmt));
}

void Parser::parseFor(Stmt &stmt) {
  next();
  if (!expect("("))
    return;
  if (peek().kind == Token::Name && peek(1).is(":")) {
    stmt.kind = Stmt::Iterate;
    stmt.variable = parseSelect();
  } else {
    stmt.kind = Stmt::For;
    if (!is(";"))
      stmt.init = parseExpr();
    expect(";");
    if (!failed && !is(";"))
      stmt.expr = parseExpr();
    expect(";");
    if (!failed && !is(")"))
      stmt.step = parseExpr();
  }
  if (!failed && expect(")"))
    stmt.body.push_back(parseStmt());
}

void Parser::parseControlStmt(Stmt &stmt) {
  if (is("for"))
    return parseFor(stmt);
  if (accept("do")) {
    stmt.kind = Stmt::DoWhile;
    stmt.body.push_back(parseStmt());
    expect("while");
    expect("(");
    stmt.expr = failed ? nullptr : parseExpr();
    expect(")");
    expect(";");
    return;
  }
  bool isIf = is("if");
  stmt.kind = isIf ? Stmt::If : Stmt::While;
  next();
  expect("(");
  stmt.expr = failed ? nullptr : parseExpr();
  if (failed || !expect(")"))
    return;
  stmt.body.push_back(parseStmt());
  if (isIf && accept("else"))
    stmt.body.push_back(parseStmt());
}

const Stmt *Parser::parseStmt() {
  if (++depth > maxStmtDepth) {
    fail(peek().range, "the statement is nested too deeply");
    return nullptr;
  }
  Stmt stmt;
  stmt.range = peek().range;
  const Stmt *block = nullptr;
  if (is("{")) {
    block = parseBlock();
  } else if (is("if") || is("while") || is("do") || is("for")) {
    parseControlStmt(stmt);
  } else if (accept("return")) {
    stmt.kind = Stmt::Return;
    if (!is(";"))
      stmt.expr = parseExpr();
    expect(";");
  } else if (!accept(";")) {
    stmt.kind = Stmt::Expr;
    stmt.expr = parseExpr();
    expect(";");
  }
  --depth;
  if (failed)
    return nullptr;
  stmt.range = rangeFrom(stmt.range);
  return block ? block : &model.stmts.emplace_back(std::move(stmt));
}

//===----------------------------------------------------------------------===//
// The system
//===----------------------------------------------------------------------===//

void Parser::parseSystemLine() {
  model.systemRange = next().range;
  do {
    model.processes.push_back(parseIdentifier("the name of a process"));
    if (is("<"))
      fail(peek().range, "process priorities are not supported");
  } while (!failed && accept(","));
  if (!failed && !accept(";") && !atEnd())
    failExpected("';'");
}

void Parser::parseSystem() {
  while (!failed && !atEnd()) {
    if (is("system")) {
      parseSystemLine();
      // Charts and measures say nothing about behaviour, but are no secret.
      if (!failed && !atEnd() && !rejectDeclaration())
        failExpected("the end");
      return;
    }
    if (parseDeclaration(model.systemDecls) || failed)
      continue;
    parseInstance(model.systemDecls);
  }
  if (!failed)
    failExpected("'system'");
}
