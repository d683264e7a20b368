/// The types of lines that no filter names. They are the connection's own lines, which clients receive without a
/// subscription, and lines of dumps. The raw value is the word on the wire.
public enum ConnectionLineType: String, CaseIterable, Hashable, Sendable {
  /// The first line of every stream.
  case hello
  /// A sample of raw motion, for a client that has sent `motion_subscribe`.
  case motionData = "motion_data"
  /// No contact has been down for some time, or one has landed after that, for a client whose subscription has `idle`.
  case idle
  /// The snapshot is complete; all later lines are new.
  case snapshot
  /// The answer to a request.
  case reply
  /// A question to the owner of a recognizer.
  case ask
  /// A question's answer did not come in time.
  case timeout
  /// Touches for a recognizer that runs in this client.
  case offer
  /// A recognizer that runs in this client is reset.
  case reset
  /// Lines were left out because the client did not keep up.
  case dropped
  /// The last line, with the reason.
  case bye
  /// A phase of a touch that an app behind the filter receives. Only dumps have these lines (FLT-67, FLT-68).
  case app
}
