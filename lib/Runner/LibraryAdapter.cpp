//===- LibraryAdapter.cpp - Shared libraries under test ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Runner/Adapter.h"
#include "llvm/Support/DynamicLibrary.h"

using namespace tioga;

namespace {

/// Four functions, counted in ticks:
///
///     int64_t tioga_sut_ticks_per_unit(void);
///     void tioga_sut_reset(void);
///     void tioga_sut_input(const char *label, const int32_t *arguments,
///                          int32_t count);
///     int64_t tioga_sut_advance(int64_t max, char *label, int32_t size,
///                               int32_t *arguments, int32_t *count);
///
/// The last lets at most `max` ticks pass and returns how many did; if it
/// stopped at an output it writes its name, at most `size` bytes with the
/// final zero, and its arguments, of which `*count` is the room and then the
/// number; otherwise it leaves an empty name.
class LibraryAdapter : public Adapter {
public:
  explicit LibraryAdapter(const AdapterOptions &options)
      : path(options.library) {}

  bool reset(std::string &problem) override;
  bool send(const WireMessage &message, std::string &problem) override;
  AdapterEvent advance(Rational max) override;
  void stop() override {}
  Rational getGrid() const override {
    return Rational::get(1, ticksPerUnit).value_or(Rational(1));
  }

private:
  bool load(std::string &problem);
  template <typename T>
  bool find(llvm::sys::DynamicLibrary &library, const char *name, T &function,
            std::string &problem) {
    function = reinterpret_cast<T>(library.getAddressOfSymbol(name));
    if (!function)
      problem = "'" + path + "' has no function '" + name + "'";
    return function != nullptr;
  }

  std::string path;
  int64_t ticksPerUnit = 1;
  int64_t (*getTicks)() = nullptr;
  void (*resetSystem)() = nullptr;
  void (*input)(const char *, const int32_t *, int32_t) = nullptr;
  int64_t (*advanceSystem)(int64_t, char *, int32_t, int32_t *,
                           int32_t *) = nullptr;
};

} // namespace

bool LibraryAdapter::load(std::string &problem) {
  if (advanceSystem)
    return true;
  std::string error;
  llvm::sys::DynamicLibrary library =
      llvm::sys::DynamicLibrary::getLibrary(path.c_str(), &error);
  if (!library.isValid()) {
    problem = "cannot load '" + path + "': " + error;
    return false;
  }
  if (!find(library, "tioga_sut_ticks_per_unit", getTicks, problem) ||
      !find(library, "tioga_sut_reset", resetSystem, problem) ||
      !find(library, "tioga_sut_input", input, problem) ||
      !find(library, "tioga_sut_advance", advanceSystem, problem))
    return false;
  ticksPerUnit = getTicks();
  if (ticksPerUnit > 0)
    return true;
  problem = "'" + path + "' has no positive number of ticks per time unit";
  return false;
}

bool LibraryAdapter::reset(std::string &problem) {
  if (!load(problem))
    return false;
  resetSystem();
  return true;
}

bool LibraryAdapter::send(const WireMessage &message, std::string &problem) {
  std::vector<int32_t> arguments;
  for (auto [text, number] :
       llvm::zip_equal(message.arguments, message.numbers)) {
    if (!number) {
      problem = "argument '" + text + "' is no number of 32 bits";
      return false;
    }
    arguments.push_back(*number);
  }
  input(message.label.c_str(), arguments.data(), int32_t(arguments.size()));
  return true;
}

AdapterEvent LibraryAdapter::advance(Rational max) {
  std::optional<Rational> ticks = Rational::mul(max, ticksPerUnit);
  if (!ticks)
    return AdapterEvent::makeProblem("a time leaves 64 bits");
  int64_t offered = ticks->getNumerator() / ticks->getDenominator();
  char label[256] = "";
  int32_t arguments[64];
  int32_t count = 64;
  int64_t passed =
      advanceSystem(offered, label, sizeof(label), arguments, &count);
  std::optional<Rational> delay = Rational::get(passed, ticksPerUnit);
  if (passed < 0 || passed > offered || !delay)
    return AdapterEvent::makeProblem(
        "the library has taken another delay than it was offered");
  label[sizeof(label) - 1] = 0;
  if (!label[0])
    return {AdapterEvent::Kind::Elapsed, *delay, {}, {}};
  AdapterEvent event{AdapterEvent::Kind::Output, *delay, {label, {}}, {}};
  for (int32_t i = 0; i < std::clamp(count, 0, 64); ++i)
    event.message.arguments.push_back(std::to_string(arguments[i]));
  return event;
}

std::unique_ptr<Adapter>
tioga::createLibraryAdapter(const AdapterOptions &options) {
  return std::make_unique<LibraryAdapter>(options);
}
