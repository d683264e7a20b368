/// The last stretches of lines that do not change from frame to frame: the part of a gesture's line between its stamp
/// and its place. A later line copies the stretch instead of composing it again, which takes 900 instructions more: a sixth
/// of what the line of a gesture costs.
///
/// The table is direct-mapped: the numbers of a stretch determine its only place, and a new stretch replaces the old
/// one there. All storage is made in advance.
struct StretchTable: Sendable {
  /// The unit in which bytes are copied.
  typealias Block = SIMD4<UInt64>

  /// A stretch that is kept.
  private struct Entry: Sendable {
    var numbers = StretchNumbers()
    /// The number of bytes; 0 where nothing is kept.
    var length = 0
  }

  /// The most bytes of a stretch, enough for names of usual lengths. A longer stretch is written each time.
  static let longest = 256
  /// The number of places, one for each recognizer of a usual configuration. Most recognizers act one after the other.
  static let capacity = 16
  private static let blocksPerPlace = longest / MemoryLayout<Block>.size

  private var entries = [Entry](repeating: Entry(), count: capacity)
  private var blocks = [Block](repeating: Block(), count: capacity * blocksPerPlace)
  /// The edition of the names in all stretches.
  private var edition: TextEdition?

  /// The first block of a stretch and its number of bytes; nil where it is not kept.
  @inline(__always)
  func find(_ numbers: StretchNumbers, of edition: TextEdition) -> (block: Int, length: Int)? {
    let place = Self.place(of: numbers)
    guard self.edition === edition, entries[place].length > 0, entries[place].numbers == numbers
    else { return nil }
    return (place &* Self.blocksPerPlace, entries[place].length)
  }

  /// Copies a stretch that `find` has returned, in whole blocks.
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

  /// Keeps a stretch, which replaces the one at its place.
  ///
  /// - Parameters:
  ///   - bytes: the line that was just written.
  ///   - range: the stretch's range in the line.
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

  /// The place of a stretch. Recognizers that follow one another have different places, and so do two devices with the
  /// same recognizer.
  @inline(__always)
  private static func place(of numbers: StretchNumbers) -> Int {
    (numbers.recognizer &+ numbers.device &* 5) & (capacity &- 1)
  }
}

/// The identity of the names that an encoder writes, replaced whenever a name changes. Kept stretches hold a reference
/// to their edition, so its address is never reused for another edition.
final class TextEdition: Sendable {}

/// Copies stretches of earlier lines.
extension LineWriter {
  /// Appends a kept stretch. Returns false, and appends nothing, where none is kept.
  @inline(__always)
  mutating func append(keptOf numbers: StretchNumbers, of edition: TextEdition) -> Bool {
    guard numbers.recurs, let kept = stretches.find(numbers, of: edition), kept.length <= remaining
    else { return false }
    stretches.copy(block: kept.block, length: kept.length, to: &bytes, at: count)
    extend(to: count &+ kept.length)
    return true
  }

  /// Keeps the bytes from `start` to the end of the line, where later lines may have them too.
  mutating func keep(from start: Int, as numbers: StretchNumbers, of edition: TextEdition) {
    guard numbers.recurs, !hasOverflowed else { return }
    stretches.keep(bytes, start..<count, as: numbers, of: edition)
  }
}
