//===- Generator.h - What operators read and write --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_MUTATION_GENERATOR_H
#define TIOGA_LIB_MUTATION_GENERATOR_H

#include "tioga/Dialect/Action/IR/ActionOps.h"
#include "tioga/Dialect/Tioga/IR/Scope.h"
#include "tioga/Mutation/Operators.h"
#include "llvm/ADT/StringSet.h"
#include <deque>

namespace tioga {

/// A variable or clock that an edge can see.
struct VisibleName {
  llvm::StringRef name;
  mlir::Type type;
};

/// An atomic comparison inside a condition.
struct BasicConstraint {
  Expr atom;
  llvm::SmallVector<unsigned, 4> path;
  /// Whether a clock occurs in it.
  bool hasClock;
  /// Whether its sides are ordered, so that `<` makes sense.
  bool isOrdered;
};

struct EdgeView {
  ta::EdgeOp op;
  llvm::StringRef name;
  /// Null for silent edges.
  LabelOp label;
  /// An output that is sent, an input that is received.
  bool isOutput = false, isInput = false;
  bool isLocked = false;
  /// Basic constraints of the guard, in the order of the text.
  std::vector<BasicConstraint> constraints;

  Expr getGuard() const;
  llvm::ArrayRef<Assignment> getUpdate() const;
  /// `t09 (ClosedAndLocked -> Armed on armedOn!)`.
  std::string describe() const;
};

struct LocationView {
  ta::LocationOp op;
  llvm::StringRef name;
  bool isLocked = false;
  std::vector<BasicConstraint> constraints;
};

struct AutomatonView {
  ta::AutomatonOp op;
  llvm::StringRef name;
  std::vector<LocationView> locations;
  std::vector<EdgeView> edges;
  /// What is declared in the automaton or, not hidden, in the network.
  std::vector<VisibleName> clocks, variables;
};

/// An expression of an action system that operators change: a condition, the
/// right side of an assignment, or an initial value.
struct ActionSite {
  enum class Kind : uint8_t { Condition, Value, Initial };
  Kind kind;
  /// The operation and the attribute that hold it.
  mlir::Operation *op;
  llvm::StringRef attribute;
  /// Null for a guard that is absent, hence true.
  Expr expr;
  /// Value: position of the assignment in the update.
  unsigned assignment = 0;
  /// Names of the element (an action, a variable) and of the place in it.
  llvm::StringRef element;
  std::string occurrence;
  /// What the names in it stand for.
  const Scope *scope;
};

/// The network or action system as operators see it, and the list that they add
/// to.
class MutantGenerator {
public:
  MutantGenerator(ta::NetworkOp network, const MutationOptions &options,
                  MutantSet &set);
  MutantGenerator(action::SystemOp system, const MutationOptions &options,
                  MutantSet &set);

  /// Runs one operator.
  void run(const Operator &op);

  /// The automata of the system; none of the environment.
  llvm::ArrayRef<AutomatonView> getAutomata() const { return automata; }
  llvm::ArrayRef<LabelOp> getInputs() const { return inputs; }
  llvm::ArrayRef<LabelOp> getOutputs() const { return outputs; }
  llvm::ArrayRef<LabelOp> getChannels() const { return channels; }
  bool isNetwork() const { return numAutomata > 1; }
  /// Conditions, right sides and initial values of an action system, in the
  /// order of the text, without those of locked actions.
  llvm::ArrayRef<ActionSite> getSites() const { return sites; }
  action::SystemOp getActionSystem() const { return actionSystem; }
  /// The scope of the variables and clocks of an action system.
  const Scope &getActionScope() const { return actionScopes.front(); }
  const MutationOptions &getOptions() const { return options; }
  ExprContext &getExprContext() { return set.getExprContext(); }
  /// A copy of an expression of the model that can be rewritten.
  Expr import(Expr expr) { return expr ? getExprContext().import(expr) : expr; }
  Update import(llvm::ArrayRef<Assignment> update);

  /// Whether an edge still makes sense with another label: every parameter it
  /// mentions is there, with the same type.
  bool canCarry(const EdgeView &edge, LabelOp label) const;

  /// Adds a mutant. `occurrence` says where in the element, `variant` what it
  /// becomes; neither contains `/`.
  void add(const AutomatonView &automaton, mlir::Operation *element,
           const llvm::Twine &occurrence, const llvm::Twine &variant,
           llvm::ArrayRef<Edit> edits, const llvm::Twine &description);
  /// The same for an element of an action system.
  void add(llvm::StringRef elementName, mlir::Operation *element,
           const llvm::Twine &occurrence, const llvm::Twine &variant,
           llvm::ArrayRef<Edit> edits, const llvm::Twine &description);
  /// Adds the mutant that has `replacement` at a place of a site. Does nothing
  /// if the result is the original, equals a mutant that is there already, or
  /// is no valid model.
  void addAt(const ActionSite &site, llvm::ArrayRef<unsigned> path,
             Expr replacement, const llvm::Twine &variant);

private:
  void readAutomaton(ta::AutomatonOp op, const Scope &outer);
  EdgeView readEdge(ta::EdgeOp op, const Scope &scope) const;
  std::vector<BasicConstraint> readConstraints(Expr condition,
                                               const Scope &scope) const;
  void readAction(action::ActionOp action);
  void readStatements(mlir::Block &block, llvm::StringRef element,
                      const Scope &scope, unsigned &number, bool isNumbered);
  bool isValid(const ActionSite &site, Expr expr) const;

  const MutationOptions &options;
  MutantSet &set;
  std::optional<ElementNames> names;
  LabelTable labels;
  std::vector<AutomatonView> automata;
  unsigned numAutomata = 0;
  std::vector<LabelOp> inputs, outputs, channels;
  std::vector<VisibleName> networkClocks, networkVariables;
  const Operator *current = nullptr;

  action::SystemOp actionSystem;
  std::vector<ActionSite> sites;
  /// That of the system, then those of actions with parameters.
  std::deque<Scope> actionScopes;
  /// Results of `addAt`, by site.
  llvm::DenseSet<std::pair<const ActionSite *, Expr>> seen;
};

/// `guard`, `guard.0.1`.
std::string getOccurrence(llvm::StringRef attribute,
                          llvm::ArrayRef<unsigned> path);

/// The sides of an atom: which of the two operands holds no clock and no
/// variable that the other one is compared with. 1 unless only the left side is
/// constant.
unsigned getBoundSide(Expr atom);

/// `expr + delta`, folded where `expr` is a literal.
Expr addConstant(Expr expr, int64_t delta, ExprContext &context);

/// `change-source` and its kin: structure.
namespace mutation {
void changeAction(MutantGenerator &generator);
void changeInput(MutantGenerator &generator);
void changeTarget(MutantGenerator &generator);
void changeSource(MutantGenerator &generator);
void sinkLocation(MutantGenerator &generator);
void removeEdge(MutantGenerator &generator);
void addEdge(MutantGenerator &generator);
void removeLocation(MutantGenerator &generator);
void invertUrgent(MutantGenerator &generator);
void invertCommitted(MutantGenerator &generator);
void changeSynchronization(MutantGenerator &generator);
void addSynchronization(MutantGenerator &generator);
void removeSynchronization(MutantGenerator &generator);

// Conditions and updates.
void changeGuard(MutantGenerator &generator);
void negateGuard(MutantGenerator &generator);
void swapGuards(MutantGenerator &generator);
void changeInvariant(MutantGenerator &generator);
void changeGuardConstant(MutantGenerator &generator);
void changeClockOperator(MutantGenerator &generator);
void changeVariableOperator(MutantGenerator &generator);
void changeConstant(MutantGenerator &generator);
void changeClock(MutantGenerator &generator);
void invertReset(MutantGenerator &generator);
void changeUpdate(MutantGenerator &generator);

// Action systems.
void replaceByTrue(MutantGenerator &generator);
void replaceByFalse(MutantGenerator &generator);
void negateBoolean(MutantGenerator &generator);
void replaceRelational(MutantGenerator &generator);
void invertAddition(MutantGenerator &generator);
void increment(MutantGenerator &generator);
void decrement(MutantGenerator &generator);
void changeEnumeration(MutantGenerator &generator);
void removeApplication(MutantGenerator &generator);
void changeClockGuard(MutantGenerator &generator);
void changeTimeInvariant(MutantGenerator &generator);
void invertClockReset(MutantGenerator &generator);
} // namespace mutation

} // namespace tioga

#endif // TIOGA_LIB_MUTATION_GENERATOR_H
