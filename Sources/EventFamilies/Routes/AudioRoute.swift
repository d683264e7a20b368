/// Where sound goes out and comes in now.
public struct AudioRoute: Hashable, Sendable {
  /// Where it goes out; nil where there is nothing.
  public var output: AudioPort?
  /// Where it comes in; nil where there is nothing.
  public var input: AudioPort?

  /// A route.
  public init(output: AudioPort?, input: AudioPort?) {
    self.output = output
    self.input = input
  }

  /// Both, as they stand on the wire.
  public var ports: [AudioPort] { [output, input].compactMap(\.self) }
}
