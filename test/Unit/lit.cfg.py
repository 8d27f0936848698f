# GoogleTest executables; each test of theirs is one test of ours.
import os

import lit.formats

config.name = "Tioga-Unit"
config.suffixes = []
config.test_source_root = os.path.join(config.tioga_obj_root, "test", "Unit")
config.test_exec_root = config.test_source_root
config.test_format = lit.formats.GoogleTest(".", "Tests")
# The library underneath is not instrumented (docs/Contributing.md).
config.environment["ASAN_OPTIONS"] = "allow_user_poisoning=0:detect_leaks=0"
config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1:halt_on_error=1"
