//===- Journal.cpp - Decided mutants on disk --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Campaign/Suite.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Expr/Evaluate.h"
#include "tioga/Expr/Parse.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"
#include <charconv>

using namespace tioga;
namespace json = llvm::json;

std::string tioga::hashText(llvm::StringRef text) {
  return llvm::utohexstr(llvm::xxh3_64bits(text), /*LowerCase=*/true,
                         /*Width=*/16);
}

std::string tioga::hashModel(mlir::Operation *system) {
  std::string text;
  llvm::raw_string_ostream os(text);
  system->print(os);
  return hashText(text);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static void writeValues(llvm::ArrayRef<Value> values, json::OStream &os) {
  os.array([&] {
    for (const Value &value : values)
      os.value(value.str());
  });
}

static void writePath(const TestPath &path, const System &system,
                      json::OStream &os) {
  os.attributeArray("steps", [&] {
    for (const TestPath::Step &step : path.steps)
      os.object([&] {
        if (step.isQuiescence) {
          os.attribute("quiescence", true);
          return;
        }
        os.attribute("label", system.getLabels()[step.label].name);
        os.attributeBegin("arguments");
        writeValues(step.arguments, os);
        os.attributeEnd();
        os.attribute("origin", step.origin);
      });
  });
  // There are many of these: no value is made of each.
  os.attributeBegin("times");
  llvm::SmallString<512> text("[");
  for (RawBound raw : path.times.getRaw()) {
    char digits[12];
    text.append(digits, std::to_chars(digits, std::end(digits), raw).ptr);
    text += ',';
  }
  text.back() = ']';
  os.rawValue(text);
  os.attributeEnd();
}

void Journal::write(llvm::StringRef id, const MutantResult &result,
                    json::OStream &os) const {
  os.attribute("model", key.model);
  os.attribute("options", key.options);
  os.attribute("mutant", id);
  os.attribute("status", toString(result.status));
  os.attribute("seconds", result.seconds);
  if (!result.reason.empty())
    os.attribute("reason", result.reason);
  if (result.status == MutantStatus::EquivalentToDepth)
    os.attribute("depth", result.depth);
  if (result.status != MutantStatus::Killed)
    return;
  os.attribute("stopsTime", result.stopsTime);
  os.attribute("boundary", result.boundary);
  os.attribute("length", result.length);
  os.attribute("kind", int64_t(result.kind));
  os.attribute("witness", result.witness);
  if (result.inputs)
    os.attributeArray("inputs", [&] {
      for (const std::vector<Value> &step : *result.inputs)
        writeValues(step, os);
    });
  if (result.path)
    writePath(*result.path, system, os);
}

std::error_code Journal::open(llvm::StringRef path, bool isNew) {
  bool isTorn = false;
  if (!isNew)
    if (auto buffer = llvm::MemoryBuffer::getFile(path))
      isTorn = !(*buffer)->getBuffer().empty() &&
               !(*buffer)->getBuffer().ends_with("\n");
  std::error_code error;
  auto disposition =
      isNew ? llvm::sys::fs::CD_CreateAlways : llvm::sys::fs::CD_OpenAlways;
  stream = std::make_unique<llvm::raw_fd_ostream>(path, error, disposition,
                                                  llvm::sys::fs::FA_Write,
                                                  llvm::sys::fs::OF_Append);
  if (error)
    stream.reset();
  else if (isTorn)
    *stream << '\n';
  return error;
}

void Journal::append(llvm::StringRef id, const MutantResult &result) {
  if (!stream)
    return;
  json::OStream os(*stream);
  os.object([&] { write(id, result, os); });
  os.flush();
  *stream << '\n';
  // What takes less than this to find again is not handed over line by line.
  constexpr std::chrono::milliseconds interval(2);
  auto now = std::chrono::steady_clock::now();
  if (now - handedOver < interval)
    return;
  stream->flush();
  handedOver = now;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static bool readValues(const json::Array &texts, ExprContext &context,
                       std::vector<Value> &values) {
  for (const json::Value &text : texts) {
    Expr expr = parseExpr(text.getAsString().value_or(""), context,
                          [](size_t, const llvm::Twine &) {});
    if (!expr)
      return false;
    EvalResult value =
        evaluate(expr, [](llvm::StringRef, bool) { return nullptr; });
    if (!value)
      return false;
    values.push_back(value.value);
  }
  return true;
}

/// The inputs of each step of a contract, all of them in range.
std::optional<InputSequence>
Journal::readInputs(const json::Object &entry) const {
  const json::Array *steps = entry.getArray("inputs");
  if (!steps)
    return std::nullopt;
  InputSequence inputs;
  for (const json::Value &step : *steps) {
    std::vector<Value> &values = inputs.emplace_back();
    if (!step.getAsArray() ||
        !readValues(*step.getAsArray(), system.getExprContext(), values))
      return std::nullopt;
    llvm::ArrayRef<Value> rest = values;
    for (const SystemVariable &variable : system.getVariables()) {
      if (variable.owner != Owner::Input)
        continue;
      if (rest.empty() || !isInDomain(rest.front(), variable.type))
        return std::nullopt;
      rest = rest.drop_front();
    }
    if (!rest.empty())
      return std::nullopt;
  }
  return inputs;
}

std::optional<TestPath> Journal::readPath(const json::Object &entry) const {
  const json::Array *steps = entry.getArray("steps");
  const json::Array *times = entry.getArray("times");
  if (!steps || !times)
    return std::nullopt;
  TestPath path;
  path.hasOffence = true;
  ExprContext &context = system.getExprContext();
  for (const json::Value &each : *steps) {
    const json::Object *step = each.getAsObject();
    if (step && step->getBoolean("quiescence").value_or(false)) {
      path.steps.push_back({0, {}, "", /*isQuiescence=*/true});
      continue;
    }
    const json::Array *arguments = step ? step->getArray("arguments") : nullptr;
    if (!arguments || !step->getString("label"))
      return std::nullopt;
    std::optional<unsigned> label =
        system.lookupLabel(*step->getString("label"));
    if (!label || arguments->size() != system.getLabels()[*label].params.size())
      return std::nullopt;
    path.steps.push_back(
        {*label, {}, step->getString("origin").value_or("").str()});
    if (!readValues(*arguments, context, path.steps.back().arguments))
      return std::nullopt;
  }
  unsigned dimension = path.steps.size() + 2;
  if (times->size() != size_t(dimension) * dimension)
    return std::nullopt;
  // Read as constraints: a file may say anything.
  std::vector<Constraint> constraints;
  for (auto [index, raw] : llvm::enumerate(*times)) {
    std::optional<int64_t> number = raw.getAsInteger();
    if (!number || *number < Bound::minFiniteRaw ||
        (*number > Bound::maxFiniteRaw && *number != Bound::infinityRaw))
      return std::nullopt;
    Bound bound = Bound::fromRaw(*number);
    if (!bound.isInfinite())
      constraints.push_back(
          {unsigned(index / dimension), unsigned(index % dimension), bound});
  }
  path.times = Zone::fromConstraints(dimension, constraints);
  if (path.times.isEmpty() || path.times.hasOverflowed())
    return std::nullopt;
  return path;
}

std::optional<MutantResult> Journal::fromJSON(const json::Object &entry) const {
  if (entry.getString("model") != llvm::StringRef(key.model) ||
      entry.getString("options") != llvm::StringRef(key.options))
    return std::nullopt;
  std::optional<MutantStatus> status =
      getMutantStatus(entry.getString("status").value_or(""));
  if (!status)
    return std::nullopt;
  MutantResult result;
  result.status = *status;
  result.isOpen = false;
  result.isOld = true;
  result.seconds = entry.getNumber("seconds").value_or(0);
  result.reason = entry.getString("reason").value_or("").str();
  result.depth = entry.getInteger("depth").value_or(0);
  if (*status != MutantStatus::Killed)
    return result;
  result.stopsTime = entry.getBoolean("stopsTime").value_or(false);
  result.boundary = entry.getBoolean("boundary").value_or(false);
  result.length = entry.getInteger("length").value_or(0);
  result.witness = entry.getString("witness").value_or("").str();
  int64_t kind = entry.getInteger("kind").value_or(0);
  if (kind < 0 || kind > int64_t(ViolationKind::Quiescent))
    return std::nullopt;
  result.kind = ViolationKind(kind);
  result.path = readPath(entry);
  if (!result.path && entry.get("steps"))
    return std::nullopt;
  result.inputs = readInputs(entry);
  if (!result.inputs && entry.get("inputs"))
    return std::nullopt;
  return result;
}

llvm::StringMap<MutantResult> Journal::read(llvm::StringRef path) const {
  llvm::StringMap<MutantResult> results;
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return results;
  llvm::SmallVector<llvm::StringRef> lines;
  (*buffer)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : lines) {
    llvm::Expected<json::Value> value = json::parse(line);
    if (!value) {
      llvm::consumeError(value.takeError());
      continue;
    }
    const json::Object *entry = value->getAsObject();
    if (!entry || !entry->getString("mutant"))
      continue;
    if (std::optional<MutantResult> result = fromJSON(*entry))
      results[*entry->getString("mutant")] = std::move(*result);
  }
  return results;
}
