import GestureProtocol
import LinuxEventLoop

extension DeviceMessage {
  /// Name, size and number of touches, for a log.
  var summary: String {
    let width = Int(size.width.rounded())
    let height = Int(size.height.rounded())
    return "“\(name.escapedForMessage)”, \(width) × \(height) mm by \(sizeSource), "
      + "\(maximumTouches) touch\(maximumTouches == 1 ? "" : "es")"
  }
}
