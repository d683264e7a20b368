import LinuxEventLoop

/// What a `DeviceMonitor` cannot do on this machine: a matter for one warning. Its description is a
/// sentence.
public enum MonitorLimitation: Hashable, Sendable, CustomStringConvertible {
  /// udev does not run, as in a container or an initial RAM disk: devices are classed by our own copy of its
  /// rules, and changes come straight from the kernel, which tells a container nothing.
  case noUdevDaemon
  /// There is no netlink socket to be had: devices are found at the start, and nothing is heard afterwards.
  case noHotplug(SystemError)

  /// One sentence for people, without a full stop.
  public var description: String {
    switch self {
    case .noUdevDaemon:
      "udev does not run here, so devices are classed without it and one plugged in later may go unnoticed"
    case .noHotplug(let error):
      "devices plugged in later will go unnoticed (\(error)): "
        + "allow AF_NETLINK and the host's network namespace"
    }
  }
}
