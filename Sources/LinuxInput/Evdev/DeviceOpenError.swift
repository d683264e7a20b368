import GestureCore
import LinuxEventLoop
import SystemPackage
import TouchInput

/// Why a device was not opened.
public enum DeviceOpenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The device is not one to read. Where sysfs shows it, the device was not even opened.
  case refused(path: String, DeviceRefusal)
  /// The process may not read the node: EACCES.
  case notPermitted(path: String, NodePermission)
  /// The service may not open input devices: EPERM, from the kernel's device controller.
  case forbiddenByService(path: String)
  /// The node or the device behind it is missing: not there yet, or gone.
  case missing(path: String)
  /// The path holds something other than a device.
  case notACharacterDevice(path: String)
  /// Another device has taken the path since the node was listed.
  case replaced(path: String)
  /// A call failed with another error.
  case system(SystemError)

  /// The meaning of a failed call on the node.
  init(_ error: SystemError, path: String) {
    switch error.errno {
    case .permissionDenied: self = .notPermitted(path: path, NodePermission(of: path))
    case .notPermitted: self = .forbiddenByService(path: path)
    case .noSuchFileOrDirectory, .operationNotSupportedByDevice, .noSuchAddressOrDevice:
      self = .missing(path: path)
    default: self = .system(error)
    }
  }

  /// Whether the process lacks a permission, which an administrator has to grant.
  public var isMissingPermission: Bool {
    switch self {
    case .notPermitted, .forbiddenByService: true
    case .refused, .missing, .notACharacterDevice, .replaced, .system: false
    }
  }

  /// Whether opening the node again soon may work. udev may still be setting the node's permissions (D26), or the
  /// machine may get descriptors and memory again.
  public var isWorthRetrying: Bool {
    switch self {
    case .notPermitted, .missing: true
    case .system(let error):
      [.tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory].contains(error.errno)
    case .refused, .forbiddenByService, .notACharacterDevice, .replaced: false
    }
  }

  /// One line: the path, what was found, what to do.
  public var description: String {
    switch self {
    case .refused(let path, let refusal):
      "\(path.escapedForMessage): not used: \(refusal)"
    case .notPermitted(let path, let permission):
      "\(path.escapedForMessage): no permission to read it: \(permission)"
    case .forbiddenByService(let path):
      "\(path.escapedForMessage): the service may not open input devices: "
        + "put DeviceAllow=char-input r into its unit"
    case .missing(let path):
      "\(path.escapedForMessage): there is no such device: plug it in, or see gestured --list-devices"
    case .notACharacterDevice(let path):
      "\(path.escapedForMessage): not a device: "
        + "give the path of an event node, as gestured --list-devices shows"
    case .replaced(let path):
      "\(path.escapedForMessage): another device has taken its place: gestured examines it separately"
    case .system(let error):
      "\(error)"
    }
  }
}

extension DeviceOpenError: AdvisedMessage {
  package var advice: String {
    switch self {
    case .refused(_, let refusal): refusal.advice
    case .notPermitted: "See [no permission to read it](#no-permission-to-read-it)."
    case .forbiddenByService: "Run `systemctl edit gestured`, add the line, and restart the service."
    case .missing: "Check the cable; gestured reads the device when it appears."
    case .notACharacterDevice: "Correct the path on the command line."
    case .replaced: "Nothing."
    case .system(let error): error.advice
    }
  }

  package static let samples: [DeviceOpenError] = [
    .refused(path: "…", .notATouchscreen),
    .notPermitted(
      path: "…",
      NodePermission(owningGroup: "…", userID: UInt32(MessageLine.sampleNumber), remedy: .makeGroup)),
    .notPermitted(
      path: "…",
      NodePermission(owningGroup: "…", userID: UInt32(MessageLine.sampleNumber), remedy: .joinGroup)),
    .notPermitted(
      path: "…",
      NodePermission(owningGroup: "…", userID: UInt32(MessageLine.sampleNumber), remedy: .installRule)),
    .forbiddenByService(path: "…"), .missing(path: "…"), .notACharacterDevice(path: "…"),
    .replaced(path: "…"),
    .system(SystemError(operation: "…", errno: .ioError, path: "…")),
  ]
}
