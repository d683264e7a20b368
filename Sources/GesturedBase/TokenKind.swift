import LinuxEventLoop

/// The kinds of poll tokens, one for each kind of descriptor.
package enum TokenKind {
  package static let signals: UInt8 = 0
  package static let device: UInt8 = 1
  package static let timer: UInt8 = 2
  package static let subscriber: UInt8 = 3
  package static let listener: UInt8 = 4
  package static let monitor: UInt8 = 5
  package static let resume: UInt8 = 6
  package static let family: UInt8 = 7
  package static let sensor: UInt8 = 8
  package static let reader: UInt8 = 9

  /// The kinds of clients' sockets and requests, as bits of `Poller.readyKinds`.
  package static let ofClients = bit(subscriber) | bit(reader) | bit(listener)

  /// A kind as a bit of `Poller.readyKinds`.
  package static func bit(_ kind: UInt8) -> UInt64 { 1 << UInt64(kind) }

  /// The token of a kind with a single descriptor.
  package static func token(of kind: UInt8) -> PollToken {
    PollToken(kind: kind, index: 0, generation: 0)
  }
}
