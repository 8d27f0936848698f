//===- Solver.h - SMT solvers -----------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Z3 in the process and any SMT-LIB solver as a child process, behind one
// interface. A solver answers sat, unsat or unknown, and unknown always comes
// with its reason: nobody can take it for one of the others.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_SOLVER_SOLVER_H
#define TIOGA_SOLVER_SOLVER_H

#include "tioga/Solver/Term.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <memory>

namespace tioga::smt {

enum class Status : uint8_t { Sat, Unsat, Unknown };

/// `sat`, `unsat` or `unknown`.
llvm::StringRef toString(Status status);

struct CheckResult {
  Status status = Status::Unknown;
  /// Why the answer is unknown: `timeout`, `interrupted`, or the solver's
  /// words.
  std::string reason;

  bool isSat() const { return status == Status::Sat; }
  bool isUnsat() const { return status == Status::Unsat; }
  bool isUnknown() const { return status == Status::Unknown; }
};

struct SolverOptions {
  /// Milliseconds per query; 0 means no limit.
  unsigned timeout = 0;
  /// Megabytes of a child process, enforced by the system; 0 means no limit.
  /// The solver in the process has no limit of its own.
  unsigned memory = 0;
  /// If not empty, each query is written to `<nnn>-<name>.smt2` in it.
  std::string dumpDirectory;
  /// The number of queries written so far, shared by all solvers that are made
  /// with copies of these options.
  std::shared_ptr<std::atomic<unsigned>> numDumped =
      std::make_shared<std::atomic<unsigned>>(0);
  /// Whether `getCore` will be asked.
  bool cores = false;
};

/// A solver with its assertions. One thread at a time.
class Solver : public TermSink {
public:
  ~Solver() override;

  void declare(Term symbol, const llvm::Twine &comment = "") final;
  void define(const Function &function) final;
  void assertTerm(Term term, const llvm::Twine &name = "") final;
  void push() final;
  void pop() final;

  /// Solves everything asserted so far together with the assumptions, which are
  /// symbols or their negations.
  CheckResult check(llvm::StringRef queryName,
                    llvm::ArrayRef<Term> assumptions = {});

  /// The value of a declared constant; truth values are 1 and 0. Nothing if it
  /// does not fit in 64 bits. \pre the last check was sat
  virtual std::optional<Rational> getValue(Term symbol) = 0;
  /// Names of assertions and of assumptions that suffice for the contradiction.
  /// \pre the last check was unsat and `SolverOptions::cores` is set
  virtual std::vector<std::string> getCore() = 0;

  bool hasCores() const { return options.cores; }
  unsigned getNumQueries() const { return numQueries; }
  /// The script of what is asserted now, as it is dumped.
  void writeScript(llvm::raw_ostream &os, llvm::StringRef title,
                   llvm::ArrayRef<Term> assumptions, Status status) const;

protected:
  /// One statement of the script. A function without body text is a definition.
  struct Statement {
    enum class Kind : uint8_t { Declare, Define, Assert, Push } kind;
    Term term;
    const Function *function = nullptr;
    std::string name;
  };
  explicit Solver(SolverOptions options) : options(std::move(options)) {}

  virtual CheckResult checkImpl(llvm::ArrayRef<Term> assumptions) = 0;
  virtual void statementAdded(const Statement &statement) = 0;
  virtual void popped() = 0;

  SolverOptions options;
  /// What is in force, in order; `pop` cuts it.
  std::vector<Statement> statements;

private:
  void add(Statement statement);
  void dump(llvm::StringRef queryName, llvm::ArrayRef<Term> assumptions,
            const CheckResult &result) const;

  unsigned numQueries = 0;
};

/// Z3 in the process.
std::unique_ptr<Solver> createZ3Solver(TermContext &context,
                                       SolverOptions options = {});

/// A child process that reads SMT-LIB from its input. The error says which
/// program was not found.
llvm::Expected<std::unique_ptr<Solver>>
createChildSolver(llvm::ArrayRef<std::string> command, SolverOptions options);

/// By name, as users ask for it: `z3` is the one in the process, `cvc5` and
/// `z3-child` are children; anything else is the command line of a solver.
llvm::Expected<std::unique_ptr<Solver>>
createSolver(llvm::StringRef name, TermContext &context,
             SolverOptions options = {});

/// The version of the solver in the process: `4.8.12`.
std::string getZ3Version();

//===----------------------------------------------------------------------===//
// Interrupts
//===----------------------------------------------------------------------===//

/// Stops every running query of every thread and all that would come: they are
/// unknown with reason `interrupted`. May be called from any thread.
void interruptSolvers();
bool areSolversInterrupted();
/// Makes solvers run again. For tests and for those who handle interrupts.
void resetSolverInterrupt();

/// Turns Ctrl-C (SIGINT) and SIGTERM into `interruptSolvers` while it lives, so
/// that a tool can keep what is finished. The second signal ends the process.
class InterruptScope {
public:
  InterruptScope();
  ~InterruptScope();
  InterruptScope(const InterruptScope &) = delete;
  InterruptScope &operator=(const InterruptScope &) = delete;

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace tioga::smt

#endif // TIOGA_SOLVER_SOLVER_H
