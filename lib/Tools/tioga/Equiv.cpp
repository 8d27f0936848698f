//===- Equiv.cpp - tioga equiv ----------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Model.h"
#include "tioga/Engine/SymbolicEquivalence.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;
namespace cl = llvm::cl;

static llvm::StringRef getText(AnswerKind answer) {
  switch (answer) {
  case AnswerKind::Holds:
    return "equivalent";
  case AnswerKind::Violated:
    return "different";
  case AnswerKind::Undecided:
    return "undecided";
  }
  llvm_unreachable("covered switch");
}

static void printText(const EquivalenceResult &result, const System &owner,
                      llvm::StringRef file, unsigned bound) {
  llvm::raw_ostream &os = llvm::outs();
  os << getText(result.answer);
  switch (result.answer) {
  case AnswerKind::Holds:
    os << " to depth " << bound << "\n";
    return;
  case AnswerKind::Undecided:
    os << ": " << result.reason << "\n";
    return;
  case AnswerKind::Violated:
    os << ": only '" << file << "' has this "
       << (result.isDelay ? "delay after the last action" : "trace") << "\n  ";
    result.trace.print(os, owner);
    os << "\n";
    return;
  }
}

static llvm::json::Object toJSON(const EquivalenceResult &result,
                                 const System &owner, llvm::StringRef file,
                                 unsigned bound) {
  llvm::json::Object object{{"answer", getText(result.answer)},
                            {"bound", bound},
                            {"words", result.words}};
  if (result.answer == AnswerKind::Undecided)
    object["reason"] = result.reason;
  if (result.answer == AnswerKind::Violated) {
    object["onlyIn"] = file;
    object["isDelay"] = result.isDelay;
    object["trace"] = result.trace.toJSON(owner);
  }
  return object;
}

int tioga::runEquiv(CommandArgs &args) {
  cl::opt<std::string> first(cl::Positional, cl::Required, cl::desc("<file>"),
                             cl::cat(getCommandCategory()));
  cl::opt<std::string> second(cl::Positional, cl::Required, cl::desc("<file>"),
                              cl::cat(getCommandCategory()));
  cl::opt<unsigned> bound("bound", cl::desc("Observable actions to compare"),
                          cl::init(EquivalenceOptions().bound),
                          cl::cat(getCommandCategory()));
  cl::opt<uint64_t> maxWords(
      "max-words", cl::desc("Give up after so many observable words"),
      cl::init(EquivalenceOptions().maxWords), cl::cat(getCommandCategory()));
  FormatOption format;
  ModelArguments modelArguments;
  if (!args.parse())
    return ExitUsage;

  Session session;
  session.setArguments(modelArguments);
  Session::Loaded a = session.loadSystem(first);
  if (!a)
    return ExitRejected;
  Session::Loaded b = session.loadSystem(second);
  if (!b)
    return ExitRejected;
  EquivalenceOptions options;
  options.bound = bound;
  options.maxWords = maxWords;
  EquivalenceResult result = decideEquivalence(*a.system, *b.system, options);
  const System &owner = result.isInFirst ? *a.system : *b.system;
  const std::string &file = result.isInFirst ? first : second;
  if (format == OutputFormat::JSON)
    printJSON(::toJSON(result, owner, file, bound));
  else
    printText(result, owner, file, bound);
  return getExitCode(result.answer);
}
