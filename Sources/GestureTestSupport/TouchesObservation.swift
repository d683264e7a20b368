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
  /// The touches, their places in pt.
  public var touches: [TouchRecord]

  /// `root:began{1}@0`
  public var description: String {
    "\(region):\(phase){\(touches.map { String($0.id) }.joined(separator: ","))}@\(Int(time))"
  }
}
