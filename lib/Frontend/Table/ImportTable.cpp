//===- ImportTable.cpp - Contracts from tables ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows become declarations of our own language, which the frontend reads. For
// each character it is known where in the table it comes from, so that errors
// and the locations of the result are those of the table.
//
//===----------------------------------------------------------------------===//

#include "tioga/Frontend/ImportTable.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Diagnostics.h"
#include "tioga/Dialect/Tioga/IR/TiogaOps.h"
#include "tioga/Expr/Parse.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace tioga;

namespace {

/// A place in the table; both count from one.
struct Place {
  unsigned line = 1, column = 1;
};

struct Cell {
  std::string text;
  /// Of each character, and of the end.
  std::vector<Place> places = {Place()};

  Place getPlace() const { return places.front(); }
  bool isEmpty() const { return StringRef(text).trim().empty(); }
  Cell trim() const;
};
using Row = std::vector<Cell>;

//===----------------------------------------------------------------------===//
// Separated values
//===----------------------------------------------------------------------===//

/// What is wrong with the text of a table.
struct TableError {
  Place place;
  StringRef message;
};

class TableReader {
public:
  explicit TableReader(StringRef text) : rest(text) {
    rest.consume_front("\xef\xbb\xbf");
    separator = findSeparator();
  }

  bool atEnd() const { return rest.empty(); }
  /// Whether the text is no text to us, but one with characters of two bytes.
  bool isWide() const {
    return rest.starts_with("\xff\xfe") || rest.starts_with("\xfe\xff");
  }
  std::optional<TableError> readRow(Row &row);

private:
  /// Spreadsheets write what their country is used to.
  char findSeparator() const;
  bool readCell(Cell &cell);
  bool readQuoted(Cell &cell);
  bool atCellEnd() const {
    return rest.empty() || rest.front() == separator || rest.front() == '\r' ||
           rest.front() == '\n';
  }
  char take();

  StringRef rest;
  Place place;
  char separator;
};

} // namespace

Cell Cell::trim() const {
  StringRef core = StringRef(text).trim();
  size_t start = core.empty() ? 0 : core.data() - text.data();
  Cell cell;
  cell.text = core.str();
  cell.places.assign(places.begin() + start,
                     places.begin() + start + core.size() + 1);
  return cell;
}

char TableReader::findSeparator() const {
  bool isQuoted = false;
  for (char c : rest) {
    if (c == '"')
      isQuoted = !isQuoted;
    else if (!isQuoted && (c == ',' || c == ';' || c == '\t'))
      return c;
    else if (!isQuoted && c == '\n')
      break;
  }
  return ',';
}

char TableReader::take() {
  char c = rest.front();
  rest = rest.drop_front();
  ++place.column;
  if (c == '\n')
    place = {place.line + 1, 1};
  return c;
}

bool TableReader::readQuoted(Cell &cell) {
  take();
  cell.places = {};
  while (!rest.empty()) {
    Place at = place;
    char c = take();
    if (c == '"' && !rest.starts_with("\"")) {
      cell.places.push_back(at);
      return true;
    }
    if (c == '"')
      take();
    if (c == '\r')
      continue;
    cell.text += c;
    cell.places.push_back(at);
  }
  return false;
}

bool TableReader::readCell(Cell &cell) {
  cell.places = {place};
  if (rest.starts_with("\""))
    return readQuoted(cell);
  while (!atCellEnd()) {
    cell.text += take();
    cell.places.push_back(place);
  }
  return true;
}

std::optional<TableError> TableReader::readRow(Row &row) {
  row.clear();
  for (;;) {
    Place start = place;
    row.emplace_back();
    if (!readCell(row.back()))
      return TableError{start, "the quote is not closed"};
    while (!atCellEnd()) {
      start = place;
      if (!llvm::isSpace(take()))
        return TableError{start, "nothing may follow the closing quote"};
    }
    if (rest.empty() || rest.front() != separator) {
      // A line ends with either or both.
      bool hasReturn = rest.consume_front("\r");
      if (rest.starts_with("\n"))
        take();
      else if (hasReturn)
        place = {place.line + 1, 1};
      return std::nullopt;
    }
    take();
  }
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

namespace {

/// A text that knows where each of its characters comes from.
class TracedText {
public:
  /// Words of our own, which stand for a place.
  void add(const Twine &words, Place place) {
    std::string buffer = words.str();
    text += buffer;
    places.insert(places.end(), buffer.size(), place);
  }
  void add(const Cell &cell) {
    text += cell.text;
    places.insert(places.end(), cell.places.begin(), cell.places.end() - 1);
  }
  /// As a string literal, or as lines of documentation.
  void addLiteral(const Cell &cell);
  void addDoc(const Cell &cell);

  const std::string &getText() const { return text; }
  /// The place that a line and a column of the text come from.
  Place getPlace(unsigned line, unsigned column) const;
  /// To be called when the text is finished.
  void finish();

private:
  std::string text;
  std::vector<Place> places;
  std::vector<size_t> lines;
};

} // namespace

void TracedText::addLiteral(const Cell &cell) {
  add("\"", cell.getPlace());
  for (auto [index, c] : llvm::enumerate(cell.text)) {
    Place place = cell.places[index];
    if (c == '"' || c == '\\')
      add("\\", place);
    add(Twine(c == '\n' ? ' ' : c), place);
  }
  add("\"", cell.getPlace());
}

void TracedText::addDoc(const Cell &cell) {
  if (cell.isEmpty())
    return;
  SmallVector<StringRef> parts;
  StringRef(cell.text).split(parts, '\n');
  for (StringRef part : parts)
    add("/// " + part + "\n", cell.getPlace());
}

void TracedText::finish() {
  lines = {0};
  for (auto [index, c] : llvm::enumerate(text))
    if (c == '\n')
      lines.push_back(index + 1);
}

Place TracedText::getPlace(unsigned line, unsigned column) const {
  if (places.empty() || line == 0)
    return Place();
  size_t start = lines[std::min<size_t>(line, lines.size()) - 1];
  size_t offset = start + (column ? column - 1 : 0);
  if (offset < places.size())
    return places[offset];
  return places.back();
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

namespace {

class TableImporter {
public:
  TableImporter(StringRef path, StringRef text, MLIRContext *context)
      : path(path), reader(text), context(context) {}

  /// Translates the table. Reports all errors.
  bool run();
  const TracedText &getText() const { return out; }

private:
  InFlightDiagnostic error(Place place) {
    failed = true;
    return emitError(
        FileLineColLoc::get(context, path, place.line, place.column));
  }
  bool readRow(Row &row);
  bool readHeader();
  void readRows();
  const Cell &get(const Row &row, StringRef column) const;
  std::string getKind(const Row &row) const;
  void writeAll();
  void writeRow(const Row &row);
  void writeVariable(const Row &row, StringRef kind);
  void writeText(const Row &row);
  void writeClause(const Row &row, StringRef kind);
  void writeView(StringRef view, Place place);
  /// Reports a cell that must not be empty.
  bool require(const Row &row, StringRef column);

  StringRef path;
  TableReader reader;
  MLIRContext *context;
  bool failed = false;
  llvm::StringMap<unsigned> columns;
  size_t width = 0;
  std::vector<Row> rows;
  /// The sentences that have been written, by identifier.
  llvm::StringMap<std::string> texts;
  TracedText out;
  Cell none;
};

} // namespace

static constexpr StringLiteral columnNames[] = {
    "kind", "id", "view", "type", "assume", "guarantee", "text", "doc"};

bool TableImporter::readRow(Row &row) {
  if (std::optional<TableError> problem = reader.readRow(row)) {
    error(problem->place) << problem->message;
    return false;
  }
  return true;
}

bool TableImporter::readHeader() {
  Row header;
  if (reader.isWide()) {
    error(Place()) << "the table is written in UTF-16; save it as UTF-8";
    return false;
  }
  if (!readRow(header))
    return false;
  width = header.size();
  for (auto [index, cell] : llvm::enumerate(header)) {
    std::string name = StringRef(cell.text).trim().lower();
    if (!llvm::is_contained(columnNames, StringRef(name)))
      continue; // tables of people have columns of their own
    if (!columns.try_emplace(name, index).second)
      error(cell.getPlace()) << "there is a second column '" << name << "'";
  }
  for (StringRef needed : {"id", "guarantee"})
    if (!columns.count(needed))
      error(Place()) << "the table has no column '" << needed << "'";
  return !failed;
}

const Cell &TableImporter::get(const Row &row, StringRef column) const {
  auto found = columns.find(column);
  return found == columns.end() || found->second >= row.size()
             ? none
             : row[found->second];
}

std::string TableImporter::getKind(const Row &row) const {
  const Cell &kind = get(row, "kind");
  return kind.isEmpty() ? "require" : StringRef(kind.text).trim().lower();
}

bool TableImporter::require(const Row &row, StringRef column) {
  if (!get(row, column).isEmpty())
    return true;
  error(row.front().getPlace())
      << "a row of kind '" << getKind(row) << "' needs a value in column '"
      << column << "'";
  return false;
}

void TableImporter::readRows() {
  while (!reader.atEnd()) {
    Row row;
    if (!readRow(row))
      return;
    // Most often a cell that should have been quoted has been cut.
    for (const Cell &cell :
         ArrayRef(row).drop_front(std::min(width, row.size())))
      if (!cell.isEmpty()) {
        error(cell.getPlace()) << "the row has more cells than the first row";
        break;
      }
    if (!llvm::all_of(row, [](const Cell &cell) { return cell.isEmpty(); }))
      rows.push_back(std::move(row));
  }
}

void TableImporter::writeVariable(const Row &row, StringRef kind) {
  Place place = row.front().getPlace();
  out.addDoc(get(row, "doc"));
  bool isTime = kind == "ticks" || kind == "timer";
  if (!require(row, "id") || (kind != "timer" && !require(row, "type")))
    return;
  out.add(kind + " ", place);
  if (kind == "ticks") {
    out.add(get(row, "type"));
    out.add(" ", place);
  }
  out.add(get(row, "id"));
  if (kind == "ticks" && !get(row, "guarantee").isEmpty()) {
    out.add(" via ", place);
    out.add(get(row, "guarantee"));
  }
  if (!isTime) {
    out.add(kind == "type" ? " = " : " : ", place);
    out.add(get(row, "type"));
  }
  out.add(";\n", place);
}

void TableImporter::writeText(const Row &row) {
  const Cell &id = get(row, "id"), &text = get(row, "text");
  if (text.isEmpty())
    return;
  auto [known, isNew] = texts.try_emplace(StringRef(id.text).trim(), text.text);
  if (!isNew) {
    if (known->second != text.text)
      error(text.getPlace())
          << "'" << known->first() << "' has another text in a row above";
    return;
  }
  Place place = row.front().getPlace();
  out.add("text ", place);
  out.addLiteral(id.trim());
  out.add(": ", place);
  out.addLiteral(text);
  out.add(";\n", place);
}

void TableImporter::writeClause(const Row &row, StringRef kind) {
  Place place = row.front().getPlace();
  const Cell &id = get(row, "id"), &assume = get(row, "assume");
  if (!require(row, "id"))
    return;
  writeText(row);
  if (kind == "text" || !require(row, "guarantee"))
    return;
  out.addDoc(get(row, "doc"));
  out.add(kind + " ", place);
  // Identifiers of requirements are as their authors like them: 1.2-a.
  if (kind == "purpose")
    out.add(id);
  else
    out.addLiteral(id.trim());
  out.add(":\n", place);
  if (!assume.isEmpty()) {
    out.add("assume ", place);
    out.add(assume);
    out.add("\n", place);
  }
  if (kind != "purpose")
    out.add("guarantee ", place);
  out.add(get(row, "guarantee"));
  out.add(";\n", place);
}

void TableImporter::writeRow(const Row &row) {
  std::string kind = getKind(row);
  Place place = row.front().getPlace();
  static constexpr StringLiteral variables[] = {"type",   "input", "output",
                                                "hidden", "ticks", "timer"};
  static constexpr StringLiteral clauses[] = {"require",          "initially",
                                              "locked require",   "text",
                                              "locked initially", "purpose"};
  if (kind == "contract" || kind == "view")
    return;
  if (llvm::is_contained(variables, StringRef(kind)))
    return writeVariable(row, kind);
  if (llvm::is_contained(clauses, StringRef(kind)))
    return writeClause(row, kind);
  if (kind != "frame") {
    error(get(row, "kind").getPlace()) << "'" << kind << "' is no kind of row";
    return;
  }
  if (!require(row, "id"))
    return;
  out.add("frame ", place);
  out.add(get(row, "id"));
  out.add(";\n", place);
}

/// A view with all of its rows.
void TableImporter::writeView(StringRef view, Place place) {
  for (const Row &row : rows)
    if (getKind(row) == "view" && StringRef(get(row, "id").text).trim() == view)
      out.addDoc(get(row, "doc"));
  out.add("view " + view + " {\n", place);
  for (const Row &row : rows)
    if (StringRef(get(row, "view").text).trim() == view)
      writeRow(row);
  out.add("}\n", place);
}

void TableImporter::writeAll() {
  const Row *head = nullptr;
  for (const Row &row : rows)
    if (getKind(row) == "contract") {
      if (head)
        error(row.front().getPlace()) << "there is a second contract";
      head = &row;
    }
  if (head) {
    out.addDoc(get(*head, "doc"));
    out.add("contract ", head->front().getPlace());
    out.add(get(*head, "id"));
  } else {
    std::string name = llvm::sys::path::stem(path).str();
    for (char &c : name)
      c = llvm::isAlnum(c) ? c : '_';
    out.add("contract " + Twine(isIdentifier(name) ? "" : "_") + name, Place());
  }
  out.add(" {\n", Place());
  llvm::StringSet<> views;
  for (const Row &row : rows) {
    const Cell &cell = get(row, getKind(row) == "view" ? "id" : "view");
    StringRef view = StringRef(cell.text).trim();
    if (view.empty())
      writeRow(row);
    else if (views.insert(view).second)
      writeView(view, cell.getPlace());
  }
  out.add("}\n", rows.empty() ? Place() : rows.back().front().getPlace());
  out.finish();
}

bool TableImporter::run() {
  if (!readHeader())
    return false;
  readRows();
  if (rows.empty() && !failed)
    error(Place()) << "the table has no rows below the first";
  if (!failed)
    writeAll();
  return !failed;
}

//===----------------------------------------------------------------------===//
// Import
//===----------------------------------------------------------------------===//

/// Moves locations in the text to where they come from.
static void addReplacements(AttrTypeReplacer &replacer, StringRef path,
                            const TracedText &text, MLIRContext *context) {
  replacer.addReplacement(
      [&text, path, context](FileLineColLoc loc) -> Attribute {
        Place place = text.getPlace(loc.getLine(), loc.getColumn());
        return FileLineColLoc::get(context, path, place.line, place.column);
      });
  replacer.addReplacement([&text, context](RangeEndAttr end) -> Attribute {
    // The end is exclusive: one behind the last character.
    Place place = text.getPlace(end.getLine(), end.getColumn() - 1);
    return RangeEndAttr::get(context, place.line, place.column + 1);
  });
}

OwningOpRef<ModuleOp> tioga::importTable(llvm::SourceMgr &sourceMgr,
                                         MLIRContext *context,
                                         const ImportOptions &options) {
  const llvm::MemoryBuffer *buffer =
      sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID());
  StringRef path = buffer->getBufferIdentifier();
  TableImporter importer(path, buffer->getBuffer(), context);
  if (!importer.run())
    return nullptr;
  AttrTypeReplacer replacer;
  addReplacements(replacer, path, importer.getText(), context);
  auto move = [&](Location loc) {
    return LocationAttr(cast<LocationAttr>(replacer.replace(loc)));
  };
  llvm::SourceMgr inner;
  inner.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(importer.getText().getText(), path),
      llvm::SMLoc());
  OwningOpRef<ModuleOp> module;
  std::vector<Diagnostic> diagnostics;
  {
    ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
      Diagnostic moved(move(diagnostic.getLocation()),
                       diagnostic.getSeverity());
      moved << diagnostic.str();
      for (Diagnostic &note : diagnostic.getNotes())
        moved.attachNote(Location(move(note.getLocation()))) << note.str();
      diagnostics.push_back(std::move(moved));
      return success();
    });
    module = importTioga(inner, context, options);
  }
  for (Diagnostic &diagnostic : diagnostics)
    context->getDiagEngine().emit(std::move(diagnostic));
  if (module)
    module->walk([&](Operation *op) { op->setLoc(move(op->getLoc())); });
  return module;
}
