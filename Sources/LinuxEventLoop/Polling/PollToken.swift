/// What the loop learns about a ready descriptor: its kind, its slot in the owner's table, and that slot's generation.
///
/// It travels through epoll's 64 bits of data. One call of `Poller.wait` can report a descriptor that the handling of
/// an earlier event of the same call has closed, and whose slot was given to a newcomer: the generation then differs,
/// and the owner of the table drops the event.
public struct PollToken: Hashable, Sendable {
  /// Generations are counted modulo 2^24: an event lives for one turn of the loop, so a slot would have to change
  /// hands 16 million times within it to be mistaken.
  public static let generationMask: UInt32 = 0xFF_FFFF

  /// The packed form: kind in the top 8 bits, then 24 of generation, then 32 of index.
  public let rawValue: UInt64

  /// A token for slot `index` of the table for `kind`; of `generation` the low 24 bits count.
  public init(kind: UInt8, index: UInt32, generation: UInt32) {
    rawValue = UInt64(kind) << 56 | UInt64(generation & Self.generationMask) << 32 | UInt64(index)
  }

  /// The token that was packed into this form.
  init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Which table the slot is in; the numbers are chosen by the loop's owner.
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
