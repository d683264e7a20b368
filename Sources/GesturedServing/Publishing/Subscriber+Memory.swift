extension Subscriber {
  /// The estimated bytes of a connection itself, without its queues and its subscription.
  private static let bytesOfConnection = 8192

  /// An estimate, rather too high, of the subscriber's bytes without its declarations (H2).
  package var keptBytes: Int { Self.bytesOfConnection + waitingByteCount + subscription.keptBytes }
}
