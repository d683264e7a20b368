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
}
