# Finds the ANTLR 4 tool and its C++ runtime, and defines
#   ANTLR4::Runtime                        the runtime to link against
#   antlr4_generate(GRAMMAR PREFIX OUT)    OUT receives the generated sources
#
# Debian's own package files define neither a tool nor include directories.
find_program(ANTLR4_TOOL NAMES antlr4)
find_path(ANTLR4_INCLUDE_DIR antlr4-runtime.h PATH_SUFFIXES antlr4-runtime)
find_library(ANTLR4_LIBRARY NAMES antlr4-runtime)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(ANTLR4
  REQUIRED_VARS ANTLR4_TOOL ANTLR4_INCLUDE_DIR ANTLR4_LIBRARY)

if(ANTLR4_FOUND AND NOT TARGET ANTLR4::Runtime)
  add_library(ANTLR4::Runtime UNKNOWN IMPORTED)
  set_target_properties(ANTLR4::Runtime PROPERTIES
    IMPORTED_LOCATION ${ANTLR4_LIBRARY}
    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES ${ANTLR4_INCLUDE_DIR}
    INTERFACE_INCLUDE_DIRECTORIES ${ANTLR4_INCLUDE_DIR})
endif()

function(antlr4_generate grammar package sources)
  get_filename_component(name ${grammar} NAME_WE)
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/${name})
  set(generated ${dir}/${name}Lexer.cpp ${dir}/${name}Parser.cpp)
  add_custom_command(OUTPUT ${generated} ${dir}/${name}Lexer.h ${dir}/${name}Parser.h
    COMMAND ${ANTLR4_TOOL} -Dlanguage=Cpp -Werror -no-visitor -no-listener
            -package ${package} -Xexact-output-dir -o ${dir} ${grammar}
    DEPENDS ${grammar} COMMENT "Generating the parser from ${name}.g4" VERBATIM)
  set(${sources} ${generated} PARENT_SCOPE)
  set(${sources}_DIR ${dir} PARENT_SCOPE)
endfunction()
