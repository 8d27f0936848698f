//===- FormatTest.cpp - Tests of the formatter ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Frontend/Format.h"
#include "Frontend/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <random>

using namespace tioga;
using llvm::StringRef;

static std::string format(StringRef text) {
  std::string errors;
  std::optional<std::string> result = formatTioga(
      text, [&](size_t begin, size_t end, const llvm::Twine &message) {
        errors += (llvm::Twine(begin) + "-" + llvm::Twine(end) + ": " +
                   message + "\n")
                      .str();
      });
  return result ? *result : errors;
}

/// Formats, and checks that formatting again changes nothing.
static std::string formatTwice(StringRef text) {
  std::string once = format(text);
  EXPECT_EQ(format(once), once);
  return once;
}

TEST(FormatTest, Spaces) {
  EXPECT_EQ(formatTwice("const  A:int=-1+2*f( a,b )[ 3 ] . c ;"),
            "const A : int = -1 + 2 * f(a, b)[3].c;\n");
  EXPECT_EQ(formatTwice("type T=enum{A,B};type U=record{a:0 .. 3,b:T};"),
            "type T = enum { A, B };\ntype U = record { a : 0..3, b : T };\n");
  EXPECT_EQ(formatTwice("const A={ a=1 , b=!x }with{ a=E :: B };"),
            "const A = {a = 1, b = !x} with {a = E::B};\n");
  EXPECT_EQ(formatTwice("const A={};const B={->};const C={1->2,3->[ 4 ]};"),
            "const A = {};\nconst B = {->};\nconst C = {1 -> 2, 3 -> [4]};\n");
  EXPECT_EQ(formatTwice("const A=forall(i:T)if(a)then b else c;"),
            "const A = forall (i : T) if (a) then b else c;\n");
  EXPECT_EQ(formatTwice("type T=map bool to array [3]of set of int;"),
            "type T = map bool to array[3] of set of int;\n");
  EXPECT_EQ(formatTwice("fun f(a:int,b:T):bool=a<b;"),
            "fun f(a : int, b : T) : bool = a < b;\n");
  EXPECT_EQ(formatTwice("instance A[i:0..3]=T(i),B=U();"),
            "instance A[i : 0..3] = T(i), B = U();\n");
}

TEST(FormatTest, NumbersStayApart) {
  EXPECT_EQ(formatTwice("contract C stems R . 1 . 2, S.1.2.x {}"),
            "contract C stems R.1 .2, S.1.2.x {}\n");
}

TEST(FormatTest, Scopes) {
  EXPECT_EQ(
      formatTwice("system S(n:int=1,label a,clock x)stems R{clock x;"
                  "automaton A{init location L{invariant x<1;}"
                  "edge e:L->L on a(p)?when x<1 reset x do n:=1,m:=2;}"
                  "}actions B{}"),
      "system S(n : int = 1, label a, clock x) stems R {\n"
      "  clock x;\n\n"
      "  automaton A {\n"
      "    init location L { invariant x < 1; }\n"
      "    edge e: L -> L on a(p)? when x < 1 reset x do n := 1, m := 2;\n"
      "  }\n"
      "}\n\n"
      "actions B {}\n");
}

TEST(FormatTest, BlankLines) {
  EXPECT_EQ(formatTwice("\n\n\nconst A = 1;\n\n\n\nconst B = 2;\nconst C = 3;"
                        "\n\n\n"),
            "const A = 1;\n\nconst B = 2;\nconst C = 3;\n");
  EXPECT_EQ(formatTwice("system S {\n\n  clock x;\n\n}"),
            "system S {\n  clock x;\n}\n");
  EXPECT_EQ(formatTwice(""), "");
  EXPECT_EQ(formatTwice("\n \n"), "");
}

TEST(FormatTest, Groups) {
  // A group stays open or closed as long as it fits.
  EXPECT_EQ(formatTwice("type T = enum {\nA, B\n};"),
            "type T = enum {\n  A,\n  B\n};\n");
  EXPECT_EQ(formatTwice("type T = enum { A,\nB };"),
            "type T = enum {\n  A,\n  B\n};\n");
  EXPECT_EQ(formatTwice("actions S { input a() { x := 1; y := 2 } "
                        "input b() {\nx := 1; y := 2 } }"),
            "actions S {\n"
            "  input a() { x := 1; y := 2 }\n"
            "  input b() {\n    x := 1;\n    y := 2\n  }\n"
            "}\n");
  EXPECT_EQ(
      formatTwice("actions S { output a(){x:=1;}then(skip or when g{y:=1;})"
                  " do{a then(b or c)} }"),
      "actions S {\n"
      "  output a() { x := 1; } then (skip or when g { y := 1; })\n"
      "  do { a then (b or c) }\n"
      "}\n");
  EXPECT_EQ(
      formatTwice("system S{component c:C{a=>b;c=>d;} observer O{x{y}z}}"),
      "system S {\n"
      "  component c : C { a => b; c => d; }\n"
      "  observer O { x { y } z }\n"
      "}\n");
}

TEST(FormatTest, Statements) {
  EXPECT_EQ(formatTwice("actions S { output a() reset c(when p{x:=1;}orelse "
                        "skip) }"),
            "actions S {\n"
            "  output a() reset c (when p { x := 1; } orelse skip)\n"
            "}\n");
  EXPECT_EQ(
      formatTwice("actions S { output page() when busy && c >= 2 reset c (when "
                  "pages > 0 { pages := pages - 1; } orelse { busy := false; } "
                  "then (skip or { pages := 2; })) }"),
      "actions S {\n"
      "  output page() when busy && c >= 2 reset c\n"
      "    (when pages > 0 { pages := pages - 1; }\n"
      "      orelse { busy := false; } then (skip or { pages := 2; }))\n"
      "}\n");
}

TEST(FormatTest, Contracts) {
  EXPECT_EQ(formatTwice("contract C{require R.1:assume a guarantee b';"
                        "initially I:\na;require R2:assume a\nguarantee b;}"),
            "contract C {\n"
            "  require R.1: assume a guarantee b';\n"
            "  initially I: a;\n"
            "  require R2:\n"
            "    assume a\n"
            "    guarantee b;\n"
            "}\n");
}

TEST(FormatTest, LongLines) {
  std::string names = "abcdefghijklmnopq0";
  for (unsigned i = 1; i < 7; ++i)
    names += " && abcdefghijklmnopq" + std::to_string(i);
  EXPECT_EQ(formatTwice("system S { automaton A { edge L -> M on go? when " +
                        names + " reset x; } }"),
            "system S {\n"
            "  automaton A {\n"
            "    edge L -> M on go?\n"
            "      when abcdefghijklmnopq0 && abcdefghijklmnopq1 && "
            "abcdefghijklmnopq2 && abcdefghijklmnopq3\n"
            "        && abcdefghijklmnopq4 && abcdefghijklmnopq5 && "
            "abcdefghijklmnopq6\n"
            "      reset x;\n"
            "  }\n"
            "}\n");
  EXPECT_EQ(formatTwice("contract C { require R: assume " + names +
                        " guarantee x; }"),
            "contract C {\n"
            "  require R:\n"
            "    assume abcdefghijklmnopq0 && abcdefghijklmnopq1 && "
            "abcdefghijklmnopq2 && abcdefghijklmnopq3\n"
            "      && abcdefghijklmnopq4 && abcdefghijklmnopq5 && "
            "abcdefghijklmnopq6\n"
            "    guarantee x;\n"
            "}\n");
  EXPECT_EQ(formatTwice("const A = f(" + names + ", 1) || x;"),
            "const A =\n"
            "  f(abcdefghijklmnopq0 && abcdefghijklmnopq1 && "
            "abcdefghijklmnopq2 && abcdefghijklmnopq3\n"
            "    && abcdefghijklmnopq4 && abcdefghijklmnopq5 && "
            "abcdefghijklmnopq6, 1) || x;\n");
  EXPECT_EQ(formatTwice("system S { text R: \"one\"\n\"two\" \"three\"; }"),
            "system S {\n  text R: \"one\"\n          \"two\" \"three\";\n}\n");
}

TEST(FormatTest, Comments) {
  EXPECT_EQ(formatTwice("// A\n/// B\nconst A = 1; // C  \n\n/* D\n * E */\n"
                        "const /* F */ B = // G\n 2; // H"),
            "// A\n/// B\nconst A = 1; // C\n\n/* D\n * E */\n"
            "const /* F */ B = // G\n  2; // H\n");
  EXPECT_EQ(formatTwice("system S { // A\n// B\nclock x; /* C */ /* D */ // E\n"
                        "clock y;\n\n// F\n} // G\n// H"),
            "system S { // A\n  // B\n  clock x; /* C */ /* D */ // E\n"
            "  clock y;\n\n  // F\n} // G\n// H\n");
  EXPECT_EQ(formatTwice("type T = enum { A, // one\nB };"),
            "type T = enum {\n  A, // one\n  B\n};\n");
  EXPECT_EQ(formatTwice("system S {} // A\n/// B\nsystem T {\n// C\n}"),
            "system S {} // A\n\n/// B\nsystem T {\n  // C\n}\n");
}

TEST(FormatTest, Errors) {
  EXPECT_EQ(format("const A = ;"),
            "10-11: expected an expression after '=', found ';'\n");
  EXPECT_EQ(format("const A = \xFF;"), "10-11: malformed UTF-8\n");
}

//===----------------------------------------------------------------------===//
// All examples
//===----------------------------------------------------------------------===//

static std::vector<std::pair<std::string, std::string>> readExamples() {
  std::vector<std::pair<std::string, std::string>> result;
  std::error_code error;
  for (llvm::sys::fs::recursive_directory_iterator
           it(TIOGA_SOURCE_DIR "/docs/examples", error),
       end;
       it != end && !error; it.increment(error))
    if (StringRef(it->path()).ends_with(".tioga"))
      if (auto buffer = llvm::MemoryBuffer::getFile(it->path()))
        result.emplace_back(it->path(), (*buffer)->getBuffer().str());
  std::sort(result.begin(), result.end());
  EXPECT_GE(result.size(), 50u);
  return result;
}

TEST(FormatTest, ExamplesAreFormatted) {
  for (const auto &[path, text] : readExamples())
    EXPECT_EQ(format(text), text) << path;
}

/// Whatever the white space and wherever there are comments: the second
/// formatting changes nothing, and no token is lost (`formatTioga` itself
/// compares them and would fail).
TEST(FormatTest, RandomSpaces) {
  static const char *const spaces[] = {
      " ",        "\n",        "\n\n\n",          "\t  ",     "\r\n", " // c\n",
      "\n// d\n", " /* e */ ", "\n/* f\n g */\n", "\n/// h\n"};
  std::mt19937 random(22);
  for (const auto &[path, text] : readExamples())
    for (unsigned round = 0; round < 3; ++round) {
      llvm::SmallVector<parser::Token> tokens;
      ASSERT_TRUE(parser::tokenize(text, tokens));
      std::string changed;
      for (const parser::Token &token : tokens) {
        bool isSpace = token.kind == parser::TokenKind::Space ||
                       token.kind == parser::TokenKind::Newlines;
        if (!isSpace)
          changed += text.substr(token.range.begin,
                                 token.range.end - token.range.begin);
        if (token.kind == parser::TokenKind::Comment)
          changed += "\n";
        else if (isSpace)
          changed += spaces[random() % (round == 2 ? 10 : 5)];
      }
      std::string once = format(changed);
      ASSERT_EQ(format(once), once) << path << "\n" << changed;
      // Comments stay as they are, even if they are too long.
      llvm::SmallVector<StringRef> lines;
      StringRef(once).split(lines, '\n');
      for (StringRef line : lines)
        if (round < 2 && !line.contains("//"))
          ASSERT_LE(line.size(), 100u) << path << "\n" << line.str();
    }
}
