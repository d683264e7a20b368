import Glibc

/// Raises this process's limit of descriptors as far as allowed.
package func raiseDescriptorLimit() {
  limitDescriptors(to: .max)
}

/// Sets this process's limit of descriptors, as far as allowed.
///
/// - Returns: The limit before.
@discardableResult
package func limitDescriptors(to count: rlim_t) -> rlim_t {
  var limit = rlimit()
  unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  let before = limit.rlim_cur
  limit.rlim_cur = min(count, limit.rlim_max)
  unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  return before
}
