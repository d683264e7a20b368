import Glibc
import LinuxEventLoop
import SystemPackage

/// Opens the node's device, and no other: neither a link, nor a file, nor a device of another number.
func openNode(_ node: InputDeviceNode) throws(DeviceOpenError) -> OwnedDescriptor {
  let file: OwnedDescriptor
  do throws(SystemError) {
    let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW
    let result = retryingOnInterrupt { unsafe open(node.path, flags) }
    file = try OwnedDescriptor(owning: result, from: "open", path: node.path)
  } catch {
    throw DeviceOpenError(error, path: node.path)
  }
  var status = stat()
  guard unsafe fstat(file.rawValue, &status) == 0 else {
    throw .system(.last("fstat", path: node.path))
  }
  guard status.st_mode & S_IFMT == S_IFCHR else { throw .notACharacterDevice(path: node.path) }
  guard UInt64(status.st_rdev) == node.deviceNumber else { throw .replaced(path: node.path) }
  return file
}
