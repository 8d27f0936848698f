//===- ReadXml.cpp - UPPAAL's XML -------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file may come from anywhere. Nothing is fetched and nothing is expanded:
// declarations of entities are refused, and so are references to others than
// those of XML itself. Depth and length of what is read have limits.
//
//===----------------------------------------------------------------------===//

#include "ReadXml.h"
#include "Parser.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ConvertUTF.h"
#include <pugixml.hpp>

using namespace tioga::uppaal;
using llvm::StringRef;

namespace {
class XmlReader {
public:
  XmlReader(Model &model, Source &source) : model(model), source(source) {}
  void run();

private:
  /// Nothing of a model is nested deeper than a label in a template.
  static constexpr unsigned maxDepth = 64;
  static constexpr size_t maxAttributeLength = 1 << 16;
  static constexpr size_t maxTextLength = 1 << 20;

  bool checkHeader();
  bool checkLimits(pugi::xml_node root);
  void error(pugi::xml_node node, const llvm::Twine &message);
  void countChildren(pugi::xml_node node);
  std::string getPath(pugi::xml_node node) const;
  Text &getText(pugi::xml_node node);
  void appendText(pugi::xml_node node, Text &text);
  bool appendEntity(StringRef name, unsigned offset, Text &text);
  std::string getPlainText(pugi::xml_node node);
  bool rejectChildren(pugi::xml_node node);

  void readTemplate(pugi::xml_node node);
  void readLocation(pugi::xml_node node, TemplateNode &into);
  void readTransition(pugi::xml_node node, TemplateNode &into);
  void readEdgeLabel(pugi::xml_node label, EdgeNode &edge);
  Identifier readReference(pugi::xml_node parent, const char *name);
  void readQueries(pugi::xml_node node);

  Parser parse(pugi::xml_node node) {
    return Parser(model, source, getText(node));
  }

  Model &model;
  Source &source;
  llvm::DenseMap<const void *, unsigned> positions;
};
} // namespace

//===----------------------------------------------------------------------===//
// Safety
//===----------------------------------------------------------------------===//

/// Refuses what could make a document something else than its text.
bool XmlReader::checkHeader() {
  StringRef content = source.getContent();
  if (content.starts_with("\xff\xfe") || content.starts_with("\xfe\xff") ||
      content.take_front(4).contains('\0')) {
    source.error(0, "", "the file is not encoded in UTF-8");
    return false;
  }
  size_t declaration = content.find("<!ENTITY");
  if (declaration != StringRef::npos) {
    source.error(declaration, "",
                 "declarations of XML entities are not allowed");
    return false;
  }
  return true;
}

bool XmlReader::checkLimits(pugi::xml_node root) {
  pugi::xml_node node = root;
  unsigned depth = 1;
  while (true) {
    countChildren(node);
    for (pugi::xml_attribute attribute : node.attributes()) {
      if (StringRef(attribute.value()).size() <= maxAttributeLength)
        continue;
      error(node, "the attribute '" + StringRef(attribute.name()) +
                      "' has more than " + llvm::Twine(maxAttributeLength) +
                      " characters");
      return false;
    }
    if (node.first_child()) {
      node = node.first_child();
      if (++depth > maxDepth) {
        source.error(std::max<ptrdiff_t>(0, node.offset_debug()), "",
                     "the elements are nested too deeply");
        return false;
      }
      continue;
    }
    while (node != root && !node.next_sibling()) {
      node = node.parent();
      --depth;
    }
    if (node == root)
      return true;
    node = node.next_sibling();
  }
}

void XmlReader::error(pugi::xml_node node, const llvm::Twine &message) {
  source.error(std::max<ptrdiff_t>(0, node.offset_debug()), getPath(node),
               message);
}

/// `/nta/template[2]/transition[1]/label[3]`
std::string XmlReader::getPath(pugi::xml_node node) const {
  static constexpr StringRef repeated[] = {"template", "location", "transition",
                                           "label",    "nail",     "query"};
  std::string path;
  for (; node && node.type() == pugi::node_element; node = node.parent()) {
    std::string step = std::string("/") + node.name();
    if (llvm::is_contained(repeated, StringRef(node.name())))
      step +=
          "[" + std::to_string(positions.lookup(node.internal_object())) + "]";
    path = step + path;
  }
  return path;
}

/// Counts the children of a node among those of the same name.
void XmlReader::countChildren(pugi::xml_node node) {
  llvm::StringMap<unsigned> counts;
  for (pugi::xml_node child : node.children())
    if (child.type() == pugi::node_element)
      positions[child.internal_object()] = ++counts[child.name()];
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

bool XmlReader::appendEntity(StringRef name, unsigned offset, Text &text) {
  std::string value = llvm::StringSwitch<std::string>(name)
                          .Case("lt", "<")
                          .Case("gt", ">")
                          .Case("amp", "&")
                          .Case("quot", "\"")
                          .Case("apos", "'")
                          .Default("");
  StringRef number = name;
  if (value.empty() && number.consume_front("#")) {
    bool isHex = number.consume_front("x");
    unsigned code;
    char buffer[UNI_MAX_UTF8_BYTES_PER_CODE_POINT];
    char *end = buffer;
    if (!number.getAsInteger(isHex ? 16 : 10, code) && code != 0 &&
        llvm::ConvertCodePointToUTF8(code, end))
      value.assign(buffer, end);
  }
  if (value.empty()) {
    source.error(offset, text.path,
                 "the entity '&" + name + ";' is not one of XML itself");
    return false;
  }
  text.content += value;
  text.offsets.insert(text.offsets.end(), value.size(), offset);
  return true;
}

/// Adds the text of a node as it stands in the file, entities replaced.
void XmlReader::appendText(pugi::xml_node node, Text &text) {
  StringRef content = source.getContent();
  ptrdiff_t start = node.offset_debug();
  if (start < 0)
    return;
  size_t position = start;
  bool isPlain = node.type() == pugi::node_cdata;
  size_t end =
      std::min(content.find(isPlain ? "]]>" : "<", position), content.size());
  if (end - position > maxTextLength) {
    source.error(position, text.path,
                 "the text has more than " + llvm::Twine(maxTextLength) +
                     " characters");
    return;
  }
  while (position < end) {
    StringRef rest = content.slice(position, end);
    if (!isPlain && rest.consume_front("&")) {
      StringRef name = rest.take_until([](char c) { return c == ';'; });
      if (name.size() == rest.size() || name.size() > 32) {
        source.error(position, text.path, "'&' is written '&amp;' in XML");
        return;
      }
      if (!appendEntity(name, position, text))
        return;
      position += name.size() + 2;
      continue;
    }
    text.content += content[position];
    text.offsets.push_back(position++);
  }
}

Text &XmlReader::getText(pugi::xml_node node) {
  Text &text = source.addText(getPath(node));
  size_t last = std::max<ptrdiff_t>(0, node.offset_debug());
  for (pugi::xml_node child : node.children()) {
    if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata)
      appendText(child, text);
  }
  if (!text.offsets.empty())
    last = text.offsets.back() + 1;
  text.offsets.push_back(std::min(last, source.getContent().size()));
  return text;
}

std::string XmlReader::getPlainText(pugi::xml_node node) {
  return StringRef(getText(node).content).trim().str();
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Reports elements of a template that mean something we do not know.
bool XmlReader::rejectChildren(pugi::xml_node node) {
  for (pugi::xml_node child : node.children()) {
    StringRef name = child.name();
    if (child.type() != pugi::node_element)
      continue;
    if (name == "branchpoint" || name == "lsc" || name == "instance" ||
        name == "message" || name == "condition" || name == "update" ||
        name == "dynamic") {
      error(child, "elements '" + name + "' are not supported");
      return true;
    }
  }
  return false;
}

void XmlReader::readLocation(pugi::xml_node node, TemplateNode &into) {
  LocationNode location;
  location.id = node.attribute("id").value();
  Text &place = source.addText(getPath(node));
  place.offsets.push_back(std::max<ptrdiff_t>(0, node.offset_debug()));
  location.range = {&place, 0, 0};
  if (location.id.empty())
    error(node, "the location has no 'id'");
  if (pugi::xml_node name = node.child("name"))
    if (!getPlainText(name).empty())
      location.name = parse(name).parseName();
  location.isUrgent = bool(node.child("urgent"));
  location.isCommitted = bool(node.child("committed"));
  for (pugi::xml_node label : node.children("label")) {
    StringRef kind = label.attribute("kind").value();
    if (kind == "invariant")
      location.invariant = parse(label).parseCondition();
    else if (kind == "comments")
      location.doc = getPlainText(label);
    else if (kind == "exponentialrate" && !getPlainText(label).empty())
      error(label, "exponential rates are not supported");
  }
  into.locations.push_back(std::move(location));
}

void XmlReader::readEdgeLabel(pugi::xml_node label, EdgeNode &edge) {
  StringRef kind = label.attribute("kind").value();
  if (kind == "select")
    edge.selects = parse(label).parseSelects();
  else if (kind == "guard")
    edge.guard = parse(label).parseCondition();
  else if (kind == "synchronisation")
    parse(label).parseSynchronisation(edge);
  else if (kind == "assignment")
    edge.updates = parse(label).parseUpdates();
  else if (kind == "comments")
    edge.doc = getPlainText(label);
  else if (kind == "probability" && !getPlainText(label).empty())
    error(label, "probabilities are not supported");
}

Identifier XmlReader::readReference(pugi::xml_node parent, const char *name) {
  pugi::xml_node node = parent.child(name);
  if (!node || StringRef(node.attribute("ref").value()).empty()) {
    error(node ? node : parent,
          "expected an element '" + StringRef(name) + "' with a 'ref'");
    return {};
  }
  Text &place = source.addText(getPath(node));
  place.offsets.push_back(std::max<ptrdiff_t>(0, node.offset_debug()));
  return {node.attribute("ref").value(), Range{&place, 0, 0}};
}

void XmlReader::readTransition(pugi::xml_node node, TemplateNode &into) {
  EdgeNode edge;
  edge.source = readReference(node, "source");
  edge.target = readReference(node, "target");
  Text &place = source.addText(getPath(node));
  place.offsets.push_back(std::max<ptrdiff_t>(0, node.offset_debug()));
  edge.range = {&place, 0, 0};
  for (pugi::xml_node label : node.children("label"))
    readEdgeLabel(label, edge);
  into.edges.push_back(std::move(edge));
}

void XmlReader::readTemplate(pugi::xml_node node) {
  if (rejectChildren(node))
    return;
  TemplateNode result;
  if (pugi::xml_node name = node.child("name"))
    result.name = parse(name).parseName();
  else
    error(node, "the template has no name");
  if (pugi::xml_node parameter = node.child("parameter"))
    result.params = parse(parameter).parseParameters();
  if (pugi::xml_node declaration = node.child("declaration")) {
    Parser parser = parse(declaration);
    result.doc = parser.getFirstComment().str();
    result.decls = parser.parseDeclarations();
  }
  for (pugi::xml_node location : node.children("location"))
    readLocation(location, result);
  result.initial = readReference(node, "init");
  for (pugi::xml_node transition : node.children("transition"))
    readTransition(transition, result);
  model.templates.push_back(std::move(result));
}

void XmlReader::readQueries(pugi::xml_node node) {
  for (pugi::xml_node query : node.children("query")) {
    pugi::xml_node formula = query.child("formula");
    if (formula && !getPlainText(formula).empty())
      parse(formula).parseQuery(getPlainText(query.child("comment")));
  }
}

void XmlReader::run() {
  if (!checkHeader())
    return;
  StringRef content = source.getContent();
  pugi::xml_document document;
  pugi::xml_parse_result result = document.load_buffer(
      content.data(), content.size(), pugi::parse_minimal | pugi::parse_cdata,
      pugi::encoding_utf8);
  if (!result) {
    size_t offset =
        std::min<size_t>(std::max<ptrdiff_t>(0, result.offset), content.size());
    source.error(offset, "",
                 "not well-formed XML: " + StringRef(result.description()));
    return;
  }
  pugi::xml_node root = document.document_element();
  if (StringRef(root.name()) != "nta") {
    error(root,
          "expected the element 'nta', found '" + StringRef(root.name()) + "'");
    return;
  }
  if (!checkLimits(root))
    return;
  for (pugi::xml_node child : root.children()) {
    StringRef name = child.name();
    if (name == "declaration") {
      Parser parser = parse(child);
      model.doc = parser.getFirstComment().str();
      model.globals = parser.parseDeclarations();
    } else if (name == "template")
      readTemplate(child);
    else if (name == "system")
      parse(child).parseSystem();
    else if (name == "queries")
      readQueries(child);
    else if (name == "instantiation")
      model.systemDecls = parse(child).parseDeclarations();
    else if (name == "lsc")
      error(child, "live sequence charts are not supported");
  }
  if (!root.child("system"))
    error(root, "there is no element 'system'");
}

void tioga::uppaal::readXml(Model &model, Source &source) {
  XmlReader(model, source).run();
}
