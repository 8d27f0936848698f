//===- Automaton.h - The flat form of a network -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the passes compute on. A pass reads the IR once into a `FlatNetwork`,
// computes on indices and on expressions of the network's own context, and
// writes the IR once; a pass that fails has not touched the IR.
//
// All names are unique in the whole network: what an automaton declares is
// qualified by its name (`Machine.x`) here and unqualified again when written.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_DIALECT_TA_TRANSFORMS_AUTOMATON_H
#define TIOGA_LIB_DIALECT_TA_TRANSFORMS_AUTOMATON_H

#include "tioga/Dialect/TA/IR/TAOps.h"
#include "tioga/Expr/Expr.h"
#include "tioga/Expr/Interval.h"
#include "tioga/Expr/Update.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <vector>

namespace tioga::ta {

/// The owner of what the network itself declares.
constexpr int networkOwner = -1;

struct FlatClock {
  /// Unique in the network.
  Expr name;
  /// Position of the automaton that declares it, or `networkOwner`.
  int owner;
  mlir::Location loc;
  mlir::StringAttr doc = {};
};

struct FlatVariable {
  Expr name;
  int owner;
  mlir::Type type;
  /// Never null: the first value of the type if nothing is written.
  Expr init;
  Owner kind;
  mlir::Location loc;
  mlir::StringAttr doc = {};
};

struct FlatParam {
  Expr name;
  mlir::Type type;
};

struct FlatLabel {
  llvm::StringRef name;
  LabelKind kind;
  bool isBroadcast, isUrgent;
  std::vector<FlatParam> params;
  mlir::Location loc;

  bool isObservable() const { return kind != LabelKind::Internal; }
};

struct FlatLocation {
  std::string name;
  /// Null for `true`.
  Expr invariant = {};
  bool isUrgent = false, isCommitted = false, isAccepting = false,
       isLocked = false;
  mlir::Location loc;
  mlir::StringAttr doc = {};
  mlir::ArrayAttr stems = {};

  /// Whether time stands still here.
  bool stopsTime() const { return isUrgent || isCommitted; }
};

struct FlatEdge {
  unsigned source, target;
  /// Position of the label; nothing if the edge is silent.
  std::optional<unsigned> label = {};
  Direction direction = Direction::Receive;
  /// Null for `true`.
  Expr guard = {};
  Update update = {};
  std::string name = {};
  bool isRestart = false, isLocked = false;
  mlir::Location loc;
  mlir::StringAttr doc = {};
  mlir::ArrayAttr stems = {};
};

struct FlatAutomaton {
  std::string name;
  bool isEnvironment = false;
  unsigned initial = 0;
  std::vector<FlatLocation> locations;
  std::vector<FlatEdge> edges;
  mlir::Location loc;
  mlir::StringAttr doc = {};
  mlir::ArrayAttr stems = {};

  /// Positions of the edges that leave each location, in order.
  std::vector<std::vector<unsigned>> getOutEdges() const;
};

/// Automata that take edges together, each by its label.
struct FlatVector {
  struct Member {
    unsigned automaton, label;
    bool isWeak;
  };
  llvm::SmallVector<Member, 2> members;
};

/// A network read from the IR.
class FlatNetwork {
public:
  explicit FlatNetwork(NetworkOp op)
      : op(op), context(std::make_unique<ExprContext>()) {}

  NetworkOp op;
  std::unique_ptr<ExprContext> context;
  std::vector<FlatLabel> labels;
  std::vector<FlatClock> clocks;
  std::vector<FlatVariable> variables;
  std::vector<FlatAutomaton> automata;
  /// The writer leaves the vectors of the IR as they are, unless there are none
  /// here: then it erases them.
  std::vector<FlatVector> vectors;

  /// Whether edges of an automaton with this label are taken through vectors,
  /// and whether the guard of such an edge decides if the automaton stays.
  bool isInVector(unsigned automaton, const FlatEdge &edge) const;
  bool isWeakMember(unsigned automaton, const FlatEdge &edge) const;
  bool isClock(Expr name) const;
  /// Whether a clock occurs in an expression.
  bool mentionsClock(Expr expr) const;
  /// Makes `isClock` know all clocks; called after clocks were replaced.
  void indexClocks();
  /// Whether the edge, alone, can be seen from outside.
  bool isObservable(const FlatEdge &edge) const {
    return edge.label && labels[*edge.label].isObservable();
  }
  /// `a && b`, where null stands for `true`.
  Expr conjoin(Expr a, Expr b);
  /// The type of a variable or parameter, record fields included; null for
  /// anything else.
  mlir::Type getType(Expr name) const;
  /// The condition that an expression has a value, null for always: division by
  /// zero and the like make a guard false, but not its disjunction with
  /// another.
  Expr getDefined(Expr expr);
  /// An interval that holds all values of an integer expression, by the types
  /// of what it mentions; nothing if none is known.
  std::optional<Interval> getInterval(Expr expr) const;
  /// The condition that a clock can be set to a value, which must not be
  /// negative; null for always.
  Expr getNotNegative(Expr value);
  /// `true` for null.
  Expr orTrue(Expr e) { return e ? e : context->getTrue(); }

private:
  llvm::DenseSet<Expr> clockNames;
};

/// Reads a verified network. Rejects components (synchronous contracts), which
/// no pass of this library understands.
mlir::FailureOr<FlatNetwork> readNetwork(NetworkOp op);

/// Reads a network that has to be one automaton; tells the user to run
/// `ta-product` otherwise. `pass` names the pass in the message.
mlir::FailureOr<FlatNetwork> readSingle(NetworkOp op, llvm::StringRef pass);

/// Replaces automata, clocks and variables of the operation by those of the
/// flat form; all other declarations stay.
void writeNetwork(FlatNetwork &network);

/// Makes symbols that occur once: `Off`, `Off$2`, `Off$3`.
class UniqueNames {
public:
  std::string get(llvm::StringRef wanted);
  bool contains(llvm::StringRef name) const { return taken.contains(name); }

private:
  llvm::StringSet<> taken;
  llvm::StringMap<unsigned> next;
};

/// Starts an error about a network as a whole: `network 'Lamp' `. The operation
/// itself is not printed, since networks are large.
mlir::InFlightDiagnostic emitNetworkError(const FlatNetwork &network);

/// A short text for messages: `'Idle' -> 'Busy'`.
std::string describe(const FlatAutomaton &automaton, const FlatEdge &edge);

} // namespace tioga::ta

#endif // TIOGA_LIB_DIALECT_TA_TRANSFORMS_AUTOMATON_H
