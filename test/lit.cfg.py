# FileCheck tests: every file below with one of the suffixes and a RUN line.
import os
import shutil

import lit.formats
from lit.llvm import llvm_config

config.name = "Tioga"
config.test_format = lit.formats.ShTest(not llvm_config.use_lit_shell)
config.suffixes = [".mlir", ".tioga", ".test"]
config.excludes = ["Inputs", "Unit", "CMakeLists.txt", "lit.cfg.py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.tioga_obj_root, "test")

config.substitutions.append(
    ("%examples", os.path.join(config.tioga_src_root, "docs", "examples"))
)
config.substitutions.append(("%docs", os.path.join(config.tioga_src_root, "docs")))
config.substitutions.append(("%utils", os.path.join(config.tioga_src_root, "utils")))
# Public models that are no part of the project: tests of them need the directory.
shared_models = os.path.join(config.tioga_src_root, "..", "shared", "models")
config.substitutions.append(("%shared_models", shared_models))
if os.path.isdir(shared_models):
    config.available_features.add("shared-models")
config.substitutions.append(("%host_cc", config.host_cc))
config.substitutions.append(("%python", "/usr/bin/python3"))

tools_dir = os.path.join(config.tioga_obj_root, "bin")
llvm_config.with_environment("PATH", tools_dir, append_path=True)
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.add_tool_substitutions(
    ["tioga", "tioga-opt", "tioga-translate", "tioga-reduce", "tioga-lsp-server"],
    [tools_dir],
)
llvm_config.use_default_substitutions()

# The libraries underneath are not instrumented (docs/Contributing.md).
config.environment["ASAN_OPTIONS"] = "allow_user_poisoning=0:detect_leaks=0"
config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1:halt_on_error=1"

if config.use_sanitizer:
    config.available_features.add("sanitizer")
for feature, program in {
    "z3": "z3",
    "cvc5": "cvc5",
    "dot": "dot",
    "arm-gcc": "arm-none-eabi-gcc",
    "qemu-arm": "qemu-system-arm",
    "chromium": "chromium",
    "clang": "clang-19",
    "clang-tidy": "clang-tidy-19",
    "cppcheck": "cppcheck",
    "gcc": "gcc",
}.items():
    if shutil.which(program):
        config.available_features.add(feature)

# A hang of a tool must not become a hang of the suite.
try:
    import psutil  # noqa: F401

    lit_config.maxIndividualTestTime = 600
except ImportError:
    pass
