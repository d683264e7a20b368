import Glibc

/// How many more descriptors the process has open after some number of runs.
///
/// Only meaningful in a process of the test's own: tests run in parallel.
func descriptorGrowth(over runs: Int, _ run: () throws -> Void) throws -> Int {
  let before = entries(of: "/proc/self/fd").count
  for _ in 0..<runs { try run() }
  return entries(of: "/proc/self/fd").count - before
}

/// What the threads that run the tests may open for themselves meanwhile; a leak is one descriptor a run or more.
let allowedGrowth = 10

/// The number that the next descriptor of this process will have.
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
