/// Which of the two sockets a client came to: the kernel has let it in there, so no line has to ask who it is.
enum SocketTier: String, CaseIterable, Hashable, Sendable {
  /// `events.sock`: gestures, and questions about one's own.
  case events
  /// `raw.sock`: touches too. Off by default.
  case raw
}
