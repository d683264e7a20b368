import LinuxEventLoop
import SystemPackage
import TouchInput

/// Why a device was not opened.
public enum DeviceOpenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The device is not one to be read; where its capabilities say so, it was not even opened.
  case refused(path: String, DeviceRefusal)
  /// The process may not read the node: EACCES.
  case notPermitted(path: String, NodePermission)
  /// The service may not open input devices: EPERM, which the kernel's device controller gives.
  case forbiddenByService(path: String)
  /// There is no node, or no device behind it: not yet, or no more.
  case missing(path: String)
  /// There is something else than a device at the path.
  case notACharacterDevice(path: String)
  /// Another device has taken the path meanwhile.
  case replaced(path: String)
  /// A call failed otherwise.
  case system(SystemError)

  /// What a failed call on the node means.
  init(_ error: SystemError, path: String) {
    switch error.errno {
    case .permissionDenied: self = .notPermitted(path: path, NodePermission(of: path))
    case .notPermitted: self = .forbiddenByService(path: path)
    case .noSuchFileOrDirectory, .operationNotSupportedByDevice, .noSuchAddressOrDevice:
      self = .missing(path: path)
    default: self = .system(error)
    }
  }

  /// Whether the process lacks a permission, which someone has to give it.
  public var isMissingPermission: Bool {
    switch self {
    case .notPermitted, .forbiddenByService: true
    case .refused, .missing, .notACharacterDevice, .replaced, .system: false
    }
  }

  /// Whether opening it again a little later may work: udev may still be setting the node's permissions
  /// (D26), or the machine may have descriptors and memory again.
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
      "\(path.escapedForMessage): another device has taken its place: it will be looked at by itself"
    case .system(let error):
      "\(error)"
    }
  }
}
