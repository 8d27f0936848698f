//===- CarAlarmTest.cpp - Conformance of car alarms -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All 1,099 mutants of the eight classic operators, made here by hand as edits,
// against values that other engines computed.
//
//===----------------------------------------------------------------------===//

#include "CarAlarmGolden.h"
#include "Models.h"
#include "tioga/Engine/Conformance.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace tioga;
using namespace tioga::models;

namespace {

const std::pair<llvm::StringRef, llvm::StringRef> locationCodes[] = {
    {"OU", "OpenAndUnlocked"},
    {"OL", "OpenAndLocked"},
    {"CU", "ClosedAndUnlocked"},
    {"CL", "ClosedAndLocked"},
    {"AR", "Armed"},
    {"AU", "ArmedUnlocked"},
    {"BA", "BeforeAlarm"},
    {"AO", "AfterArmedOff"},
    {"FO", "FlashOn"},
    {"AL", "Alarm"},
    {"F1", "SilentFlashing1"},
    {"F2", "SilentFlashing2"},
    {"SO", "SilentAndOpen"},
    {"U1", "Unlocked1"},
    {"U2", "Unlocked2"},
    {"SC", "SilentClosed"}};

struct GoldenMutant {
  std::string id;
  SystemEdits edits;
  /// Shortest lengths; nothing if it conforms.
  std::optional<unsigned> plain, silence;
};

class CarAlarm {
public:
  CarAlarm() : model(carAlarm) {}

  const System &getSystem() const { return *model; }
  std::vector<GoldenMutant> makeMutants();

private:
  void
  readTable(const char *text,
            llvm::function_ref<SystemEdits(unsigned, llvm::StringRef)> make,
            llvm::StringRef op);
  void add(std::string id, SystemEdits edits, llvm::StringRef entry);
  unsigned getLocation(llvm::StringRef code) const;
  static unsigned getTransition(llvm::StringRef name);
  SystemEdits
  replace(unsigned transition,
          llvm::function_ref<void(SystemTransition &)> change) const;
  SystemEdits changeGuard(unsigned transition, llvm::StringRef op) const;
  SystemEdits negateGuard(unsigned transition) const;
  SystemEdits makeSink(unsigned transition) const;
  void addResets();
  void addInvariants();
  SystemCondition parse(ExprKind kind, Expr left, Expr right) const;

  Model model;
  std::vector<GoldenMutant> mutants;
};

unsigned CarAlarm::getTransition(llvm::StringRef name) {
  unsigned number = 0;
  EXPECT_FALSE(name.drop_front().getAsInteger(10, number));
  return number - 1;
}

unsigned CarAlarm::getLocation(llvm::StringRef code) const {
  for (auto &[known, name] : locationCodes)
    if (known == code)
      return llvm::find(model->getControls()[0].locations, name) -
             model->getControls()[0].locations.begin();
  ADD_FAILURE() << "no location " << code.str();
  return 0;
}

void CarAlarm::add(std::string id, SystemEdits edits, llvm::StringRef entry) {
  GoldenMutant mutant = {std::move(id), std::move(edits), {}, {}};
  auto parse = [](llvm::StringRef text) -> std::optional<unsigned> {
    unsigned length = 0;
    if (text.getAsInteger(10, length))
      return std::nullopt;
    return length;
  };
  if (entry.consume_front("T")) {
    mutant.silence = parse(entry);
  } else if (entry.contains('/')) {
    mutant.plain = parse(entry.split('/').first);
    mutant.silence = parse(entry.split('/').second);
  } else if (entry != "=") {
    mutant.plain = mutant.silence = parse(entry);
  }
  mutants.push_back(std::move(mutant));
}

void CarAlarm::readTable(
    const char *text,
    llvm::function_ref<SystemEdits(unsigned, llvm::StringRef)> make,
    llvm::StringRef op) {
  llvm::SmallVector<llvm::StringRef> lines, columns;
  llvm::StringRef(text).split(lines, '\n');
  llvm::SplitString(lines.front(), columns);
  for (llvm::StringRef line : llvm::drop_begin(lines)) {
    llvm::SmallVector<llvm::StringRef> cells;
    llvm::SplitString(line, cells);
    for (auto [column, cell] : llvm::zip(columns, llvm::drop_begin(cells)))
      if (cell != ".")
        add((op + "/" + cells.front() + "/" + column).str(),
            make(getTransition(cells.front()), column), cell);
  }
}

SystemEdits
CarAlarm::replace(unsigned transition,
                  llvm::function_ref<void(SystemTransition &)> change) const {
  SystemEdits edits;
  edits.replaced.push_back({transition, model->getTransitions()[transition]});
  change(edits.replaced.back().with);
  return edits;
}

SystemCondition CarAlarm::parse(ExprKind kind, Expr left, Expr right) const {
  return splitCondition(model->getExprContext().get(kind, left, right), *model);
}

SystemEdits CarAlarm::changeGuard(unsigned transition,
                                  llvm::StringRef op) const {
  const std::pair<llvm::StringRef, ExprKind> kinds[] = {{"<", ExprKind::Lt},
                                                        {"<=", ExprKind::Le},
                                                        {"==", ExprKind::Eq},
                                                        {">=", ExprKind::Ge},
                                                        {">", ExprKind::Gt}};
  return replace(transition, [&](SystemTransition &changed) {
    Expr guard = changed.guard.expr;
    for (auto &[text, kind] : kinds)
      if (text == op)
        changed.guard = parse(kind, guard.getOperand(0), guard.getOperand(1));
  });
}

SystemEdits CarAlarm::negateGuard(unsigned transition) const {
  const SystemTransition &original = model->getTransitions()[transition];
  SystemEdits edits;
  if (original.guard.isTrue()) {
    edits.removed.push_back(transition);
    return edits;
  }
  Expr guard = original.guard.expr;
  Expr left = guard.getOperand(0), right = guard.getOperand(1);
  bool isEqual = guard.is(ExprKind::Eq);
  edits = replace(transition, [&](SystemTransition &changed) {
    changed.guard = parse(isEqual ? ExprKind::Lt : ExprKind::Ge, left, right);
  });
  if (isEqual) {
    edits.added.push_back(original);
    edits.added.back().guard = parse(ExprKind::Gt, left, right);
  }
  return edits;
}

SystemEdits CarAlarm::makeSink(unsigned transition) const {
  unsigned sink = model->getControls()[0].locations.size();
  SystemEdits edits = replace(transition, [&](SystemTransition &changed) {
    changed.moves[0].to = sink;
  });
  edits.addedLocations.push_back({0, "Sink"});
  for (auto [index, label] : llvm::enumerate(model->getLabels())) {
    if (label.kind != LabelKind::Input)
      continue;
    SystemTransition loop = model->getTransitions()[transition];
    loop.label = index;
    loop.guard = SystemCondition();
    loop.resets.clear();
    loop.moves = {{0, sink, sink}};
    edits.added.push_back(loop);
  }
  return edits;
}

void CarAlarm::addResets() {
  llvm::SmallVector<llvm::StringRef> killed;
  llvm::SplitString(golden::invertReset, killed);
  for (unsigned t = 0; t < model->getTransitions().size(); ++t) {
    for (unsigned clock = 0; clock < model->getClocks().size(); ++clock) {
      bool isReset = false;
      SystemEdits edits = replace(t, [&](SystemTransition &changed) {
        auto reset = llvm::find_if(changed.resets, [&](const ClockReset &each) {
          return each.clock == clock;
        });
        isReset = reset != changed.resets.end();
        if (isReset)
          changed.resets.erase(reset);
        else
          changed.resets.push_back(
              makeClockReset(clock, model->getExprContext().getInt(0), *model));
      });
      std::string id =
          "t" + std::string(t < 9 ? "0" : "") + std::to_string(t + 1) + "/" +
          (isReset ? "-" : "+") +
          model->getClocks()[clock].getName().rsplit('.').second.str();
      auto *found = llvm::find(killed, id);
      add("ir/" + id, std::move(edits),
          found == killed.end() ? llvm::StringRef("=") : *std::next(found));
    }
  }
}

void CarAlarm::addInvariants() {
  llvm::SmallVector<llvm::StringRef> entries;
  llvm::SplitString(golden::changeInvariant, entries);
  ExprContext &context = model->getExprContext();
  for (size_t i = 0; i < entries.size(); i += 2) {
    unsigned index = model->getInvariantsAt(0, getLocation(entries[i])).front();
    Expr before = model->getInvariants()[index].condition.expr;
    SystemEdits edits;
    edits.replacedInvariants.push_back(
        {index, parse(ExprKind::Le, before.getOperand(0),
                      context.getInt(before.getOperand(1).getInt() + 1))});
    add(("ci/" + entries[i]).str(), std::move(edits), entries[i + 1]);
  }
}

std::vector<GoldenMutant> CarAlarm::makeMutants() {
  readTable(
      golden::changeAction,
      [&](unsigned t, llvm::StringRef action) {
        return replace(t, [&](SystemTransition &changed) {
          changed.label = model->lookupLabel(action);
        });
      },
      "ca");
  readTable(
      golden::changeTarget,
      [&](unsigned t, llvm::StringRef to) {
        return replace(t, [&](SystemTransition &changed) {
          changed.moves[0].to = getLocation(to);
        });
      },
      "ct");
  readTable(
      golden::changeSource,
      [&](unsigned t, llvm::StringRef from) {
        return replace(t, [&](SystemTransition &changed) {
          changed.moves[0].from = getLocation(from);
        });
      },
      "cs");
  readTable(
      golden::changeGuard,
      [&](unsigned t, llvm::StringRef op) { return changeGuard(t, op); }, "cg");
  llvm::SmallVector<llvm::StringRef> negated, sinks;
  llvm::SplitString(golden::negateGuard, negated);
  for (size_t i = 0; i < negated.size(); i += 2)
    add(("ng/" + negated[i]).str(), negateGuard(getTransition(negated[i])),
        negated[i + 1]);
  addInvariants();
  llvm::SplitString(golden::sinkLocation, sinks);
  for (size_t i = 0; i < sinks.size(); i += 2)
    add(("sl/" + sinks[i]).str(), makeSink(getTransition(sinks[i])),
        sinks[i + 1]);
  addResets();
  return std::move(mutants);
}

/// Compares the verdict and the shortest length of each mutant.
void expectGolden(Timelock timelock) {
  CarAlarm alarm;
  std::vector<GoldenMutant> mutants = alarm.makeMutants();
  ASSERT_EQ(mutants.size(), 1099u);
  ConformanceOptions options;
  options.timelock = timelock;
  auto checker = createZoneChecker(alarm.getSystem(), options);
  unsigned killed = 0, stopsTime = 0;
  for (const GoldenMutant &mutant : mutants) {
    SCOPED_TRACE(mutant.id);
    ConformanceResult result = checker->check(mutant.edits);
    std::optional<unsigned> expected =
        timelock == Timelock::Silence ? mutant.silence : mutant.plain;
    ASSERT_NE(result.answer, AnswerKind::Undecided) << result.reason;
    EXPECT_FALSE(result.depth);
    EXPECT_EQ(result.answer == AnswerKind::Violated, expected.has_value());
    if (!result.violation)
      continue;
    ++killed;
    EXPECT_EQ(result.violation->getLength(), expected.value_or(0));
    EXPECT_EQ(result.violation->stopsTime, !mutant.plain.has_value());
    stopsTime += result.violation->stopsTime;
  }
  EXPECT_EQ(killed, timelock == Timelock::Silence ? 977u : 837u);
  EXPECT_EQ(stopsTime, timelock == Timelock::Silence ? 140u : 0u);
}

TEST(CarAlarmTest, MutantsWithSilence) { expectGolden(Timelock::Silence); }

TEST(CarAlarmTest, MutantsThatMayStopTime) { expectGolden(Timelock::Conform); }

TEST(CarAlarmTest, MutantsWithoutCompletion) {
  CarAlarm alarm;
  ConformanceOptions options;
  options.completion = Completion::None;
  options.timelock = Timelock::Conform;
  options.bound = 20;
  auto checker = createZoneChecker(alarm.getSystem(), options);
  unsigned killed = 0;
  for (const GoldenMutant &mutant : alarm.makeMutants())
    killed += checker->check(mutant.edits).answer == AnswerKind::Violated;
  EXPECT_EQ(killed, 585u);
}

} // namespace
