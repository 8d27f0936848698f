//===- HTML.cpp - A report for the browser ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Report/HTML.h"
#include "Diagrams.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tioga;
using llvm::formatv;

/// More make a page that no browser likes.
static constexpr size_t maxRuns = 2000;

/// Colours are named by their role; the dark scheme gives them other values.
static constexpr llvm::StringLiteral style = R"css(
:root { color-scheme: light dark;
  --ground: #ffffff; --raised: #f5f6f8; --ink: #1c2430; --faint: #5b6675;
  --line: #d5dae1; --pass: #1a7f4b; --fail: #c4314b; --inconclusive: #9a6700;
  --error: #6b4fbb; --in: #1f6feb; --out: #b35900; --heat: 31, 111, 235; }
@media (prefers-color-scheme: dark) { :root {
  --ground: #14181f; --raised: #1e242d; --ink: #e4e9f0; --faint: #9aa6b5;
  --line: #364050; --pass: #4cc38a; --fail: #ff6b81; --inconclusive: #e3b341;
  --error: #b29cf5; --in: #79b0ff; --out: #f0a35e; --heat: 121, 176, 255; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 90rem; padding: 2rem 1.5rem 4rem;
  background: var(--ground); color: var(--ink);
  font: 15px/1.5 system-ui, "Segoe UI", Roboto, sans-serif; }
h1 { font-size: 1.7rem; margin: 0; } h2 { font-size: 1.2rem; margin: 2.5rem 0 .8rem; }
p.about { color: var(--faint); margin: .2rem 0 1.5rem; overflow-wrap: anywhere; }
.tiles { display: flex; flex-wrap: wrap; gap: .8rem; }
.tile { background: var(--raised); border-radius: 8px; padding: .7rem 1.1rem;
  min-width: 7rem; border-left: 4px solid var(--line); }
.tile b { display: block; font-size: 1.6rem; line-height: 1.2;
  font-variant-numeric: tabular-nums; }
.tile span { color: var(--faint); }
.tile.pass { border-color: var(--pass); } .tile.fail { border-color: var(--fail); }
.tile.inconclusive { border-color: var(--inconclusive); }
.tile.error { border-color: var(--error); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; text-align: right; border-bottom: 1px solid var(--line); }
th { color: var(--faint); font-weight: 600; }
th:first-child, td:first-child { text-align: left; }
tr.total td { font-weight: 600; border-bottom: 0; }
.bar { display: inline-block; width: 8rem; height: .6rem; margin-right: .6rem;
  background: var(--line); border-radius: 3px; overflow: hidden; vertical-align: middle; }
.bar i { display: block; height: 100%; background: var(--pass); }
table.matrix th, table.matrix td { padding: .2rem .3rem; text-align: center;
  font-size: .75rem; min-width: 2rem; }
table.matrix th:first-child, table.matrix td:first-child { text-align: left;
  white-space: nowrap; font-size: .85rem; position: sticky; left: 0;
  background: var(--ground); }
table.matrix td.sum { font-weight: 600; color: var(--faint); }
table.matrix.many th { writing-mode: vertical-rl; }
table.matrix.many td, table.matrix.many th { padding: .1rem; min-width: 1.4rem; }
table.matrix.many td { font-size: .65rem; }
table.matrix.many td:first-child { font-size: .8rem; padding-right: .6rem; }
details { border: 1px solid var(--line); border-radius: 8px; margin: .5rem 0; }
summary { cursor: pointer; padding: .5rem .9rem; display: flex; gap: .8rem;
  align-items: baseline; flex-wrap: wrap; }
summary:focus-visible { outline: 2px solid var(--in); border-radius: 8px; }
summary .why { color: var(--faint); }
details > div { padding: .2rem 1rem 1rem; }
details details { border: 0; margin: .3rem 0; }
details details summary { padding: .2rem 0; color: var(--faint); font-size: .85rem; }
.both { display: flex; flex-wrap: wrap; gap: 1rem 2rem; align-items: flex-start; }
.both > div { flex: 1 1 26rem; min-width: 0; }
.badge { font-size: .8rem; font-weight: 600; padding: .05rem .55rem;
  border-radius: 999px; border: 1.5px solid currentColor; white-space: nowrap; }
.pass { color: var(--pass); } .fail { color: var(--fail); }
.inconclusive { color: var(--inconclusive); } .error { color: var(--error); }
.tile.pass, .tile.fail, .tile.inconclusive, .tile.error { color: inherit; }
ul.faults { margin: .5rem 0; padding-left: 1.2rem; color: var(--faint);
  font-size: .85rem; columns: 18rem; }
ul.faults li { break-inside: avoid; overflow-wrap: anywhere; }
pre { background: var(--raised); padding: .6rem .9rem; border-radius: 6px;
  overflow-x: auto; font-size: .85rem; }
svg { max-width: 100%; height: auto; } svg.hidden { position: absolute; width: 0; height: 0; }
svg.timing { max-width: none; }
/* What is drawn once and referred to is styled without regard to what is around. */
text { font: 12px system-ui, sans-serif; fill: var(--ink); }
text.small { font-size: 11px; fill: var(--faint); }
.lane { stroke: var(--line); } .guide { stroke: var(--line); stroke-dasharray: 2 3; }
path.in, text.in { fill: var(--in); } path.out, text.out { fill: var(--out); }
line.end { stroke: currentColor; stroke-width: 3; }
text.verdict { fill: currentColor; font-weight: 600; }
circle.wrong { fill: none; stroke: var(--fail); stroke-width: 2.5; }
rect.silence { fill: var(--fail); fill-opacity: .15; stroke: none; }
rect.expected { fill: var(--pass); fill-opacity: .35; stroke: none; }
p.expected { margin: .3rem 0; } p.expected b { color: var(--pass); }
svg.automaton { display: block; margin: 0 auto; }
path.edge, path.passed, path.faulty { fill: none; stroke: var(--faint); }
path.passed { stroke: var(--in); stroke-width: 2.2; }
path.faulty { stroke: var(--fail); stroke-width: 3; }
rect { fill: var(--raised); stroke: var(--faint); }
rect.initial { stroke-width: 2.5; }
rect.faulty { stroke: var(--fail); stroke-width: 3; }
text.node, text.edge, text.passed, text.faulty { text-anchor: middle; font-size: 11px; }
text.edge, text.passed, text.faulty { paint-order: stroke;
  stroke: var(--ground); stroke-width: 4px; fill: var(--faint); font-size: 10.5px; }
text.passed { fill: var(--in); font-weight: 600; }
text.faulty { fill: var(--fail); font-weight: 700; }
text.condition, tspan.condition { text-anchor: middle; font-size: 9.5px; font-weight: 400;
  fill: var(--faint); }
text.name { font-weight: 600; text-anchor: middle; }
marker.edge { fill: var(--faint); } marker.passed { fill: var(--in); }
marker.faulty { fill: var(--fail); }
.key { color: var(--faint); font-size: .85rem; }
.key b.in { color: var(--in); } .key b.fault { color: var(--fail); }
)css";

namespace {

class HTMLPrinter {
public:
  HTMLPrinter(const RunReport &report, const CampaignInfo &campaign,
              ta::NetworkOp network, llvm::raw_ostream &os)
      : report(report), campaign(campaign), os(os) {
    // A larger model is no picture.
    constexpr size_t maxEdges = 1000;
    size_t numEdges = 0;
    if (network)
      network.walk([&](ta::EdgeOp) { ++numEdges; });
    if (network && numEdges <= maxEdges)
      diagram.emplace(network);
    for (const CampaignInfo::MutantInfo &mutant : campaign.mutants)
      descriptions[mutant.id] = mutant.description;
  }
  void print();

private:
  void printSummary();
  void printScores();
  void printScore(const CampaignInfo::Operator &each, llvm::StringRef rowClass);
  void printMatrix();
  void printRun(const ReportedRun &run, bool isOpen);
  void printFaults(const ReportedRun &run);
  void printAutomaton(const ReportedRun &run);

  const RunReport &report;
  const CampaignInfo &campaign;
  llvm::raw_ostream &os;
  std::optional<AutomatonDiagram> diagram;
  llvm::StringMap<std::string> descriptions;
};

} // namespace

void HTMLPrinter::printSummary() {
  const RunReport::Counts &counts = report.getCounts();
  auto tile = [&](llvm::StringRef name, uint64_t number, llvm::StringRef css) {
    os << formatv("<div class=\"tile {0}\"><b>{1}</b><span>{2}</span></div>\n",
                  css, number, name);
  };
  os << formatv("<h1>Test report</h1>\n<p class=\"about\">Suite {0} against "
                "<code>{1}</code>, {2:F2} s</p>\n<div class=\"tiles\">\n",
                escapeMarkup(report.getSuite()),
                escapeMarkup(report.getTarget()), report.seconds);
  tile("tests", report.getTests().size(), "");
  tile("runs", counts.runs, "");
  tile("passed", counts.pass, "pass");
  tile("failed", counts.fail, "fail");
  tile("explained by a mutant", counts.primary, "fail");
  tile("inconclusive", counts.inconclusive, "inconclusive");
  tile("without verdict", counts.error, "error");
  os << "</div>\n";
}

void HTMLPrinter::printScore(const CampaignInfo::Operator &each,
                             llvm::StringRef rowClass) {
  os << formatv("<tr class=\"{0}\"><td>{1}</td><td>{2}</td><td>{3}</td>"
                "<td>{4}</td><td>{5}</td><td><span class=\"bar\">"
                "<i style=\"width:{6:F1}%\"></i></span>{6:F0} %</td></tr>\n",
                rowClass, escapeMarkup(each.name), each.mutants, each.killed,
                each.equivalent, each.undecided, 100 * each.score);
}

void HTMLPrinter::printScores() {
  os << "<h2>Mutation score</h2>\n<div class=\"scroll\"><table>\n"
     << "<tr><th>operator</th><th>mutants</th><th>killed</th>"
        "<th>equivalent</th><th>undecided</th><th>score</th></tr>\n";
  CampaignInfo::Operator total;
  total.name = "total";
  double covered = 0, relevant = 0;
  for (const CampaignInfo::Operator &each : campaign.operators) {
    printScore(each, "");
    total.mutants += each.mutants;
    total.killed += each.killed;
    total.equivalent += each.equivalent;
    total.undecided += each.undecided;
    covered += each.score * (each.killed + each.undecided);
    relevant += each.killed + each.undecided;
  }
  total.score = relevant > 0 ? covered / relevant : 1;
  printScore(total, "total");
  os << "</table></div>\n";
}

/// How many mutants of an operator a test kills, as shades.
void HTMLPrinter::printMatrix() {
  llvm::MapVector<llvm::StringRef, llvm::StringMap<unsigned>> counts;
  llvm::StringMap<unsigned> killed;
  for (const CampaignInfo::MutantInfo &mutant : campaign.mutants) {
    if (mutant.status != "killed")
      continue;
    ++killed[mutant.op];
    auto found = campaign.kills.find(mutant.id);
    if (found == campaign.kills.end())
      continue;
    for (const std::string &test : found->second)
      ++counts[mutant.op][test];
  }
  constexpr size_t many = 20;
  os << "<h2>Kill matrix</h2>\n<p class=\"key\">Mutants of each operator that "
        "each test kills.</p>\n<div class=\"scroll\"><table class=\"matrix"
     << (report.getTests().size() > many ? " many" : "")
     << "\">\n<tr><th></th>";
  for (const std::unique_ptr<TestCase> &test : report.getTests())
    os << "<th>" << escapeMarkup(test->getName()) << "</th>";
  os << "<th>all</th></tr>\n";
  for (auto &[op, byTest] : counts) {
    os << "<tr><td>" << escapeMarkup(op) << "</td>";
    for (const std::unique_ptr<TestCase> &test : report.getTests()) {
      unsigned count = byTest.lookup(test->getName());
      if (!count)
        os << "<td></td>";
      else
        os << formatv("<td style=\"background:rgba(var(--heat),{0:F2})\" "
                      "title=\"{2}, {3}\">{1}</td>",
                      0.12 + 0.5 * count / killed[op], count, escapeMarkup(op),
                      escapeMarkup(test->getName()));
    }
    os << formatv("<td class=\"sum\">{0}</td></tr>\n", killed[op]);
  }
  os << "</table></div>\n";
}

/// The mutants that the test was made from; not all, if there are many.
void HTMLPrinter::printFaults(const ReportedRun &run) {
  static constexpr size_t maxShown = 12;
  llvm::ArrayRef<llvm::StringRef> mutants = report.getTest(run).getMutants();
  if (!run.mutant.empty())
    os << "<p>This is what <code>" << escapeMarkup(run.mutant)
       << "</code> does: " << escapeMarkup(descriptions.lookup(run.mutant))
       << "</p>\n";
  if (mutants.empty())
    return;
  os << "<details><summary>Made to find " << mutants.size()
     << (mutants.size() == 1 ? " fault" : " faults")
     << "</summary>\n<ul class=\"faults\">";
  for (llvm::StringRef mutant : mutants.take_front(maxShown)) {
    auto found = descriptions.find(mutant);
    os << "<li>"
       << escapeMarkup(found == descriptions.end() ? mutant
                                                   : found->second.c_str())
       << "</li>";
  }
  if (mutants.size() > maxShown)
    os << "<li>and " << mutants.size() - maxShown << " more</li>";
  os << "</ul></details>\n";
}

/// `operator/Automaton/element/...` to `Automaton.element`.
static std::string getPlace(llvm::StringRef mutant) {
  llvm::SmallVector<llvm::StringRef> parts;
  mutant.split(parts, '/');
  return parts.size() < 3 ? "" : (parts[1] + "." + parts[2]).str();
}

void HTMLPrinter::printAutomaton(const ReportedRun &run) {
  if (!diagram)
    return;
  const TestCase &test = report.getTest(run);
  std::vector<std::string> passed, faulty;
  for (const TestMove &move : test.getMoves())
    if (!move.origin.empty())
      passed.push_back(move.origin.str());
  llvm::StringSet<> seen;
  auto addFault = [&](llvm::StringRef mutant) {
    std::string place = getPlace(mutant);
    if (seen.insert(place).second)
      faulty.push_back(place);
  };
  if (!run.mutant.empty())
    addFault(run.mutant);
  else
    for (llvm::StringRef mutant : test.getMutants())
      addFault(mutant);
  os << "<div><div class=\"scroll\">";
  diagram->print(os, passed, faulty);
  os << "</div>\n<p class=\"key\"><b class=\"in\">Blue</b>: what the test "
        "passes. "
        "<b class=\"fault\">Red</b>: "
     << (run.mutant.empty() ? "where it looks for faults."
                            : "where the fault is that explains the failure.")
     << "</p></div>\n";
}

void HTMLPrinter::printRun(const ReportedRun &run, bool isOpen) {
  const TestResult &result = run.result;
  const TestCase &test = report.getTest(run);
  os << formatv(
      "<details{0}><summary><span class=\"badge {1}\">{2}</span> "
      "<b>{3}</b> <span class=\"why\">{4}</span></summary><div>\n",
      isOpen ? " open" : "", toString(result.verdict), run.getVerdictText(),
      escapeMarkup(test.getName()),
      escapeMarkup(result.problem.empty() ? result.reason : result.problem));
  if (!test.getDoc().empty())
    os << "<p>" << escapeMarkup(test.getDoc()) << "</p>\n";
  os << "<div class=\"both\"><div>\n<div class=\"scroll\">";
  printTimingDiagram(run, test, os);
  os << "</div>\n";
  for (const ExpectedOutput &expected : result.expected)
    os << "<p class=\"expected\"><b>Expected</b> "
       << escapeMarkup(getExpectedText(expected, test)) << "</p>\n";
  if (!result.errors.empty())
    os << "<pre>" << escapeMarkup(result.errors) << "</pre>\n";
  printFaults(run);
  os << "</div>\n";
  printAutomaton(run);
  os << "</div></div></details>\n";
}

void HTMLPrinter::print() {
  os << "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
     << "<meta name=\"viewport\" content=\"width=device-width, "
        "initial-scale=1\">\n<title>Test report</title>\n<style>"
     << style << "</style></head><body>\n";
  if (diagram)
    diagram->printDefinition(os);
  printSummary();
  if (!campaign.isEmpty()) {
    printScores();
    printMatrix();
  }
  // What needs attention comes first.
  os << "<h2>Tests</h2>\n";
  size_t numShown = 0;
  for (bool isPassed : {false, true})
    for (const ReportedRun &run : report.getRuns()) {
      if ((run.result.verdict == RunVerdict::Pass) != isPassed)
        continue;
      if (numShown < maxRuns)
        printRun(run, /*isOpen=*/numShown == 0);
      ++numShown;
    }
  if (report.getCounts().runs > maxRuns)
    os << formatv("<p class=\"key\">and {0} more runs</p>\n",
                  report.getCounts().runs - maxRuns);
  os << "</body></html>\n";
}

void tioga::printHTML(const RunReport &report, const CampaignInfo &campaign,
                      ta::NetworkOp network, llvm::raw_ostream &os) {
  HTMLPrinter(report, campaign, network, os).print();
}
