//===- Server.cpp - The other side of the line protocol ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Runner/Server.h"
#include "Protocol.h"
#include "tioga/Engine/TraceText.h"
#include "tioga/Runner/Runner.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace tioga;
namespace json = llvm::json;

namespace {

class Server {
public:
  Server(ModelInstance &instance, llvm::raw_ostream &os)
      : instance(instance), os(os) {}

  /// Answers one line. False if that is not possible, or to quit.
  bool answer(llvm::StringRef line);
  std::string problem;

private:
  void say(json::Object object) {
    os << llvm::formatv("{0}\n", json::Value(std::move(object)));
    os.flush();
  }
  bool fail(const llvm::Twine &what) {
    problem = what.str();
    return false;
  }
  bool takeInput(const json::Object &object);
  bool passTime(const json::Object &object);

  ModelInstance &instance;
  llvm::raw_ostream &os;
};

} // namespace

/// Arguments are numbers, truth values or text.
static std::string getText(const json::Value &value) {
  if (auto text = value.getAsString())
    return text->str();
  return llvm::formatv("{0}", value);
}

bool Server::takeInput(const json::Object &object) {
  WireMessage wire{object.getString("label").value_or("").str(), {}};
  if (const json::Array *arguments = object.getArray("arguments"))
    for (const json::Value &argument : *arguments)
      wire.arguments.push_back(getText(argument));
  std::optional<Message> message =
      fromWire(wire, instance.getSystem(), problem);
  if (!message)
    return false;
  instance.input(*message); // What it does not take, it ignores.
  return instance.getProblem().empty() || fail(instance.getProblem());
}

bool Server::passTime(const json::Object &object) {
  const json::Value *value = object.get("max");
  std::optional<Rational> max =
      value ? parseDelay(getText(*value)) : std::nullopt;
  if (!max || max->isNegative())
    return fail("a delay needs a number 'max'");
  std::optional<ModelInstance::Progress> progress = instance.advance(*max);
  if (!progress)
    return fail(instance.getProblem());
  json::Object reply{{"delay", progress->delay.str()}};
  if (!progress->output) {
    reply["type"] = "delayed";
    say(std::move(reply));
    return true;
  }
  WireMessage wire = toWire(*progress->output, instance.getSystem());
  reply["type"] = "output";
  reply["label"] = wire.label;
  if (!wire.arguments.empty())
    reply["arguments"] = argumentsToJSON(wire.arguments);
  say(std::move(reply));
  return true;
}

bool Server::answer(llvm::StringRef line) {
  if (line.trim().empty())
    return true;
  llvm::Expected<json::Value> value = json::parse(line);
  if (!value) {
    llvm::consumeError(value.takeError());
    return fail("'" + line.take_front(80) + "' is no JSON");
  }
  const json::Object *object = value->getAsObject();
  llvm::StringRef type =
      object ? object->getString("type").value_or("") : llvm::StringRef();
  if (type == "input")
    return takeInput(*object);
  if (type == "delay")
    return passTime(*object);
  if (type == "quit")
    return false;
  if (type != "reset")
    return fail("'" + line.take_front(80) + "' is no message");
  if (!instance.reset())
    return fail(instance.getProblem());
  say(json::Object{{"type", "ready"}});
  return true;
}

bool tioga::serve(ModelInstance &instance, std::istream &in,
                  llvm::raw_ostream &os, std::string &problem) {
  if (!instance.reset()) {
    problem = instance.getProblem().str();
    return false;
  }
  Server server(instance, os);
  std::string line;
  while (std::getline(in, line) && server.answer(line))
    ;
  problem = server.problem;
  return problem.empty();
}
