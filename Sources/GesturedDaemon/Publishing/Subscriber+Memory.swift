extension Subscriber {
  /// What a connection takes beside what it says and is told.
  private static let bytesOfConnection = 8192

  /// About how many bytes are kept for it, rather too many: beside what it has declared (H2).
  var keptBytes: Int { Self.bytesOfConnection + waitingByteCount + subscription.keptBytes }
}
