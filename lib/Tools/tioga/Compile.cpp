//===- Compile.cpp - tioga compile ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga;
namespace cl = llvm::cl;

namespace {
struct EmitterEntry {
  llvm::StringLiteral name;
  std::unique_ptr<Emitter> (*create)();
  llvm::StringLiteral summary;
};
} // namespace

static constexpr EmitterEntry entries[] = {
#define TIOGA_EMITTER(NAME, FUNCTION, SUMMARY) {NAME, FUNCTION, SUMMARY},
#include "Emitters.def"
};

int tioga::runCompile(CommandArgs &args) {
  cl::opt<std::string> input(cl::Positional, cl::Required,
                             cl::desc("<file>[:<system>]"),
                             cl::cat(getCommandCategory()));
  cl::opt<std::string> output("o", cl::desc("Where to write (default -)"),
                              cl::value_desc("path"), cl::init("-"),
                              cl::cat(getCommandCategory()));
  enum class Choice : unsigned {};
  cl::opt<Choice> emit("emit", cl::desc("What to write (default mlir)"),
                       cl::init(Choice(0)), cl::cat(getCommandCategory()));
  for (auto [index, entry] : llvm::enumerate(entries))
    emit.getParser().addLiteralOption(entry.name, Choice(index), entry.summary);
  std::vector<std::unique_ptr<Emitter>> emitters;
  for (const EmitterEntry &entry : entries)
    emitters.push_back(entry.create());
  ModelArguments modelArguments;
  if (!args.parse())
    return ExitUsage;

  Session session;
  session.setArguments(modelArguments);
  return emitters[unsigned(emit.getValue())]->emit({session, input, output});
}
