import GestureCore

/// What is kept of a touch's text from one line to the next: the parts that do not change while the finger moves, and
/// its place, which the next line repeats as the previous place.
///
/// ```
///   {"id":7,"location":[ 12.5,40.25] ,"previous_location":[ 12,40] ,"tap_count":1 },
///   └─ head ───────────┘└─ place ──┘                       └ kept ┘└─ tail ───────┘
/// ```
struct TouchText: Sendable {
  /// What determines head and tail within one edition of the names. The id is 0 where nothing is kept: no touch has it.
  var id: UInt64 = 0
  var tapCount = 0
  var region = 0
  var window = 0
  var receiver = 0
  /// The receiver's window; -1 where lines do not name windows.
  var receiverWindow = -1

  /// The numbers of bytes. The tail includes the end of the touch in a list, `},`.
  var headLength = 0
  var tailLength = 0
  /// Which of the two kept places is the latest: 0 or 1.
  var latest = 0

  /// Whether head and tail are those of a touch as it is now.
  @inline(__always)
  func isOf(_ record: borrowing TouchRecord, receiver: Int, receiverWindow: Int) -> Bool {
    let differences =
      (tapCount ^ record.tapCount) | (region ^ record.region) | (window ^ record.window)
      | (self.receiver ^ receiver) | (self.receiverWindow ^ receiverWindow)
    return (id ^ record.id) | UInt64(bitPattern: Int64(differences)) == 0
  }
}

/// A place whose text is kept.
struct KeptPlace: Sendable {
  /// The place in the units of the line; not a number where no text is kept.
  var point = Point(.nan, .nan)
  /// The number of bytes.
  var length = 0
}

/// The texts of the touches of earlier lines. The table is direct-mapped, as `StretchTable` is: a touch has one row, and
/// fingers that land one after another have different rows. All storage is made in advance.
struct TouchTexts: Sendable {
  /// The unit in which bytes are copied.
  typealias Block = SIMD4<UInt64>

  /// The number of rows: more than fingers on most panels.
  static let capacity = 16
  /// The most bytes of the names in a tail.
  static let longestNames = 64
  /// The places of a row: two on the screen and two in the receiver's region, the last one and the one before.
  private static let placesPerRow = 4
  // The blocks of each part, which leave room for a store that reaches beyond its end.
  private static let blocksPerPlace = 2
  private static let blocksPerHead = 3
  private static let blocksPerTail = 5
  private static let blocksPerRow = placesPerRow * blocksPerPlace + blocksPerHead + blocksPerTail

  /// What determines each row, and its lengths.
  var texts = [TouchText](repeating: TouchText(), count: capacity)
  /// The places of all rows.
  var places = [KeptPlace](repeating: KeptPlace(), count: capacity * placesPerRow)
  /// The bytes of all rows: first those of all places, then heads and tails.
  var blocks = [Block](repeating: Block(), count: capacity * blocksPerRow)
  /// The edition of the names in all rows.
  private var edition: TextEdition?

  /// Forgets all rows that are of another edition of the names.
  @inline(__always)
  mutating func use(_ edition: TextEdition) {
    if self.edition !== edition { forget(for: edition) }
  }

  @inline(never)
  private mutating func forget(for edition: TextEdition) {
    for row in texts.indices { texts[row].id = 0 }
    self.edition = edition
  }

  /// The row of a touch for a receiver.
  @inline(__always)
  static func row(of id: UInt64, for receiver: Int) -> Int {
    Int(truncatingIfNeeded: id &+ UInt64(truncatingIfNeeded: receiver &* 5)) & (capacity &- 1)
  }

  /// The index of the latest or the other place of a row.
  @inline(__always)
  static func place(_ row: Int, _ latest: Int) -> Int { row &* placesPerRow &+ latest }

  /// The same for a place in the receiver's region.
  @inline(__always)
  static func regionPlace(_ row: Int, _ latest: Int) -> Int { row &* placesPerRow &+ 2 &+ latest }

  /// The first blocks of the parts of a row.
  @inline(__always)
  static func block(ofPlace place: Int) -> Int { place &* blocksPerPlace }
  @inline(__always)
  static func head(_ row: Int) -> Int {
    capacity &* placesPerRow &* blocksPerPlace &+ row &* (blocksPerHead &+ blocksPerTail)
  }
  @inline(__always)
  static func tail(_ row: Int) -> Int { head(row) &+ blocksPerHead }

  /// The first byte of a block.
  @inline(__always)
  static func byte(of block: Int) -> Int { block &* MemoryLayout<Block>.size }
}

/// Copies of kept bytes.
extension MutableSpan<UInt8> {
  /// Puts kept bytes in whole blocks.
  ///
  /// - Parameter first: the block that holds the first bytes.
  @inline(__always)
  mutating func put(
    _ blocks: borrowing MutableSpan<TouchTexts.Block>, from first: Int, length: Int, at place: inout Int
  ) {
    store(blocks[first], at: place)
    if length > MemoryLayout<TouchTexts.Block>.size {
      put(restOf: blocks, from: first, length: length, at: place)
    }
    place &+= length
  }

  @inline(never)
  private mutating func put(
    restOf blocks: borrowing MutableSpan<TouchTexts.Block>, from first: Int, length: Int, at place: Int
  ) {
    for offset in stride(
      from: MemoryLayout<TouchTexts.Block>.size, to: length, by: MemoryLayout<TouchTexts.Block>.size)
    {
      store(blocks[first + offset / MemoryLayout<TouchTexts.Block>.size], at: place + offset)
    }
  }

  /// Puts a place, and keeps its text for the next line.
  @inline(__always)
  mutating func put(
    _ point: Point, keptAt index: Int, _ places: inout MutableSpan<KeptPlace>,
    _ blocks: inout MutableSpan<TouchTexts.Block>, at place: inout Int
  ) {
    let block = TouchTexts.block(ofPlace: index)
    let start = TouchTexts.byte(of: block)
    var end = start
    blocks.put(pair: point.x, point.y, at: &end)
    places[index].point = point
    places[index].length = end &- start
    put(blocks, from: block, length: end &- start, at: &place)
  }

  /// Puts a place whose text may be kept.
  @inline(__always)
  mutating func put(
    kept point: Point, at index: Int, _ places: borrowing MutableSpan<KeptPlace>,
    _ blocks: borrowing MutableSpan<TouchTexts.Block>, at place: inout Int
  ) {
    if places[index].point == point {
      put(blocks, from: TouchTexts.block(ofPlace: index), length: places[index].length, at: &place)
    } else {
      put(pair: point.x, point.y, at: &place)
    }
  }
}
