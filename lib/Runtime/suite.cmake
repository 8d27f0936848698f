# Builds the suite for the target (adapter.c is yours to fill in) and, if the
# model was compiled beside it, a program that runs it on the host in virtual
# time.
cmake_minimum_required(VERSION 3.13)
project(suite C)
set(CMAKE_C_STANDARD 99)
set(CMAKE_C_EXTENSIONS OFF)
add_compile_options(-Wall -Wextra -pedantic -Wconversion)

add_executable(suite_target suite.c tioga_rt.c adapter.c main.c)
if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/model.c)
  add_executable(suite_host suite.c model.c tioga_rt.c tioga_model.c host_main.c)
  # For `tioga run --library`.
  add_library(model_library MODULE model.c tioga_rt.c tioga_model.c library.c)
endif()
