import GestureCore

/// How messages become lines: JSON for programs (`MessageEncoder`), aligned text for people
/// (`TextFormatter`).
///
/// Each call replaces what the line held by one message, its newline included. Nothing is kept between calls,
/// so one format serves every device and subscriber; it is made anew when the configuration changes.
public protocol LineFormat: ~Copyable, Sendable {
  /// The greeting: before everything else.
  func write(_ hello: Hello, to line: inout LineWriter)

  /// A device came or went.
  ///
  /// - Parameter seq: the number of the line.
  func write(_ message: DeviceMessage, seq: UInt64, to line: inout LineWriter)

  /// An event of the core.
  ///
  /// - Parameters:
  ///   - buffer: what the event is from.
  ///   - device: the number of the device that it happened on.
  ///   - seq: the number of the line.
  func write(
    _ event: Event, of buffer: borrowing EventBuffer, device: Int, seq: UInt64, to line: inout LineWriter)

  /// What no finger did.
  func write(_ message: FamilyMessage, seq: UInt64, to line: inout LineWriter)

  /// A gesture of presses.
  ///
  /// - Parameter device: what the remote control calls itself.
  func write(pressGesture gesture: GestureEvent, of device: String, seq: UInt64, to line: inout LineWriter)

  /// The farewell: after everything else.
  func write(_ reason: ByeReason, to line: inout LineWriter)
}
