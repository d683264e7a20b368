/// The stretches of lines that were written last and do not change from frame to frame: everything of a gesture between
/// its stamp and its place. They are copied then, not put together anew.
///
/// The table is direct-mapped: what a stretch is of says its only place, and whoever comes there next takes it over. All
/// storage is made beforehand.
struct StretchTable: Sendable {
  /// The piece in which bytes are copied.
  typealias Block = SIMD4<UInt64>

  /// A stretch that is kept.
  private struct Entry: Sendable {
    var numbers = StretchNumbers()
    /// How many bytes it has; 0 where nothing is kept.
    var length = 0
  }

  /// How many bytes of each place: names of usual lengths fit, and what does not is written each time.
  static let longest = 256
  /// How many there are: one for each recognizer of a usual configuration, as most act one after the other.
  static let capacity = 16
  private static let blocksPerPlace = longest / MemoryLayout<Block>.size

  private var entries = [Entry](repeating: Entry(), count: capacity)
  private var blocks = [Block](repeating: Block(), count: capacity * blocksPerPlace)
  /// The names that all of them were written with.
  private var edition: TextEdition?

  /// Where the blocks of a stretch begin, and how many bytes it has; nil where it is not kept.
  @inline(__always)
  func find(_ numbers: StretchNumbers, of edition: TextEdition) -> (block: Int, length: Int)? {
    let place = Self.place(of: numbers)
    guard self.edition === edition, entries[place].length > 0, entries[place].numbers == numbers
    else { return nil }
    return (place &* Self.blocksPerPlace, entries[place].length)
  }

  /// Copies a stretch that `find` has told of, in whole blocks.
  @inline(__always)
  func copy(block first: Int, length: Int, to bytes: inout [UInt8], at start: Int) {
    var free = bytes.mutableSpan
    var block = first
    var place = start
    while place < start &+ length {
      free.store(blocks[block], at: place)
      block &+= 1
      place &+= MemoryLayout<Block>.size
    }
  }

  /// Keeps a stretch instead of what is at its place.
  ///
  /// - Parameters:
  ///   - bytes: the line that was just written.
  ///   - range: where the stretch is in it.
  mutating func keep(
    _ bytes: borrowing [UInt8], _ range: Range<Int>, as numbers: StretchNumbers, of edition: TextEdition
  ) {
    if self.edition !== edition {
      for place in entries.indices { entries[place].length = 0 }
      self.edition = edition
    }
    let place = Self.place(of: numbers)
    guard !range.isEmpty, range.count <= Self.longest else {
      entries[place].length = 0
      return
    }
    entries[place].numbers = numbers
    entries[place].length = range.count
    for offset in stride(from: 0, to: range.count, by: 8) {
      var word: UInt64 = 0
      for position in (offset..<min(offset + 8, range.count)).reversed() {
        word = word << 8 | UInt64(bytes[range.lowerBound + position])
      }
      blocks[place * Self.blocksPerPlace + offset / 32][offset % 32 / 8] = word
    }
  }

  /// Neighbours in the list of recognizers have places of their own, and so have two devices that do the same.
  @inline(__always)
  private static func place(of numbers: StretchNumbers) -> Int {
    (numbers.recognizer &+ numbers.device &* 5) & (capacity &- 1)
  }
}
