//===- XML.cpp - Projects in one XML document -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ecdar's XML is that of UPPAAL's templates, with guards in labels of the kind
// `expression`, outputs on transitions that are not controllable, and the
// interfaces of components, `IO Machine { coin?, tea! }`, among the system
// declarations.
//
//===----------------------------------------------------------------------===//

#include "Component.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SourceMgr.h"
#include <pugixml.hpp>

using namespace mlir;
using namespace tioga;
using namespace tioga::ecdar;

/// Elements nest at most so deep; Ecdar needs five.
static constexpr unsigned maxDepth = 100;

bool tioga::isEcdarXML(llvm::StringRef text) {
  if (text.contains("controllable=\"false\""))
    return true;
  static const llvm::Regex interface(
      "(^|[^A-Za-z0-9_])IO[ \t\r\n]+[A-Za-z_][A-Za-z0-9_]*[ \t\r\n]*[{]");
  return interface.match(text);
}

/// Whether elements nest too deep for a library that frees them recursively.
static bool isTooDeep(llvm::StringRef text) {
  unsigned depth = 0;
  for (size_t at = text.find('<'); at != llvm::StringRef::npos;
       at = text.find('<', at + 1)) {
    llvm::StringRef rest = text.substr(at + 1);
    if (rest.starts_with("/")) {
      depth -= depth > 0;
      continue;
    }
    if (rest.starts_with("!") || rest.starts_with("?"))
      continue;
    size_t end = rest.find('>');
    bool isClosed =
        end != llvm::StringRef::npos && end > 0 && rest[end - 1] == '/';
    if (!isClosed && ++depth > maxDepth)
      return true;
  }
  return false;
}

namespace {
class XMLReader {
public:
  XMLReader(llvm::StringRef path, llvm::StringRef text, MLIRContext *context)
      : path(path), text(text), context(context) {}

  EcdarProject read();

private:
  mlir::Location getLoc(ptrdiff_t offset) const;
  mlir::Location getLoc(pugi::xml_node node) const {
    return getLoc(node.offset_debug());
  }
  Text getText(pugi::xml_node node, mlir::Location otherwise) const;
  Text getLabel(pugi::xml_node node, llvm::StringRef kind) const;
  LogicalResult readTemplate(pugi::xml_node node, Component &component);
  void readLocation(pugi::xml_node node, llvm::StringRef initial,
                    Component &component);
  LogicalResult readTransition(pugi::xml_node node, Component &component);

  std::string path;
  llvm::StringRef text;
  MLIRContext *context;
  /// Names of locations by their ids.
  llvm::StringMap<std::string> names;
};
} // namespace

mlir::Location XMLReader::getLoc(ptrdiff_t offset) const {
  llvm::StringRef before = text.take_front(std::max<ptrdiff_t>(offset, 0));
  size_t lineStart = before.rfind('\n');
  unsigned column = lineStart == llvm::StringRef::npos
                        ? before.size()
                        : before.size() - lineStart - 1;
  return FileLineColLoc::get(context, path, before.count('\n') + 1, column + 1);
}

Text XMLReader::getText(pugi::xml_node node, mlir::Location otherwise) const {
  if (!node)
    return {"", otherwise, ""};
  return {node.text().get(), getLoc(node), node.path()};
}

Text XMLReader::getLabel(pugi::xml_node node, llvm::StringRef kind) const {
  for (pugi::xml_node label : node.children("label"))
    if (label.attribute("kind").value() == kind)
      return getText(label, getLoc(node));
  return {"", getLoc(node), node.path()};
}

void XMLReader::readLocation(pugi::xml_node node, llvm::StringRef initial,
                             Component &component) {
  mlir::Location loc = getLoc(node);
  llvm::StringRef id = node.attribute("id").value();
  Text name = getText(node.child("name"), loc);
  bool isTaken = llvm::any_of(component.locations, [&](const auto &other) {
    return other.id.text == name.text;
  });
  if (name.isBlank() || isTaken)
    name = {id.str(), loc, node.path()};
  names[id] = name.text;
  component.locations.push_back(
      {name,
       {"", loc, ""},
       getLabel(node, "invariant"),
       id == initial ? LocationKind::Initial : LocationKind::Normal,
       bool(node.child("urgent")),
       bool(node.child("committed"))});
}

LogicalResult XMLReader::readTransition(pugi::xml_node node,
                                        Component &component) {
  mlir::Location loc = getLoc(node);
  auto getEnd = [&](const char *end) {
    llvm::StringRef id = node.child(end).attribute("ref").value();
    auto found = names.find(id);
    return Text{found == names.end() ? id.str() : found->second, loc,
                node.path()};
  };
  Text guard = getLabel(node, "guard");
  if (guard.isBlank())
    guard = getLabel(node, "expression");
  Text sync = getLabel(node, "synchronisation");
  llvm::StringRef channel = llvm::StringRef(sync.text).trim();
  bool isInput = channel.ends_with("?");
  if (!isInput && !channel.ends_with("!"))
    return sync.emitError()
           << "expected a channel with '?' or '!', and not '" << channel << "'";
  sync.text = channel.drop_back().rtrim().str();
  component.edges.push_back({getEnd("source"), getEnd("target"), sync, isInput,
                             guard, getLabel(node, "assignment"),
                             getLabel(node, "select")});
  return success();
}

LogicalResult XMLReader::readTemplate(pugi::xml_node node,
                                      Component &component) {
  mlir::Location loc = getLoc(node);
  component.name = getText(node.child("name"), loc);
  component.name.text = llvm::StringRef(component.name.text).trim().str();
  component.declarations = getText(node.child("declaration"), loc);
  if (Text parameter = getText(node.child("parameter"), loc);
      !parameter.isBlank())
    return parameter.emitError() << "parameters are not supported";
  names.clear();
  llvm::StringRef initial = node.child("init").attribute("ref").value();
  for (pugi::xml_node location : node.children("location"))
    readLocation(location, initial, component);
  for (pugi::xml_node transition : node.children("transition"))
    if (failed(readTransition(transition, component)))
      return failure();
  return success();
}

EcdarProject XMLReader::read() {
  EcdarProject project;
  mlir::Location loc = getLoc(0);
  if (isTooDeep(text)) {
    emitError(loc) << "the XML document nests deeper than " << maxDepth;
    return project;
  }
  pugi::xml_document document;
  pugi::xml_parse_result parsed = document.load_buffer(
      text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
  if (!parsed) {
    emitError(getLoc(parsed.offset)) << "no XML: " << parsed.description();
    return project;
  }
  pugi::xml_node root = document.child("nta");
  std::vector<Text> globals = {getText(root.child("declaration"), loc)};
  llvm::StringMap<Interface> interfaces;
  if (failed(parseInterfaces(getText(root.child("system"), loc), interfaces)))
    return project;
  std::vector<Component> components;
  for (pugi::xml_node node : root.children("template")) {
    Text none = {"", loc, ""};
    components.push_back({none, none, "", {}, {}});
    if (failed(readTemplate(node, components.back())))
      return project;
  }
  if (components.empty()) {
    emitError(loc) << "the project has no components";
    return project;
  }
  for (pugi::xml_node node : root.child("queries").children("query"))
    if (Text formula = getText(node.child("formula"), loc); !formula.isBlank())
      project.queries.push_back({formula.text, formula.loc});
  project.module = buildModule(components, globals, interfaces, loc, context);
  return project;
}

EcdarProject tioga::importEcdarXML(llvm::SourceMgr &sourceMgr,
                                   MLIRContext *context) {
  const llvm::MemoryBuffer *buffer =
      sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID());
  return XMLReader(buffer->getBufferIdentifier(), buffer->getBuffer(), context)
      .read();
}
