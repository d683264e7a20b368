import CUdev
import GestureCore
import Glibc
import LinuxEventLoop
import SystemPackage

/// Lists the input devices and reports their changes, through libudev.
///
/// Listening begins before the first enumeration, so that no change is missed between the two. A device may therefore
/// be reported twice. Where udev runs, a device is reported only after udev's rules have set its permissions.
///
/// Safe although it holds pointers: they are valid as long as the monitor lives.
@safe
public struct DeviceMonitor: ~Copyable {
  private let udev: OpaquePointer
  private let monitor: OpaquePointer?
  private let isUdevRunning: Bool

  /// The part that does not work on this machine; nil where all works. The daemon warns of it once.
  public let limitation: MonitorLimitation?

  /// Starts listening.
  ///
  /// - Throws: `SystemError` only where memory runs out; any other failure is a `limitation`.
  public init() throws(SystemError) {
    // libudev itself looks for this socket.
    try self.init(udevControlPath: "/run/udev/control")
  }

  /// Starts listening: to udev where its control socket is at that path, else to the kernel.
  init(udevControlPath: String) throws(SystemError) {
    guard let udev = unsafe udev_new() else { throw .last("udev_new") }
    isUdevRunning = unsafe access(udevControlPath, F_OK) == 0
    unsafe self.udev = udev
    do throws(SystemError) {
      unsafe monitor = try startMonitor(of: udev, source: isUdevRunning ? "udev" : "kernel")
      limitation = isUdevRunning ? nil : .noUdevDaemon
    } catch {
      unsafe monitor = nil
      limitation = .noHotplug(error)
    }
  }

  /// The non-blocking descriptor to register with the `Poller`; nil where no changes are reported.
  public var descriptor: FileDescriptor? {
    guard let monitor = unsafe monitor else { return nil }
    return unsafe FileDescriptor(rawValue: udev_monitor_get_fd(monitor))
  }

  /// The event nodes, sorted by number; empty where the machine has no input.
  ///
  /// A device on which udev's rules have not run yet is left out: it will be `added`. The monitor opens no node and
  /// only reads files of sysfs. Called at the start and after `overflowed`, never between frames: it takes
  /// milliseconds.
  ///
  /// - Throws: `SystemError` where sysfs cannot be read.
  public func enumerate() throws(SystemError) -> [InputDeviceNode] {
    guard let enumeration = unsafe udev_enumerate_new(udev) else { throw .last("udev_enumerate_new") }
    defer { unsafe udev_enumerate_unref(enumeration) }
    try check(
      unsafe udev_enumerate_add_match_subsystem(enumeration, "input"), "udev_enumerate_add_match_subsystem")
    try check(
      unsafe udev_enumerate_add_match_sysname(enumeration, "event*"), "udev_enumerate_add_match_sysname")
    try check(unsafe udev_enumerate_scan_devices(enumeration), "udev_enumerate_scan_devices")

    var nodes: [InputDeviceNode] = []
    var entry = unsafe udev_enumerate_get_list_entry(enumeration)
    while let current = unsafe entry {
      unsafe entry = udev_list_entry_get_next(current)
      // A device that went away since the scan cannot be read any more.
      guard
        let systemPath = unsafe udev_list_entry_get_name(current),
        let device = unsafe udev_device_new_from_syspath(udev, systemPath)
      else { continue }
      let record = unsafe UdevDevice(owning: device).record
      guard record.isInitialized || !isUdevRunning, let node = InputDeviceNode(record) else { continue }
      nodes.append(node)
    }
    return nodes.sorted { $0.number < $1.number }
  }

  /// The next change of an event node, a display or a sensor; nil when there is no more for now.
  ///
  /// The caller repeats the call until nil whenever `descriptor` is readable.
  ///
  /// - Throws: `SystemError` where the socket has failed. The caller then removes it from its `Poller`, which would
  ///   report it as ready again and again.
  public func next() throws(SystemError) -> DeviceChange? {
    guard let monitor = unsafe monitor else { return nil }
    while true {
      // Older versions of libudev leave errno unchanged where they skip a message that is not from udev.
      Glibc.errno = 0
      if let device = unsafe udev_monitor_receive_device(monitor) {
        let device = unsafe UdevDevice(owning: device)
        if let change = DeviceChange(action: device.action, subsystem: device.subsystem, device.record) {
          return change
        }
        continue
      }
      switch lastErrno {
      case Errno(rawValue: 0), .wouldBlock: return nil
      case .interrupted: continue
      case .noBufferSpace: return .overflowed
      case let errno: throw SystemError(operation: "udev_monitor_receive_device", errno: errno)
      }
    }
  }

  deinit {
    if let monitor = unsafe monitor { unsafe udev_monitor_unref(monitor) }
    unsafe udev_unref(udev)
  }
}

/// A monitor of input devices, displays and sensors. libudev makes its socket non-blocking and close-on-exec.
private func startMonitor(of udev: OpaquePointer, source: String) throws(SystemError) -> OpaquePointer {
  guard let monitor = unsafe udev_monitor_new_from_netlink(udev, source) else {
    throw .last("udev_monitor_new_from_netlink")
  }
  do throws(SystemError) {
    for subsystem in ["input", "drm", "iio"] {
      try check(
        unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil),
        "udev_monitor_filter_add_match_subsystem_devtype")
    }
    try check(unsafe udev_monitor_enable_receiving(monitor), "udev_monitor_enable_receiving")
  } catch {
    unsafe udev_monitor_unref(monitor)
    throw error
  }
  return unsafe monitor
}

/// Throws where a function of libudev has returned a negative error number.
private func check(_ status: CInt, _ operation: String) throws(SystemError) {
  guard status >= 0 else { throw SystemError(operation: operation, errno: Errno(rawValue: -status)) }
}

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
