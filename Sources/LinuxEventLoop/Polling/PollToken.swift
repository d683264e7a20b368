/// The loop's knowledge about a ready descriptor: its kind, its slot in the owner's table, and that slot's generation.
///
/// The token travels in epoll's 64 bits of data. While the events of one `Poller.wait` are handled, an earlier event
/// may close a descriptor of a later one and give its slot to another. The generation then differs, and the owner of
/// the table drops the event.
public struct PollToken: Hashable, Sendable {
  /// Generations count modulo 2^24. An event lives for one turn of the loop: a slot would have to change hands 16
  /// million times within a turn to be mistaken.
  public static let generationMask: UInt32 = 0xFF_FFFF

  /// The packed form: kind in the top 8 bits, then 24 of generation, then 32 of index.
  public let rawValue: UInt64

  /// A token for slot `index` of the table for `kind`; only the low 24 bits of `generation` count.
  public init(kind: UInt8, index: UInt32, generation: UInt32) {
    rawValue = UInt64(kind) << 56 | UInt64(generation & Self.generationMask) << 32 | UInt64(index)
  }

  /// The token that was packed into this form.
  init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// The table of the slot; the loop's owner chooses the numbers.
  public var kind: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 56) }

  /// The slot in that table.
  public var index: UInt32 { UInt32(truncatingIfNeeded: rawValue) }

  /// The slot's generation at registration, 24 bits.
  public var generation: UInt32 { UInt32(truncatingIfNeeded: rawValue >> 32) & Self.generationMask }

  /// The generation of a slot's next owner.
  public static func generation(after generation: UInt32) -> UInt32 {
    (generation &+ 1) & generationMask
  }
}
