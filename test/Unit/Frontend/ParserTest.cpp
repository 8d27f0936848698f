//===- ParserTest.cpp - Tests of the parser ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Parser/Parser.h"
#include "ASTDump.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace tioga;
using llvm::StringRef;

namespace {

struct Parsed {
  std::unique_ptr<ast::File> file;
  /// `line:column-line:column: message`, columns from 1, the end exclusive.
  std::vector<std::string> errors;
};

} // namespace

static std::string position(StringRef text, unsigned offset) {
  StringRef before = text.take_front(offset);
  size_t lineStart = before.rfind('\n') + 1;
  return std::to_string(before.count('\n') + 1) + ":" +
         std::to_string(offset - lineStart + 1);
}

static Parsed parse(StringRef text) {
  Parsed result;
  result.file = parser::parseFile(text, [&](ast::Range range,
                                            const llvm::Twine &message) {
    result.errors.push_back(position(text, range.begin) + "-" +
                            position(text, range.end) + ": " + message.str());
  });
  return result;
}

TEST(ParserTest, ReadsAllExamples) {
  std::error_code error;
  unsigned count = 0;
  for (llvm::sys::fs::recursive_directory_iterator
           it(TIOGA_SOURCE_DIR "/docs/examples", error),
       end;
       it != end && !error; it.increment(error)) {
    if (!StringRef(it->path()).ends_with(".tioga"))
      continue;
    ++count;
    auto buffer = llvm::MemoryBuffer::getFile(it->path());
    ASSERT_TRUE(bool(buffer)) << it->path();
    Parsed parsed = parse((*buffer)->getBuffer());
    EXPECT_EQ(llvm::join(parsed.errors, "\n"), "") << it->path();
    ASSERT_TRUE(parsed.file);
    EXPECT_FALSE(parsed.file->decls.empty()) << it->path();
  }
  EXPECT_GE(count, 50u);
}

//===----------------------------------------------------------------------===//
// Constructs
//===----------------------------------------------------------------------===//

/// The declarations of a text without errors, one a line.
static std::string dumpFile(StringRef text) {
  Parsed parsed = parse(text);
  EXPECT_EQ(llvm::join(parsed.errors, "\n"), "") << text.str();
  std::string result;
  if (parsed.file)
    for (ast::Decl *decl : parsed.file->decls)
      result += test::dump(decl) + "\n";
  return result;
}

/// The items of a scope.
static std::string dumpIn(StringRef scope, StringRef items) {
  std::string text = (scope + " S {\n" + items + "\n}").str();
  Parsed parsed = parse(text);
  EXPECT_EQ(llvm::join(parsed.errors, "\n"), "") << items.str();
  std::string result;
  if (parsed.file && parsed.file->decls.size() == 1)
    for (ast::Decl *decl :
         static_cast<ast::ScopeDecl *>(parsed.file->decls[0])->items)
      result += (result.empty() ? "" : " ") + test::dump(decl);
  return result;
}

static std::string dumpAutomaton(StringRef items) {
  return dumpIn("system", ("automaton A {" + items + "}").str());
}

static std::string dumpExpr(StringRef text) {
  ast::File file;
  std::string message;
  ast::Expr *expr = parser::parseExpression(
      text, file, [&](ast::Range range, const llvm::Twine &error) {
        message += (llvm::Twine(range.begin) + "-" + llvm::Twine(range.end) +
                    ": " + error + "\n")
                       .str();
      });
  return expr ? test::dump(expr) : message;
}

TEST(ParserTest, SharedDeclarations) {
  EXPECT_EQ(dumpFile("import \"a\\\\b\\\"c.tioga\";"),
            "(import a\\b\"c.tioga)\n");
  EXPECT_EQ(dumpFile("const A = 1; const B : int = A;"),
            "(const A 1)\n(const B int A)\n");
  EXPECT_EQ(
      dumpFile("type T = enum {A, B}; type U = record {a : T, b : real};"),
      "(type T (enum=A,B))\n(type U (record a:T b:real))\n");
  EXPECT_EQ(dumpFile("type T = map bool to set of array[3] of 0..N - 1;"),
            "(type T (map bool (set (array 3 (.. 0 (- N 1))))))\n");
  EXPECT_EQ(
      dumpFile("fun f() : int = 1; fun g(a : int, b : T) : bool = a < b;"),
      "(fun f [] int 1)\n(fun g [a:int, b:T] bool (< a b))\n");
  EXPECT_EQ(dumpFile("instance A = T(), B = T(1, x), C[i : 0..3] = T(i);"),
            "(instance A T [])\n(instance B T [1, x])\n"
            "(instance C i:(.. 0 3) T [i])\n");
  EXPECT_EQ(dumpFile("contract C = A && B; contract D = A;"),
            "(conjunction C of=A,B)\n(conjunction D of=A)\n");
}

TEST(ParserTest, Scopes) {
  EXPECT_EQ(dumpFile("system S {} actions A() {} contract C stems R1, R2.1 {}"),
            "(system S)\n(actions A [])\n(contract C stems=R1,R2.1)\n");
  EXPECT_EQ(dumpFile("system S(n : 0..3 = 1, label a, clock x, var v : int) "
                     "stems \"a b\", FR.1.2.x {}"),
            "(system S [n:(.. 0 3)=1, label a, clock x, var v:int] "
            "stems=a b,FR.1.2.x)\n");
  EXPECT_EQ(dumpIn("system", "environment automaton E(n : int) stems R {}"),
            "(environment E [n:int] stems=R)");
}

TEST(ParserTest, SystemItems) {
  EXPECT_EQ(dumpIn("system", "var a, b : int = 1, c : bool;"),
            "(var a int 1) (var b int 1) (var c bool)");
  EXPECT_EQ(dumpIn("system", "clock x, y;"), "(clock x) (clock y)");
  EXPECT_EQ(dumpIn("system", "urgent broadcast output a, b(n : int) via ch;"),
            "(output a urgent broadcast via=ch) "
            "(output b urgent broadcast n:int via=ch)");
  EXPECT_EQ(dumpIn("system", "input a; internal b();"),
            "(input a) (internal b)");
  EXPECT_EQ(dumpIn("system", "purpose P : x > 1, y;"), "(purpose P (> x 1) y)");
  EXPECT_EQ(dumpIn("system", "observer O(n : int) { any { thing } ; }"),
            "(observer O)");
  EXPECT_EQ(dumpIn("system", "text R1.2: \"one \" \"tw\\to\\n\";"),
            "(text R1.2 <one tw\to\n>)");
  EXPECT_EQ(dumpIn("system", "component c : C { a => b; s => t; }"),
            "(component c C a=>b;s=>t;)");
  EXPECT_EQ(dumpIn("system", "sync A.a, B.b?;"), "(sync A.a B.b?)");
}

TEST(ParserTest, Automata) {
  EXPECT_EQ(
      dumpAutomaton("init urgent committed accepting locked location A, B;"),
      "(automaton A (location A init urgent committed accepting locked) "
      "(location B init urgent committed accepting locked))");
  EXPECT_EQ(dumpAutomaton("location A { invariant x < 3; stems R1, R2; "
                          "invariant y; }"),
            "(automaton A (location A inv=(< x 3),y stems=R1,R2))");
  EXPECT_EQ(dumpAutomaton("edge A -> B silent;"),
            "(automaton A (edge A->B silent))");
  EXPECT_EQ(dumpAutomaton("locked edge e : A -> restart on a? when x < 3 reset "
                          "x, y do n := 1, m[2].f := n stems R;"),
            "(automaton A (edge e locked A->restart restart a? when=(< x 3) "
            "reset=x,y n:=1,m[2].f:=n stems=R))");
  EXPECT_EQ(dumpAutomaton("edge A -> B on a()!; edge A -> B on a(p, q)?;"),
            "(automaton A (edge A->B a()!) (edge A->B a(=p,q)?))");
}

TEST(ParserTest, ActionSystems) {
  EXPECT_EQ(dumpIn("actions", "invariant x <= 3;"), "(invariant (<= x 3))");
  EXPECT_EQ(
      dumpIn("actions", "locked urgent input a(n : int) when n > 0 reset x "
                        "stems R { y := n; z := y; }"),
      "(action input a locked urgent [n:int] when=(> n 0) reset=x stems=R "
      "(block y:=n z:=y))");
  EXPECT_EQ(dumpIn("actions", "output a(); internal b() skip"),
            "(action output a []) (action internal b [] (skip))");
  EXPECT_EQ(
      dumpIn("actions", "output a() {} then (skip or when g { x := 1 }) "
                        "orelse {} or {}"),
      "(action output a [] (orelse (then (block) (or (skip) (block when=g "
      "x:=1))) (or (block) (block))))");
  EXPECT_EQ(dumpIn("actions", "do { a then (b or c) orelse d }"),
            "(do (orelse (then (call a) (or (call b) (call c))) (call d)))");
}

TEST(ParserTest, Contracts) {
  EXPECT_EQ(dumpIn("contract", "input a, b : bool, c : int; output d : T; "
                               "hidden e : 0..3;"),
            "(signal input a bool) (signal input b bool) (signal input c int) "
            "(signal output d T) (signal hidden e (.. 0 3))");
  EXPECT_EQ(
      dumpIn("contract", "initially I.1: a; locked require \"R 1\": assume "
                         "a guarantee b'; require R2: guarantee b;"),
      "(initially I.1 a) (require R 1 locked assume=a b') (require R2 b)");
  EXPECT_EQ(dumpIn("contract", "frame all; frame a, b; ticks explicit t; ticks "
                               "symbolic u; timer c, d;"),
            "(frame all) (frame of=a,b) (ticks t) (ticks u symbolic) (timer c) "
            "(timer d)");
  EXPECT_EQ(dumpIn("contract",
                   "view V stems R { output a : bool; require R: a; "
                   "frame a; text R: \"t\"; }"),
            "(view V stems=R (signal output a bool) (require R a) (frame of=a) "
            "(text R <t>))");
}

TEST(ParserTest, Expressions) {
  EXPECT_EQ(dumpExpr("a || b && !c == d"), "(|| a (&& b (== (! c) d)))");
  EXPECT_EQ(dumpExpr("a - b - c * -d / e div 2 mod 3"),
            "(- (- a b) (mod (div (/ (* c (neg d)) e) 2) 3))");
  EXPECT_EQ(dumpExpr("a => b => c <=> d <=> e"),
            "(<=> (<=> (=> a (=> b c)) d) e)");
  EXPECT_EQ(dumpExpr("(a <= 2.50) != (b >= c) && x in s && p > q || u < w"),
            "(|| (&& (&& (!= (paren (<= a 2.50)) (paren (>= b c))) (in x s)) "
            "(> p q)) (< u w))");
  EXPECT_EQ(dumpExpr("if a then b else if c then d else e + 1"),
            "(if a b (if c d (+ e 1)))");
  EXPECT_EQ(dumpExpr("forall (i : 0..3) a[i] && b"),
            "(forall i:(.. 0 3) (&& ([] a i) b))");
  EXPECT_EQ(dumpExpr("exists (i : T) sum (j : U) i"),
            "(exists i:T (sum j:U i))");
  EXPECT_EQ(dumpExpr("a.b'.c"), "(. c (. b a'))");
  EXPECT_EQ(dumpExpr("a'.b"), "(. b a')");
  EXPECT_EQ(dumpExpr("E::A == f(1, g()) + (r with {a = 1, b = 2}).a"),
            "(== E::A (+ (call f 1 (call g)) (. a (paren (with r a=1 b=2)))))");
  EXPECT_EQ(dumpExpr("[{}, {1, 2}, {->}, {1 -> 2, 3 -> 4}, {a = true}]"),
            "(array (set) (set 1 2) (map) (map 1 2 3 4) (record a=true))");
}

TEST(ParserTest, Ranges) {
  StringRef text = "const A = (a + b) * c[1] ;";
  Parsed parsed = parse(text);
  ASSERT_TRUE(parsed.errors.empty());
  auto *decl = static_cast<ast::ConstDecl *>(parsed.file->decls[0]);
  auto cut = [&](ast::Range range) {
    return text.slice(range.begin, range.end);
  };
  EXPECT_EQ(cut(decl->range), text);
  EXPECT_EQ(cut(decl->name.range), "A");
  EXPECT_EQ(cut(decl->value->range), "(a + b) * c[1]");
  EXPECT_EQ(cut(decl->value->opRange), "*");
  EXPECT_EQ(cut(decl->value->operands[0]->range), "(a + b)");
  EXPECT_EQ(cut(decl->value->operands[0]->operands[0]->range), "a + b");
  EXPECT_EQ(cut(decl->value->operands[1]->range), "c[1]");
}

TEST(ParserTest, DocComments) {
  EXPECT_EQ(dumpFile("/// One.\n///   Two.\nconst A = 1;"),
            "/One.\n  Two./(const A 1)\n");
  EXPECT_EQ(dumpFile("/** One.\n * Two.\n *\n * Three. */\nconst A = 1;"),
            "/One.\nTwo.\n\nThree./(const A 1)\n");
  // Lines, other comments, and what is too far away.
  EXPECT_EQ(dumpFile("//// A\n/**/ // B\n/*** C */\nconst A = 1;"),
            "(const A 1)\n");
  EXPECT_EQ(dumpFile("/// A\n\nconst A = 1;"), "(const A 1)\n");
  EXPECT_EQ(dumpFile("/// A\n// B\nconst A = 1;"), "/A/(const A 1)\n");
  EXPECT_EQ(dumpFile("const A = 1; /// A\nconst B = 1;"),
            "(const A 1)\n(const B 1)\n");
  EXPECT_EQ(dumpIn("system", "/// Both.\nclock x, y;"),
            "/Both./(clock x) /Both./(clock y)");
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

static void expectErrors(StringRef text, std::vector<std::string> errors) {
  EXPECT_EQ(llvm::join(parse(text).errors, "\n"), llvm::join(errors, "\n"))
      << text.str();
}

TEST(ParserErrorTest, MissingSemicolon) {
  expectErrors("const A = 1\nconst B = 2;",
               {"1:12-1:12: expected ';' after '1'"});
  expectErrors("const A = 1", {"1:12-1:12: expected ';' after '1'"});
  expectErrors("system S { clock x }", {"1:19-1:19: expected ';' after 'x'"});
  // Nothing is lost by that.
  EXPECT_EQ(parse("const A = 1\nconst B = 2;").file->decls.size(), 2u);
}

TEST(ParserErrorTest, MissingBrace) {
  expectErrors("system S {", {"1:11-1:11: expected '}' to end system 'S'"});
  expectErrors("system S {\n  automaton A {\n    init location L;\n}\n"
               "system T {}",
               {"5:1-5:7: expected '}' to end system 'S' before 'system'"});
  expectErrors("system S { automaton A {\n  location L { invariant a;\n"
               "  edge L -> L silent;\n} }",
               {"3:3-3:7: expected '}' to end the location before 'edge'"});
}

/// Found by fuzzing: a ';' was put before the end of the text for ever.
TEST(ParserErrorTest, UnclosedObserver) {
  expectErrors(
      "system S { observer O { a { b",
      {"1:30-1:30: expected '}' after 'b', found the end of the text"});
}

TEST(ParserErrorTest, SuperfluousBrace) {
  expectErrors("system S { clock x; } }\nsystem T {}",
               {"1:23-1:24: '}' cannot stand in a file"});
  expectErrors("system S {\n  automaton A {} }\n  automaton B {\n"
               "    edge L -> L silent; }\n}\nsystem T {}",
               {"3:3-3:12: 'automaton' cannot stand in a file"});
}

TEST(ParserErrorTest, Misplaced) {
  expectErrors("system S { edge A -> B silent; clock x; foo bar; clock y z; }",
               {"1:12-1:16: 'edge' cannot stand in a system",
                "1:41-1:44: expected a declaration, found 'foo'",
                "1:58-1:59: expected ',' or ';' after 'y', found 'z'"});
}

TEST(ParserErrorTest, Names) {
  expectErrors(
      "system S { clock set; var 5 : int; automaton { edge A -> ; } }",
      {"1:18-1:21: expected a name after 'clock', found the keyword 'set'",
       "1:27-1:28: expected a name after 'var', found '5'",
       "1:46-1:47: expected a name after 'automaton', found '{'",
       "1:58-1:59: expected a name or 'restart' after '->', found ';'"});
}

TEST(ParserErrorTest, Punctuation) {
  expectErrors("system S { var x int; input a(n); }",
               {"1:18-1:21: expected ':' or ',' after 'x', found 'int'",
                "1:32-1:33: expected ':' after 'n', found ')'"});
  expectErrors("fun f(a : int : int = 1; const X == 2;",
               {"1:15-1:16: expected ')' or ',' after 'int', found ':'",
                "1:34-1:36: expected ':' or '=' after 'X', found '=='; did you "
                "mean '='?"});
  expectErrors("type T = enum { A, B C }; const X = (1 + 2;",
               {"1:22-1:23: expected ',' or '}' after 'B', found 'C'",
                "1:43-1:44: expected an operator or ')' after '2', found ';'"});
}

TEST(ParserErrorTest, Expressions) {
  expectErrors("const A = ; const B = 1 + ; const C = a b;",
               {"1:11-1:12: expected an expression after '=', found ';'",
                "1:27-1:28: expected an expression after '+', found ';'",
                "1:41-1:42: expected an operator or ';' after 'a', found 'b'"});
  expectErrors("const A = a < b < c;",
               {"1:17-1:18: comparisons do not chain; write a < b && b < c"});
  expectErrors("const A = (a < b) < c;", {});
  EXPECT_EQ(dumpExpr("a b"),
            "2-3: expected an operator or the end of the text after 'a', found "
            "'b'\n");
  EXPECT_EQ(dumpExpr(""), "0-0: expected an expression, found the end of the "
                          "text\n");
  EXPECT_EQ(dumpExpr("a.b'.c'"), "6-7: the variable is primed already\n");
  EXPECT_EQ(dumpExpr("(a).c'"), "5-6: only a variable can be primed\n");
}

TEST(ParserErrorTest, Types) {
  expectErrors("type T = ; type U = set int; type V = 0..;",
               {"1:10-1:11: expected a type after '=', found ';'",
                "1:25-1:28: expected 'of' after 'set', found 'int'",
                "1:42-1:43: expected an expression after '..', found ';'"});
}

TEST(ParserErrorTest, Edges) {
  expectErrors(
      "system S { automaton A {\n  edge A -> B when x;\n"
      "  edge A B silent;\n  edge A -> B on a;\n"
      "  edge A -> B on a? if x;\n  edge A -> B silent do n = 1;\n} }",
      {"2:15-2:19: expected 'on' or 'silent' after 'B', found 'when'",
       "3:10-3:11: expected ':' or '->' after 'A', found 'B'",
       "4:19-4:20: expected '(', '?' or '!' after 'a', found ';'",
       "5:21-5:23: expected 'stems', 'when', 'reset', 'do' or ';' after "
       "'?', found 'if'",
       "6:27-6:28: expected '[', '.' or ':=' after 'n', found '='; did you "
       "mean ':='?"});
}

TEST(ParserErrorTest, Characters) {
  expectErrors("const A = 1 @ 2;", {"1:13-1:14: unexpected character '@'"});
  expectErrors("const A = a & b | c;",
               {"1:13-1:14: unexpected character '&'; did you mean '&&'?",
                "1:17-1:18: unexpected character '|'; did you mean '||'?"});
  expectErrors("\xC3\xA4\xC3\xB6 const A = 1;",
               {"1:1-1:5: unexpected characters '\xC3\xA4\xC3\xB6'"});
  expectErrors(StringRef("const A = 1;\0", 13),
               {"1:13-1:14: unexpected character with code 0"});
  expectErrors("import \"a", {"1:8-1:10: unterminated string",
                              "1:10-1:10: expected ';' after a string"});
  expectErrors("import \"\\q\";",
               {"1:9-1:11: unknown escape sequence; a string knows \\\", \\\\, "
                "\\n and \\t"});
  expectErrors("const A = 1; /* x", {"1:14-1:16: unterminated comment"});
}

TEST(ParserErrorTest, Refused) {
  Parsed malformed = parse("const A = 1; // \xFF");
  EXPECT_FALSE(malformed.file);
  EXPECT_EQ(llvm::join(malformed.errors, "\n"), "1:17-1:18: malformed UTF-8");
  for (auto [open, close] : {std::pair("(", ")"),
                             {"!", ""},
                             {"a => ", ""},
                             {"{", "}"},
                             {"-", ""},
                             {"if a then ", ""},
                             {"a[", "]"},
                             {"f(", ")"}}) {
    std::string text = "const A = ";
    for (unsigned i = 0; i < 100000; ++i)
      text += open;
    text += "1";
    for (unsigned i = 0; i < 100000; ++i)
      text += close;
    Parsed parsed = parse(text + ";");
    EXPECT_FALSE(parsed.file) << open;
    ASSERT_EQ(parsed.errors.size(), 1u) << open;
    EXPECT_TRUE(StringRef(parsed.errors[0])
                    .ends_with("this nests deeper than 1000 levels"))
        << parsed.errors[0];
  }
}

TEST(ParserErrorTest, Limit) {
  std::string text;
  for (unsigned i = 0; i < 300; ++i)
    text += "const = 1;\n";
  Parsed parsed = parse(text);
  ASSERT_EQ(parsed.errors.size(), 201u);
  EXPECT_EQ(parsed.errors.back(),
            "200:7-200:8: too many errors; the others are not shown");
}

/// Whatever is cut out of an example: no crash, and errors inside the text.
TEST(ParserErrorTest, DamagedExamples) {
  auto buffer = llvm::MemoryBuffer::getFile(
      TIOGA_SOURCE_DIR "/docs/examples/car-alarm/car-alarm.tioga");
  ASSERT_TRUE(bool(buffer));
  StringRef text = (*buffer)->getBuffer();
  llvm::SmallVector<parser::Token> tokens;
  ASSERT_TRUE(parser::tokenize(text, tokens));
  unsigned rejected = 0;
  for (const parser::Token &token : tokens) {
    if (token.kind != parser::TokenKind::Word &&
        token.kind != parser::TokenKind::Symbol)
      continue;
    std::string damaged =
        (text.take_front(token.range.begin) + text.drop_front(token.range.end))
            .str();
    Parsed parsed = parse(damaged);
    ASSERT_TRUE(parsed.file);
    rejected += !parsed.errors.empty();
    // One slip, few messages.
    EXPECT_LE(parsed.errors.size(), 3u)
        << damaged << llvm::join(parsed.errors, "\n");
  }
  EXPECT_GT(rejected, 100u);
}
