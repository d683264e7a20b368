import GestureCore

/// Turns messages into lines: JSON for programs (`MessageEncoder`), aligned text for people (`TextFormatter`).
///
/// Each call replaces the content of the line by one message, its newline included. No call leaves a state for the
/// next, so one format serves every device and subscriber. A change of the configuration makes a new format.
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
  ///   - buffer: the buffer that holds the event.
  ///   - device: the number of the device where the event happened.
  ///   - seq: the number of the line.
  func write(
    _ event: Event, of buffer: borrowing EventBuffer, device: Int, seq: UInt64, to line: inout LineWriter)

  /// An event that no finger made.
  func write(_ message: FamilyMessage, seq: UInt64, to line: inout LineWriter)

  /// A gesture of presses.
  ///
  /// - Parameter device: the remote control's own name.
  func write(pressGesture gesture: GestureEvent, of device: String, seq: UInt64, to line: inout LineWriter)

  /// The farewell: after everything else.
  func write(_ reason: ByeReason, to line: inout LineWriter)
}
