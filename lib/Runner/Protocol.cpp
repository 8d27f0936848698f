//===- Protocol.cpp - How lines are spelled ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Protocol.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;

/// Reads `20`, `2.5` or `1/3`.
static std::optional<Rational> parseTime(llvm::StringRef text) {
  auto [num, den] = text.trim().split('/');
  if (den.empty())
    return Rational::parseDecimal(num);
  std::optional<Rational> a = Rational::parseDecimal(num);
  std::optional<Rational> b = Rational::parseDecimal(den);
  return a && b ? Rational::div(*a, *b) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// JSON lines
//===----------------------------------------------------------------------===//

namespace {

class JSONProtocol : public Protocol {
public:
  Reply parse(llvm::StringRef line) override;
  std::string makeInput(const WireMessage &message) override;
  std::string makeDelay(Rational max) override {
    return print(llvm::json::Object{{"type", "delay"}, {"max", max.str()}});
  }
  std::string makeReset() override {
    return print(llvm::json::Object{{"type", "reset"}});
  }
  std::string makeQuit() override {
    return print(llvm::json::Object{{"type", "quit"}});
  }

private:
  static std::string print(llvm::json::Object object) {
    return llvm::formatv("{0}", llvm::json::Value(std::move(object)));
  }
};

} // namespace

llvm::json::Array
tioga::argumentsToJSON(llvm::ArrayRef<std::string> arguments) {
  llvm::json::Array array;
  for (const std::string &argument : arguments) {
    llvm::Expected<llvm::json::Value> value = llvm::json::parse(argument);
    if (value && (value->getAsInteger() || value->getAsBoolean())) {
      array.push_back(std::move(*value));
      continue;
    }
    if (!value)
      llvm::consumeError(value.takeError());
    array.push_back(argument);
  }
  return array;
}

std::string JSONProtocol::makeInput(const WireMessage &message) {
  llvm::json::Object object{{"type", "input"}, {"label", message.label}};
  if (!message.arguments.empty())
    object["arguments"] = argumentsToJSON(message.arguments);
  return print(std::move(object));
}

/// A time is a number or a text.
static std::optional<Rational> getTime(const llvm::json::Object &object,
                                       llvm::StringRef key) {
  const llvm::json::Value *value = object.get(key);
  if (!value)
    return std::nullopt;
  if (auto text = value->getAsString())
    return parseTime(*text);
  std::string printed = llvm::formatv("{0}", *value);
  return parseTime(printed);
}

Reply JSONProtocol::parse(llvm::StringRef line) {
  Reply reply;
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(line);
  if (!value) {
    llvm::consumeError(value.takeError());
    return reply;
  }
  const llvm::json::Object *object = value->getAsObject();
  if (!object)
    return reply;
  llvm::StringRef type = object->getString("type").value_or("");
  if (type == "log") {
    reply.kind = Reply::Kind::Ignored;
  } else if (type == "ready") {
    reply.kind = Reply::Kind::Ready;
  } else if (type == "hello") {
    reply.kind = Reply::Kind::Hello;
    reply.grid = getTime(*object, "grid").value_or(Rational());
    if (reply.grid.isNegative() || (object->get("grid") && reply.grid.isZero()))
      reply.kind = Reply::Kind::Garbage;
  } else if (type == "delayed") {
    reply.delay = getTime(*object, "delay");
    if (reply.delay || !object->get("delay"))
      reply.kind = Reply::Kind::Delayed;
  } else if (type == "output") {
    std::optional<llvm::StringRef> label = object->getString("label");
    reply.delay = getTime(*object, "delay");
    if (!label || (!reply.delay && object->get("delay")))
      return reply;
    reply.kind = Reply::Kind::Output;
    reply.message.label = label->str();
    reply.delay = reply.delay.value_or(Rational());
    if (const llvm::json::Array *arguments = object->getArray("arguments"))
      for (const llvm::json::Value &argument : *arguments) {
        if (auto text = argument.getAsString())
          reply.message.arguments.push_back(text->str());
        else
          reply.message.arguments.push_back(llvm::formatv("{0}", argument));
      }
  }
  return reply;
}

//===----------------------------------------------------------------------===//
// Ecdar's lines
//===----------------------------------------------------------------------===//

namespace {

/// Names alone, one per line; `Delay: N` lets time pass, during which the
/// system prints outputs and then `Delay done`, with the time it took if it
/// stopped early.
class EcdarProtocol : public Protocol {
public:
  Reply parse(llvm::StringRef line) override {
    Reply reply;
    line = line.trim();
    if (line.empty() || line.starts_with("Debug:")) {
      reply.kind = Reply::Kind::Ignored;
    } else if (line.consume_front("Delay done")) {
      line.consume_front(":");
      reply.kind = Reply::Kind::Delayed;
      if (!line.trim().empty() && !(reply.delay = parseTime(line)))
        reply.kind = Reply::Kind::Garbage;
    } else {
      reply.kind = Reply::Kind::Output;
      reply.message.label = line.str();
    }
    return reply;
  }
  std::string makeInput(const WireMessage &message) override {
    return message.label;
  }
  std::string makeDelay(Rational max) override { return "Delay: " + max.str(); }
  Rational getGrid() const override { return 1; }
  Rational getMaxDelay() const override { return 1; }
};

//===----------------------------------------------------------------------===//
// TorX adapters
//===----------------------------------------------------------------------===//

/// `C_INPUT`, `C_OUTPUT` and `C_QUIT`, answered by `A_INPUT`, `A_OUTPUT`. It
/// knows no time: an output comes at once or, as `delta`, not at all.
class TorXProtocol : public Protocol {
public:
  Reply parse(llvm::StringRef line) override;
  std::string makeInput(const WireMessage &message) override {
    std::string text = "C_INPUT event=" + message.label;
    for (const std::string &argument : message.arguments)
      text += "!" + argument;
    return text;
  }
  std::string makeDelay(Rational) override { return "C_OUTPUT"; }
  std::string makeQuit() override { return "C_QUIT"; }
  bool answersInputs() const override { return true; }
};

} // namespace

Reply TorXProtocol::parse(llvm::StringRef line) {
  Reply reply;
  line = line.trim();
  if (line.empty() || line.starts_with("A_LOG") ||
      line.starts_with("A_DEBUG")) {
    reply.kind = Reply::Kind::Ignored;
    return reply;
  }
  bool isOutput = line.consume_front("A_OUTPUT");
  if (!isOutput && !line.consume_front("A_INPUT"))
    return reply;
  if (!isOutput) {
    reply.kind = Reply::Kind::Ready;
    return reply;
  }
  llvm::StringRef event;
  llvm::SmallVector<llvm::StringRef> fields;
  line.split(fields, '\t', -1, /*KeepEmpty=*/false);
  if (fields.size() < 2)
    line.split(fields, ' ', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef field : fields)
    if (field.trim().consume_front("event="))
      event = field.trim().drop_front(6);
  if (event.empty())
    return reply;
  if (event == "delta") {
    reply.kind = Reply::Kind::Silent;
    return reply;
  }
  llvm::SmallVector<llvm::StringRef> parts;
  event.split(parts, '!');
  reply.kind = Reply::Kind::Output;
  reply.message.label = parts.front().str();
  for (llvm::StringRef part : llvm::ArrayRef(parts).drop_front())
    reply.message.arguments.push_back(part.str());
  reply.delay = Rational();
  return reply;
}

std::unique_ptr<Protocol> tioga::createProtocol(Dialect dialect) {
  switch (dialect) {
  case Dialect::JSON:
    return std::make_unique<JSONProtocol>();
  case Dialect::Ecdar:
    return std::make_unique<EcdarProtocol>();
  case Dialect::TorX:
    return std::make_unique<TorXProtocol>();
  }
  llvm_unreachable("covered switch");
}
