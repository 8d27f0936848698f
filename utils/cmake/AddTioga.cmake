# Wrappers around LLVM's CMake functions, so that no list file repeats itself.
include_guard(GLOBAL)

if(TIOGA_ENABLE_WERROR)
  add_compile_options(-Werror)
endif()

# Uses ccache and lld if they are there and nothing else was asked for. ccache
# caches nothing that uses a precompiled header unless it is told that this is
# fine (and the compilers, below, to make that possible).
find_program(TIOGA_CCACHE ccache)
if(TIOGA_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(launcher env CCACHE_SLOPPINESS=pch_defines,time_macros ${TIOGA_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()
find_program(TIOGA_LLD NAMES ld.lld-19 ld.lld)
if(TIOGA_LLD)
  get_filename_component(TIOGA_LLD_DIR ${TIOGA_LLD} REALPATH)
  get_filename_component(TIOGA_LLD_DIR ${TIOGA_LLD_DIR} DIRECTORY)
  add_link_options(-fuse-ld=lld -B${TIOGA_LLD_DIR})
endif()

# All that mlir-tblgen makes. Every library and tool waits for it, so that no
# list file has to name the generated headers it includes.
add_custom_target(tioga-headers)

# add_tioga_tablegen_target(NAME): what mlir_tablegen was called for just now.
macro(add_tioga_tablegen_target name)
  add_public_tablegen_target(${name})
  add_dependencies(tioga-headers ${name})
endmacro()

# What ccache asks of compilers that use a precompiled header.
function(tioga_make_pch_cacheable target)
  target_compile_options(${target} PRIVATE
    $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
    "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
endfunction()

# MLIR's headers take longer to parse than most of our files: libraries that
# include them share one precompiled header (see docs/Contributing.md).
function(tioga_use_pch target)
  if(NOT TIOGA_ENABLE_PCH)
    return()
  endif()
  if(NOT TARGET TiogaPCH)
    file(WRITE ${PROJECT_BINARY_DIR}/TiogaPCH.cpp "")
    add_library(TiogaPCH OBJECT EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/TiogaPCH.cpp)
    llvm_update_compile_flags(TiogaPCH)
    target_precompile_headers(TiogaPCH PRIVATE
      <mlir/IR/Builders.h> <mlir/IR/BuiltinOps.h> <mlir/IR/Dialect.h>
      <mlir/IR/OpImplementation.h> <mlir/IR/SymbolTable.h> <mlir/Pass/Pass.h>)
    tioga_make_pch_cacheable(TiogaPCH)
  endif()
  target_precompile_headers(${target} REUSE_FROM TiogaPCH)
  tioga_make_pch_cacheable(${target})
endfunction()

# add_tioga_library(NAME sources... [DEPENDS ...] [LINK_LIBS PUBLIC ...])
function(add_tioga_library name)
  add_mlir_library(${name} ${ARGN} DISABLE_INSTALL EXCLUDE_FROM_LIBMLIR)
  add_dependencies(${name} tioga-headers)
  if(TARGET obj.${name})
    add_dependencies(obj.${name} tioga-headers)
  endif()
endfunction()

# The same for a library that includes MLIR's headers in most of its files.
function(add_tioga_mlir_library name)
  add_tioga_library(${name} ${ARGN})
  if(TARGET obj.${name})
    tioga_use_pch(obj.${name})
  else()
    tioga_use_pch(${name})
  endif()
endfunction()

# add_tioga_tool(NAME sources...): an installed executable.
function(add_tioga_tool name)
  add_llvm_executable(${name} ${ARGN})
  add_dependencies(${name} tioga-headers)
  llvm_update_compile_flags(${name})
  install(TARGETS ${name} RUNTIME DESTINATION bin)
  set_property(GLOBAL APPEND PROPERTY TIOGA_TOOLS ${name})
endfunction()

# add_tioga_unittest(NAME sources...): a gtest executable that lit runs.
set(TIOGA_UNITTEST_DIR ${PROJECT_BINARY_DIR}/test/Unit)
add_custom_target(TiogaUnitTests)
function(add_tioga_unittest name)
  add_executable(${name} EXCLUDE_FROM_ALL ${ARGN})
  add_dependencies(${name} tioga-headers)
  llvm_update_compile_flags(${name})
  target_link_libraries(${name} PRIVATE GTest::gtest GTest::gtest_main LLVM)
  # GoogleTest's macros hold an `if` of their own, which LLVM style puts under
  # another without braces.
  target_compile_options(${name} PRIVATE -Wno-dangling-else)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${TIOGA_UNITTEST_DIR})
  add_dependencies(TiogaUnitTests ${name})
endfunction()

# add_tioga_doc(TD_FILE OUTPUT_DIR tblgen-arguments...): generated reference.
function(add_tioga_doc td output)
  set(LLVM_TARGET_DEFINITIONS ${td}.td)
  tablegen(MLIR ${td}.md ${ARGN})
  set(target_file ${PROJECT_BINARY_DIR}/docs/${output}/${td}.md)
  add_custom_command(OUTPUT ${target_file}
    COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_BINARY_DIR}/${td}.md ${target_file}
    DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/${td}.md)
  string(REPLACE "/" "" suffix ${output})
  add_custom_target(${td}${suffix}DocGen DEPENDS ${target_file})
  add_dependencies(tioga-doc ${td}${suffix}DocGen)
endfunction()

# add_tioga_dialect(PREFIX NAMESPACE): everything that mlir-tblgen makes from
# <PREFIX>Ops.td, under target Tioga<PREFIX>IncGen.
function(add_tioga_dialect prefix namespace)
  set(LLVM_TARGET_DEFINITIONS ${prefix}Ops.td)
  mlir_tablegen(${prefix}Dialect.h.inc -gen-dialect-decls -dialect=${namespace})
  mlir_tablegen(${prefix}Dialect.cpp.inc -gen-dialect-defs -dialect=${namespace})
  mlir_tablegen(${prefix}Ops.h.inc -gen-op-decls -dialect=${namespace})
  mlir_tablegen(${prefix}Ops.cpp.inc -gen-op-defs -dialect=${namespace})
  mlir_tablegen(${prefix}Types.h.inc -gen-typedef-decls -typedefs-dialect=${namespace})
  mlir_tablegen(${prefix}Types.cpp.inc -gen-typedef-defs -typedefs-dialect=${namespace})
  mlir_tablegen(${prefix}Attributes.h.inc -gen-attrdef-decls -attrdefs-dialect=${namespace})
  mlir_tablegen(${prefix}Attributes.cpp.inc -gen-attrdef-defs -attrdefs-dialect=${namespace})
  # The generator of enumerations has no filter by dialect.
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${prefix}Enums.td)
    set(LLVM_TARGET_DEFINITIONS ${prefix}Enums.td)
    mlir_tablegen(${prefix}Enums.h.inc -gen-enum-decls)
    mlir_tablegen(${prefix}Enums.cpp.inc -gen-enum-defs)
  endif()
  add_tioga_tablegen_target(Tioga${prefix}IncGen)
  add_tioga_doc(${prefix}Ops Dialects -gen-dialect-doc -dialect=${namespace})
endfunction()
