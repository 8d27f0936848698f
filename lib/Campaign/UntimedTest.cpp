//===- UntimedTest.cpp - Tests of systems without time ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 1. Follow the path on specification and mutant with all arguments as symbols;
//    that gives the formula of all violations at its end.
// 2. Choose the arguments of inputs, within that formula.
// 3. Follow the path again with these and write down, in each state, what is
//    allowed.
//
// One clock measures how long nothing was heard; it starts anew with each step.
//
//===----------------------------------------------------------------------===//

#include "tioga/Campaign/UntimedTest.h"
#include "TestData.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "llvm/ADT/StringSet.h"
#include <set>

using namespace tioga;
using smt::Term;

namespace {

/// Where a symbol of the test comes from.
struct SymbolOrigin {
  unsigned step, param, leaf;
};

class UntimedBuilder {
public:
  UntimedBuilder(const TestPath &path, const System &spec, const System *mutant,
                 const TestBuilderOptions &options, SymbolicSpace &space,
                 std::string &reason)
      : path(path), system(spec), options(options), reason(reason),
        space(space), specStates(space, spec) {
    if (mutant)
      mutantStates.emplace(space, *mutant);
  }

  std::optional<TimedTest> build();

private:
  bool fail(llvm::StringRef why) {
    if (reason.empty())
      reason = why.str();
    return false;
  }
  bool isLast() const { return position == path.steps.size(); }
  bool isInput(unsigned step) const {
    return !path.steps[step].isQuiescence &&
           system.getLabels()[path.steps[step].label].kind == LabelKind::Input;
  }

  // Step 1.
  bool makeMessages();
  bool start();
  bool advance(const SymbolicMessage *message);
  Term getOffence();

  // Step 2.
  bool chooseInputs(Term formula);
  std::vector<Rational> getWitness(unsigned step);

  // Step 3.
  bool buildState();
  bool addPlanned();
  bool addSend();
  bool addOutputs();
  bool addSilence(bool isPlanned);
  bool addMove(test::MoveKind kind, std::optional<unsigned> label,
               Term condition, unsigned target);
  bool know(Term condition);
  unsigned getVerdict(test::Verdict verdict, llvm::StringRef reason);
  void nameVariables();
  void dropUnused();

  // Expressions.
  Expr toExpr(Term term);
  std::optional<LeafText> getText(Term symbol);
  LeafText getLeafText(Expr base, mlir::Type type, unsigned leaf);
  std::string getVariableName(unsigned step, unsigned param) const;

  const TestPath &path;
  const System &system;
  const TestBuilderOptions &options;
  std::string &reason;
  SymbolicSpace &space;
  SymbolicTracker specStates;
  std::optional<SymbolicTracker> mutantStates;
  /// By step; of what follows the path, one per output label behind them.
  std::vector<SymbolicMessage> messages;
  llvm::DenseMap<Term, SymbolOrigin> origins;
  /// What the test knows about its symbols.
  std::vector<Term> domain;
  TimedTest test;
  unsigned position = 0;
  /// Parameters of steps that later conditions mention.
  std::set<std::pair<unsigned, unsigned>> used;
};

} // namespace

//===----------------------------------------------------------------------===//
// Step 1: the formula of the violation
//===----------------------------------------------------------------------===//

/// Number of scalar parts of a parameter.
static unsigned countLeaves(SymbolicSpace &space, mlir::Type type) {
  std::vector<Leaf> leaves;
  space.getExprs().addLeaves(type, "", leaves);
  return leaves.size();
}

bool UntimedBuilder::makeMessages() {
  messages.clear();
  for (auto [index, step] : llvm::enumerate(path.steps)) {
    messages.emplace_back();
    if (step.isQuiescence)
      continue;
    auto message =
        space.makeMessage(system, step.label, "s" + llvm::Twine(index));
    if (!message)
      return fail("a parameter has too many values");
    unsigned next = 0;
    for (auto [number, param] :
         llvm::enumerate(system.getLabels()[step.label].params))
      for (unsigned leaf = 0, end = countLeaves(space, param.type); leaf < end;
           ++leaf)
        origins[message->leaves[next++]] = {unsigned(index), unsigned(number),
                                            leaf};
    messages.back() = std::move(*message);
  }
  return true;
}

bool UntimedBuilder::start() {
  domain.clear();
  position = 0;
  if (!specStates.start())
    return fail(specStates.getReason());
  if (mutantStates && !mutantStates->start())
    return fail(mutantStates->getReason());
  return true;
}

/// Null: quiescence.
bool UntimedBuilder::advance(const SymbolicMessage *message) {
  for (SymbolicTracker *states :
       {&specStates, mutantStates ? &*mutantStates : nullptr})
    if (states && !(message ? states->step(*message) : states->stepQuiescent()))
      return fail(states->getReason());
  ++position;
  return true;
}

/// Everything that the mutant does at the end and the specification does not.
Term UntimedBuilder::getOffence() {
  std::vector<Term> cases;
  auto add = [&](Term mutant, Term spec) {
    cases.push_back(space.getAnd({mutant, space.negate(spec)}));
  };
  for (auto [index, label] : llvm::enumerate(system.getLabels()))
    if (label.kind == LabelKind::Output)
      if (auto message = space.makeMessage(system, index, "end"))
        add(mutantStates->getEnabled(*message),
            specStates.getEnabled(*message));
  add(mutantStates->getQuiescent(), specStates.getQuiescent());
  return space.getAnd({space.getOr(cases), specStates.getPresent()});
}

//===----------------------------------------------------------------------===//
// Step 2: test data
//===----------------------------------------------------------------------===//

/// The arguments of the path as scalar parts.
std::vector<Rational> UntimedBuilder::getWitness(unsigned step) {
  std::vector<Rational> numbers;
  const SystemLabel &label = system.getLabels()[path.steps[step].label];
  for (auto [param, value] :
       llvm::zip(label.params, path.steps[step].arguments)) {
    std::vector<Term> leaves;
    space.getExprs().toLeaves(space.getExprs().getConstant(value), param.type,
                              leaves);
    for (Term leaf : leaves) {
      leaf = space.normalize(leaf);
      numbers.push_back(
          leaf.is(smt::TermKind::Bool)
              ? Rational(leaf.getBool())
              : smt::TermContext::getConstant(leaf).value_or(Rational(0)));
    }
  }
  return numbers;
}

bool UntimedBuilder::chooseInputs(Term formula) {
  TestData data(space, formula, options);
  for (unsigned step = 0; step < path.steps.size(); ++step) {
    if (path.steps[step].isQuiescence)
      continue;
    if (!isInput(step)) {
      data.addReceived(messages[step].leaves);
      continue;
    }
    const SystemLabel &label = system.getLabels()[path.steps[step].label];
    std::vector<Rational> witness = getWitness(step);
    std::vector<Term> chosen;
    for (const SystemParam &param : label.params) {
      unsigned count = countLeaves(space, param.type);
      for (unsigned leaf = 0; leaf < count; ++leaf) {
        bool isScalar =
            mlir::isa<BoolType, IntType, RangeType, RealType>(param.type);
        unsigned next = chosen.size();
        chosen.push_back(data.choose(
            messages[step].leaves[next],
            next < witness.size() ? witness[next] : Rational(0), !isScalar));
        if (!chosen.back())
          return fail("the solver finds no test data");
      }
    }
    messages[step] = space.makeMessage(system, path.steps[step].label, chosen);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

std::string UntimedBuilder::getVariableName(unsigned step,
                                            unsigned param) const {
  return system.getLabels()[path.steps[step].label]
             .params[param]
             .getName()
             .str() +
         "_" + std::to_string(step + 1);
}

/// A scalar part of a parameter, in the order of `ExprEncoder::addLeaves`.
/// Without expression where there is none.
LeafText UntimedBuilder::getLeafText(Expr base, mlir::Type type,
                                     unsigned leaf) {
  ExprContext &context = *test.context;
  if (auto set = mlir::dyn_cast<SetType>(type)) {
    auto all = enumerateDomain(set.getElement(), 1024);
    if (!all || leaf >= all->size())
      return {};
    return {context.get(ExprKind::In, (*all)[leaf].toExpr(context), base), {}};
  }
  if (auto array = mlir::dyn_cast<ArrayType>(type)) {
    unsigned size = countLeaves(space, array.getElement());
    return getLeafText(
        context.get(ExprKind::Index, base, context.getInt(leaf / size)),
        array.getElement(), leaf % size);
  }
  if (auto record = mlir::dyn_cast<RecordType>(type)) {
    std::vector<std::pair<llvm::StringRef, mlir::Type>> fields;
    for (auto [name, field] : llvm::zip(record.getNames(), record.getTypes()))
      fields.push_back({name.getValue(), field});
    llvm::sort(fields, llvm::less_first());
    for (auto &[name, field] : fields) {
      unsigned size = countLeaves(space, field);
      if (leaf < size)
        return getLeafText(context.getField(base, name), field, leaf);
      leaf -= size;
    }
    return {};
  }
  if (mlir::isa<MapType>(type))
    return {};
  return {base, mlir::dyn_cast<EnumType>(type)};
}

/// What is received now is a parameter; what was received before, a variable.
std::optional<LeafText> UntimedBuilder::getText(Term symbol) {
  auto found = origins.find(symbol);
  if (found == origins.end())
    return std::nullopt;
  const SymbolOrigin &origin = found->second;
  bool isNow = origin.step >= position;
  unsigned label = isNow && origin.step >= path.steps.size()
                       ? origin.step - path.steps.size()
                       : path.steps[origin.step].label;
  const SystemParam &param = system.getLabels()[label].params[origin.param];
  if (!isNow)
    used.insert({origin.step, origin.param});
  Expr base =
      test.context->getName(isNow ? param.getName().str()
                                  : getVariableName(origin.step, origin.param));
  LeafText text = getLeafText(base, param.type, origin.leaf);
  return text.expr ? std::optional(text) : std::nullopt;
}

Expr UntimedBuilder::toExpr(Term term) {
  return space.toExpr(term, *test.context,
                      [&](Term symbol) { return getText(symbol); });
}

//===----------------------------------------------------------------------===//
// Step 3: states and moves
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral refuted =
    "the mutant could not have done this";
static constexpr llvm::StringLiteral notShown = "as specified";
static constexpr llvm::StringLiteral left = "another output than planned";
static constexpr llvm::StringLiteral silent = "nothing happened";
static constexpr llvm::StringLiteral impossible =
    "the next input is not possible after what was received";
static constexpr llvm::StringLiteral quiet =
    "silence where the specification has an output";

unsigned UntimedBuilder::getVerdict(test::Verdict verdict,
                                    llvm::StringRef why) {
  for (unsigned i = path.steps.size() + 1; i < test.states.size(); ++i)
    if (test.states[i].verdict == verdict && test.states[i].reason == why)
      return i;
  TimedState state;
  state.verdict = verdict;
  state.reason = why.str();
  test.states.push_back(std::move(state));
  return test.states.size() - 1;
}

bool UntimedBuilder::addMove(test::MoveKind kind, std::optional<unsigned> label,
                             Term condition, unsigned target) {
  condition = space.simplify(condition, domain);
  if (condition.isFalse())
    return true;
  TimedMove move;
  move.kind = kind;
  move.label = label;
  move.target = target;
  if (!condition.isTrue()) {
    move.data = toExpr(condition);
    if (!move.data)
      return fail("a condition of the test has no form in the language");
  }
  if (kind == test::MoveKind::Elapse)
    move.guard = {{Constraint::atLeast(1, options.maxWait)}};
  if (!isLast() && target == position + 1) {
    move.resets.push_back(1);
    move.origin = path.steps[position].origin;
  }
  test.states[position].moves.push_back(std::move(move));
  return true;
}

/// From now on the test knows this.
bool UntimedBuilder::know(Term condition) {
  condition = space.simplify(condition, domain);
  if (condition.isTrue())
    return true;
  domain.push_back(condition);
  for (SymbolicTracker *states :
       {&specStates, mutantStates ? &*mutantStates : nullptr})
    if (states && !states->restrict(condition))
      return fail(states->getReason());
  return true;
}

/// What outputs that the specification allows lead to, but for the planned one
/// with arguments that the mutant allows too. All others are failures.
bool UntimedBuilder::addOutputs() {
  for (auto [label, declared] : llvm::enumerate(system.getLabels())) {
    if (declared.kind != LabelKind::Output)
      continue;
    bool isPlanned = !isLast() && !isInput(position) &&
                     !path.steps[position].isQuiescence &&
                     path.steps[position].label == label;
    std::optional<SymbolicMessage> message =
        isPlanned ? messages[position]
                  : space.makeMessage(system, label, "o" + llvm::Twine(label));
    if (!message)
      return fail("a parameter has too many values");
    unsigned next = 0;
    if (!isPlanned)
      for (auto [number, param] : llvm::enumerate(declared.params))
        for (unsigned leaf = 0, end = countLeaves(space, param.type);
             leaf < end; ++leaf)
          origins[message->leaves[next++]] = {
              unsigned(path.steps.size() + label), unsigned(number), leaf};
    size_t known = domain.size();
    // The runner and the driver see to it that messages have arguments of
    // their types.
    domain.push_back(space.getDomain(system, *message));
    Term allowed = specStates.getEnabled(*message);
    Term possible = mutantStates ? mutantStates->getEnabled(*message)
                                 : space.getTerms().getTrue();
    unsigned planned = isLast() ? getVerdict(test::Verdict::Pass, notShown)
                       : isPlanned
                           ? position + 1
                           : getVerdict(test::Verdict::Inconclusive, left);
    bool isDone;
    if (isLast())
      isDone = addMove(test::MoveKind::Expect, label, allowed, planned);
    else
      isDone = addMove(test::MoveKind::Expect, label,
                       space.getAnd({allowed, possible}), planned) &&
               addMove(test::MoveKind::Expect, label,
                       space.getAnd({allowed, space.negate(possible)}),
                       getVerdict(test::Verdict::Pass, refuted));
    domain.resize(known);
    if (!isDone)
      return false;
  }
  return true;
}

/// What silence leads to.
bool UntimedBuilder::addSilence(bool isPlanned) {
  Term allowed = specStates.getQuiescent();
  Term possible =
      mutantStates ? mutantStates->getQuiescent() : space.getTerms().getTrue();
  auto add = [&](Term condition, unsigned target) {
    return addMove(test::MoveKind::Elapse, std::nullopt, condition, target);
  };
  if (!add(space.negate(allowed), getVerdict(test::Verdict::Fail, quiet)))
    return false;
  if (isLast())
    return add(allowed, getVerdict(test::Verdict::Pass, notShown));
  return add(space.getAnd({allowed, possible}),
             isPlanned ? position + 1
                       : getVerdict(test::Verdict::Inconclusive, silent)) &&
         add(space.getAnd({allowed, space.negate(possible)}),
             getVerdict(test::Verdict::Pass, refuted));
}

/// An input is sent only if the specification takes it.
bool UntimedBuilder::addSend() {
  unsigned label = path.steps[position].label;
  Term allowed = specStates.getEnabled(messages[position]);
  if (!addMove(test::MoveKind::Send, label, allowed, position + 1))
    return false;
  TimedState &state = test.states[position];
  if (state.moves.empty())
    return fail("the specification does not take an input of the path");
  // Where the arguments are constants, values say more than expressions.
  TimedMove &move = state.moves.back();
  std::vector<Rational> numbers;
  for (Term leaf : messages[position].leaves) {
    if (leaf.is(smt::TermKind::Bool))
      numbers.push_back(Rational(leaf.getBool()));
    else if (auto number = smt::TermContext::getConstant(leaf))
      numbers.push_back(*number);
  }
  llvm::ArrayRef<Rational> rest = numbers;
  bool isConstant = numbers.size() == messages[position].leaves.size();
  unsigned next = 0;
  for (const SystemParam &param : system.getLabels()[label].params) {
    if (isConstant) {
      auto value = space.getExprs().readValue(param.type, rest);
      if (!value)
        return fail("an argument has no value");
      move.arguments.push_back(*value);
      continue;
    }
    unsigned count = countLeaves(space, param.type);
    llvm::ArrayRef<Term> leaves =
        llvm::ArrayRef(messages[position].leaves).slice(next, count);
    next += count;
    Expr sent;
    std::vector<Rational> own;
    for (Term leaf : leaves)
      if (leaf.is(smt::TermKind::Bool))
        own.push_back(Rational(leaf.getBool()));
      else if (auto number = smt::TermContext::getConstant(leaf))
        own.push_back(*number);
    llvm::ArrayRef<Rational> ownRest = own;
    if (own.size() < count)
      sent = toExpr(leaves.front());
    else if (auto value = space.getExprs().readValue(param.type, ownRest))
      sent = value->toExpr(*test.context);
    if (!sent)
      return fail("an argument has no form in the language");
    move.sent.push_back(sent);
  }
  size_t index = state.moves.size();
  if (!addMove(test::MoveKind::Elapse, std::nullopt, space.negate(allowed),
               getVerdict(test::Verdict::Inconclusive, impossible)))
    return false;
  // At once: there is nothing to wait for.
  if (test.states[position].moves.size() > index)
    test.states[position].moves[index].guard = {{}};
  return addOutputs() && know(allowed);
}

bool UntimedBuilder::addPlanned() {
  if (isInput(position))
    return addSend() && advance(&messages[position]);
  if (path.steps[position].isQuiescence) {
    if (!addSilence(/*isPlanned=*/true) || !addOutputs() ||
        !know(specStates.getQuiescent()) ||
        (mutantStates && !know(mutantStates->getQuiescent())))
      return false;
    return advance(nullptr);
  }
  if (!addOutputs() || !addSilence(/*isPlanned=*/false))
    return false;
  const SymbolicMessage &message = messages[position];
  return know(space.getDomain(system, message)) &&
         know(specStates.getEnabled(message)) &&
         (!mutantStates || know(mutantStates->getEnabled(message))) &&
         advance(&messages[position]);
}

bool UntimedBuilder::buildState() {
  if (space.isSatisfiable(domain, space.getTerms().getTrue()) != true)
    return fail("the path is not possible");
  if (!isLast())
    return addPlanned();
  return addOutputs() && addSilence(/*isPlanned=*/false);
}

/// Declares what later conditions mention, and lets outputs set it.
void UntimedBuilder::nameVariables() {
  for (auto [step, param] : used) {
    unsigned variable = test.variables.size();
    test.variables.push_back(
        {getVariableName(step, param),
         system.getLabels()[path.steps[step].label].params[param].type});
    for (TimedMove &move : test.states[step].moves)
      if (move.target == step + 1)
        move.remembered.push_back({variable, param});
  }
}

/// Verdicts that nothing leads to.
void UntimedBuilder::dropUnused() {
  std::vector<unsigned> numbers(test.states.size());
  std::vector<TimedState> kept;
  for (unsigned index = 0; index < test.states.size(); ++index) {
    bool isUsed =
        index <= path.steps.size() ||
        llvm::any_of(test.states, [&](const TimedState &state) {
          return llvm::any_of(state.moves, [&](const TimedMove &move) {
            return move.target == index;
          });
        });
    numbers[index] = kept.size();
    if (isUsed)
      kept.push_back(test.states[index]);
  }
  llvm::StringMap<unsigned> counts;
  for (TimedState &state : kept) {
    if (state.verdict) {
      state.name = test::stringifyVerdict(*state.verdict).str();
      if (unsigned count = ++counts[state.name]; count > 1)
        state.name += std::to_string(count);
    }
    for (TimedMove &move : state.moves)
      move.target = numbers[move.target];
  }
  test.states = std::move(kept);
}

std::optional<TimedTest> UntimedBuilder::build() {
  if (!makeMessages() || !start())
    return std::nullopt;
  std::vector<Term> whole;
  for (unsigned step = 0; step < path.steps.size(); ++step) {
    bool isQuiet = path.steps[step].isQuiescence;
    // The specification takes every input.
    if (!isQuiet)
      whole.push_back(specStates.getEnabled(messages[step]));
    if (!advance(isQuiet ? nullptr : &messages[step]))
      return std::nullopt;
  }
  whole.push_back(mutantStates ? getOffence() : specStates.getPresent());
  Term formula = space.getAnd(whole);
  if (space.isSatisfiable(formula, space.getTerms().getTrue()) != true) {
    fail("a program may refuse an input of the path and then do as the mutant "
         "does");
    return std::nullopt;
  }
  if (!chooseInputs(formula) || !start())
    return std::nullopt;
  test.context = std::make_shared<ExprContext>();
  test.numClocks = 1;
  test.length = path.steps.size();
  for (unsigned i = 0; i <= path.steps.size(); ++i) {
    test.states.emplace_back();
    test.states.back().name = "s" + std::to_string(i);
  }
  for (unsigned i = 0; i <= path.steps.size(); ++i)
    if (!buildState())
      return std::nullopt;
  nameVariables();
  dropUnused();
  return std::move(test);
}

std::optional<TimedTest>
tioga::buildUntimedTest(const TestPath &path, const System &spec,
                        const System *mutant, const TestBuilderOptions &options,
                        SymbolicSpace &space, std::string &reason) {
  reason.clear();
  return UntimedBuilder(path, spec, mutant, options, space, reason).build();
}
