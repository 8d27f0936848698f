//===- Matrix.cpp - Requirements against tests ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Report/Matrix.h"
#include "tioga/Dialect/Contract/IR/ContractOps.h"
#include "tioga/Engine/Trace.h"
#include "tioga/Report/Report.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tioga;
namespace json = llvm::json;
using llvm::formatv;

//===----------------------------------------------------------------------===//
// Making
//===----------------------------------------------------------------------===//

namespace {

/// Collects requirements in the order in which they are met.
class RequirementReader {
public:
  explicit RequirementReader(std::vector<TraceabilityMatrix::Requirement> &list)
      : list(list) {}

  void read(Operation *model);
  TraceabilityMatrix::Requirement *lookup(llvm::StringRef id);

private:
  TraceabilityMatrix::Requirement &get(llvm::StringRef id, Location loc);
  void addContract(llvm::StringRef id, Location loc);

  std::vector<TraceabilityMatrix::Requirement> &list;
  llvm::StringMap<unsigned> positions;
};

} // namespace

TraceabilityMatrix::Requirement &RequirementReader::get(llvm::StringRef id,
                                                        Location loc) {
  auto [found, isNew] = positions.try_emplace(id, list.size());
  if (isNew)
    list.push_back({id.str(), "", {}, getLocationText(loc), {}});
  return list[found->second];
}

/// A contract `R1.2` formalises `R1`, if there is a text of that id.
void RequirementReader::addContract(llvm::StringRef id, Location loc) {
  llvm::StringRef owner = id;
  while (!positions.contains(owner) && owner.contains('.'))
    owner = owner.rsplit('.').first;
  bool hasText =
      positions.contains(owner) && !list[positions.lookup(owner)].text.empty();
  get(hasText ? owner : id, loc).formalised.push_back(id.str());
}

void RequirementReader::read(Operation *model) {
  model->walk([&](TextOp text) {
    get(text.getId(), text.getLoc()).text = text.getText().str();
  });
  model->walk([&](Operation *op) {
    if (isa<contract::InitiallyOp, contract::RequireOp>(op))
      addContract(op->getAttrOfType<StringAttr>("id").getValue(), op->getLoc());
    auto stems = op->getAttrOfType<ArrayAttr>("stems");
    if (!stems || op == model)
      return;
    auto name = op->getAttrOfType<StringAttr>("name");
    if (!name)
      name = op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
    for (auto stem : stems.getAsRange<StringAttr>())
      get(stem.getValue(), op->getLoc())
          .formalised.push_back(name ? name.str()
                                     : getLocationText(op->getLoc()));
  });
}

TraceabilityMatrix::Requirement *RequirementReader::lookup(llvm::StringRef id) {
  auto found = positions.find(id);
  return found == positions.end() ? nullptr : &list[found->second];
}

TraceabilityMatrix
TraceabilityMatrix::make(Operation *model,
                         llvm::ArrayRef<std::unique_ptr<TestCase>> tests) {
  TraceabilityMatrix matrix;
  matrix.system = SymbolTable::getSymbolName(model).str();
  RequirementReader reader(matrix.requirements);
  reader.read(model);
  for (auto [index, test] : llvm::enumerate(tests)) {
    matrix.tests.push_back(test->getName().str());
    for (llvm::StringRef stem : test->getStems()) {
      // Contracts that were taken apart are parts of what is written.
      llvm::StringRef id = stem;
      while (!reader.lookup(id) && id.contains('.'))
        id = id.rsplit('.').first;
      Requirement *requirement = reader.lookup(id);
      if (requirement &&
          (requirement->tests.empty() || requirement->tests.back() != index))
        requirement->tests.push_back(index);
    }
  }
  return matrix;
}

unsigned TraceabilityMatrix::getNumUntested() const {
  return llvm::count_if(requirements, [](const Requirement &requirement) {
    return requirement.tests.empty();
  });
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

json::Value TraceabilityMatrix::toJSON() const {
  json::Array list, untested, byTest;
  std::vector<json::Array> exercised(tests.size());
  for (const Requirement &requirement : requirements) {
    json::Array names;
    for (unsigned test : requirement.tests) {
      names.push_back(tests[test]);
      exercised[test].push_back(requirement.id);
    }
    if (requirement.tests.empty())
      untested.push_back(requirement.id);
    list.push_back(
        json::Object{{"id", requirement.id},
                     {"text", requirement.text},
                     {"source", requirement.source},
                     {"formalised", json::Array(requirement.formalised)},
                     {"tests", std::move(names)}});
  }
  for (auto [name, ids] : llvm::zip(tests, exercised))
    byTest.push_back(
        json::Object{{"name", name}, {"requirements", std::move(ids)}});
  return json::Object{{"system", system},
                      {"requirements", std::move(list)},
                      {"tests", std::move(byTest)},
                      {"untested", std::move(untested)}};
}

/// A field as spreadsheets read it.
static std::string quoteCSV(llvm::StringRef text) {
  if (text.find_first_of(",\"\n\r") == llvm::StringRef::npos)
    return text.str();
  std::string quoted = "\"";
  for (char c : text)
    quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

void TraceabilityMatrix::printCSV(llvm::raw_ostream &os) const {
  os << "requirement,text,tests";
  for (const std::string &test : tests)
    os << ',' << quoteCSV(test);
  os << '\n';
  for (const Requirement &requirement : requirements) {
    os << quoteCSV(requirement.id) << ',' << quoteCSV(requirement.text) << ','
       << requirement.tests.size();
    for (unsigned test = 0; test < tests.size(); ++test)
      os << (llvm::is_contained(requirement.tests, test) ? ",1" : ",0");
    os << '\n';
  }
}

void TraceabilityMatrix::printText(llvm::raw_ostream &os) const {
  for (const Requirement &requirement : requirements) {
    if (requirement.tests.empty())
      continue;
    os << requirement.id << ":";
    for (unsigned test : requirement.tests)
      os << " " << tests[test];
    os << "\n";
  }
  for (const Requirement &requirement : requirements)
    if (requirement.tests.empty())
      os << requirement.id << ": no test\n";
  os << requirements.size() - getNumUntested() << " of " << requirements.size()
     << " requirements have a test\n";
}

static constexpr llvm::StringLiteral style = R"css(
:root { color-scheme: light dark; --ground: #ffffff; --ink: #1c2430;
  --faint: #5b6675; --line: #d5dae1; --yes: #1a7f4b; --no: #c4314b; }
@media (prefers-color-scheme: dark) { :root { --ground: #14181f; --ink: #e4e9f0;
  --faint: #9aa6b5; --line: #364050; --yes: #4cc38a; --no: #ff6b81; } }
body { margin: 0 auto; max-width: 75rem; padding: 2rem 1.5rem 4rem;
  background: var(--ground); color: var(--ink);
  font: 15px/1.5 system-ui, "Segoe UI", Roboto, sans-serif; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line);
  text-align: center; }
th { color: var(--faint); } td:nth-child(-n+2), th:nth-child(-n+2) { text-align: left; }
td.yes { color: var(--yes); } tr.untested td:first-child { color: var(--no); }
p.about { color: var(--faint); }
)css";

void TraceabilityMatrix::printHTML(llvm::raw_ostream &os) const {
  os << "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
     << "<meta name=\"viewport\" content=\"width=device-width\">\n<title>"
     << escapeMarkup(system) << ": requirements and tests</title>\n<style>"
     << style << "</style></head><body>\n<h1>" << escapeMarkup(system)
     << "</h1>\n<p class=\"about\">" << requirements.size() - getNumUntested()
     << " of " << requirements.size() << " requirements have a test.</p>\n"
     << "<div class=\"scroll\"><table>\n<tr><th>requirement</th><th></th>";
  for (const std::string &test : tests)
    os << "<th>" << escapeMarkup(test) << "</th>";
  os << "</tr>\n";
  for (const Requirement &requirement : requirements) {
    os << (requirement.tests.empty() ? "<tr class=\"untested\">" : "<tr>")
       << formatv("<td title=\"{0}\">{1}</td><td>{2}</td>",
                  escapeMarkup(requirement.source + ": " +
                               llvm::join(requirement.formalised, ", ")),
                  escapeMarkup(requirement.id), escapeMarkup(requirement.text));
    for (unsigned test = 0; test < tests.size(); ++test)
      os << (llvm::is_contained(requirement.tests, test)
                 ? "<td class=\"yes\">●</td>"
                 : "<td></td>");
    os << "</tr>\n";
  }
  os << "</table></div>\n";
  if (getNumUntested()) {
    os << "<h2>Requirements without a test</h2>\n<ul>\n";
    for (const Requirement &requirement : requirements)
      if (requirement.tests.empty())
        os << "<li>" << escapeMarkup(requirement.id) << " "
           << escapeMarkup(requirement.text) << "</li>\n";
    os << "</ul>\n";
  }
  os << "</body></html>\n";
}
