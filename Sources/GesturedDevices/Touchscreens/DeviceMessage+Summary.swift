import GestureProtocol
import LinuxEventLoop

extension DeviceMessage {
  /// A device's own name, escaped and cut for a line of the log (D29).
  static func shownName(_ name: String) -> String { name.escapedForMessage(longest: 64) }

  /// Name, size and number of touches, for a log.
  var summary: String {
    let width = Int(size.width.rounded())
    let height = Int(size.height.rounded())
    return "“\(Self.shownName(name))”, \(width) × \(height) mm by \(sizeSource), "
      + "\(maximumTouches) touch\(maximumTouches == 1 ? "" : "es")"
  }
}
