#include "CWeb.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/inet_diag.h>
#if __has_include(<linux/landlock.h>)
#include <linux/landlock.h>
#endif
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <malloc.h>
#include <netinet/in.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

/* TCP_ESTABLISHED of the kernel, and the index of the loopback device in each network (LOOPBACK_IFINDEX). A client that has bound its
   socket to the device is found by the index alone, all others also without it. */
enum { ESTABLISHED = 1, LOOPBACK = 1 };

/* The address and the port of an end, in the kernel's order of bytes. Returns false for an end without a port. */
static bool read_end(const struct sockaddr *end, __be32 address[4], __be16 *port) {
  const struct sockaddr_in *four = (const struct sockaddr_in *)end;
  const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)end;
  if (end->sa_family == AF_INET) {
    memcpy(address, &four->sin_addr, sizeof four->sin_addr);
    *port = four->sin_port;
  } else if (end->sa_family == AF_INET6) {
    memcpy(address, &six->sin6_addr, sizeof six->sin6_addr);
    *port = six->sin6_port;
  } else {
    return false;
  }
  return true;
}

int64_t cweb_peer_user(const struct sockaddr *peer, const struct sockaddr *own) {
  int channel = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
  if (channel < 0) return -1;
  struct timeval wait = {.tv_usec = 200000};
  setsockopt(channel, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
  struct {
    struct nlmsghdr head;
    struct inet_diag_req_v2 body;
  } request = {
      .head = {.nlmsg_len = sizeof request, .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST},
      .body = {
          .sdiag_family = (uint8_t)peer->sa_family,
          .sdiag_protocol = IPPROTO_TCP,
          .idiag_states = 1U << ESTABLISHED,
          .id = {
              .idiag_if = LOOPBACK,
              .idiag_cookie = {INET_DIAG_NOCOOKIE, INET_DIAG_NOCOOKIE},
          },
      },
  };
  struct inet_diag_sockid *id = &request.body.id;
  if (!read_end(peer, id->idiag_src, &id->idiag_sport) || !read_end(own, id->idiag_dst, &id->idiag_dport)) {
    close(channel);
    return -1;
  }
  int64_t user = -1;
  struct sockaddr_nl kernel = {.nl_family = AF_NETLINK};
  if (sendto(channel, &request, sizeof request, 0, (struct sockaddr *)&kernel, sizeof kernel) ==
      (ssize_t)sizeof request) {
    _Alignas(struct nlmsghdr) char bytes[8192];
    ssize_t length = recv(channel, bytes, sizeof bytes, 0);
    struct nlmsghdr *head = (struct nlmsghdr *)bytes;
    if (length >= (ssize_t)NLMSG_LENGTH(sizeof(struct inet_diag_msg)) && NLMSG_OK(head, (size_t)length) &&
        head->nlmsg_type == SOCK_DIAG_BY_FAMILY) {
      const struct inet_diag_msg *found = NLMSG_DATA(head);
      /* An end without a process has no inode, and its uid means nothing. */
      if (found->idiag_state == ESTABLISHED && found->idiag_inode != 0 &&
          found->id.idiag_sport == id->idiag_sport && found->id.idiag_dport == id->idiag_dport) {
        user = found->idiag_uid;
      }
    }
  }
  close(channel);
  return user;
}

bool cweb_is_member(uint32_t user, const char *group) {
  const struct group *wanted = getgrnam(group);
  if (wanted == NULL) return false;
  gid_t id = wanted->gr_gid;
  const struct passwd *person = getpwuid(user);
  if (person == NULL) return false;
  gid_t groups[512];
  int count = 512;
  if (getgrouplist(person->pw_name, person->pw_gid, groups, &count) < 0) return false;
  for (int place = 0; place < count; place++) {
    if (groups[place] == id) return true;
  }
  return false;
}

char *cweb_real_path(const char *path) { return realpath(path, NULL); }

int cweb_open_below(const char *folder, const char *path, cweb_file *file) {
  char whole[8192];
  int length = snprintf(whole, sizeof whole, "%s/%s", folder, path);
  if (length < 0 || (size_t)length >= sizeof whole) return ENAMETOOLONG;
  /* O_NONBLOCK: a pipe must not stop the loop. */
  int descriptor = open(whole, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0) return errno;
  char link[64], real[8192];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t count = readlink(link, real, sizeof real - 1);
  struct stat state;
  int error = ENOENT;
  size_t prefix = strlen(folder);
  if (count > 0 && fstat(descriptor, &state) == 0) {
    real[count] = 0;
    if (prefix == 1 && folder[0] == '/') prefix = 0;
    bool below = strncmp(real, folder, prefix) == 0 && (real[prefix] == '/' || real[prefix] == 0);
    /* A link may lead to a hidden file, or into a hidden folder. */
    bool is_hidden = below && strstr(real + prefix, "/.") != NULL;
    if (below && !is_hidden && (S_ISREG(state.st_mode) || S_ISDIR(state.st_mode))) {
      *file = (cweb_file){
          .descriptor = descriptor,
          .is_folder = S_ISDIR(state.st_mode),
          .size = state.st_size,
          .modified = (int64_t)state.st_mtim.tv_sec * 1000000000 + state.st_mtim.tv_nsec,
          .node = state.st_ino,
      };
      return 0;
    }
  }
  close(descriptor);
  return error;
}

int cweb_write_token(const char *path, const char *group, const char *text, size_t length) {
  unlink(path);
  int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (descriptor < 0) return errno;
  int error = 0;
  const struct group *readers = getgrnam(group);
  if (readers != NULL && fchown(descriptor, (uid_t)-1, readers->gr_gid) == 0) {
    if (fchmod(descriptor, 0640) != 0) error = errno;
  }
  ssize_t written = write(descriptor, text, length);
  if (written < 0 || (size_t)written != length) error = errno ? errno : EIO;
  close(descriptor);
  return error;
}

bool cweb_may_connect(const char *path) { return access(path, W_OK) == 0; }

static void limit(int resource, rlim_t most) {
  struct rlimit limit = {.rlim_cur = most, .rlim_max = most};
  if (setrlimit(resource, &limit) != 0) _exit(126);
}

/* The path of another program in the folder of this one. */
static void beside(const char *name, char *path, size_t capacity) {
  ssize_t count = readlink("/proc/self/exe", path, capacity - strlen(name) - 1);
  while (count > 0 && path[count - 1] != '/') count--;
  strcpy(path + (count > 0 ? count : 0), name);
}

/* The child of a fork in a process with threads: only calls that are safe after a signal. */
static void run_replay(const char *program, int recording, int lines, int messages) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGPIPE, SIG_DFL);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (dup2(recording, 0) < 0 || dup2(lines, 1) < 0 || dup2(messages, 2) < 0) _exit(126);
  close_range(3, ~0U, 0);
  /* Where the service's memory runs out, the kernel ends this child and not the service. */
  int score = open("/proc/self/oom_score_adj", O_WRONLY);
  if (score >= 0) {
    (void)!write(score, "1000", 4);
    close(score);
  }
  limit(RLIMIT_CPU, 10);
  limit(RLIMIT_AS, 128 << 20);
  limit(RLIMIT_FSIZE, 65536);
  limit(RLIMIT_NOFILE, 32);
  limit(RLIMIT_CORE, 0);
  char *arguments[] = {"gestured", "--replay", "/dev/stdin", "--dump", "--declarations", "--format", "json", NULL};
  char *environment[] = {"SWIFT_BACKTRACE=enable=no", NULL};
  execve(program, arguments, environment);
  execvpe("gestured", arguments, environment);
  _exit(127);
}

int cweb_start_replay(const void *recording, size_t length, cweb_replay *replay) {
  char program[4096];
  beside("gestured", program, sizeof program);
  int file = memfd_create("recording", MFD_CLOEXEC), ends[2] = {-1, -1};
  *replay = (cweb_replay){.process = -1, .lines = -1, .messages = memfd_create("messages", MFD_CLOEXEC)};
  ssize_t written = 0;
  while (file >= 0 && (size_t)written < length) {
    ssize_t piece = write(file, (const char *)recording + written, length - (size_t)written);
    if (piece <= 0) break;
    written += piece;
  }
  if (file >= 0) lseek(file, 0, SEEK_SET);
  if ((size_t)written == length && replay->messages >= 0 && pipe2(ends, O_CLOEXEC) == 0) {
    replay->process = fork();
    if (replay->process == 0) run_replay(program, file, ends[1], replay->messages);
  }
  int error = replay->process >= 0 ? 0 : errno != 0 ? errno : EIO;
  replay->lines = ends[0];
  close(file);
  close(ends[1]);
  if (error != 0) {
    close(replay->lines);
    close(replay->messages);
  }
  return error;
}

int cweb_replay_end(const cweb_replay *replay) {
  int status = 0;
  pid_t ended = waitpid(replay->process, &status, WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR)) return -1;
  if (ended < 0) return 127;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

size_t cweb_replay_messages(const cweb_replay *replay, void *bytes, size_t capacity) {
  ssize_t count = pread(replay->messages, bytes, capacity, 0);
  close(replay->messages);
  return count < 0 ? 0 : (size_t)count;
}

void cweb_write_error(const char *text) { fputs(text, stderr); }

void cweb_notify(const char *state) {
  const char *path = getenv("NOTIFY_SOCKET");
  if (path == NULL || (path[0] != '/' && path[0] != '@')) return;
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(path);
  if (length >= sizeof address.sun_path) return;
  memcpy(address.sun_path, path, length);
  if (path[0] == '@') address.sun_path[0] = 0;
  int channel = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (channel < 0) return;
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
  (void)!sendto(channel, state, strlen(state), MSG_NOSIGNAL, (struct sockaddr *)&address, size);
  close(channel);
}

int cweb_passed_sockets(void) {
  const char *process = getenv("LISTEN_PID"), *count = getenv("LISTEN_FDS");
  if (process == NULL || count == NULL || strtol(process, NULL, 10) != (long)getpid()) return 0;
  long number = strtol(count, NULL, 10);
  if (number < 1 || number > 16) return 0;
  for (int descriptor = 3; descriptor < 3 + (int)number; descriptor++) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  return (int)number;
}

void cweb_clear_freed_memory(void) { mallopt(M_PERTURB, 0xFF); }

#ifdef LANDLOCK_ACCESS_FS_EXECUTE
/* Allows the use of a file, or of all files below a folder. One that does not exist is left out. */
static void allow(int rules, const char *path, uint64_t access) {
  struct landlock_path_beneath_attr rule = {.parent_fd = open(path, O_PATH | O_CLOEXEC)};
  struct stat state;
  if (rule.parent_fd < 0) return;
  if (fstat(rule.parent_fd, &state) == 0) {
    rule.allowed_access = S_ISDIR(state.st_mode) ? access : access & ~(uint64_t)LANDLOCK_ACCESS_FS_READ_DIR;
    syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  }
  close(rule.parent_fd);
}

static int confine_files(const char *assets) {
  /* All of version 1 but the running of programs, as a replay does. */
  struct landlock_ruleset_attr handled = {
      .handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1 - LANDLOCK_ACCESS_FS_EXECUTE,
  };
  int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);
  if (rules < 0) return errno == ENOSYS || errno == EOPNOTSUPP ? 0 : errno;
  /* Programs and libraries, the lists of users, and gestured's configuration. A program written in Swift finds its own arguments by
     /proc/self/maps; Landlock itself keeps the memory and the environment of other processes. */
  static const char *const paths[] = {
      "/usr", "/lib", "/lib64", "/dev/urandom", "/etc/passwd", "/etc/group", "/etc/nsswitch.conf",
      "/etc/ld.so.cache", "/etc/localtime", "/etc/gestured", "/proc",
  };
  const uint64_t reading = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
  for (size_t place = 0; place < sizeof paths / sizeof *paths; place++) allow(rules, paths[place], reading);
  allow(rules, "/dev/null", reading | LANDLOCK_ACCESS_FS_WRITE_FILE);
  allow(rules, assets, reading);
  /* gestured, which replays recordings: beside this program, or where the search finds it, in a build too. */
  char program[4096];
  beside("gestured", program, sizeof program);
  allow(rules, program, reading);
  const char *search = getenv("PATH");
  for (size_t length; search != NULL && *search != 0; search += length + (search[length] == ':')) {
    length = strcspn(search, ":");
    if (length > 0 && length + sizeof "/gestured" <= sizeof program) {
      sprintf(program, "%.*s/gestured", (int)length, search);
      allow(rules, program, reading);
    }
  }
  int error = syscall(SYS_landlock_restrict_self, rules, 0) == 0 ? 0 : errno;
  close(rules);
  return error;
}
#else
static int confine_files(const char *assets) {
  (void)assets;
  return 0;
}
#endif

int cweb_confine_root(const char *assets) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  int error = confine_files(assets);
  if (error != 0) return error;
  /* A program that root runs would get back what the bound leaves. The kernel refuses a number beyond its last capability. */
  for (int number = 0; number < 64; number++) {
    if (number != CAP_DAC_OVERRIDE) prctl(PR_CAPBSET_DROP, number, 0, 0, 0);
  }
  struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct sets[2] = {
      {.effective = 1U << CAP_DAC_OVERRIDE, .permitted = 1U << CAP_DAC_OVERRIDE},
  };
  return syscall(SYS_capset, &head, sets) == 0 ? 0 : errno;
}

static void watched(sigset_t *set) {
  sigemptyset(set);
  sigaddset(set, SIGTERM);
  sigaddset(set, SIGINT);
  sigaddset(set, SIGHUP);
}

void cweb_block_signals(void) {
  sigset_t set;
  watched(&set);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  signal(SIGPIPE, SIG_IGN);
  /* A parent may have ignored it, and then no child's end could be read. */
  signal(SIGCHLD, SIG_DFL);
}

int cweb_wait_signal(void) {
  sigset_t set;
  watched(&set);
  int number = 0;
  return sigwait(&set, &number) == 0 ? number : SIGTERM;
}
