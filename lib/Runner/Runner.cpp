//===- Runner.cpp - Suites against a system under test ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Runner/Runner.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Expr/Evaluate.h"
#include "tioga/Expr/Parse.h"
#include "llvm/Support/FormatVariadic.h"
#include <mutex>
#include <thread>

using namespace tioga;
using Clock = std::chrono::steady_clock;

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

std::optional<Value> tioga::parseValue(llvm::StringRef text, mlir::Type type,
                                       ExprContext &context) {
  text = text.trim();
  if (auto enumeration = llvm::dyn_cast<EnumType>(type)) {
    llvm::StringRef literal = text;
    literal.consume_front(enumeration.getName());
    literal.consume_front("::");
    int64_t index;
    auto literals = enumeration.getLiterals();
    if (!literal.getAsInteger(10, index) && index >= 0 &&
        index < int64_t(literals.size()))
      literal = literals[index].getValue();
    // The value keeps the text of the type, which outlives the message.
    if (auto known = enumeration.getIndex(literal))
      return Value::getEnum(enumeration.getName(), literals[*known].getValue());
    return std::nullopt;
  }
  if (llvm::isa<BoolType>(type) && (text == "1" || text == "0"))
    return Value(text == "1");
  Expr expr = parseExpr(text, context, [](size_t, const llvm::Twine &) {});
  if (!expr)
    return std::nullopt;
  EvalResult result =
      evaluate(expr, [](Expr) -> const Value * { return nullptr; });
  if (!result || !isInDomain(result.value, type))
    return std::nullopt;
  return result.value;
}

std::string tioga::toWire(const Value &value) {
  return value.is(Value::Kind::Enum) ? value.getLiteral().str() : value.str();
}

/// A value as C reads it.
static std::optional<int32_t> toNumber(const Value &value, mlir::Type type) {
  int64_t number;
  switch (value.getKind()) {
  case Value::Kind::Bool:
    return value.getBool();
  case Value::Kind::Enum:
    number = *llvm::cast<EnumType>(type).getIndex(value.getLiteral());
    break;
  case Value::Kind::Number:
    if (!value.getNumber().isInteger())
      return std::nullopt;
    number = value.getNumber().getNumerator();
    break;
  default:
    return std::nullopt;
  }
  if (number != int32_t(number))
    return std::nullopt;
  return int32_t(number);
}

WireMessage tioga::toWire(const Message &message, const System &system) {
  const SystemLabel &label = system.getLabels()[message.label];
  WireMessage wire{label.name.str(), {}, {}};
  for (auto [argument, param] :
       llvm::zip_equal(message.arguments, label.params)) {
    wire.arguments.push_back(toWire(argument));
    wire.numbers.push_back(toNumber(argument, param.type));
  }
  return wire;
}

std::optional<Message> tioga::fromWire(const WireMessage &wire,
                                       const System &system,
                                       std::string &problem) {
  std::optional<unsigned> index = system.lookupLabel(wire.label);
  if (!index) {
    problem = "the program has sent '" + wire.label +
              "', which the model does not know";
    return std::nullopt;
  }
  const SystemLabel &label = system.getLabels()[*index];
  if (label.params.size() != wire.arguments.size()) {
    problem = "the program has sent '" + wire.label + "' with " +
              std::to_string(wire.arguments.size()) + " arguments instead of " +
              std::to_string(label.params.size());
    return std::nullopt;
  }
  Message message{*index, {}};
  for (auto [text, param] : llvm::zip_equal(wire.arguments, label.params)) {
    std::optional<Value> value =
        parseValue(text, param.type, system.getExprContext());
    if (!value) {
      problem = "argument '" + text + "' of '" + wire.label + "' is not in " +
                typeToString(param.type);
      return std::nullopt;
    }
    message.arguments.push_back(std::move(*value));
  }
  return message;
}

//===----------------------------------------------------------------------===//
// One test
//===----------------------------------------------------------------------===//

/// Lets time pass until something happens, and tells both sides. False if the
/// test cannot go on, with a problem.
static bool step(TestExecution &execution, Adapter &adapter,
                 const System &system, Rational tolerance,
                 std::string &problem) {
  AdapterEvent event = adapter.advance(execution.getWait());
  switch (event.kind) {
  case AdapterEvent::Kind::Problem:
    problem = event.problem;
    return false;
  case AdapterEvent::Kind::Elapsed: {
    std::optional<Message> message = execution.elapse(event.delay);
    if (!message)
      return true;
    if (!adapter.send(toWire(*message, system), problem))
      return false;
    // The system may have seen another test than this one.
    Rational late = adapter.getLateness();
    if (late > tolerance && !execution.isFinished())
      execution.giveUp(
          llvm::formatv("the tester was late: '{0}' went out up to {1:F3} time "
                        "units after it was due",
                        system.getLabels()[message->label].getText(),
                        double(late.getNumerator()) / late.getDenominator())
              .str());
    return true;
  }
  case AdapterEvent::Kind::Output: {
    std::optional<Message> message = fromWire(event.message, system, problem);
    if (!message)
      return false;
    execution.receive(event.delay, *message);
    return true;
  }
  }
  llvm_unreachable("covered switch");
}

TestResult tioga::runTest(const TestCase &test, unsigned index,
                          Adapter &adapter, const ExecutionOptions &options,
                          std::chrono::milliseconds time) {
  Clock::time_point start = Clock::now();
  TestResult result{index,          RunVerdict::Error, {}, {}, {}, {},
                    options.policy, options.seed,      {}, {}, 0};
  if (adapter.reset(result.problem)) {
    ExecutionOptions own = options;
    if (own.grid.isZero())
      own.grid = adapter.getGrid();
    TestExecution execution(test, own);
    while (!execution.isFinished() && result.problem.empty()) {
      if (Clock::now() - start > time)
        result.problem = "the test takes longer than it may";
      else
        step(execution, adapter, test.getSystem(), own.tolerance,
             result.problem);
    }
    if (result.problem.empty()) {
      result.verdict = execution.getVerdict();
      result.reason = execution.getReason().str();
    }
    result.state = execution.getStateName().str();
    result.trace = execution.getTrace();
    if (result.verdict == RunVerdict::Fail)
      result.expected = execution.getExpected();
  }
  if (result.verdict == RunVerdict::Error) {
    if (result.problem.empty())
      result.problem = result.reason;
    // Whatever state it is in now, the next test starts a new one.
    adapter.stop();
    result.errors = adapter.getErrors();
  }
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return result;
}

//===----------------------------------------------------------------------===//
// Suites
//===----------------------------------------------------------------------===//

namespace {

/// Hands out tests to threads and collects results.
class SuiteRunner {
public:
  SuiteRunner(llvm::ArrayRef<std::unique_ptr<TestCase>> tests,
              const RunOptions &options,
              const std::function<void(const TestResult &)> &onResult,
              std::atomic<bool> &stop)
      : tests(tests), options(options), onResult(onResult), stop(stop),
        locks(tests.size()) {
    for (unsigned i = 0; i < tests.size(); ++i)
      order.push_back(i);
  }
  void run();

private:
  void work();
  void runOne(unsigned test, uint64_t seed, Adapter &adapter);
  bool isOver(uint64_t next) const;

  llvm::ArrayRef<std::unique_ptr<TestCase>> tests;
  const RunOptions &options;
  const std::function<void(const TestResult &)> &onResult;
  std::atomic<bool> &stop;
  std::vector<unsigned> order;
  std::atomic<uint64_t> next{0};
  std::mutex resultMutex;
  /// A test evaluates in the context of its own system, one run at a time.
  std::vector<std::mutex> locks;
  Clock::time_point start = Clock::now();
};

} // namespace

bool SuiteRunner::isOver(uint64_t number) const {
  if (stop)
    return true;
  if (options.forever)
    return false;
  if (options.duration.count() > 0)
    return Clock::now() - start >= options.duration;
  return number >= uint64_t(options.repeat) * tests.size();
}

void SuiteRunner::runOne(unsigned test, uint64_t seed, Adapter &adapter) {
  static constexpr SendPolicy policies[] = {
      SendPolicy::Earliest, SendPolicy::Middle, SendPolicy::Latest};
  ExecutionOptions execution = options.execution;
  execution.seed = seed;
  std::unique_lock<std::mutex> lock(locks[test]);
  TestResult result =
      runTest(*tests[test], test, adapter, execution, options.testTime);
  for (SendPolicy policy : policies) {
    if (!options.retryInconclusive ||
        result.verdict != RunVerdict::Inconclusive ||
        policy == options.execution.policy)
      continue;
    execution.policy = policy;
    result = runTest(*tests[test], test, adapter, execution, options.testTime);
  }
  lock.unlock();
  std::lock_guard<std::mutex> guard(resultMutex);
  onResult(result);
  if (options.untilFirstFail && result.verdict == RunVerdict::Fail)
    stop = true;
}

void SuiteRunner::work() {
  std::unique_ptr<Adapter> adapter = createAdapter(options.adapter);
  while (true) {
    uint64_t number = next++;
    if (isOver(number))
      break;
    // Each round has a seed of its own, so that repetition shows more.
    uint64_t round = number / tests.size();
    runOne(order[number % tests.size()], options.execution.seed + round,
           *adapter);
  }
  adapter->stop();
}

void SuiteRunner::run() {
  if (options.shuffle) {
    std::mt19937_64 random(options.execution.seed);
    for (size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[random() % i]);
  }
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < options.jobs; ++i)
    threads.emplace_back([&] { work(); });
  work();
  for (std::thread &thread : threads)
    thread.join();
}

void tioga::runSuite(llvm::ArrayRef<std::unique_ptr<TestCase>> tests,
                     const RunOptions &options,
                     const std::function<void(const TestResult &)> &onResult,
                     std::atomic<bool> &stop) {
  SuiteRunner(tests, options, onResult, stop).run();
}
