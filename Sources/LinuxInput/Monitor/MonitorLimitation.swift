import GestureCore
import LinuxEventLoop

/// A part of `DeviceMonitor` that does not work on this machine: the reason for one warning. Its description is a
/// sentence.
public enum MonitorLimitation: Hashable, Sendable, CustomStringConvertible {
  /// udev does not run, as in a container or an initial RAM disk. Our own copy of its rules classes the devices.
  /// Changes come straight from the kernel, which reports none to a container.
  case noUdevDaemon
  /// The kernel gives no `AF_NETLINK` socket: devices are found at the start, and later changes go unnoticed.
  case noHotplug(SystemError)

  /// One sentence for people, without a full stop.
  public var description: String {
    switch self {
    case .noUdevDaemon:
      "udev does not run here, so devices are classed without it, and a device plugged in later may go unnoticed"
    case .noHotplug(let error):
      "devices plugged in later will go unnoticed (\(error)): "
        + "allow AF_NETLINK and the host's network namespace"
    }
  }
}

extension MonitorLimitation: AdvisedMessage {
  package var advice: String {
    switch self {
    case .noUdevDaemon:
      "In a container, nothing; plug touchscreens in before gestured starts. Elsewhere start udev."
    case .noHotplug: "Correct the unit, or plug touchscreens in before gestured starts."
    }
  }

  package static let samples: [MonitorLimitation] = [
    .noUdevDaemon, .noHotplug(SystemError(operation: "…", errno: .ioError)),
  ]
}
