#include "process.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "stop.h"

static FILE *open_file(const char *path) {
  FILE *file = fopen(path, "re");
  if (!file) stop("%s", path);
  return file;
}

// The number after a word at the beginning of a line; 0 for a missing line.
static long long number_of(const char *path, const char *word) {
  FILE *file = open_file(path);
  char line[256];
  long long number = 0;
  while (fgets(line, sizeof line, file)) {
    if (!strncmp(line, word, strlen(word))) {
      number = atoll(line + strlen(word));
      break;
    }
  }
  fclose(file);
  return number;
}

struct usage process_usage(pid_t process) {
  struct usage usage = {0};
  char path[384];
  snprintf(path, sizeof path, "/proc/%d/task", process);
  DIR *threads = opendir(path);
  if (!threads) stop("%s", path);
  for (struct dirent *entry; (entry = readdir(threads));) {
    if (entry->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "/proc/%d/task/%s/schedstat", process, entry->d_name);
    usage.instructions += number_of(path, "");
    snprintf(path, sizeof path, "/proc/%d/task/%s/status", process, entry->d_name);
    usage.wake_ups += number_of(path, "voluntary_ctxt_switches:");
  }
  closedir(threads);
  snprintf(path, sizeof path, "/proc/%d/io", process);
  usage.writes = number_of(path, "syscw:");
  return usage;
}

struct memory process_memory(pid_t process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/smaps_rollup", process);
  return (struct memory){
      .resident = number_of(path, "Rss:"),
      .anonymous = number_of(path, "Anonymous:"),
      .private = number_of(path, "Private_Clean:") + number_of(path, "Private_Dirty:"),
      .proportional = number_of(path, "Pss:"),
  };
}

int process_has_open(pid_t process, unsigned long device) {
  char path[384];
  snprintf(path, sizeof path, "/proc/%d/fd", process);
  DIR *descriptors = opendir(path);
  if (!descriptors) return 0;
  int found = 0;
  for (struct dirent *entry; !found && (entry = readdir(descriptors));) {
    struct stat status;
    snprintf(path, sizeof path, "/proc/%d/fd/%s", process, entry->d_name);
    found = stat(path, &status) == 0 && S_ISCHR(status.st_mode) && status.st_rdev == device;
  }
  closedir(descriptors);
  return found;
}
