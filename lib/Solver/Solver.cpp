//===- Solver.cpp - SMT solvers ---------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Solver/Solver.h"
#include "tioga/Solver/SMTLib.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"

using namespace tioga;
using namespace tioga::smt;

llvm::StringRef smt::toString(Status status) {
  switch (status) {
  case Status::Sat:
    return "sat";
  case Status::Unsat:
    return "unsat";
  case Status::Unknown:
    return "unknown";
  }
  llvm_unreachable("all statuses are named");
}

Solver::~Solver() = default;

void Solver::add(Statement statement) {
  statements.push_back(std::move(statement));
  statementAdded(statements.back());
}

void Solver::declare(Term symbol, const llvm::Twine &) {
  add({Statement::Kind::Declare, symbol, nullptr, ""});
}

void Solver::define(const Function &function) {
  add({Statement::Kind::Define, {}, &function, ""});
}

void Solver::assertTerm(Term term, const llvm::Twine &name) {
  add({Statement::Kind::Assert, term, nullptr, name.str()});
}

void Solver::push() { add({Statement::Kind::Push, {}, nullptr, ""}); }

void Solver::pop() {
  while (statements.back().kind != Statement::Kind::Push)
    statements.pop_back();
  statements.pop_back();
  popped();
}

CheckResult Solver::check(llvm::StringRef queryName,
                          llvm::ArrayRef<Term> assumptions) {
  ++numQueries;
  CheckResult result;
  if (areSolversInterrupted())
    result.reason = "interrupted";
  else
    result = checkImpl(assumptions);
  if (!options.dumpDirectory.empty())
    dump(queryName, assumptions, result);
  return result;
}

void Solver::writeScript(llvm::raw_ostream &os, llvm::StringRef title,
                         llvm::ArrayRef<Term> assumptions,
                         Status status) const {
  SMTLibWriter writer;
  for (const Statement &statement : statements) {
    switch (statement.kind) {
    case Statement::Kind::Declare:
      writer.declare(statement.term);
      break;
    case Statement::Kind::Define:
      writer.define(*statement.function);
      break;
    case Statement::Kind::Assert:
      writer.assertTerm(statement.term, options.cores ? statement.name : "");
      break;
    case Statement::Kind::Push:
      break;
    }
  }
  writer.checkSat(assumptions);
  writer.write(os, title, toString(status));
}

void Solver::dump(llvm::StringRef queryName, llvm::ArrayRef<Term> assumptions,
                  const CheckResult &result) const {
  std::string name;
  llvm::raw_string_ostream(name)
      << llvm::format("%03u", ++*options.numDumped) << '-';
  for (char c : queryName)
    name += llvm::isAlnum(c) || c == '.' || c == '_' ? c : '-';
  name += ".smt2";
  llvm::SmallString<128> path(options.dumpDirectory);
  if (llvm::sys::fs::create_directories(path))
    return;
  llvm::sys::path::append(path, name);
  std::error_code error;
  llvm::raw_fd_ostream os(path, error);
  if (!error)
    writeScript(os, queryName, assumptions, result.status);
}

llvm::Expected<std::unique_ptr<Solver>>
smt::createSolver(llvm::StringRef name, TermContext &context,
                  SolverOptions options) {
  if (name.empty() || name == "z3")
    return createZ3Solver(context, std::move(options));
  if (name == "z3-child")
    return createChildSolver({"z3", "-smt2", "-in"}, std::move(options));
  if (name == "cvc5")
    return createChildSolver({"cvc5", "--lang=smt2", "--incremental"},
                             std::move(options));
  llvm::SmallVector<llvm::StringRef, 4> words;
  name.split(words, ' ', -1, /*KeepEmpty=*/false);
  std::vector<std::string> command;
  for (llvm::StringRef word : words)
    command.push_back(word.str());
  return createChildSolver(command, std::move(options));
}
