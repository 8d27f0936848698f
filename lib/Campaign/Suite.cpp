//===- Suite.cpp - Suites and summaries -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Campaign/Suite.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tioga;
namespace json = llvm::json;

namespace {
/// Numbers of one operator or of all.
struct Counts {
  unsigned mutants = 0, killed = 0, stopsTime = 0, boundary = 0;
  unsigned equivalent = 0, equivalentToDepth = 0, undecided = 0;
  /// Killed mutants that a test of the suite kills.
  unsigned covered = 0;
  double seconds = 0;
  llvm::SmallDenseSet<unsigned> tests;

  void add(const MutantResult &result);
  /// Of the mutants that may be told from the model, those that the suite
  /// tells.
  double getScore() const {
    unsigned relevant = killed + undecided;
    return relevant ? double(covered) / relevant : 1;
  }
  json::Object toJSON() const;
};
} // namespace

void Counts::add(const MutantResult &result) {
  ++mutants;
  seconds += result.seconds;
  switch (result.status) {
  case MutantStatus::Killed:
    ++killed;
    stopsTime += result.stopsTime;
    boundary += result.boundary;
    break;
  case MutantStatus::Equivalent:
    ++equivalent;
    break;
  case MutantStatus::EquivalentToDepth:
    ++equivalentToDepth;
    break;
  case MutantStatus::Undecided:
    ++undecided;
    break;
  }
  if (result.test) {
    ++covered;
    tests.insert(*result.test);
  }
}

json::Object Counts::toJSON() const {
  return json::Object{
      {"mutants", mutants},       {"killed", killed},
      {"stopsTime", stopsTime},   {"boundary", boundary},
      {"equivalent", equivalent}, {"equivalentToDepth", equivalentToDepth},
      {"undecided", undecided},   {"merged", tests.size()},
      {"score", getScore()},      {"seconds", seconds}};
}

/// Numbers by operator, in the order of the table, and in total.
static llvm::MapVector<const Operator *, Counts>
countByOperator(const CampaignResult &result, const MutantSet &set,
                Counts &total) {
  llvm::MapVector<const Operator *, Counts> counts;
  for (auto [mutant, each] : llvm::zip(set.mutants, result.mutants)) {
    counts[mutant.op].add(each);
    total.add(each);
  }
  return counts;
}

static json::Object toJSON(const Mutant &mutant, const MutantResult &result,
                           const CampaignResult &campaign) {
  json::Object entry{{"id", mutant.id},
                     {"operator", mutant.op->name},
                     {"group", mutant.group},
                     {"source", getLocationText(mutant.getLoc())},
                     {"description", mutant.description},
                     {"status", toString(result.status)},
                     {"seconds", result.seconds}};
  if (result.status == MutantStatus::Killed) {
    entry["length"] = result.length;
    entry["stopsTime"] = result.stopsTime;
    entry["boundary"] = result.boundary;
    entry["witness"] = result.witness;
  }
  if (result.status == MutantStatus::EquivalentToDepth)
    entry["depth"] = result.depth;
  if (!result.reason.empty())
    entry["reason"] = result.reason;
  if (result.test)
    entry["test"] = campaign.tests[*result.test].name;
  return entry;
}

/// Seconds within which so many of a hundred mutants were checked, ascending.
static std::vector<std::pair<unsigned, double>>
getPercentiles(const CampaignResult &result) {
  std::vector<double> seconds;
  for (const MutantResult &mutant : result.mutants)
    seconds.push_back(mutant.seconds);
  llvm::sort(seconds);
  std::vector<std::pair<unsigned, double>> percentiles;
  for (unsigned percent : {10, 25, 50, 75, 90, 95, 99, 100})
    if (!seconds.empty())
      percentiles.push_back(
          {percent, seconds[(seconds.size() * percent + 99) / 100 - 1]});
  return percentiles;
}

json::Value tioga::toJSON(const CampaignResult &result, const MutantSet &set,
                          const JournalKey &key) {
  Counts total;
  json::Array operators;
  llvm::DenseMap<const Operator *, unsigned> built;
  for (unsigned mutant : result.builtFor)
    ++built[set.mutants[mutant].op];
  for (auto &[op, counts] : countByOperator(result, set, total)) {
    json::Object entry = counts.toJSON();
    entry["name"] = op->name;
    entry["tests"] = built[op];
    operators.push_back(std::move(entry));
  }
  json::Object campaign = total.toJSON();
  campaign["system"] = SymbolTable::getSymbolName(set.getSystem()).getValue();
  campaign["modelHash"] = key.model;
  campaign["optionsHash"] = key.options;
  campaign["tests"] = result.builtFor.size();
  campaign["merged"] = result.tests.size();
  campaign["minimal"] = result.isMinimal;
  campaign["seconds"] = result.seconds;
  campaign["operators"] = std::move(operators);
  json::Object percentiles;
  for (auto [percent, seconds] : getPercentiles(result))
    percentiles[std::to_string(percent)] = seconds;
  campaign["percentiles"] = std::move(percentiles);
  json::Array results, suite;
  for (auto [mutant, each] : llvm::zip(set.mutants, result.mutants))
    results.push_back(::toJSON(mutant, each, result));
  for (auto [test, kills] : llvm::zip(result.tests, result.kills))
    suite.push_back(json::Object{{"name", test.name},
                                 {"length", test.length},
                                 {"kills", kills.count()}});
  campaign["results"] = std::move(results);
  campaign["suite"] = std::move(suite);
  return campaign;
}

static void printRow(llvm::StringRef name, const Counts &counts,
                     llvm::raw_ostream &os) {
  os << llvm::formatv("{0,-25} {1,7} {2,7} {3,9} {4,10} {5,8} {6,9} {7,6} "
                      "{8,6}\n",
                      name, counts.mutants, counts.killed, counts.stopsTime,
                      counts.equivalent, counts.equivalentToDepth,
                      counts.undecided, counts.tests.size(),
                      llvm::formatv("{0:P0}", counts.getScore()).str());
}

void tioga::printSummary(const CampaignResult &result, const MutantSet &set,
                         llvm::raw_ostream &os) {
  os << llvm::formatv("{0,-25} {1,7} {2,7} {3,9} {4,10} {5,8} {6,9} {7,6} "
                      "{8,6}\n",
                      "operator", "mutants", "killed", "stopsTime",
                      "equivalent", "to depth", "undecided", "tests", "score");
  Counts total;
  for (auto &[op, counts] : countByOperator(result, set, total))
    printRow(op->name, counts, os);
  printRow("total", total, os);
}

void tioga::printTimes(const CampaignResult &result, const MutantSet &set,
                       llvm::raw_ostream &os) {
  if (result.mutants.empty())
    return;
  os << "milliseconds for a mutant:";
  for (auto [percent, seconds] : getPercentiles(result))
    os << llvm::formatv(" {0}% {1:F3}", percent, 1000 * seconds);
  auto slowest = llvm::max_element(
      result.mutants, [](const MutantResult &a, const MutantResult &b) {
        return a.seconds < b.seconds;
      });
  os << "\nslowest: " << set.mutants[slowest - result.mutants.begin()].id
     << '\n';
}

void tioga::printKillMatrix(const CampaignResult &result, const MutantSet &set,
                            llvm::raw_ostream &os) {
  os << "mutant";
  for (const TimedTest &test : result.tests)
    os << ',' << test.name;
  os << '\n';
  for (auto [index, mutant] : llvm::enumerate(set.mutants)) {
    if (result.mutants[index].status != MutantStatus::Killed)
      continue;
    os << mutant.id;
    for (const llvm::BitVector &kills : result.kills)
      os << (kills[index] ? ",1" : ",0");
    os << '\n';
  }
}

json::Value tioga::getKillMatrix(const CampaignResult &result,
                                 const MutantSet &set) {
  json::Array tests;
  for (const TimedTest &test : result.tests)
    tests.push_back(test.name);
  json::Object mutants;
  for (auto [index, mutant] : llvm::enumerate(set.mutants)) {
    if (result.mutants[index].status != MutantStatus::Killed)
      continue;
    json::Array killers;
    for (auto [test, kills] : llvm::zip(result.tests, result.kills))
      if (kills[index])
        killers.push_back(test.name);
    mutants[mutant.id] = std::move(killers);
  }
  return json::Object{{"tests", std::move(tests)},
                      {"mutants", std::move(mutants)}};
}

//===----------------------------------------------------------------------===//
// writeSuite
//===----------------------------------------------------------------------===//

/// The requirements that the elements of a model stem from, by the names that
/// transitions have as origin.
static llvm::StringMap<ArrayAttr> readStems(Operation *model,
                                            const System &system) {
  llvm::StringMap<ArrayAttr> stems;
  llvm::DenseMap<Attribute, ArrayAttr> byLocation;
  model->walk([&](Operation *op) {
    if (auto attribute = op->getAttrOfType<ArrayAttr>("stems"))
      byLocation[LocationAttr(op->getLoc())] = attribute;
  });
  for (const SystemTransition &transition : system.getTransitions())
    if (transition.origin.size() == 1)
      if (ArrayAttr attribute = byLocation.lookup(LocationAttr(transition.loc)))
        stems[transition.origin.front()] = attribute;
  return stems;
}

static std::vector<llvm::StringRef>
getStems(const TimedTest &test, const llvm::StringMap<ArrayAttr> &stems) {
  std::vector<llvm::StringRef> result;
  llvm::StringSet<> seen;
  for (const TimedState &state : test.states)
    for (const TimedMove &move : state.moves)
      if (ArrayAttr attribute = stems.lookup(move.origin))
        for (auto stem : attribute.getAsRange<StringAttr>())
          if (seen.insert(stem.getValue()).second)
            result.push_back(stem.getValue());
  return result;
}

/// The requirements that contracts formalise: those with a text of their id, or
/// of the id before its last dots; else the id itself.
static std::vector<llvm::StringRef>
getRequirements(llvm::ArrayRef<llvm::StringRef> contracts, Operation *model) {
  llvm::StringSet<> texts;
  model->walk([&](TextOp text) { texts.insert(text.getId()); });
  std::vector<llvm::StringRef> result;
  llvm::StringSet<> seen;
  for (llvm::StringRef contract : contracts) {
    llvm::StringRef id = contract;
    while (!texts.contains(id) && id.contains('.'))
      id = id.rsplit('.').first;
    if (!texts.contains(id))
      id = contract;
    if (seen.insert(id).second)
      result.push_back(id);
  }
  return result;
}

OwningOpRef<ModuleOp> tioga::writeSuite(llvm::ArrayRef<TimedTest> tests,
                                        const System &system,
                                        Operation *model) {
  OpBuilder builder(model->getContext());
  OwningOpRef<ModuleOp> module = ModuleOp::create(model->getLoc());
  builder.setInsertionPointToStart(module->getBody());
  llvm::StringMap<ArrayAttr> stems = readStems(model, system);
  for (TimedTest test : tests) {
    test.stems = system.isSync() ? getRequirements(test.stems, model)
                                 : getStems(test, stems);
    writeTest(test, system, builder);
  }
  return module;
}
