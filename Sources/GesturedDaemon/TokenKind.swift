import LinuxEventLoop

/// The kinds of poll tokens, one for each kind of descriptor.
enum TokenKind {
  static let signals: UInt8 = 0
  static let device: UInt8 = 1
  static let timer: UInt8 = 2
  static let subscriber: UInt8 = 3
  static let listener: UInt8 = 4
  static let monitor: UInt8 = 5
  static let resume: UInt8 = 6
  static let family: UInt8 = 7
  static let sensor: UInt8 = 8
  static let reader: UInt8 = 9

  /// The kinds of clients' sockets and requests, as bits of `Poller.readyKinds`.
  static let ofClients = bit(subscriber) | bit(reader) | bit(listener)

  /// A kind as a bit of `Poller.readyKinds`.
  static func bit(_ kind: UInt8) -> UInt64 { 1 << UInt64(kind) }

  /// The token of a kind with a single descriptor.
  static func token(of kind: UInt8) -> PollToken {
    PollToken(kind: kind, index: 0, generation: 0)
  }
}
