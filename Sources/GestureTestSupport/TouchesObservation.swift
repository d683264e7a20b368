import GestureCore

/// What a region was told of touches in one phase, in points and milliseconds.
public struct TouchesObservation: CustomStringConvertible, Sendable {
  /// The region's name.
  public var region: String
  /// The phase.
  public var phase: TouchPhase
  /// When, in ms.
  public var time: Double
  /// The sequence.
  public var sequence: UInt64
  /// Whether no region is told of them, only who watches all touches.
  public var isObserved = false
  /// The touches, their places in pt.
  public var touches: [TouchRecord]
  /// All touches of the sequence, where they are asked for.
  public var all: [TouchRecord]
  /// The samples that the records speak of.
  public var samples: [TouchSample]

  /// The samples of a touch since the event before; nil for a touch that is not in it.
  public func coalesced(of touch: UInt64) -> [TouchSample]? {
    record(of: touch).map { Array(samples[$0.coalesced]) }
  }

  /// Where a touch is predicted to be.
  public func predicted(of touch: UInt64) -> [TouchSample]? {
    record(of: touch).map { Array(samples[$0.predicted]) }
  }

  private func record(of touch: UInt64) -> TouchRecord? {
    touches.first { $0.id == touch } ?? all.first { $0.id == touch }
  }

  /// As `V:began{A,B}@0`: touches are lettered in the order of their landing. One that has another stamp than the
  /// event has it behind a colon: `V:ended{A:80}@430`. What is only watched has a question mark: `V?began{A}@0`.
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
