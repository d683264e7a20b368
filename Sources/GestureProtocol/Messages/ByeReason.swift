/// Why a stream ends. The raw value is the text on the wire.
public enum ByeReason: String, CaseIterable, Hashable, Sendable {
  /// The subscriber did not read for so long that its queue overflowed.
  case tooSlow = "too slow"
  /// The daemon was told to stop.
  case stopping = "stopping"
  /// The last recording of a replay is over.
  case endOfReplay = "end of replay"
  /// There are as many subscribers as the daemon serves; this one came too late.
  case tooManySubscribers = "too many subscribers"
  /// Its user has as many connections as one user may have, or connects too often.
  case tooManyConnections = "too many connections of this user"
  /// It sent a request that is longer than is read: nobody knows where the next one begins.
  case requestTooLong = "request too long"
  /// It began a request and did not end it.
  case requestNotFinished = "request not finished"
  /// What its socket tells is another thing by the configuration that was read anew: it may connect again.
  case reconfigured = "configuration changed"
}
