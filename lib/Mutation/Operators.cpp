//===- Operators.cpp - The table of mutation operators ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Mutation/Operators.h"
#include "ContractMutator.h"
#include "Generator.h"

using namespace tioga;

static constexpr uint8_t both = OG_Momut | OG_Ecdar;
static constexpr uint8_t forActions = OG_Action | OG_ActionTimed;

/// The one table. A new operator is one entry here and its generator; operators
/// of contracts join with their own formalism. The order is
/// that of all listings.
static constexpr Operator operators[] = {
    {"change-action", "ca", "Replace the action of an edge by another output",
     "Aichernig, Lorber, Ničković 2013, 1", Formalism::Automata, both,
     mutation::changeAction},
    {"change-target", "ct", "Lead an edge to another location",
     "Aichernig, Lorber, Ničković 2013, 2", Formalism::Automata, both,
     mutation::changeTarget},
    {"change-source", "cs", "Move an edge to another source location",
     "Aichernig, Lorber, Ničković 2013, 3", Formalism::Automata, both,
     mutation::changeSource},
    {"change-guard", "cg",
     "Replace the comparison in a constraint of a guard by one of <, <=, ==, "
     ">=, >",
     "Aichernig, Lorber, Ničković 2013, 4", Formalism::Automata, OG_Momut,
     mutation::changeGuard},
    {"negate-guard", "ng", "Negate the guard of an edge",
     "Aichernig, Lorber, Ničković 2013, 5", Formalism::Automata, OG_Momut,
     mutation::negateGuard},
    {"change-invariant", "ci", "Loosen a bound of an invariant by one unit",
     "Aichernig, Lorber, Ničković 2013, 6", Formalism::Automata, both,
     mutation::changeInvariant},
    {"sink-location", "sl",
     "Lead an edge to a new location that ignores all inputs and stays silent",
     "Aichernig, Lorber, Ničković 2013, 7", Formalism::Automata, both,
     mutation::sinkLocation},
    {"invert-reset", "ir", "Add or remove the reset of a clock",
     "Aichernig, Lorber, Ničković 2013, 8", Formalism::Automata, both,
     mutation::invertReset},
    {"change-input", "in", "Replace the action of an edge by another input",
     "Ecdar, 7", Formalism::Automata, OG_Ecdar, mutation::changeInput},
    {"change-guard-constant", "gc",
     "Add or subtract one in a constraint of a guard", "Ecdar, 8",
     Formalism::Automata, OG_Ecdar, mutation::changeGuardConstant},
    {"change-clock-operator", "goc",
     "Replace the comparison in a clock constraint of a guard by <= or >",
     "Ecdar, 9", Formalism::Automata, OG_Ecdar, mutation::changeClockOperator},
    {"change-variable-operator", "gov",
     "Replace the comparison in a data constraint of a guard by any other",
     "Ecdar, 10", Formalism::Automata, OG_Ecdar,
     mutation::changeVariableOperator},
    {"change-update", "vu", "Let an edge assign another value to a variable",
     "Ecdar, 11", Formalism::Automata, OG_Ecdar, mutation::changeUpdate},
    {"remove-edge", "re", "Remove an edge", "Tioga", Formalism::Automata,
     OG_None, mutation::removeEdge},
    {"add-edge", "ae", "Add a copy of an edge at another source location",
     "Tioga", Formalism::Automata, OG_None, mutation::addEdge},
    {"remove-location", "rl", "Remove a location with all its edges", "Tioga",
     Formalism::Automata, OG_None, mutation::removeLocation},
    {"change-constant", "cc",
     "Add a number to a constant of a guard, an invariant or an update",
     "Tioga", Formalism::Automata, OG_None, mutation::changeConstant},
    {"change-clock", "ck", "Read another clock in a constraint", "Tioga",
     Formalism::Automata, OG_None, mutation::changeClock},
    {"invert-urgent", "iu", "Make a location urgent or no longer urgent",
     "Tioga", Formalism::Automata, OG_None, mutation::invertUrgent},
    {"invert-committed", "ic",
     "Make a location committed or no longer committed", "Tioga",
     Formalism::Automata, OG_None, mutation::invertCommitted},
    {"change-synchronization", "sc", "Synchronise an edge over another channel",
     "Tioga", Formalism::Automata, OG_None, mutation::changeSynchronization},
    {"add-synchronization", "sa",
     "Let a silent edge synchronise over a channel", "Tioga",
     Formalism::Automata, OG_None, mutation::addSynchronization},
    {"remove-synchronization", "sr", "Let an edge no longer synchronise",
     "Tioga", Formalism::Automata, OG_None, mutation::removeSynchronization},
    {"swap-guards", "sg", "Exchange the guards of two edges of one location",
     "Tioga", Formalism::Automata, OG_None, mutation::swapGuards},
    {"replace-by-true", "bt", "Replace a Boolean expression by true",
     "Tappler 2015, 1", Formalism::Actions, forActions,
     mutation::replaceByTrue},
    {"replace-by-false", "bf", "Replace a Boolean expression by false",
     "Tappler 2015, 2", Formalism::Actions, forActions,
     mutation::replaceByFalse},
    {"replace-relational", "rr", "Replace one of <, <=, >, >= by another",
     "Tappler 2015, 3", Formalism::Actions, forActions,
     mutation::replaceRelational},
    {"invert-addition", "ia", "Replace + by - and - by +", "Tappler 2015, 4",
     Formalism::Actions, forActions, mutation::invertAddition},
    {"increment", "inc", "Add one to a constant or variable", "Tappler 2015, 5",
     Formalism::Actions, forActions, mutation::increment},
    {"decrement", "dec", "Subtract one from a constant or variable",
     "Tappler 2015, 6", Formalism::Actions, forActions, mutation::decrement},
    {"change-enumeration", "en",
     "Replace a constant of an enumeration by another", "Tappler 2015, 7",
     Formalism::Actions, forActions, mutation::changeEnumeration},
    {"negate-boolean", "nb", "Negate a Boolean expression", "Tappler 2015, 8",
     Formalism::Actions, forActions, mutation::negateBoolean},
    {"remove-application", "ra", "Replace an operation by one of its arguments",
     "Tappler 2015, 9", Formalism::Actions, forActions,
     mutation::removeApplication},
    {"change-clock-guard", "kg",
     "Replace the comparison in a clock constraint of an action by one of <, "
     "<=, ==, >=, >",
     "Lorber, Tappler", Formalism::Actions, OG_ActionTimed,
     mutation::changeClockGuard},
    {"change-time-invariant", "ki",
     "Loosen a bound of the invariant of an action system by one unit",
     "Lorber, Tappler", Formalism::Actions, OG_ActionTimed,
     mutation::changeTimeInvariant},
    {"invert-clock-reset", "kr", "Add or remove the reset of a clock",
     "Lorber, Tappler", Formalism::Actions, OG_ActionTimed,
     mutation::invertClockReset},
    {"off-by-one", "ob",
     "Add or subtract one at a number of a guarantee; take the literal before "
     "or after one of an enumeration",
     "Aichernig, Lorber, Ničković, Tiran 2015, 1", Formalism::Contracts,
     OG_Momut, mutation::offByOne},
    {"negate-truth", "nt", "Negate a truth value of a guarantee",
     "Aichernig, Lorber, Ničković, Tiran 2015, 2", Formalism::Contracts,
     OG_Momut, mutation::negateTruth},
    {"change-comparison", "co",
     "Exchange == and !=, replace one of <, <=, >=, > of a guarantee by "
     "another one or ==",
     "Aichernig, Lorber, Ničković, Tiran 2015, 3", Formalism::Contracts,
     OG_Momut, mutation::changeComparison},
    {"swap-and-or", "ao", "Exchange 'and' and 'or' in a guarantee",
     "Aichernig, Lorber, Ničković, Tiran 2015, 4", Formalism::Contracts,
     OG_Momut, mutation::swapAndOr},
    {"swap-implication", "si", "Exchange => and <=> in a guarantee",
     "Aichernig, Lorber, Ničković, Tiran 2015, 5", Formalism::Contracts,
     OG_Momut, mutation::swapImplication},
    {"change-assumption", "as",
     "Do one of the five changes above to an assumption", "Tioga",
     Formalism::Contracts, OG_None, mutation::changeAssumption},
};

static constexpr std::pair<llvm::StringLiteral, OperatorGroup> groups[] = {
    {"momut", OG_Momut},
    {"ecdar", OG_Ecdar},
    {"action", OG_Action},
    {"action-timed", OG_ActionTimed}};

llvm::ArrayRef<Operator> tioga::getOperators() { return operators; }

/// Returns true if `name` selects `op`.
static bool selects(llvm::StringRef name, const Operator &op) {
  if (name == "all")
    return true;
  for (auto &[group, bit] : groups)
    if (name == group)
      return op.groups & bit;
  return name == op.name || name == op.shortName;
}

bool tioga::parseOperators(llvm::StringRef text,
                           std::vector<const Operator *> &result,
                           std::string &error) {
  llvm::SmallVector<llvm::StringRef> names;
  text.split(names, ',');
  std::vector<bool> selected(getOperators().size());
  for (llvm::StringRef name : names) {
    name = name.trim();
    bool found = false;
    for (auto [index, op] : llvm::enumerate(getOperators()))
      if (selects(name, op))
        selected[index] = found = true;
    if (found)
      continue;
    Suggestion suggestion(name);
    for (const Operator &op : getOperators())
      suggestion.consider(op.name);
    for (auto &[group, bit] : groups)
      suggestion.consider(group);
    suggestion.consider("all");
    error =
        ("unknown mutation operator '" + name + "'" + suggestion.str()).str();
    return false;
  }
  for (auto [index, op] : llvm::enumerate(getOperators()))
    if (selected[index])
      result.push_back(&op);
  return true;
}

llvm::StringRef tioga::getDefaultOperators(mlir::Operation *system) {
  auto actions = llvm::dyn_cast<action::SystemOp>(system);
  if (!actions)
    return "momut";
  return actions.getBody().getOps<ClockOp>().empty() ? "action"
                                                     : "action-timed";
}

llvm::SmallVector<llvm::StringRef> tioga::getGroups(const Operator &op) {
  llvm::SmallVector<llvm::StringRef> result;
  for (auto &[group, bit] : groups)
    if (op.groups & bit)
      result.push_back(group);
  return result;
}
