import Glibc

/// The growth of the process's open descriptors after a number of runs.
///
/// The number only has a meaning in a process of the test's own, because tests run in parallel.
func descriptorGrowth(over runs: Int, _ run: () throws -> Void) throws -> Int {
  let before = entries(of: "/proc/self/fd").count
  for _ in 0..<runs { try run() }
  return entries(of: "/proc/self/fd").count - before
}

/// Descriptors that the threads of the tests may open meanwhile. A leak costs at least one descriptor a run.
let allowedGrowth = 10

/// The number of the next descriptor that this process opens.
func nextDescriptor() -> Int {
  let probe = dup(2)
  close(probe)
  return Int(probe)
}

/// Limits this process to descriptors below a number.
func limitDescriptors(below number: Int) {
  var limit = rlimit()
  unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  limit.rlim_cur = rlim_t(number)
  unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}
