// A QEMU plug-in: counts the instructions that the measured program executes itself, outside the kernel.
//
//   -plugin count-program.so,to=FILE
//
// Each time `measure` passes its mark (Tools/mark.h), the plug-in writes a line to the file: the number of instructions
// so far. The address tells which instructions count. The kernel lies above user space, and the measuring program is
// linked below (Tools/build). Only the measured program and its libraries remain.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "../Tools/mark.h"

// --- The used part of QEMU's plug-in interface, version 1; Debian has no package with its header.

typedef uint64_t plugin_id;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
enum { ADD = 0, NO_REGISTERS = 0 };

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t index);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *instruction);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *instruction);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *instruction);
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id, void (*translated)(plugin_id id, struct qemu_plugin_tb *block));
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *block, int operation, void *number, uint64_t operand);
void qemu_plugin_register_vcpu_insn_exec_cb(
    struct qemu_plugin_insn *instruction, void (*executed)(unsigned processor, void *data), int registers, void *data);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;
__attribute__((visibility("default"))) int qemu_plugin_install(plugin_id id, const void *about, int count, char **arguments);

// --- The counted instructions

// The addresses of programs without a fixed address, and of all libraries.
static const uint64_t first_address = 1ull << 40, end_of_addresses = 1ull << 47;

static uint64_t counted;
static FILE *file;

static void on_mark(unsigned processor, void *data) {
  (void)processor;
  (void)data;
  fprintf(file, "%llu\n", (unsigned long long)counted);
  fflush(file);
}

static void on_translation(plugin_id id, struct qemu_plugin_tb *block) {
  (void)id;
  static const unsigned char mark[] = {MARK_BYTES};
  size_t length = qemu_plugin_tb_n_insns(block);
  uint64_t address = qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(block, 0));
  if (address >= end_of_addresses) return;
  if (address >= first_address) {
    qemu_plugin_register_vcpu_tb_exec_inline(block, ADD, &counted, length);
    return;
  }
  for (size_t i = 0; i < length; i++) {
    struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(block, i);
    if (qemu_plugin_insn_size(instruction) == sizeof mark && !memcmp(qemu_plugin_insn_data(instruction), mark, sizeof mark)) {
      qemu_plugin_register_vcpu_insn_exec_cb(instruction, on_mark, NO_REGISTERS, NULL);
    }
  }
}

int qemu_plugin_install(plugin_id id, const void *about, int count, char **arguments) {
  (void)about;
  static const char option[] = "to=";
  if (count != 1 || strncmp(arguments[0], option, strlen(option))) return 1;
  file = fopen(arguments[0] + strlen(option), "w");
  if (!file) return 1;
  qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
  return 0;
}
