import LinuxEventLoop

/// The kinds of poll tokens, one for each kind of descriptor.
///
/// Each turn compares the kinds. All are `@inlinable`, since other rooms would call a function for each number.
@usableFromInline
package enum TokenKind {
  @inlinable package static var signals: UInt8 { 0 }
  @inlinable package static var device: UInt8 { 1 }
  @inlinable package static var timer: UInt8 { 2 }
  @inlinable package static var subscriber: UInt8 { 3 }
  @inlinable package static var listener: UInt8 { 4 }
  @inlinable package static var monitor: UInt8 { 5 }
  @inlinable package static var resume: UInt8 { 6 }
  @inlinable package static var family: UInt8 { 7 }
  @inlinable package static var sensor: UInt8 { 8 }
  @inlinable package static var reader: UInt8 { 9 }
  @inlinable package static var filter: UInt8 { 10 }

  /// The kinds of clients' sockets and requests, as bits of `Poller.readyKinds`.
  @inlinable package static var ofClients: UInt64 { bit(subscriber) | bit(reader) | bit(listener) }

  /// A kind as a bit of `Poller.readyKinds`.
  @inlinable package static func bit(_ kind: UInt8) -> UInt64 { 1 << UInt64(kind) }

  /// The token of a kind with a single descriptor.
  package static func token(of kind: UInt8) -> PollToken {
    PollToken(kind: kind, index: 0, generation: 0)
  }
}
