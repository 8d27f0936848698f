/*===- tioga_config.h - Sizes of a suite -----------------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===-----------------------------------------------------------------------===*
 *
 * Everything has its default here; a generated suite brings its own file.
 *
 *===----------------------------------------------------------------------===*/

#ifndef TIOGA_CONFIG_H
#define TIOGA_CONFIG_H

#endif /* TIOGA_CONFIG_H */
