#define _GNU_SOURCE
#include "CLinux.h"

#include <link.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

// Whether the loader wrote addresses into segments that are otherwise read-only: such pages are in no file.
static int has_text_relocations(const struct dl_phdr_info *object) {
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
    if (segment->p_type != PT_DYNAMIC) continue;
    const ElfW(Dyn) *entry = (const ElfW(Dyn) *)(object->dlpi_addr + segment->p_vaddr);
    for (; entry->d_tag != DT_NULL; entry++) {
      if (entry->d_tag == DT_TEXTREL) return 1;
      if (entry->d_tag == DT_FLAGS && (entry->d_un.d_val & DF_TEXTREL)) return 1;
    }
  }
  return 0;
}

static int release_segments(struct dl_phdr_info *object, size_t size, void *context) {
  (void)size;
  (void)context;
  // The kernel's own object is in no file.
  if (object->dlpi_addr == getauxval(AT_SYSINFO_EHDR) || has_text_relocations(object)) return 0;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
    if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W)) continue;
    // The range is rounded inwards: a page at an edge may belong to another segment too.
    uintptr_t start = object->dlpi_addr + segment->p_vaddr;
    uintptr_t end = (start + segment->p_filesz) & ~(page - 1);
    start = (start + page - 1) & ~(page - 1);
    // Where the kernel refuses, the pages stay.
    if (start < end) madvise((void *)start, end - start, MADV_DONTNEED);
  }
  return 0;
}

// Releases the pages below the frame of this call, which deeper calls have used. Only the first thread's: below its stack the kernel keeps 1 MB
// free of anything else (stack_guard_gap), so the range meets no other memory.
static void release_stack(void) {
  const size_t range = 256 * 1024;
  if (gettid() != getpid()) return;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  // One page more stays, for the frame of `madvise`. Where the stack is shorter than the range, the call fails after it has released the stack.
  uintptr_t end = ((uintptr_t)__builtin_frame_address(0) & ~(page - 1)) - page;
  madvise((void *)(end - range), range, MADV_DONTNEED);
}

void clinux_release_start_memory(void) {
  malloc_trim(0);
  release_stack();
  dl_iterate_phdr(release_segments, NULL);
}
