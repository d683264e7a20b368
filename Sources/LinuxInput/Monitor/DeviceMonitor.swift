import CUdev
import Glibc
import LinuxEventLoop
import SystemPackage

/// Says which input devices there are and what happens to them, through libudev.
///
/// Listening begins before the first enumeration, so that nothing is missed between the two; a device may
/// therefore be told of twice. Where udev runs, a device is told of only after its rules have run, which set
/// the permissions.
///
/// Safe although it holds pointers: they are valid for as long as the monitor lives.
@safe
public struct DeviceMonitor: ~Copyable {
  private let udev: OpaquePointer
  private let monitor: OpaquePointer?
  private let isUdevRunning: Bool

  /// What does not work on this machine, nil where all does. The daemon warns of it once.
  public let limitation: MonitorLimitation?

  /// Starts listening.
  ///
  /// - Throws: `SystemError` only where there is no memory; all else is a `limitation`.
  public init() throws(SystemError) {
    // What libudev itself goes by.
    try self.init(udevControlPath: "/run/udev/control")
  }

  /// Starts listening, to udev where its control socket is at that path and to the kernel elsewhere.
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

  /// What to register with the poller, non-blocking; nil where nothing can be heard.
  public var descriptor: FileDescriptor? {
    guard let monitor = unsafe monitor else { return nil }
    return unsafe FileDescriptor(rawValue: udev_monitor_get_fd(monitor))
  }

  /// The event nodes there are, by their number; none where there is no input at all.
  ///
  /// A device on which udev's rules have not run yet is left out: it will be `added`. Nodes are not opened,
  /// only files of sysfs are read. Called at the start and after `overflowed`, never between frames: it takes
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
      // One that went away since the scan is no longer to be had.
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

  /// The next thing that happened to an event node or a display; nil when there is nothing more for now.
  ///
  /// Called until nil whenever `descriptor` is readable.
  ///
  /// - Throws: `SystemError` where the socket has failed. The caller then removes it from its poller: it
  ///   would be reported as ready again and again.
  public func next() throws(SystemError) -> DeviceChange? {
    guard let monitor = unsafe monitor else { return nil }
    while true {
      // libudev's older versions leave errno alone where they pass over a message that is not udev's.
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

/// A monitor that hears of input devices and displays. Its socket is non-blocking and close-on-exec, which libudev sees
/// to.
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

/// libudev's functions return a negative error number where they fail.
private func check(_ status: CInt, _ operation: String) throws(SystemError) {
  guard status >= 0 else { throw SystemError(operation: operation, errno: Errno(rawValue: -status)) }
}
