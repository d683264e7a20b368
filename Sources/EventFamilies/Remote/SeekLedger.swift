/// Winding by several devices at once is winding once: it begins with the first and ends with the last (RMT-17).
public struct SeekLedger: Hashable, Sendable {
  private var backward = 0
  private var forward = 0

  /// Nobody winds.
  public init() {}

  /// Takes in what a device asks for.
  ///
  /// - Returns: whether it is to be told.
  public mutating func note(_ command: RemoteCommand) -> Bool {
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
