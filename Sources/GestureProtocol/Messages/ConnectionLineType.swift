/// The types of lines that no filter names: the connection's own, sent whatever it has subscribed to. The raw value is
/// the word on the wire.
public enum ConnectionLineType: String, CaseIterable, Hashable, Sendable {
  /// The first line of every stream.
  case hello
  /// A sample of raw motion, for a client that has sent `motion_subscribe`.
  case motionData = "motion_data"
  /// The snapshot is complete; what follows is new.
  case snapshot
  /// The answer to a request.
  case reply
  /// A question to the owner of a recognizer.
  case ask
  /// No answer came in time.
  case timeout
  /// Touches for a recognizer that runs in this client.
  case offer
  /// Such a recognizer is as new.
  case reset
  /// Lines were left out because the client did not keep up.
  case dropped
  /// The last line, and why.
  case bye
}
