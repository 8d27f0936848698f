//===- ParseTest.cpp - Reading and printing ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Expr/Parse.h"
#include "RandomExpr.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace tioga;

/// The printed expression, or `offset: message`.
static std::string reprint(llvm::StringRef text) {
  ExprContext context;
  std::string message;
  unsigned numErrors = 0;
  Expr expr =
      parseExpr(text, context, [&](size_t offset, const llvm::Twine &error) {
        message = (llvm::Twine(offset) + ": " + error).str();
        ++numErrors;
      });
  EXPECT_EQ(numErrors, expr ? 0u : 1u) << text.str();
  return expr ? expr.str() : message;
}

static std::string reprintUpdate(llvm::StringRef text) {
  ExprContext context;
  std::string message;
  std::optional<Update> update =
      parseUpdate(text, context, [&](size_t offset, const llvm::Twine &error) {
        message = (llvm::Twine(offset) + ": " + error).str();
      });
  return update ? updateToString(*update) : message;
}

TEST(Parse, BracketsThatAreNotNeededDisappear) {
  for (auto [text, printed] : {
           std::pair("(a+b)-c+d", "a + b - c + d"),
           {"a-(b+c)", "a - (b + c)"},
           {"a+(b-c)", "a + (b - c)"},
           {"a+(b+c)", "a + b + c"},
           {"a*(b*c)", "a * (b * c)"},
           {"(a*b)/c div d mod e", "a * b / c div d mod e"},
           {"(a&&b)||c&&(d||e)", "a && b || c && (d || e)"},
           {"a=>(b=>c)", "a => b => c"},
           {"(a=>b)=>c", "(a => b) => c"},
           {"(a<=>b)<=>c", "a <=> b <=> c"},
           {"a<=>(b<=>c)", "a <=> (b <=> c)"},
           {"(a=>b)<=>c", "a => b <=> c"},
           {"(a<b)==(c in d)", "(a < b) == (c in d)"},
           {"-(a)*b", "-a * b"},
           {"-(a*b)", "-(a * b)"},
           {"- -1", "--1"},
           {"!(a==b)", "!(a == b)"},
           {"!a==b", "!a == b"},
           {"(-a)[1]", "(-a)[1]"},
           {"-(a[1])", "-a[1]"},
           {"(a+b).f", "(a + b).f"},
           {"if a then b else (c+1)", "if a then b else c + 1"},
           {"1+if a then b else c+1", "1 + (if a then b else c + 1)"},
           {"a with {f=1}.g[2] with {h = x,i=y}",
            "a with {f = 1}.g[2] with {h = x, i = y}"},
       })
    EXPECT_EQ(reprint(text), printed);
}

TEST(Parse, Primaries) {
  for (const char *text : {"true",
                           "false",
                           "0",
                           "9223372036854775807",
                           "2.5",
                           "Color::Red",
                           "x",
                           "x$1",
                           "_a",
                           "Machine.x",
                           "k'",
                           "{}",
                           "{1}",
                           "{1, 2}",
                           "{->}",
                           "{1 -> 2, 3 -> 4}",
                           "{a = 1, b = 2}",
                           "[1]",
                           "[1, 2]",
                           "min(1, 2)",
                           "put(f, 1, 2)[1].g",
                           "isEmpty(s)",
                           "min",
                           "add"})
    EXPECT_EQ(reprint(text), text);
}

TEST(Parse, PrimeBelongsToTheWholePath) {
  EXPECT_EQ(reprint("r'.f.g"), "r.f.g'");
  EXPECT_EQ(reprint("r.f'.g"), "r.f.g'");
  EXPECT_EQ(reprint("r.f.g'"), "r.f.g'");
  EXPECT_EQ(reprint("(r').f.g"), "r.f.g'");
  EXPECT_EQ(reprint("r'.f'"), "4: expected an operator, found '''");
}

TEST(Parse, SpaceAndCommentsAreSkipped) {
  EXPECT_EQ(reprint(" a\t/* b */ +\r\n// c\n d\f"), "a + d");
  EXPECT_EQ(reprint("a // b"), "a");
  EXPECT_EQ(reprint("a /* b"), "3: expected an expression, found '*'");
}

TEST(Parse, ErrorsNameTheOffenderAndItsPlace) {
  for (auto [text, message] : {
           std::pair("", "0: expected an expression, found end of text"),
           {"a <", "3: expected an expression, found end of text"},
           {"a < b < c", "6: comparisons do not chain; write a < b && b < c"},
           {"a in s == t", "7: comparisons do not chain; write a < b && b < c"},
           {"9223372036854775808",
            "0: integer literal does not fit in 64 bits"},
           {"0.00000000000000000000001",
            "0: real literal is not a fraction of two numbers of 64 bits"},
           {"f(1)", "0: 'f' is not a built-in function"},
           {"M.f(1)", "3: expected an operator, found '('"},
           {"1 + min(1)", "4: 'min' takes 2 arguments, but there are 1"},
           {"abs()", "0: 'abs' takes 1 argument, but there are 0"},
           {"forall (i : 0..3) p",
            "0: quantifier 'forall' is not expanded; write its instances"},
           {"a when", "2: expected an operator, found keyword 'when'"},
           {"edge", "0: expected an expression, found keyword 'edge'"},
           {"(a", "2: expected ')', found end of text"},
           {"a[1", "3: expected ']', found end of text"},
           {"[]", "1: expected an expression, found ']'"},
           {"{a = 1, 2}", "8: expected a field name, found '2'"},
           {"{1 -> 2, 3}", "10: expected '->', found '}'"},
           {"{a = 1 b = 2}", "7: expected '}', found 'b'"},
           {"a.1", "2: expected a field name, found '1'"},
           {"(a).if", "4: expected a field name, found keyword 'if'"},
           {"a with b", "7: expected '{', found 'b'"},
           {"a with {}", "8: expected a field name, found '}'"},
           {"{->", "3: expected '}', found end of text"},
           {"Color::", "7: expected a literal of 'Color', found end of text"},
           {"if a then b", "11: expected 'else', found end of text"},
           {"if a, b", "4: expected 'then', found ','"},
           {"a & b", "2: expected an operator, found '&'"},
           {"\"a\"", "0: expected an expression, found '\"'"},
           {"a \xff", "2: expected an operator, found byte 0xff"},
       })
    EXPECT_EQ(reprint(text), message);
}

TEST(Parse, Updates) {
  EXPECT_EQ(reprintUpdate(""), "");
  EXPECT_EQ(reprintUpdate("  /* none */ "), "");
  EXPECT_EQ(reprintUpdate("x:=0,M.n:=M.n+1"), "x := 0, M.n := M.n + 1");
  EXPECT_EQ(reprintUpdate("x := 0,"),
            "7: expected a variable, found end of text");
  EXPECT_EQ(reprintUpdate("x' := 0"), "1: expected ':=', found '''");
  EXPECT_EQ(reprintUpdate("a[1] := 0"),
            "1: an element is not assigned to; write a := put(a, i, e)");
  EXPECT_EQ(reprintUpdate("x := 0 y := 1"), "7: expected ',', found 'y'");
  EXPECT_EQ(reprintUpdate("x := "),
            "5: expected an expression, found end of text");
  EXPECT_EQ(reprintUpdate("x. := 1"), "3: expected a field name, found ':='");
}

TEST(Parse, KeywordsAreThoseOfTheGrammar) {
#ifdef TIOGA_SOURCE_DIR
  auto buffer =
      llvm::MemoryBuffer::getFile(TIOGA_SOURCE_DIR "/grammar/Tioga.g4");
  ASSERT_TRUE(bool(buffer));
  llvm::SmallVector<llvm::StringRef, 0> pieces;
  (*buffer)->getBuffer().split(pieces, '\'');
  unsigned numWords = 0;
  for (llvm::StringRef piece : pieces) {
    if (piece.empty() || !llvm::all_of(piece, llvm::isAlpha))
      continue;
    ++numWords;
    ExprContext context;
    Expr expr = parseExpr(piece, context, [](size_t, const llvm::Twine &) {});
    EXPECT_FALSE(expr && expr.is(ExprKind::Name)) << piece.str();
  }
  EXPECT_GT(numWords, 60u);
#else
  GTEST_SKIP() << "the place of the grammar is unknown";
#endif
  // Words of other languages are free.
  for (const char *name : {"process", "chan", "let", "not", "and", "xor"})
    EXPECT_EQ(reprint(name), name);
}

static std::string repeat(llvm::StringRef text, unsigned count) {
  std::string result;
  for (; count != 0; --count)
    result += text;
  return result;
}

TEST(Parse, NestingIsLimited) {
  const char *tooDeep = "expression nests deeper than 1000 levels";
  for (llvm::StringRef piece : {"(",
                                "!",
                                "-",
                                "- !",
                                "[",
                                "{",
                                "{a = ",
                                "{0 -> ",
                                "if ",
                                "a => ",
                                "a - ",
                                "a <=> ",
                                "a[",
                                "min(0, ",
                                "a with {b = ",
                                "if a then b else ",
                                "if a then ",
                                "a <=> b => c || d && e == f + g * (-",
                                "(a + ",
                                "1 + (",
                                "{{0} -> "}) {
    std::string message = reprint(repeat(piece, 100000));
    EXPECT_NE(message.find(tooDeep), message.npos) << piece.str() << message;
  }
  EXPECT_EQ(reprint(repeat("(", 1000) + "a" + repeat(")", 1000)), "a");
  EXPECT_NE(reprint(repeat("(", 1001) + "a" + repeat(")", 1001)), "a");
  EXPECT_EQ(reprint(repeat("!", 999) + "a"), repeat("!", 999) + "a");
  EXPECT_NE(reprint(repeat("!", 1000) + "a"), repeat("!", 1000) + "a");
  std::string fields = "(a)" + repeat(".b", 100000);
  EXPECT_EQ(reprint(fields), "a" + repeat(".b", 100000));
  std::string chain = "a" + repeat(" - a", 999);
  EXPECT_EQ(reprint(chain), chain);
  EXPECT_NE(reprint(chain + " - a"), chain + " - a");
}

TEST(Parse, DeepestExpressionsAreReadAgain) {
  ExprContext context;
  std::mt19937_64 random(5);
  for (int i = 0; i < 20; ++i) {
    Expr expr = context.getName("a");
    Expr leaf = context.getName("b");
    while (expr.getDepth() < maxExprDepth) {
      auto kind = ExprKind(unsigned(ExprKind::Not) + random() % 17);
      bool isUnary = kind == ExprKind::Not || kind == ExprKind::Neg;
      expr = isUnary        ? context.get(kind, expr)
             : random() % 2 ? context.get(kind, expr, leaf)
                            : context.get(kind, leaf, expr);
    }
    Expr again =
        parseExpr(expr.str(), context, [](size_t, const llvm::Twine &) {});
    ASSERT_EQ(again, expr);
  }
}

TEST(Parse, ReadsWhatIsPrinted) {
  std::mt19937_64 random(1);
  ExprContext context;
  for (int i = 0; i < 20000; ++i) {
    test::RandomExpr generator(context, random);
    Expr expr = i % 2 ? generator.getUntyped(2 + i % 5)
                      : generator.get(test::Type(i / 2 % 8), 2 + i % 4);
    std::string text = expr.str();
    Expr again = parseExpr(
        text, context, [&](size_t offset, const llvm::Twine &message) {
          ADD_FAILURE() << text << ": " << offset << ": " << message.str();
        });
    ASSERT_EQ(again, expr) << text << '\n' << again.str();
  }
}

/// Removes one pair of brackets at a time: the text must then mean something
/// else, or the brackets belonged to an `if`, a call or nothing at all.
TEST(Parse, EveryPrintedBracketIsNeeded) {
  std::mt19937_64 random(2);
  ExprContext context;
  for (int i = 0; i < 3000; ++i) {
    Expr expr = test::RandomExpr(context, random).getUntyped(4);
    std::string text = expr.str();
    llvm::SmallVector<size_t, 8> open;
    for (size_t position = 0; position < text.size(); ++position) {
      if (text[position] == '(')
        open.push_back(position);
      if (text[position] != ')')
        continue;
      size_t start = open.pop_back_val();
      bool isCall = start != 0 && llvm::isAlpha(text[start - 1]);
      if (isCall || llvm::StringRef(text).substr(start).starts_with("(if "))
        continue;
      std::string shorter = text;
      shorter[start] = shorter[position] = ' ';
      Expr other =
          parseExpr(shorter, context, [](size_t, const llvm::Twine &) {});
      ASSERT_NE(other, expr) << text << '\n' << shorter;
    }
  }
}

TEST(Parse, UpdatesAreReadAgain) {
  std::mt19937_64 random(3);
  ExprContext context;
  for (int i = 0; i < 500; ++i) {
    Update update;
    for (unsigned count = random() % 4; count != 0; --count)
      update.push_back({context.getName(random() % 2 ? "n" : "M.x"),
                        test::RandomExpr(context, random).getUntyped(4)});
    std::optional<Update> again = parseUpdate(
        updateToString(update), context, [](size_t, const llvm::Twine &) {});
    ASSERT_TRUE(again && *again == update) << updateToString(update);
  }
}

TEST(Parse, AnyBytesGiveAnExpressionOrOneError) {
  std::mt19937_64 random(4);
  ExprContext context;
  static const char *const pieces[] = {
      "a",      "(",      ")",    "{",   "}",
      "[",      "]",      ",",    "->",  "=",
      "==",     "=>",     "<=>",  "if ", " then ",
      " else ", " with ", "'",    ".",   "1",
      "1.5",    "::",     "&&",   "||",  "!",
      "-",      "+",      "*",    "/",   " div ",
      " in ",   "min(",   "\xc3", ":=",  "//",
      "/*",     "*/",     "\n",   "$",   "99999999999999999999",
      "true",   " sum "};
  for (int i = 0; i < 30000; ++i) {
    std::string text;
    if (i % 3 == 0) {
      for (unsigned size = random() % 20; size != 0; --size)
        text += char(random());
    } else if (i % 3 == 1) {
      for (unsigned size = random() % 12; size != 0; --size)
        text += pieces[random() % std::size(pieces)];
    } else {
      text = test::RandomExpr(context, random).getUntyped(4).str();
      text.resize(random() % (text.size() + 1));
    }
    unsigned numErrors = 0;
    auto count = [&](size_t offset, const llvm::Twine &) {
      ++numErrors;
      ASSERT_LE(offset, text.size());
    };
    bool isRead = bool(parseExpr(text, context, count));
    ASSERT_EQ(numErrors, isRead ? 0u : 1u) << text;
    numErrors = 0;
    isRead = parseUpdate(text, context, count).has_value();
    ASSERT_EQ(numErrors, isRead ? 0u : 1u) << text;
  }
}
