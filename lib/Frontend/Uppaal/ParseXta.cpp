//===- ParseXta.cpp - Textual UPPAAL models and queries ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

using namespace tioga::uppaal;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Processes
//===----------------------------------------------------------------------===//

void Parser::parseXta() {
  model.doc = firstComment;
  while (!failed && !atEnd()) {
    if (is("process")) {
      parseProcess();
    } else if (is("system")) {
      parseSystemLine();
      if (!failed && !atEnd() && !rejectDeclaration())
        failExpected("the end");
      return;
    } else {
      // Before the first process they are global; afterwards that makes no
      // difference to anything but templates.
      std::vector<Decl> &into =
          model.templates.empty() ? model.globals : model.systemDecls;
      if (!parseDeclaration(into) && !failed)
        parseInstance(model.systemDecls);
    }
  }
  if (!failed)
    failExpected("'system'");
}

void Parser::parseProcess() {
  TemplateNode process;
  process.doc = next().leading;
  process.name = parseIdentifier("the name of a process");
  if (accept("("))
    process.params = parseParameterList(")");
  expect("{");
  while (!failed && !is("state") && !is("}"))
    if (!parseDeclaration(process.decls) && !failed)
      failExpected("a declaration or 'state'");
  parseStates(process);
  if (is("trans"))
    parseTransitions(process);
  if (expect("}"))
    model.templates.push_back(std::move(process));
}

/// Marks some of the locations.
void Parser::parseStateList(TemplateNode &process, bool isCommitted) {
  next();
  do {
    Identifier name = parseIdentifier("the name of a location");
    auto *found = llvm::find_if(process.locations, [&](LocationNode &each) {
                    return each.id == name.text;
                  }).base();
    if (failed)
      return;
    if (found == process.locations.data() + process.locations.size())
      return fail(name.range, "there is no location '" + name.text + "'");
    (isCommitted ? found->isCommitted : found->isUrgent) = true;
  } while (accept(","));
  expect(";");
}

void Parser::parseStates(TemplateNode &process) {
  if (!expect("state"))
    return;
  do {
    LocationNode location;
    location.doc = peek().leading;
    location.name = parseIdentifier("the name of a location");
    location.id = location.name.text;
    location.range = location.name.range;
    if (accept("{")) {
      Range begin = peek().range;
      if (!is("}") && !is(";"))
        location.invariant = parseExpr();
      while (!failed && accept(","))
        location.invariant =
            make(NodeOp::And, begin, {location.invariant, parseExpr()});
      if (is(";"))
        return fail(peek().range, "exponential rates are not supported");
      expect("}");
    }
    if (failed)
      return;
    process.locations.push_back(std::move(location));
  } while (accept(","));
  expect(";");
  while (!failed && (is("commit") || is("urgent") || is("branchpoint"))) {
    if (is("branchpoint"))
      return fail(peek().range, "branch points are not supported");
    parseStateList(process, is("commit"));
  }
  if (failed || !expect("init"))
    return;
  process.initial = parseIdentifier("the name of a location");
  expect(";");
}

void Parser::parseTransitionLabels(EdgeNode &edge) {
  while (!failed && !accept("}")) {
    if (accept("select")) {
      do {
        edge.selects.push_back(parseSelect());
      } while (!failed && accept(","));
    } else if (accept("guard")) {
      Range begin = peek().range;
      edge.guard = parseExpr();
      while (!failed && accept(","))
        edge.guard = make(NodeOp::And, begin, {edge.guard, parseExpr()});
    } else if (accept("sync")) {
      edge.channel = parsePostfix(parsePrimary());
      edge.isSend = is("!");
      if (!failed && !accept("!") && !accept("?"))
        failExpected("'!' or '?'");
    } else if (accept("assign")) {
      do {
        edge.updates.push_back(parseExpr());
      } while (!failed && accept(","));
    } else if (is("probability")) {
      fail(peek().range, "probabilities are not supported");
    } else {
      failExpected("'select', 'guard', 'sync', 'assign' or '}'");
    }
    if (!failed)
      expect(";");
  }
}

void Parser::parseTransitions(TemplateNode &process) {
  next();
  Identifier source;
  do {
    EdgeNode edge;
    Range begin = peek().range;
    edge.doc = peek().leading;
    // Without a source it is that of the transition before.
    if (!is("->"))
      source = parseIdentifier("the name of a location");
    edge.source = source;
    if (is("-u->"))
      return fail(peek().range, "uncontrollable edges are not supported");
    expect("->");
    if (failed)
      return;
    edge.target = parseIdentifier("the name of a location");
    if (expect("{"))
      parseTransitionLabels(edge);
    if (failed)
      return;
    edge.range = rangeFrom(begin);
    process.edges.push_back(std::move(edge));
  } while (accept(","));
  expect(";");
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

/// What a query is called that we do not answer.
static std::string describeQuery(llvm::ArrayRef<Token> tokens) {
  auto startsWith = [&](std::initializer_list<StringRef> words) {
    size_t i = 0;
    for (StringRef word : words)
      if (i >= tokens.size() || !tokens[i++].is(word))
        return false;
    return true;
  };
  if (startsWith({"A", "<", ">"}))
    return "liveness ('A<>')";
  if (startsWith({"E", "[", "]"}))
    return "potentially always ('E[]')";
  for (StringRef word : {"sup", "inf", "bounds", "simulate", "control", "Pr",
                         "strategy", "saveStrategy", "loadStrategy", "minE",
                         "maxE", "minPr", "maxPr", "acontrol", "scenario"})
    if (startsWith({word}))
      return "'" + word.str() + "'";
  for (const Token &token : tokens)
    if (token.is("-->"))
      return "leads-to ('-->')";
  bool isAlways = startsWith({"A", "[", "]"});
  if (startsWith({"E", "["}) || (startsWith({"A", "["}) && !isAlways))
    return "a query with a bound";
  return "";
}

void Parser::parseQueryBody(QueryNode &query) {
  query.reason = describeQuery(tokens);
  if (!query.reason.empty()) {
    position = tokens.size() - 1;
    return;
  }
  bool isExists = is("E") && peek(1).is("<") && peek(2).is(">");
  bool isAlways = is("A") && peek(1).is("[") && peek(2).is("]");
  if (!isExists && !isAlways)
    return failExpected("a query, such as 'E<>' or 'A[]'");
  position += 3;
  query.kind = isExists ? QueryNode::Exists : QueryNode::Always;
  query.formula = parseExpr();
  for (const Token &token : tokens)
    if (token.is("under")) {
      query.kind = QueryNode::Unsupported;
      query.reason = "'under' a strategy";
      position = tokens.size() - 1;
    }
  accept(";");
  expectEnd();
}

void Parser::parseQuery(StringRef comment) {
  if (atEnd())
    return;
  QueryNode query;
  query.range = {&text, peek().range.begin, tokens.back().range.begin};
  query.text = StringRef(text.content).substr(query.range.begin).trim().str();
  query.range.end = query.range.begin + query.text.size();
  query.comment = comment.trim().str();
  source.setLenient(true);
  parseQueryBody(query);
  source.setLenient(false);
  if (failed) {
    query.kind = QueryNode::Unsupported;
    query.reason = "a query with errors";
  }
  model.queries.push_back(std::move(query));
}

void tioga::uppaal::parseQueries(Model &model, Source &source,
                                 const Text &text) {
  StringRef content = text.content;
  std::string comment;
  for (size_t begin = 0; begin < content.size();) {
    size_t end = std::min(content.find('\n', begin), content.size());
    // A backslash joins lines; a comment may span them.
    while (end < content.size() && content.slice(begin, end).ends_with("\\"))
      end = std::min(content.find('\n', end + 1), content.size());
    StringRef line = content.slice(begin, end);
    if (line.trim().starts_with("/*")) {
      size_t close = content.find("*/", begin);
      end = std::min(close == StringRef::npos ? close : close + 2,
                     content.size());
      line = content.slice(begin, end);
      StringRef body = line.trim().drop_front(2);
      body.consume_back("*/");
      comment += (comment.empty() ? "" : "\n") + body.trim().str();
    } else if (line.trim().starts_with("//")) {
      comment += (comment.empty() ? "" : "\n") +
                 line.trim().drop_front(2).trim().str();
    } else if (!line.trim().empty()) {
      Text &part = source.addText(text.path);
      part.content = line.str();
      std::replace(part.content.begin(), part.content.end(), '\\', ' ');
      part.offsets.assign(text.offsets.begin() + begin,
                          text.offsets.begin() + end + 1);
      Parser(model, source, part).parseQuery(comment);
      comment.clear();
    }
    begin = end + 1;
  }
}
