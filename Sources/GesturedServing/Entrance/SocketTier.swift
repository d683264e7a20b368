/// The socket that a client connected to. The kernel has checked access there, so that no line needs another check.
package enum SocketTier: String, CaseIterable, Hashable, Sendable {
  /// `events.sock`: gestures, and questions about the client's own recognizers.
  case events
  /// `raw.sock`: touches too. Off by default.
  case raw
}
