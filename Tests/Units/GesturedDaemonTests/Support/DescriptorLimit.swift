import Glibc

/// Lets this process have more descriptors, as many as it may.
func raiseDescriptorLimit() {
  limitDescriptors(to: .max)
}

/// Lets this process have that many descriptors, or as many as it may.
///
/// - Returns: how many it might have before.
@discardableResult
func limitDescriptors(to count: rlim_t) -> rlim_t {
  var limit = rlimit()
  unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  let before = limit.rlim_cur
  limit.rlim_cur = min(count, limit.rlim_max)
  unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  return before
}

/// The number that the next descriptor of this process will have.
func nextDescriptor() -> rlim_t {
  let probe = dup(2)
  close(probe)
  return rlim_t(probe)
}
