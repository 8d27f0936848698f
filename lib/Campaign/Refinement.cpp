//===- Refinement.cpp - Tests through synchronous components ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Campaign/Refinement.h"
#include "mlir/IR/Builders.h"
#include "tioga/Engine/Encoder/SyncRun.h"
#include <set>

using namespace tioga;
using smt::Term;

//===----------------------------------------------------------------------===//
// Components
//===----------------------------------------------------------------------===//

Component tioga::readComponent(ta::ComponentOp op, const System &contract) {
  Component component;
  component.name = op.getSymName().str();
  component.contract = &contract;
  for (auto [from, to] : llvm::zip(op.getFrom().getAsRange<mlir::StringAttr>(),
                                   op.getTo().getAsRange<mlir::StringAttr>())) {
    const Slot *produced = contract.lookup(from.getValue());
    bool isProduced =
        produced &&
        contract.getVariables()[produced->index].owner == Owner::Output;
    const Slot *signal = isProduced ? produced : contract.lookup(to.getValue());
    if (signal)
      component.connections.push_back(
          {signal->index, (isProduced ? to : from).str(), isProduced});
  }
  return component;
}

/// All answers to inputs; false, with a reason, if there are none.
static bool advance(const Component &component, std::set<State> &states,
                    llvm::ArrayRef<Value> inputs,
                    llvm::function_ref<void(const State &, const State &)> fn,
                    std::string &reason) {
  Interpreter interpreter(*component.contract);
  std::set<State> next;
  for (const State &state : states) {
    Decided<SyncSteps> steps = interpreter.getSteps(state, inputs);
    if (!steps || !steps->isComplete) {
      reason = "the answers of '" + component.name + "' could not be computed";
      return false;
    }
    for (SyncStep &step : steps->steps) {
      fn(state, step.next);
      next.insert(std::move(step.next));
    }
  }
  states = std::move(next);
  if (states.empty())
    reason = "'" + component.name + "' has no answer to its inputs";
  return !states.empty();
}

static std::vector<std::string>
getEvents(const Component &component, const State &before, const State &after) {
  return component.getEvents(before.hasStarted ? &before.values : nullptr,
                             after.values);
}

static std::set<State> getStart() {
  State start;
  start.hasStarted = false;
  return {start};
}

std::vector<std::string>
tioga::projectInputs(llvm::ArrayRef<std::vector<Value>> inputs,
                     const Component &component) {
  std::set<State> states = getStart();
  std::vector<std::string> events;
  std::string reason;
  for (const std::vector<Value> &values : inputs) {
    bool isFirst = true;
    auto collect = [&](const State &before, const State &after) {
      if (isFirst)
        llvm::append_range(events, getEvents(component, before, after));
      isFirst = false;
    };
    if (!advance(component, states, values, collect, reason))
      break;
  }
  return events;
}

//===----------------------------------------------------------------------===//
// Events that a component produces
//===----------------------------------------------------------------------===//

namespace {

/// Looks for steps from outside, from where a component may be, on which it
/// produces one event and no other.
class EventSearch {
public:
  EventSearch(const Component &component, std::set<State> states,
              const RefinementOptions &options)
      : component(component), options(options),
        formulas(component.contract, options.solver),
        run(formulas, *component.contract), states(std::move(states)) {}

  std::optional<InputSequence> find(llvm::StringRef event, std::string &reason);

private:
  /// Tells the solver where to start. Returns the first step.
  unsigned start();
  Term hasRisen(unsigned signal, unsigned index);
  /// Exactly this event happens in a step; none if it is empty.
  Term isEvent(llvm::StringRef event, unsigned index);
  /// No event raises an input.
  Term isFromOutside(unsigned index);
  std::optional<InputSequence> accept(llvm::StringRef event, unsigned first,
                                      unsigned last, std::string &reason);

  const Component &component;
  RefinementOptions options;
  SyncFormulas formulas;
  SyncRun run;
  /// Where the component may be.
  std::set<State> states;
};

} // namespace

Term EventSearch::hasRisen(unsigned signal, unsigned index) {
  Term now = run.getState(index)[signal].term;
  if (index == 0)
    return now;
  Term before = run.getState(index - 1)[signal].term;
  return formulas.getTerms().getAnd(now, formulas.getTerms().getNot(before));
}

Term EventSearch::isEvent(llvm::StringRef event, unsigned index) {
  smt::TermContext &terms = formulas.getTerms();
  std::vector<Term> all;
  for (const Component::Connection &connection : component.connections) {
    if (!connection.isProduced)
      continue;
    Term risen = hasRisen(connection.signal, index);
    all.push_back(connection.label == event ? risen : terms.getNot(risen));
  }
  return terms.getAnd(all);
}

Term EventSearch::isFromOutside(unsigned index) {
  std::vector<Term> all;
  for (const Component::Connection &connection : component.connections)
    if (!connection.isProduced)
      all.push_back(formulas.getTerms().getNot(
          run.getState(index)[connection.signal].term));
  return formulas.getTerms().getAnd(all);
}

unsigned EventSearch::start() {
  const State &state = *states.begin();
  run.getState(0);
  if (!state.hasStarted)
    return 0;
  for (unsigned variable = 0; variable < state.values.size(); ++variable)
    formulas.assertTerm(run.isEqual(variable, 0, state.values[variable]));
  return 1;
}

/// Takes the steps up to `last`, if their inputs have no other outcome.
std::optional<InputSequence> EventSearch::accept(llvm::StringRef event,
                                                 unsigned first, unsigned last,
                                                 std::string &reason) {
  SyncTrace trace;
  for (unsigned index = first; index <= last; ++index) {
    std::optional<std::vector<Value>> values = run.read(index);
    if (!values) {
      reason = "a number leaves 64 bits";
      return std::nullopt;
    }
    trace.push_back(std::move(*values));
  }
  InputSequence inputs = getInputs(trace, *component.contract);
  for (auto [offset, values] : llvm::enumerate(inputs)) {
    std::vector<std::string> expected;
    if (offset + 1 == inputs.size())
      expected.push_back(event.str());
    bool isCertain = true;
    auto compare = [&](const State &before, const State &after) {
      isCertain &= getEvents(component, before, after) == expected;
    };
    if (!advance(component, states, values, compare, reason))
      return std::nullopt;
    if (!isCertain) {
      reason = "'" + component.name + "' may answer by other events than '" +
               event.str() + "'";
      return std::nullopt;
    }
  }
  return inputs;
}

std::optional<InputSequence> EventSearch::find(llvm::StringRef event,
                                               std::string &reason) {
  if (!formulas.isValid()) {
    reason = formulas.getReason().str();
    return std::nullopt;
  }
  unsigned first = start();
  std::vector<Term> before;
  for (unsigned last = first; last < first + options.maxSteps; ++last) {
    before.push_back(run.isStep(last));
    before.push_back(isFromOutside(last));
    std::vector<Term> question = before;
    question.push_back(isEvent(event, last));
    smt::CheckResult answer =
        formulas.check(formulas.getTerms().getAnd(question), "event");
    if (answer.isSat())
      return accept(event, first, last, reason);
    if (answer.isUnknown()) {
      reason = answer.reason;
      return std::nullopt;
    }
    before.push_back(isEvent("", last));
  }
  reason = "'" + component.name + "' does not produce '" + event.str() +
           "' alone within " + std::to_string(options.maxSteps) + " steps";
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Tests
//===----------------------------------------------------------------------===//

namespace {

/// Refines one test. A test is walked along its moves; what a component has
/// been through belongs to the state of the test.
class TestRefiner {
public:
  TestRefiner(test::CaseOp test, const Component &component,
              const RefinementOptions &options, mlir::OpBuilder &builder)
      : test(test), component(component), options(options), builder(builder) {}

  mlir::FailureOr<test::CaseOp> refine();

private:
  /// Where the component may be.
  using Past = std::set<State>;
  /// What it may show in a step.
  using Answers = std::set<std::vector<Value>>;
  const Component::Connection *lookup(llvm::StringRef label,
                                      bool isProduced) const;
  mlir::LogicalResult start();
  void declare();
  void declareLabel(llvm::StringRef name, LabelKind kind, Owner owner);
  mlir::LogicalResult visit(llvm::StringRef state, Past past);
  mlir::LogicalResult refineSend(test::MoveOp move, Past &past);
  /// Returns the state of the test behind it and what happens at once.
  mlir::FailureOr<llvm::StringRef>
  refineTaken(test::MoveOp move, const Component::Connection &connection,
              Past &past);
  mlir::FailureOr<llvm::StringRef>
  followAtOnce(test::MoveOp move, llvm::ArrayRef<std::string> events,
               Update &update);
  bool advanceShown(Past &past, llvm::ArrayRef<Value> inputs, Answers &answers,
                    std::set<std::vector<std::string>> &events,
                    std::string &reason);
  Update getFreeUpdate(llvm::ArrayRef<Value> inputs);
  void append(Update &update, test::MoveOp move);
  void addState(llvm::StringRef name, bool isUrgent);
  void addMove(test::MoveOp like, llvm::StringRef source,
               llvm::StringRef target, test::MoveKind kind,
               llvm::StringRef label, Expr guard, Update update);
  Expr getOracle(const Answers &accepted);

  test::CaseOp test;
  const Component &component;
  RefinementOptions options;
  mlir::OpBuilder &builder;
  ExprContext context;
  std::string answerName, clockName = "at_once", lateName = "no_answer";
  bool takes = false;
  llvm::StringMap<std::vector<test::MoveOp>> moves;
  llvm::StringMap<test::StateOp> states;
  llvm::StringMap<Past> visited;
  unsigned numStates = 0;
};

} // namespace

const Component::Connection *TestRefiner::lookup(llvm::StringRef label,
                                                 bool isProduced) const {
  for (const Component::Connection &connection : component.connections)
    if (connection.label == label && connection.isProduced == isProduced)
      return &connection;
  return nullptr;
}

mlir::LogicalResult TestRefiner::start() {
  takes = component.takesEvents();
  answerName = component.getAnswerLabel();
  for (auto state : test.getOps<test::StateOp>())
    states[state.getSymName()] = state;
  while (states.contains(lateName))
    lateName += '_';
  for (auto move : test.getOps<test::MoveOp>())
    moves[move.getSource()].push_back(move);
  return mlir::success();
}

void TestRefiner::declareLabel(llvm::StringRef name, LabelKind kind,
                               Owner owner) {
  llvm::SmallVector<mlir::Attribute> params;
  for (auto [index, variable] :
       llvm::enumerate(component.contract->getVariables()))
    if (variable.owner == owner && !component.isConnected(index))
      params.push_back(ParamAttr::get(builder.getContext(),
                                      builder.getStringAttr(variable.getName()),
                                      variable.type));
  builder.create<LabelOp>(
      test.getLoc(), builder.getStringAttr(name),
      LabelKindAttr::get(builder.getContext(), kind),
      builder.getArrayAttr(params), /*broadcast=*/mlir::UnitAttr(),
      /*urgent=*/mlir::UnitAttr(), /*channel=*/mlir::StringAttr(),
      /*doc=*/mlir::StringAttr());
}

void TestRefiner::declare() {
  for (mlir::Operation &op : test.getBody().front()) {
    auto label = llvm::dyn_cast<LabelOp>(op);
    bool isGone = label && lookup(label.getName(), /*isProduced=*/true);
    if (llvm::isa<LabelOp, ClockOp, VarOp, test::StateOp>(op) && !isGone)
      builder.clone(op);
  }
  if (component.isDriven())
    declareLabel(component.name, LabelKind::Input, Owner::Input);
  if (!takes)
    return;
  declareLabel(answerName, LabelKind::Output, Owner::Output);
  builder.create<ClockOp>(test.getLoc(), builder.getStringAttr(clockName),
                          mlir::StringAttr());
  builder.create<test::StateOp>(
      test.getLoc(), builder.getStringAttr(lateName),
      test::VerdictAttr::get(builder.getContext(), test::Verdict::Fail),
      ExprAttr(), mlir::FlatSymbolRefAttr(),
      builder.getStringAttr("'" + component.name + "' does not answer"));
}

void TestRefiner::addState(llvm::StringRef name, bool isUrgent) {
  Expr now =
      context.get(ExprKind::Le, context.getName(clockName), context.getInt(0));
  builder.create<test::StateOp>(
      test.getLoc(), builder.getStringAttr(name), test::VerdictAttr(),
      isUrgent ? ExprAttr::get(builder.getContext(), now) : ExprAttr(),
      isUrgent ? mlir::FlatSymbolRefAttr::get(builder.getContext(), lateName)
               : mlir::FlatSymbolRefAttr(),
      mlir::StringAttr());
}

void TestRefiner::addMove(test::MoveOp like, llvm::StringRef source,
                          llvm::StringRef target, test::MoveKind kind,
                          llvm::StringRef label, Expr guard, Update update) {
  mlir::MLIRContext *ctx = builder.getContext();
  builder.create<test::MoveOp>(
      like.getLoc(), mlir::FlatSymbolRefAttr::get(ctx, source),
      mlir::FlatSymbolRefAttr::get(ctx, target),
      test::MoveKindAttr::get(ctx, kind), builder.getStringAttr(label),
      guard && !guard.isTrue() ? ExprAttr::get(ctx, guard) : ExprAttr(),
      update.empty() ? UpdateAttr() : UpdateAttr::get(ctx, update),
      like.getOriginAttr());
}

/// One step: what it may show, and the events that it may produce.
bool TestRefiner::advanceShown(Past &past, llvm::ArrayRef<Value> inputs,
                               Answers &answers,
                               std::set<std::vector<std::string>> &events,
                               std::string &reason) {
  auto collect = [&](const State &before, const State &after) {
    // What is not observed does not count.
    std::vector<Value> shown = after.values;
    for (auto [value, variable] :
         llvm::zip(shown, component.contract->getVariables()))
      if (variable.owner != Owner::Output)
        value = Value(false);
    answers.insert(std::move(shown));
    events.insert(getEvents(component, before, after));
  };
  return advance(component, past, inputs, collect, reason);
}

void TestRefiner::append(Update &update, test::MoveOp move) {
  if (move.getUpdateAttr())
    for (const Assignment &each : move.getUpdateAttr().getAssignments())
      update.push_back(
          {context.import(each.target), context.import(each.value)});
}

/// The parameters of a step from outside.
Update TestRefiner::getFreeUpdate(llvm::ArrayRef<Value> inputs) {
  Update update;
  for (auto [index, variable] :
       llvm::enumerate(component.contract->getVariables())) {
    if (variable.owner != Owner::Input)
      continue;
    if (!component.isConnected(index))
      update.push_back({context.getName(variable.getName()),
                        inputs.front().toExpr(context)});
    inputs = inputs.drop_front();
  }
  return update;
}

/// An event becomes the steps of the component that produce it. What the system
/// does in between is what it may do before.
mlir::LogicalResult TestRefiner::refineSend(test::MoveOp move, Past &past) {
  std::string reason;
  std::optional<InputSequence> steps =
      EventSearch(component, past, options).find(*move.getLabel(), reason);
  if (!steps)
    return move.emitError("cannot be refined: ") << reason;
  std::string source = move.getSource().str();
  for (auto [index, inputs] : llvm::enumerate(*steps)) {
    bool isLast = index + 1 == steps->size();
    Answers answers;
    std::set<std::vector<std::string>> events;
    if (!advanceShown(past, inputs, answers, events, reason))
      return move.emitError("cannot be refined: ") << reason;
    Update update = getFreeUpdate(inputs);
    if (isLast)
      append(update, move);
    std::string target = move.getTarget().str();
    if (!isLast) {
      target = "r" + std::to_string(++numStates);
      addState(target, /*isUrgent=*/false);
      for (test::MoveOp other : moves[move.getSource()])
        if (other.getKind() == test::MoveKind::Expect) {
          auto copy = llvm::cast<test::MoveOp>(builder.clone(*other));
          copy.setSourceAttr(
              mlir::FlatSymbolRefAttr::get(builder.getContext(), target));
        }
    }
    Expr guard;
    if (index == 0 && move.getGuardAttr())
      guard = context.import(move.getGuardAttr().getExpr());
    std::string behind = target;
    if (takes) { // It answers to every step.
      behind = "r" + std::to_string(++numStates);
      addState(behind, /*isUrgent=*/true);
      addMove(move, behind, target, test::MoveKind::Expect, answerName,
              getOracle(answers), {});
      update.push_back({context.getName(clockName), context.getInt(0)});
    }
    addMove(move, source, behind, test::MoveKind::Send, component.name, guard,
            update);
    source = target;
  }
  return mlir::success();
}

Expr TestRefiner::getOracle(const Answers &accepted) {
  llvm::SmallVector<Expr> cases;
  for (const std::vector<Value> &values : accepted) {
    llvm::SmallVector<Expr> conjuncts;
    for (auto [variable, value] :
         llvm::zip(component.contract->getVariables(), values))
      if (variable.owner == Owner::Output)
        conjuncts.push_back(context.get(ExprKind::Eq,
                                        context.getName(variable.getName()),
                                        value.toExpr(context)));
    cases.push_back(context.getAnd(conjuncts));
  }
  return context.getOr(cases);
}

/// What the component produces at once is not sent by the test: the next moves
/// of the test have to be these events.
mlir::FailureOr<llvm::StringRef>
TestRefiner::followAtOnce(test::MoveOp move, llvm::ArrayRef<std::string> events,
                          Update &update) {
  llvm::StringRef target = move.getTarget();
  for (const std::string &event : events) {
    auto next = llvm::find_if(moves[target], [&](test::MoveOp other) {
      return other.getKind() == test::MoveKind::Send &&
             other.getLabel() == llvm::StringRef(event);
    });
    if (next == moves[target].end())
      return move.emitError("cannot be refined: '")
             << component.name << "' produces '" << event
             << "' at once, which the test does not send next";
    append(update, *next);
    target = next->getTarget();
  }
  return target;
}

/// Behind an event that the component takes comes its answer.
mlir::FailureOr<llvm::StringRef>
TestRefiner::refineTaken(test::MoveOp move,
                         const Component::Connection &connection, Past &past) {
  std::string reason;
  Answers accepted;
  std::set<std::vector<std::string>> events;
  std::vector<Value> inputs =
      component.getRaised(connection.signal, *past.begin());
  if (!advanceShown(past, inputs, accepted, events, reason))
    return move.emitError("cannot be refined: ") << reason;
  if (events.size() != 1)
    return move.emitError("cannot be refined: '")
           << component.name << "' may answer by different events";
  Update update = {{context.getName(clockName), context.getInt(0)}};
  append(update, move);
  auto target = followAtOnce(move, *events.begin(), update);
  if (failed(target))
    return mlir::failure();
  std::string waiting = "r" + std::to_string(++numStates);
  addState(waiting, /*isUrgent=*/true);
  Expr guard;
  if (move.getGuardAttr())
    guard = context.import(move.getGuardAttr().getExpr());
  addMove(move, move.getSource(), waiting, move.getKind(), *move.getLabel(),
          guard, update);
  addMove(move, waiting, *target, test::MoveKind::Expect, answerName,
          getOracle(accepted), {});
  return *target;
}

mlir::LogicalResult TestRefiner::visit(llvm::StringRef name, Past past) {
  auto [found, isNew] = visited.try_emplace(name, past);
  if (!isNew) {
    if (moves[name].empty() || found->second == past)
      return mlir::success();
    return states[name].emitError(
        "cannot be refined: this state is reached in different ways");
  }
  for (test::MoveOp move : moves[name]) {
    Past next = past;
    llvm::StringRef label = move.getLabel().value_or("");
    const Component::Connection *taken = lookup(label, /*isProduced=*/false);
    llvm::StringRef target = move.getTarget();
    if (lookup(label, /*isProduced=*/true)) {
      if (failed(refineSend(move, next)))
        return mlir::failure();
    } else if (taken && !states[target].getVerdict()) {
      auto behind = refineTaken(move, *taken, next);
      if (failed(behind))
        return mlir::failure();
      target = *behind;
    } else {
      builder.clone(*move);
    }
    if (failed(visit(target, std::move(next))))
      return mlir::failure();
  }
  test::StateOp state = states[name];
  return state.getOtherwise() ? visit(*state.getOtherwise(), past)
                              : mlir::success();
}

mlir::FailureOr<test::CaseOp> TestRefiner::refine() {
  if (failed(start()))
    return mlir::failure();
  Past past = getStart();
  std::string reason;
  // A component that takes events starts by itself.
  if (takes &&
      !advance(
          component, past, component.getRaised(std::nullopt, *past.begin()),
          [](const State &, const State &) {}, reason))
    return test.emitError("cannot be refined: ") << reason;
  auto refined = llvm::cast<test::CaseOp>(test->cloneWithoutRegions());
  builder.insert(refined);
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&refined.getBody().emplaceBlock());
  declare();
  if (failed(visit(test.getInitial(), std::move(past))))
    return mlir::failure();
  // Nobody is between an event and what the component makes of it at once.
  for (auto state : llvm::make_early_inc_range(refined.getOps<test::StateOp>()))
    if (states.contains(state.getSymName()) &&
        !visited.contains(state.getSymName()))
      state.erase();
  return refined;
}

mlir::FailureOr<test::CaseOp>
tioga::refineTest(test::CaseOp test, const Component &component,
                  const RefinementOptions &options, mlir::OpBuilder &builder) {
  return TestRefiner(test, component, options, builder).refine();
}
