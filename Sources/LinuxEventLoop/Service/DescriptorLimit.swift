import CLinux
import Glibc

/// The limit of the process's open descriptors: RLIMIT_NOFILE.
public enum DescriptorLimit {
  /// Raises the limit as far as the process may, up to `count`; never lowers it.
  ///
  /// The usual 1,024 are too few for that many subscribers. Where the system forbids the change, the limit stays: the
  /// loop keeps working without free descriptors anyway.
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
