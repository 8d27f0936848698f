//===- TimingDiagram.cpp - Runs as drawings ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagrams.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace tioga;

static constexpr double laneHeight = 24, left = 110, top = 14;

namespace {

struct Event {
  double x;
  unsigned label;
  Rational time;
  std::string text;
};

class TimingDrawing {
public:
  TimingDrawing(const ReportedRun &run, const TestCase &test)
      : run(run), test(test), system(test.getSystem()) {
    place();
  }
  void print(llvm::raw_ostream &os) const;

private:
  void place();
  void printLanes(llvm::raw_ostream &os) const;
  void printEvents(llvm::raw_ostream &os) const;
  void printAxis(llvm::raw_ostream &os) const;
  void printExpected(llvm::raw_ostream &os) const;
  /// Where an instant is between the events; the end for what comes later.
  double getX(Rational instant) const;
  double getLaneY(unsigned label) const {
    return top + laneHeight * (llvm::find(lanes, label) - lanes.begin()) +
           laneHeight / 2;
  }
  double getBottom() const { return top + laneHeight * lanes.size(); }

  const ReportedRun &run;
  const TestCase &test;
  const System &system;
  std::vector<Event> events;
  /// Inputs first.
  std::vector<unsigned> lanes;
  double end = left;
  Rational endTime;
};

} // namespace

static double toDouble(Rational number) {
  return double(number.getNumerator()) / number.getDenominator();
}

/// How far to go for a delay: more for more time, but not much more.
static double getAdvance(Rational delay) {
  return delay.isZero() ? 0 : 18 + 13 * std::log2(1 + toDouble(delay));
}

void TimingDrawing::place() {
  llvm::SmallSetVector<unsigned, 8> inputs, outputs;
  for (const TraceStep &step : run.result.trace.steps) {
    end += 26 + getAdvance(step.delay);
    endTime = Rational::add(endTime, step.delay).value_or(endTime);
    const SystemLabel &label = system.getLabels()[*step.label];
    (label.kind == LabelKind::Input ? inputs : outputs).insert(*step.label);
    std::string arguments;
    for (const Value &argument : step.arguments)
      arguments += (arguments.empty() ? "(" : ", ") + argument.str();
    if (!arguments.empty())
      arguments += ")";
    events.push_back({end, *step.label, endTime, arguments});
  }
  // What was expected gets a lane, too.
  for (const ExpectedOutput &expected : run.result.expected)
    outputs.insert(expected.message.label);
  lanes.assign(inputs.begin(), inputs.end());
  lanes.insert(lanes.end(), outputs.begin(), outputs.end());
  end += 34 + getAdvance(run.result.trace.finalDelay);
  endTime =
      Rational::add(endTime, run.result.trace.finalDelay).value_or(endTime);
}

void TimingDrawing::printLanes(llvm::raw_ostream &os) const {
  for (unsigned label : lanes) {
    bool isInput = system.getLabels()[label].kind == LabelKind::Input;
    os << llvm::formatv(
        "<text class=\"{0}\" x=\"{1}\" y=\"{2}\" text-anchor=\"end\">{3}"
        "</text><line class=\"lane\" x1=\"{4}\" y1=\"{5}\" x2=\"{6}\" "
        "y2=\"{5}\"/>\n",
        isInput ? "in" : "out", left - 10, getLaneY(label) + 4,
        escapeMarkup(system.getLabels()[label].getText()), left,
        getLaneY(label), end);
  }
}

double TimingDrawing::getX(Rational instant) const {
  double x = left, time = 0, wanted = toDouble(instant);
  auto between = [&](double nextX, double nextTime) {
    double part = nextTime > time ? (wanted - time) / (nextTime - time) : 1;
    return x + part * (nextX - x);
  };
  for (const Event &event : events) {
    double next = toDouble(event.time);
    if (wanted < next)
      return between(event.x, next);
    x = event.x;
    time = next;
  }
  return wanted < toDouble(endTime) ? between(end, toDouble(endTime)) : end;
}

/// Bars where the test would have accepted an output.
void TimingDrawing::printExpected(llvm::raw_ostream &os) const {
  constexpr double least = 8;
  for (const ExpectedOutput &expected : run.result.expected)
    for (const DelayInterval &each : expected.times.getIntervals()) {
      double from = getX(each.low), to = each.high ? getX(*each.high) : end;
      if (to - from < least) {
        from = (from + to - least) / 2;
        to = from + least;
      }
      os << llvm::formatv("<rect class=\"expected\" x=\"{0:F1}\" y=\"{1}\" "
                          "width=\"{2:F1}\" height=\"12\"><title>expected {3}"
                          "</title></rect>\n",
                          from, getLaneY(expected.message.label) - 6, to - from,
                          escapeMarkup(getExpectedText(expected, test)));
    }
}

void TimingDrawing::printEvents(llvm::raw_ostream &os) const {
  for (const Event &event : events) {
    bool isInput = system.getLabels()[event.label].kind == LabelKind::Input;
    double y = getLaneY(event.label);
    os << llvm::formatv("<line class=\"guide\" x1=\"{0}\" y1=\"{1}\" "
                        "x2=\"{0}\" y2=\"{2}\"/>",
                        event.x, y, getBottom());
    // Inputs point into the system, outputs out of it.
    double tip = isInput ? 6 : -6;
    os << llvm::formatv("<path class=\"{0}\" d=\"M{1} {2} l6 {3} h-12 z\">"
                        "<title>{4}{5} at {6}</title></path>",
                        isInput ? "in" : "out", event.x, y + tip, -2 * tip,
                        escapeMarkup(system.getLabels()[event.label].getText()),
                        escapeMarkup(event.text), event.time.str());
    if (!event.text.empty())
      os << llvm::formatv("<text class=\"small\" x=\"{0}\" y=\"{1}\">{2}"
                          "</text>",
                          event.x + 8, y + 4, escapeMarkup(event.text));
    os << "\n";
  }
  if (run.result.verdict != RunVerdict::Fail)
    return;
  // The place of the failure: the last event, or the silence behind it.
  if (run.result.trace.finalDelay.isZero() && !events.empty()) {
    os << llvm::formatv(
        "<circle class=\"wrong\" cx=\"{0}\" cy=\"{1}\" r=\"11\"/>\n",
        events.back().x, getLaneY(events.back().label));
    return;
  }
  double from = events.empty() ? left : events.back().x;
  os << llvm::formatv("<rect class=\"silence\" x=\"{0}\" y=\"{1}\" "
                      "width=\"{2}\" height=\"{3}\"><title>silence</title>"
                      "</rect>\n",
                      from, top, end - from, getBottom() - top);
}

void TimingDrawing::printAxis(llvm::raw_ostream &os) const {
  double y = getBottom() + 14;
  std::optional<Rational> last;
  for (const Event &event : events) {
    if (last && *last == event.time)
      continue;
    last = event.time;
    os << llvm::formatv("<text class=\"small\" x=\"{0}\" y=\"{1}\" "
                        "text-anchor=\"middle\">{2}</text>",
                        event.x, y, event.time.str());
  }
  os << llvm::formatv(
      "<line class=\"end {0}\" x1=\"{1}\" y1=\"{2}\" x2=\"{1}\" y2=\"{3}\"/>"
      "<text class=\"small\" x=\"{1}\" y=\"{4}\" text-anchor=\"middle\">{5}"
      "</text><text class=\"verdict {0}\" x=\"{6}\" y=\"{7}\">{8}</text>\n",
      toString(run.result.verdict), end, top, getBottom(), y, endTime.str(),
      end + 8, (top + getBottom()) / 2 + 4, run.getVerdictText());
}

void TimingDrawing::print(llvm::raw_ostream &os) const {
  os << llvm::formatv(
      "<svg class=\"timing\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" role=\"img\" aria-label=\"timing diagram\">\n",
      end + 110, getBottom() + 24);
  printLanes(os);
  printExpected(os);
  printEvents(os);
  printAxis(os);
  os << "</svg>\n";
}

void tioga::printTimingDiagram(const ReportedRun &run, const TestCase &test,
                               llvm::raw_ostream &os) {
  TimingDrawing(run, test).print(os);
}
