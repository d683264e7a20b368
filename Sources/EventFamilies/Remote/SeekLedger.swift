/// Merges seeking by several devices: it starts with the first device and stops with the last (RMT-17).
public struct SeekLedger: Hashable, Sendable {
  private var backward = 0
  private var forward = 0

  /// No device seeks.
  public init() {}

  /// Counts the command of a device.
  ///
  /// - Returns: whether to publish the command.
  public mutating func count(_ command: RemoteCommand) -> Bool {
    switch command {
    case .beginSeekingBackward: Self.begin(&backward)
    case .endSeekingBackward: Self.end(&backward)
    case .beginSeekingForward: Self.begin(&forward)
    case .endSeekingForward: Self.end(&forward)
    default: true
    }
  }

  private static func begin(_ count: inout Int) -> Bool {
    count += 1
    return count == 1
  }

  private static func end(_ count: inout Int) -> Bool {
    count = max(0, count - 1)
    return count == 0
  }
}
