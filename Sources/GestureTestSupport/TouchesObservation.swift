import GestureCore

/// A region's touches in one phase, in points and milliseconds.
public struct TouchesObservation: CustomStringConvertible, Sendable {
  /// The region's name.
  public var region: String
  /// The phase.
  public var phase: TouchPhase
  /// The time in ms.
  public var time: Double
  /// The sequence's number.
  public var sequence: UInt64
  /// Whether no region receives the touches, only clients that watch all touches.
  public var isObserved = false
  /// The touches, their places in pt.
  public var touches: [TouchRecord]
  /// All touches of the sequence, where the listener asks for them.
  public var all: [TouchRecord]
  /// The samples of the records.
  public var samples: [TouchSample]

  /// The samples of a touch since the event before; nil for a touch without a record.
  public func coalesced(of touch: UInt64) -> [TouchSample]? {
    record(of: touch).map { Array(samples[$0.coalesced]) }
  }

  /// The predicted samples of a touch; nil for a touch without a record.
  public func predicted(of touch: UInt64) -> [TouchSample]? {
    record(of: touch).map { Array(samples[$0.predicted]) }
  }

  private func record(of touch: UInt64) -> TouchRecord? {
    touches.first { $0.id == touch } ?? all.first { $0.id == touch }
  }

  /// The touches as `V:began{A,B}@0`, with letters in the order of their landing. A touch with another stamp than the
  /// event has it behind a colon: `V:ended{A:80}@430`. Touches that are only watched have a question mark:
  /// `V?began{A}@0`.
  public var line: String {
    let names = touches.map { touch in
      let letter = Character(UnicodeScalar(UInt8(64 + min(touch.id, 26))))
      let own = Double(touch.time.microseconds) / 1000
      return own == time ? "\(letter)" : "\(letter):\(Self.text(own))"
    }
    return "\(region)\(isObserved ? "?" : ":")\(phase){\(names.joined(separator: ","))}@\(Self.text(time))"
  }

  /// `100`, `16.7`
  private static func text(_ number: Double) -> String {
    number.rounded() == number ? String(Int(number)) : String(number)
  }

  /// `root:began{1}@0`
  public var description: String {
    "\(region):\(phase){\(touches.map { String($0.id) }.joined(separator: ","))}@\(Int(time))"
  }
}
