/// The reason for the end of a stream. The raw value is the text on the wire.
public enum ByeReason: String, CaseIterable, Hashable, Sendable {
  /// The subscriber did not read for so long that its queue overflowed.
  case tooSlow = "too slow"
  /// The daemon stops.
  case stopping = "stopping"
  /// The last recording of a replay is over.
  case endOfReplay = "end of replay"
  /// The daemon already serves its maximum of subscribers.
  case tooManySubscribers = "too many subscribers"
  /// The user already has its maximum of connections, or connects too often.
  case tooManyConnections = "too many connections of this user"
  /// The client sent a request that is longer than the limit, so the beginning of the next one is unknown.
  case requestTooLong = "request too long"
  /// The client began a request and did not end it.
  case requestNotFinished = "request not finished"
  /// The new configuration changes the lines of this socket. The client may connect again.
  case reconfigured = "configuration changed"
}
