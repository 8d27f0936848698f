//===- VerifyEcdar.cpp - Queries on specifications --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An expression over components becomes one network, operator by operator:
// components are completed, operands are pruned, and the operators are those of
// the passes. What is asked about the result is asked of the engines.
//
//===----------------------------------------------------------------------===//

#include "VerifyEcdar.h"
#include "tioga/Conversion/Passes.h"
#include "tioga/Dialect/TA/Transforms/Specifications.h"
#include "tioga/Dialect/Tioga/IR/Scope.h"
#include "tioga/Engine/Conformance.h"
#include "tioga/Engine/Reachability.h"
#include "tioga/Engine/Specification.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;

namespace {
/// What became of a query.
struct Answer {
  AnswerKind kind = AnswerKind::Undecided;
  /// The query could not be read; errors were reported.
  bool isRejected = false;
  std::string reason;
  /// A timed trace that shows it.
  std::string trace;
  llvm::SmallVector<std::string, 2> locations;

  static Answer holds() {
    Answer answer;
    answer.kind = AnswerKind::Holds;
    return answer;
  }
  static Answer violated(std::string reason) {
    Answer answer;
    answer.kind = AnswerKind::Violated;
    answer.reason = std::move(reason);
    return answer;
  }
  static Answer undecided(std::string reason) {
    Answer answer;
    answer.reason = std::move(reason);
    return answer;
  }
};

/// A network that stands for an expression, or why there is none.
struct Evaluated {
  ta::NetworkOp network;
  Answer failure;
  explicit operator bool() const { return bool(network); }
};

class SpecificationVerifier {
public:
  SpecificationVerifier(EcdarProject &project, const VerifyRequest &request)
      : project(project), request(request),
        scratch(mlir::ModuleOp::create(project.module->getLoc())) {
    options.maxStates = request.maxStates;
    options.timeout = std::chrono::seconds(request.timeout);
    options.threads = request.threads;
  }

  Answer run(const EcdarQuery &query);

private:
  Evaluated evaluate(const EcdarExpr &expr);
  Evaluated evaluateLeaf(const EcdarExpr &expr);
  Evaluated evaluateOperator(const EcdarExpr &expr);
  /// The network without the states that no implementation has.
  Evaluated prune(Evaluated evaluated, const std::string &name);
  Evaluated evaluatePruned(const EcdarExpr &expr) {
    return prune(evaluate(expr), expr.str());
  }
  std::unique_ptr<System> load(ta::NetworkOp network);
  ta::NetworkOp lookup(llvm::StringRef name);
  ta::NetworkOp copy(ta::NetworkOp network);

  Answer checkDeterministic(const EcdarExpr &expr);
  Answer checkProperty(const EcdarQuery &query);
  Answer checkRefinement(const EcdarExpr &left, const EcdarExpr &right);
  Answer checkDirectly(ta::NetworkOp left, ta::NetworkOp right);
  Answer checkReachable(const EcdarQuery &query);
  Answer compareAlphabets(ta::NetworkOp left, ta::NetworkOp right);
  static Answer convert(const SpecificationResult &result,
                        const System &system);
  static Answer convert(const ConformanceResult &result, const System &spec,
                        const System &impl);

  EcdarProject &project;
  const VerifyRequest &request;
  SpecificationOptions options;
  /// Everything that is made on the way.
  mlir::OwningOpRef<mlir::ModuleOp> scratch;
  unsigned numNetworks = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

ta::NetworkOp SpecificationVerifier::lookup(llvm::StringRef name) {
  for (auto network : project.module->getOps<ta::NetworkOp>())
    if (network.getSymName() == name)
      return network;
  return nullptr;
}

ta::NetworkOp SpecificationVerifier::copy(ta::NetworkOp network) {
  auto clone = mlir::cast<ta::NetworkOp>(network->clone());
  scratch->push_back(clone);
  return clone;
}

/// Converts a copy; null after reporting errors.
std::unique_ptr<System> SpecificationVerifier::load(ta::NetworkOp network) {
  ta::NetworkOp clone = copy(network);
  mlir::FailureOr<sts::SystemOp> converted = convertToSTS(clone);
  if (failed(converted))
    return nullptr;
  mlir::FailureOr<std::unique_ptr<System>> system = System::load(*converted);
  return succeeded(system) ? std::move(*system) : nullptr;
}

Answer SpecificationVerifier::convert(const SpecificationResult &result,
                                      const System &system) {
  Answer answer;
  answer.kind = result.answer;
  answer.reason = result.reason;
  if (result.answer == AnswerKind::Violated) {
    llvm::raw_string_ostream os(answer.trace);
    result.run.print(os, system);
  }
  for (mlir::Location loc : result.locations)
    if (std::string text = getLocationText(loc); !text.empty())
      answer.locations.push_back(std::move(text));
  return answer;
}

static std::string quote(llvm::StringRef name) {
  return ("'" + name + "'").str();
}

/// Says which part of an expression an answer is about.
static Answer blame(Answer answer, const std::string &name,
                    llvm::StringRef what) {
  if (answer.kind == AnswerKind::Violated)
    answer.reason =
        quote(name) + " is not " + what.str() + ": " + answer.reason;
  return answer;
}

Evaluated SpecificationVerifier::evaluateLeaf(const EcdarExpr &expr) {
  auto system = project.systems.find(expr.name);
  ta::NetworkOp network = lookup(expr.name);
  if (!network && system != project.systems.end())
    return evaluate(*system->second);
  std::unique_ptr<System> raw = load(network);
  if (!raw)
    return {nullptr, Answer::undecided("see the error above")};
  Answer answer = convert(checkDeterminism(*raw, options), *raw);
  if (answer.kind != AnswerKind::Holds)
    return {nullptr, blame(std::move(answer), expr.name, "deterministic")};
  ta::NetworkOp completed = copy(network);
  std::string message;
  mlir::ScopedDiagnosticHandler handler(completed->getContext(),
                                        [&](mlir::Diagnostic &diagnostic) {
                                          message = diagnostic.str();
                                          return mlir::success();
                                        });
  if (failed(ta::completeInputs(completed)))
    return {nullptr, Answer::undecided(message)};
  return {completed, {}};
}

static ta::SpecificationOperator getOperator(EcdarExpr::Kind kind) {
  switch (kind) {
  case EcdarExpr::Kind::Conjunction:
    return ta::SpecificationOperator::Conjunction;
  case EcdarExpr::Kind::Composition:
    return ta::SpecificationOperator::Composition;
  case EcdarExpr::Kind::Quotient:
    return ta::SpecificationOperator::Quotient;
  case EcdarExpr::Kind::Component:
    break;
  }
  llvm_unreachable("no operator");
}

Evaluated SpecificationVerifier::evaluateOperator(const EcdarExpr &expr) {
  Evaluated left = evaluatePruned(*expr.left);
  if (!left)
    return left;
  Evaluated right = evaluatePruned(*expr.right);
  if (!right)
    return right;
  std::string message;
  mlir::ScopedDiagnosticHandler handler(left.network->getContext(),
                                        [&](mlir::Diagnostic &diagnostic) {
                                          message = diagnostic.str();
                                          return mlir::success();
                                        });
  std::string name = "_" + std::to_string(numNetworks++);
  mlir::FailureOr<ta::NetworkOp> result = ta::applyOperator(
      getOperator(expr.kind), left.network, right.network, name);
  if (failed(result))
    return {nullptr, Answer::violated(
                         "the " + ta::toString(getOperator(expr.kind)).str() +
                         " is not defined: " + message)};
  return {*result, {}};
}

Evaluated SpecificationVerifier::evaluate(const EcdarExpr &expr) {
  return expr.kind == EcdarExpr::Kind::Component ? evaluateLeaf(expr)
                                                 : evaluateOperator(expr);
}

Evaluated SpecificationVerifier::prune(Evaluated evaluated,
                                       const std::string &name) {
  if (!evaluated)
    return evaluated;
  std::string message;
  mlir::ScopedDiagnosticHandler handler(evaluated.network->getContext(),
                                        [&](mlir::Diagnostic &diagnostic) {
                                          message = diagnostic.str();
                                          return mlir::success();
                                        });
  mlir::FailureOr<ta::PruneResult> result =
      ta::pruneInconsistent(evaluated.network, options);
  if (failed(result))
    return {nullptr, Answer::undecided(message)};
  if (result->kind == ta::Pruned::Consistent)
    return evaluated;
  Answer answer;
  answer.reason = result->explanation.reason;
  if (result->kind == ta::Pruned::Inconsistent) {
    answer.kind = AnswerKind::Violated;
    answer.trace = result->trace;
    for (mlir::Location loc : result->explanation.locations)
      if (std::string text = getLocationText(loc); !text.empty())
        answer.locations.push_back(std::move(text));
  }
  return {nullptr, blame(std::move(answer), name, "consistent")};
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

Answer SpecificationVerifier::checkDeterministic(const EcdarExpr &expr) {
  Evaluated evaluated = evaluate(expr);
  if (!evaluated)
    return evaluated.failure;
  // Operators keep determinism; zones read what has been pruned.
  if (expr.kind == EcdarExpr::Kind::Component)
    return Answer::holds();
  evaluated = prune(std::move(evaluated), expr.str());
  if (!evaluated)
    return evaluated.failure;
  std::unique_ptr<System> system = load(evaluated.network);
  if (!system)
    return Answer::undecided("see the error above");
  return convert(checkDeterminism(*system, options), *system);
}

Answer SpecificationVerifier::checkProperty(const EcdarQuery &query) {
  if (query.kind == EcdarQueryKind::Consistency) {
    Evaluated evaluated = evaluatePruned(*query.left);
    return evaluated ? Answer::holds() : evaluated.failure;
  }
  Evaluated evaluated = evaluate(*query.left);
  // A conjunction and a quotient mean what is left of them.
  if (query.left->kind == EcdarExpr::Kind::Conjunction ||
      query.left->kind == EcdarExpr::Kind::Quotient)
    evaluated = prune(std::move(evaluated), query.left->str());
  if (!evaluated)
    return evaluated.failure;
  std::unique_ptr<System> system = load(evaluated.network);
  if (!system)
    return Answer::undecided("see the error above");
  return convert(query.kind == EcdarQueryKind::Implementation
                     ? checkImplementation(*system, options)
                     : checkSpecification(*system, options),
                 *system);
}

/// The observable labels of a network.
static std::map<std::string, LabelKind> getAlphabet(ta::NetworkOp network) {
  std::map<std::string, LabelKind> alphabet;
  for (auto label : network.getBody().getOps<LabelOp>())
    if (label.getKind() != LabelKind::Internal)
      alphabet[label.getName().str()] = label.getKind();
  return alphabet;
}

/// The left side may produce more outputs and take fewer inputs. What a side
/// does not know it ignores.
Answer SpecificationVerifier::compareAlphabets(ta::NetworkOp left,
                                               ta::NetworkOp right) {
  auto a = getAlphabet(left), b = getAlphabet(right);
  llvm::SmallVector<std::pair<llvm::StringRef, LabelKind>> addLeft, addRight;
  for (const auto &[name, kind] : a) {
    auto found = b.find(name);
    if (found == b.end() && kind == LabelKind::Input)
      return Answer::violated("input " + quote(name) +
                              " of the left side is none of the right side");
    if (found == b.end())
      addRight.push_back({name, kind});
    else if (found->second != kind)
      return Answer::violated(quote(name) +
                              " is an input of one side and an output of the "
                              "other");
  }
  for (const auto &[name, kind] : b) {
    if (a.count(name))
      continue;
    if (kind == LabelKind::Output)
      return Answer::violated("output " + quote(name) +
                              " of the right side is none of the left side");
    addLeft.push_back({name, kind});
  }
  if (failed(ta::addIgnoredLabels(left, addLeft)) ||
      failed(ta::addIgnoredLabels(right, addRight)))
    return Answer::undecided("see the error above");
  return Answer::holds();
}

Answer SpecificationVerifier::convert(const ConformanceResult &result,
                                      const System &spec, const System &impl) {
  Answer answer;
  answer.kind = result.answer;
  answer.reason = result.reason;
  if (!result.violation)
    return answer;
  const Violation &violation = *result.violation;
  llvm::raw_string_ostream trace(answer.trace), reason(answer.reason);
  violation.observation.print(trace, spec);
  switch (violation.kind) {
  case ViolationKind::Late:
    reason << "the left side may wait longer than the right side";
    break;
  case ViolationKind::MissingInput:
    reason << "the left side does not take '"
           << impl.getLabels()[*violation.label].getText() << "'";
    break;
  default:
    reason << "the left side may do '"
           << impl.getLabels()[*violation.label].getText()
           << "', and the right side may not";
  }
  for (const SourceLocations *locations :
       {&violation.implLocations, &violation.specLocations})
    for (mlir::Location loc : *locations)
      if (std::string text = getLocationText(loc); !text.empty())
        answer.locations.push_back(std::move(text));
  return answer;
}

Answer SpecificationVerifier::checkDirectly(ta::NetworkOp left,
                                            ta::NetworkOp right) {
  std::unique_ptr<System> impl = load(left), spec = load(right);
  if (!impl || !spec)
    return Answer::undecided("see the error above");
  ConformanceOptions conformance;
  conformance.relation = Relation::Refines;
  conformance.maxStates = options.maxStates;
  conformance.timeout = options.timeout;
  conformance.threads = options.threads;
  return convert(checkConformance(*spec, *impl, conformance), *spec, *impl);
}

/// A quotient is made for this: A refines T \ S if and only if A || S refines
/// T. The right question has far fewer states, but the left one has the better
/// explanation.
Answer SpecificationVerifier::checkRefinement(const EcdarExpr &leftExpr,
                                              const EcdarExpr &rightExpr) {
  Evaluated left = evaluatePruned(leftExpr);
  if (!left)
    return left.failure;
  Evaluated right = evaluatePruned(rightExpr);
  if (!right)
    return right.failure;
  Answer alphabets = compareAlphabets(left.network, right.network);
  if (alphabets.kind != AnswerKind::Holds)
    return alphabets;
  if (rightExpr.kind != EcdarExpr::Kind::Quotient)
    return checkDirectly(left.network, right.network);
  EcdarExpr together;
  together.kind = EcdarExpr::Kind::Composition;
  together.left = leftExpr.clone();
  together.right = rightExpr.right->clone();
  Answer transposed = checkRefinement(together, *rightExpr.left);
  if (transposed.kind == AnswerKind::Holds)
    return transposed;
  SpecificationOptions before = options;
  // Not worth more once the answer is known.
  if (transposed.kind == AnswerKind::Violated)
    options.maxStates = std::min<uint64_t>(options.maxStates, 10000);
  Answer direct = checkDirectly(left.network, right.network);
  options = before;
  if (direct.kind != AnswerKind::Undecided ||
      transposed.kind == AnswerKind::Undecided)
    return direct;
  transposed.reason = "of " + quote(together.str()) +
                      " <= " + quote(rightExpr.left->str()) + ": " +
                      transposed.reason;
  return transposed;
}

/// `Alarm.L11`: a goal that speaks about one component.
Answer SpecificationVerifier::checkReachable(const EcdarQuery &query) {
  llvm::StringRef goal = query.detail;
  llvm::StringRef name = goal.split('.').first.trim();
  ta::NetworkOp network = lookup(name);
  if (!network)
    return Answer::undecided("only goals 'Component.Location' of one component "
                             "are supported");
  std::unique_ptr<System> system = load(network);
  if (!system)
    return Answer::undecided("see the error above");
  std::string error;
  Expr condition = parseGoal(goal, *system, error);
  if (!condition)
    return Answer::undecided(error);
  ReachabilityOptions search;
  search.maxStates = options.maxStates;
  search.timeout = options.timeout;
  ReachabilityResult result = reach(*system, condition, search);
  switch (result.answer) {
  case ReachabilityResult::Answer::Unreachable:
    return Answer::violated("no run leads there");
  case ReachabilityResult::Answer::Undecided:
    return Answer::undecided(result.reason);
  case ReachabilityResult::Answer::Reachable:
    break;
  }
  Answer answer = Answer::holds();
  llvm::raw_string_ostream os(answer.trace);
  result.run.print(os, *system);
  return answer;
}

Answer SpecificationVerifier::run(const EcdarQuery &query) {
  auto clean = llvm::make_scope_exit([&] {
    scratch->getBody()->clear();
    numNetworks = 0;
  });
  switch (query.kind) {
  case EcdarQueryKind::Refinement:
    return checkRefinement(*query.left, *query.right);
  case EcdarQueryKind::Determinism:
    return checkDeterministic(*query.left);
  case EcdarQueryKind::Consistency:
  case EcdarQueryKind::Specification:
  case EcdarQueryKind::Implementation:
    return checkProperty(query);
  case EcdarQueryKind::Reachability:
    return checkReachable(query);
  case EcdarQueryKind::Unsupported:
    return Answer::undecided(query.detail + " are not supported");
  }
  llvm_unreachable("covered switch");
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

/// Reports components that are not there.
static bool checkNames(const EcdarExpr &expr, EcdarProject &project,
                       mlir::Location loc) {
  if (expr.kind != EcdarExpr::Kind::Component)
    return checkNames(*expr.left, project, loc) &
           checkNames(*expr.right, project, loc);
  if (project.systems.count(expr.name))
    return true;
  Suggestion suggestion(expr.name);
  for (auto network : project.module->getOps<ta::NetworkOp>()) {
    if (network.getSymName() == expr.name)
      return true;
    suggestion.consider(network.getSymName());
  }
  mlir::emitError(loc) << "there is no component '" << expr.name << "'"
                       << suggestion.str();
  return false;
}

static std::optional<EcdarQuery> readQuery(const EcdarProject::Query &text,
                                           EcdarProject &project) {
  std::optional<EcdarQuery> query = parseEcdarQuery(
      text.text, [&](size_t offset, const llvm::Twine &message) {
        mlir::emitError(text.loc) << message << " at character " << offset + 1
                                  << " of '" << text.text << "'";
      });
  if (!query)
    return std::nullopt;
  bool isFine = true;
  if (query->kind != EcdarQueryKind::Unsupported) {
    if (query->left)
      isFine &= checkNames(*query->left, project, text.loc);
    if (query->right)
      isFine &= checkNames(*query->right, project, text.loc);
  }
  return isFine ? std::move(query) : std::nullopt;
}

static llvm::StringRef getWord(const Answer &answer) {
  if (answer.isRejected)
    return "rejected";
  return answer.kind == AnswerKind::Holds ? "satisfied" : toString(answer.kind);
}

static void printText(const Answer &answer, const std::string &query,
                      llvm::raw_ostream &os) {
  os << getWord(answer) << ": " << query << "\n";
  if (!answer.trace.empty())
    os << "  trace: " << answer.trace << "\n";
  if (!answer.reason.empty())
    os << "  " << answer.reason << "\n";
  for (const std::string &location : answer.locations)
    os << "  at " << location << "\n";
}

static llvm::json::Object toJSON(const Answer &answer,
                                 const std::string &query) {
  llvm::json::Object object{{"query", query}, {"answer", getWord(answer)}};
  if (!answer.reason.empty())
    object["reason"] = answer.reason;
  if (!answer.trace.empty())
    object["trace"] = answer.trace;
  if (!answer.locations.empty())
    object["locations"] = llvm::json::Array(answer.locations);
  return object;
}

/// Errors first, then violations, then what is not known.
static int getExitCode(llvm::ArrayRef<Answer> answers) {
  auto any = [&](auto predicate) { return llvm::any_of(answers, predicate); };
  if (any([](const Answer &answer) { return answer.isRejected; }))
    return ExitRejected;
  if (any([](const Answer &a) { return a.kind == AnswerKind::Violated; }))
    return ExitViolated;
  if (any([](const Answer &a) { return a.kind == AnswerKind::Undecided; }))
    return ExitUndecided;
  return ExitDone;
}

static int verifyProject(EcdarProject &project, VerifyRequest &request) {
  if (!request.queries.empty()) {
    project.queries.clear();
    for (const std::string &query : request.queries)
      project.queries.push_back({query, project.module->getLoc()});
  }
  if (project.queries.empty())
    return reportError("'" + request.file.path + "' has no queries");
  SpecificationVerifier verifier(project, request);
  std::vector<Answer> answers;
  llvm::json::Array results;
  for (const EcdarProject::Query &text : project.queries) {
    Answer answer;
    if (std::optional<EcdarQuery> query = readQuery(text, project))
      answer = verifier.run(*query);
    else
      answer.isRejected = true;
    if (request.format == OutputFormat::Text)
      printText(answer, text.text, llvm::outs());
    else
      results.push_back(toJSON(answer, text.text));
    answers.push_back(std::move(answer));
  }
  if (request.format == OutputFormat::JSON)
    printJSON(std::move(results));
  return getExitCode(answers);
}

int tioga::verifyEcdarDirectory(VerifyRequest &request) {
  EcdarProject project = importEcdarDirectory(
      request.file.path, request.session.getSourceMgr(),
      request.session.getContext(), request.session.getImportOptions());
  return project ? verifyProject(project, request) : int(ExitRejected);
}

int tioga::verifyEcdarXML(VerifyRequest &request) {
  EcdarProject project = importEcdarXML(request.session.getSourceMgr(),
                                        request.session.getContext());
  return project ? verifyProject(project, request) : int(ExitRejected);
}
