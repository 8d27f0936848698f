//===- TiogaTypes.cpp - Data types ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Dialect/Tioga/IR/TiogaTypes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "tioga/Dialect/Tioga/IR/Assembly.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tioga;

#define GET_TYPEDEF_CLASSES
#include "tioga/Dialect/Tioga/IR/TiogaTypes.cpp.inc"

void TiogaDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "tioga/Dialect/Tioga/IR/TiogaTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Verification and assembly
//===----------------------------------------------------------------------===//

LogicalResult RangeType::verify(function_ref<InFlightDiagnostic()> emitError,
                                int64_t low, int64_t high) {
  if (low > high) // range_c1
    return emitError() << "range " << low << ".." << high << " is empty";
  return success();
}

/// Reports the first name that occurs twice.
static LogicalResult
verifyDistinct(function_ref<InFlightDiagnostic()> emitError,
               ArrayRef<StringAttr> names, StringRef what) {
  if (names.empty())
    return emitError() << "expected at least one " << what;
  llvm::StringSet<> seen;
  for (StringAttr name : names)
    if (!seen.insert(name.getValue()).second)
      return emitError() << what << " '" << name.getValue() << "' occurs twice";
  return success();
}

LogicalResult EnumType::verify(function_ref<InFlightDiagnostic()> emitError,
                               StringRef name, ArrayRef<StringAttr> literals) {
  return verifyDistinct(emitError, literals, "literal"); // enum_c1
}

LogicalResult RecordType::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<StringAttr> names,
                                 ArrayRef<Type> types) {
  return verifyDistinct(emitError, names, "field"); // record_c1
}

LogicalResult ArrayType::verify(function_ref<InFlightDiagnostic()> emitError,
                                int64_t size, Type element) {
  if (size < 1) // array_c1
    return emitError() << "array size " << size << " is not positive";
  // All elements exist from the first state on.
  if (size > 1000000)
    return emitError() << "array size " << size << " is more than 1000000";
  return success();
}

std::optional<unsigned> EnumType::getIndex(StringRef literal) const {
  for (auto [index, candidate] : llvm::enumerate(getLiterals()))
    if (candidate.getValue() == literal)
      return index;
  return std::nullopt;
}

Type RecordType::getFieldType(StringRef field) const {
  for (auto [name, type] : llvm::zip(getNames(), getTypes()))
    if (name.getValue() == field)
      return type;
  return {};
}

Type EnumType::parse(AsmParser &parser) {
  StringAttr name;
  SmallVector<StringAttr> literals;
  auto parseLiteral = [&] {
    return parseName(parser, literals.emplace_back());
  };
  if (parser.parseLess() || parseName(parser, name) || parser.parseComma() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     parseLiteral) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<EnumType>(parser.getContext(), name.getValue(),
                                     literals);
}

void EnumType::print(AsmPrinter &printer) const {
  printer << "<";
  printName(printer, getName());
  printer << ", [";
  llvm::interleaveComma(getLiterals(), printer, [&](StringAttr literal) {
    printName(printer, literal.getValue());
  });
  printer << "]>";
}

Type RecordType::parse(AsmParser &parser) {
  SmallVector<StringAttr> names;
  SmallVector<Type> types;
  auto parseField = [&] {
    return failure(parseName(parser, names.emplace_back()) ||
                   parser.parseColonType(types.emplace_back()));
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseField))
    return {};
  return parser.getChecked<RecordType>(parser.getContext(), names, types);
}

void RecordType::print(AsmPrinter &printer) const {
  printer << "<";
  llvm::interleaveComma(llvm::zip(getNames(), getTypes()), printer,
                        [&](auto field) {
                          printName(printer, std::get<0>(field).getValue());
                          printer << " : " << std::get<1>(field);
                        });
  printer << ">";
}

//===----------------------------------------------------------------------===//
// Questions about types
//===----------------------------------------------------------------------===//

bool tioga::isDataType(Type type) {
  return llvm::TypeSwitch<Type, bool>(type)
      .Case<BoolType, IntType, RealType, RangeType, EnumType>(
          [](auto) { return true; })
      .Case([](SetType set) { return isDataType(set.getElement()); })
      .Case([](ArrayType array) { return isDataType(array.getElement()); })
      .Case([](MapType map) {
        return isDataType(map.getKey()) && isDataType(map.getValue());
      })
      .Case([](RecordType record) {
        return llvm::all_of(record.getTypes(), isDataType);
      })
      .Default([](Type) { return false; });
}

bool tioga::isInteger(Type type) { return isa<IntType, RangeType>(type); }

bool tioga::isNumeric(Type type) {
  return isInteger(type) || isa<RealType>(type);
}

bool tioga::isAssignable(Type from, Type to) {
  if (from == to)
    return true;
  if (isInteger(from))
    return isNumeric(to);
  // The type of `{}` and `{->}` has no element type; it fits any set or map.
  if (auto fromSet = dyn_cast<SetType>(from))
    if (auto toSet = dyn_cast<SetType>(to))
      return isa<NoneType>(fromSet.getElement()) ||
             isAssignable(fromSet.getElement(), toSet.getElement());
  if (auto fromMap = dyn_cast<MapType>(from))
    if (auto toMap = dyn_cast<MapType>(to))
      return isa<NoneType>(fromMap.getKey()) ||
             (isAssignable(fromMap.getKey(), toMap.getKey()) &&
              isAssignable(fromMap.getValue(), toMap.getValue()));
  if (auto fromArray = dyn_cast<ArrayType>(from))
    if (auto toArray = dyn_cast<ArrayType>(to))
      return fromArray.getSize() == toArray.getSize() &&
             isAssignable(fromArray.getElement(), toArray.getElement());
  if (auto fromRecord = dyn_cast<RecordType>(from))
    if (auto toRecord = dyn_cast<RecordType>(to))
      return fromRecord.getNames().size() == toRecord.getNames().size() &&
             llvm::all_of(
                 llvm::zip(toRecord.getNames(), toRecord.getTypes()),
                 [&](auto field) {
                   Type type =
                       fromRecord.getFieldType(std::get<0>(field).getValue());
                   return type && isAssignable(type, std::get<1>(field));
                 });
  return false;
}

/// Multiplies; nothing beyond 2^62.
static std::optional<uint64_t> multiply(std::optional<uint64_t> a,
                                        std::optional<uint64_t> b) {
  constexpr uint64_t limit = uint64_t(1) << 62;
  if (!a || !b || (*b != 0 && *a > limit / *b))
    return std::nullopt;
  return *a * *b;
}

static std::optional<uint64_t> power(std::optional<uint64_t> base,
                                     std::optional<uint64_t> exponent) {
  if (!base || !exponent || (*base > 1 && *exponent > 62))
    return std::nullopt;
  std::optional<uint64_t> result = 1;
  for (uint64_t i = 0; *base > 1 && i < *exponent; ++i)
    result = multiply(result, base);
  return result;
}

std::optional<uint64_t> tioga::getCardinality(Type type) {
  using Size = std::optional<uint64_t>;
  return llvm::TypeSwitch<Type, Size>(type)
      .Case([](BoolType) { return Size(2); })
      .Case([](RangeType range) {
        uint64_t size = uint64_t(range.getHigh()) - uint64_t(range.getLow());
        return size < (uint64_t(1) << 62) ? Size(size + 1) : std::nullopt;
      })
      .Case([](EnumType type) { return Size(type.getLiterals().size()); })
      .Case([](RecordType record) {
        Size size = 1;
        for (Type field : record.getTypes())
          size = multiply(size, getCardinality(field));
        return size;
      })
      .Case([](SetType set) {
        return power(2, getCardinality(set.getElement()));
      })
      .Case([](MapType map) {
        Size values = getCardinality(map.getValue());
        return power(values ? Size(*values + 1) : values,
                     getCardinality(map.getKey()));
      })
      .Case([](ArrayType array) {
        return power(getCardinality(array.getElement()), array.getSize());
      })
      .Default([](Type) { return std::nullopt; });
}

void tioga::printType(Type type, raw_ostream &os) {
  llvm::TypeSwitch<Type>(type)
      .Case([&](BoolType) { os << "bool"; })
      .Case([&](IntType) { os << "int"; })
      .Case([&](RealType) { os << "real"; })
      .Case([&](RangeType range) {
        os << range.getLow() << ".." << range.getHigh();
      })
      .Case([&](EnumType type) { os << type.getName(); })
      .Case([&](RecordType record) {
        os << "record { ";
        llvm::interleaveComma(llvm::zip(record.getNames(), record.getTypes()),
                              os, [&](auto field) {
                                os << std::get<0>(field).getValue() << " : ";
                                printType(std::get<1>(field), os);
                              });
        os << " }";
      })
      .Case([&](SetType set) {
        os << "set of ";
        printType(set.getElement(), os);
      })
      .Case([&](MapType map) {
        os << "map ";
        printType(map.getKey(), os);
        os << " to ";
        printType(map.getValue(), os);
      })
      .Case([&](ArrayType array) {
        os << "array [" << array.getSize() << "] of ";
        printType(array.getElement(), os);
      })
      .Default([&](Type) { os << "?"; });
}

std::string tioga::typeToString(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printType(type, os);
  return text;
}
