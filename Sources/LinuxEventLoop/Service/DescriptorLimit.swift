import CLinux
import Glibc

/// How many descriptors the process may have open: RLIMIT_NOFILE.
public enum DescriptorLimit {
  /// Raises the limit to what the process may give itself, but not beyond `count`; never lowers it.
  ///
  /// The usual 1,024 are too few for as many subscribers. Where the system forbids it, it stays as it is: a process
  /// without descriptors left is an outcome that the loop handles anyway.
  public static func raise(to count: UInt64) {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard unsafe getrlimit(resource, &limit) == 0 else { return }
    let wanted = min(rlim_t(count), limit.rlim_max)
    guard wanted > limit.rlim_cur else { return }
    limit.rlim_cur = wanted
    _ = unsafe setrlimit(resource, &limit)
  }
}
