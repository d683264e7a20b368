/// The ports where sound goes out and comes in.
public struct AudioRoute: Hashable, Sendable {
  /// The output; nil for none.
  public var output: AudioPort?
  /// The input; nil for none.
  public var input: AudioPort?

  /// A route.
  public init(output: AudioPort?, input: AudioPort?) {
    self.output = output
    self.input = input
  }

  /// Both ports, in the order of the wire.
  public var ports: [AudioPort] { [output, input].compactMap(\.self) }
}
