//===- TiogaTypes.td - Data types --------------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_TIOGA_IR_TIOGATYPES_TD
#define TIOGA_DIALECT_TIOGA_IR_TIOGATYPES_TD

include "mlir/IR/AttrTypeBase.td"
include "tioga/Dialect/Tioga/IR/TiogaDialect.td"

class Tioga_Type<string name, string typeMnemonic>
    : TypeDef<TiogaDialect, name> {
  let mnemonic = typeMnemonic;
}

def Tioga_BoolType : Tioga_Type<"Bool", "bool"> {
  let summary = "truth values";
}

def Tioga_IntType : Tioga_Type<"Int", "int"> {
  let summary = "mathematical integers";
}

def Tioga_RealType : Tioga_Type<"Real", "real"> {
  let summary = "rational numbers; clocks have this type";
}

def Tioga_RangeType : Tioga_Type<"Range", "range"> {
  let summary = "integers from `low` to `high`, both included";
  let parameters = (ins "int64_t":$low, "int64_t":$high);
  let assemblyFormat = "`<` $low `,` $high `>`";
  let genVerifyDecl = 1; /*range_c1*/
}

def Tioga_EnumType : Tioga_Type<"Enum", "enum"> {
  let summary = "an enumeration; its name is part of the type";
  let parameters = (ins StringRefParameter<>:$name,
                        ArrayRefParameter<"::mlir::StringAttr">:$literals);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1; /*enum_c1*/
  let extraClassDeclaration = [{
    /// Returns the position of a literal, if it is one of this type.
    ::std::optional<unsigned> getIndex(::llvm::StringRef literal) const;
  }];
}

def Tioga_RecordType : Tioga_Type<"Record", "record"> {
  let summary = "named fields";
  let parameters = (ins ArrayRefParameter<"::mlir::StringAttr">:$names,
                        ArrayRefParameter<"::mlir::Type">:$types);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1; /*record_c1*/
  let extraClassDeclaration = [{
    /// Returns the type of a field, or null.
    ::mlir::Type getFieldType(::llvm::StringRef field) const;
  }];
}

def Tioga_SetType : Tioga_Type<"Set", "set"> {
  let summary = "finite sets";
  let parameters = (ins "::mlir::Type":$element);
  let assemblyFormat = "`<` $element `>`";
}

def Tioga_MapType : Tioga_Type<"Map", "map"> {
  let summary = "finite partial functions";
  let parameters = (ins "::mlir::Type":$key, "::mlir::Type":$value);
  let assemblyFormat = "`<` $key `,` $value `>`";
}

def Tioga_ArrayType : Tioga_Type<"Array", "array"> {
  let summary = "a fixed number of elements, indexed from 0";
  let parameters = (ins "int64_t":$size, "::mlir::Type":$element);
  let assemblyFormat = "`<` $size `,` $element `>`";
  let genVerifyDecl = 1; /*array_c1*/
}

/// Any of the types above, well-formed inside too.
def Tioga_AnyType : Type<
    CPred<"::tioga::isDataType($_self)">, "a data type of the model">;

#endif // TIOGA_DIALECT_TIOGA_IR_TIOGATYPES_TD
