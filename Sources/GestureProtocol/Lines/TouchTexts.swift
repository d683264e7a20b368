import GestureCore

/// The text of a touch that lines keep: the parts that do not change while the finger moves, and the touch's place. The
/// next line repeats the place as the previous one.
///
/// ```
///   {"id":7,"location":[ 12.5,40.25] ,"previous_location":[ 12,40] ,"tap_count":1},
///   └─ head ───────────┘└─ place ──┘                       └ kept ┘└─ tail ───────┘
/// ```
///
/// The value holds the bytes itself, so a use counts no references.
struct TouchText: Sendable {
  /// The numbers that determine head and tail within one edition of the names. The id is 0 where nothing is kept: no touch has it.
  private var id: UInt64 = 0
  private var tapCount = 0
  private var region = 0
  private var window = 0
  private var receiver = 0
  /// The receiver's window; -1 where lines do not name windows.
  private var receiverWindow = -1

  /// In one block.
  private(set) var head = KeptText()
  /// With the end of the touch in a list: `},`
  private(set) var tail = KeptText()
  /// The place that is kept, and the same for the place in the receiver's region.
  var place = KeptPlace()
  var regionPlace = KeptPlace()

  /// Whether something is kept.
  var isKept: Bool { id != 0 }

  /// Forgets everything.
  mutating func forget() { id = 0 }

  /// Keeps the parts of a touch that do not change while it moves.
  mutating func keep(
    _ record: borrowing TouchRecord, receiver: Int, receiverWindow: Int, head: KeptText, tail: KeptText
  ) {
    self = TouchText()
    id = record.id
    tapCount = record.tapCount
    region = record.region
    window = record.window
    self.receiver = receiver
    self.receiverWindow = receiverWindow
    self.head = head
    self.tail = tail
  }

  /// Whether head and tail are those of a touch as it is now.
  @inline(__always)
  func isOf(_ record: borrowing TouchRecord, receiver: Int, receiverWindow: Int) -> Bool {
    let differences =
      (tapCount ^ record.tapCount) | (region ^ record.region) | (window ^ record.window)
      | (self.receiver ^ receiver) | (self.receiverWindow ^ receiverWindow)
    return (id ^ record.id) | UInt64(bitPattern: Int64(differences)) == 0
  }
}

/// Two finite numbers and a closing bracket as text: `40.5,30.25]`.
struct PairText {
  /// The most bytes of a text that can be kept; nearly all are shorter.
  static let longestKept = MemoryLayout<KeptText.Block>.size

  /// The first bytes.
  let block: KeptText.Block
  /// The number of bytes, 40 at most.
  let length: Int

  @inline(__always)
  init(_ x: Double, _ y: Double) {
    // Room for the longest pair and a store that reaches beyond it.
    var scratch = InlineArray<6, UInt64>(repeating: 0)
    var bytes = scratch.mutableSpan
    var place = 0
    bytes.write(decimal: x, closedBy: UInt8(ascii: ","), at: &place)
    bytes.write(decimal: y, closedBy: UInt8(ascii: "]"), at: &place)
    length = place
    block = KeptText.Block(scratch[0], scratch[1], scratch[2], scratch[3])
  }
}

/// A place whose text is kept.
struct KeptPlace: Sendable {
  /// The place in the units of the line; not a number where no text is kept.
  private(set) var point = Point(.nan, .nan)
  private(set) var block = KeptText.Block()
  private(set) var length = 0

  /// Keeps the text of a place.
  @inline(__always)
  mutating func keep(_ text: PairText, of point: Point) {
    guard text.length <= PairText.longestKept else {
      self.point = Point(.nan, .nan)
      return
    }
    self.point = point
    block = text.block
    length = text.length
  }
}

/// A text that is kept in whole blocks.
struct KeptText: Sendable {
  /// The unit in which bytes are copied.
  typealias Block = SIMD4<UInt64>
  /// The storage in which a text is composed. It leaves room for stores that reach beyond the end of the text.
  typealias Scratch = InlineArray<16, UInt64>

  /// The most bytes of a text.
  static let longest = 2 * MemoryLayout<Block>.size

  private(set) var block = Block()
  private(set) var second = Block()
  /// The number of bytes.
  private(set) var length = 0

  /// No text.
  init() {}

  /// A text of at most `longest` bytes.
  init(_ scratch: borrowing Scratch, length: Int) {
    block = Block(scratch[0], scratch[1], scratch[2], scratch[3])
    second = Block(scratch[4], scratch[5], scratch[6], scratch[7])
    self.length = length
  }
}

extension MutableSpan<UInt8> {
  /// Writes the first bytes of a kept text.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func write(_ block: KeptText.Block, length: Int, at place: inout Int) {
    store(block, at: place)
    place &+= length
  }

  /// Writes the text of a place.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func write(_ text: PairText, of point: Point, at place: inout Int) {
    guard text.length <= PairText.longestKept else { return write(pair: point.x, point.y, at: &place) }
    store(text.block, at: place)
    place &+= text.length
  }
}

/// The texts of the touches of earlier lines. Without them, the line of ten touches costs 2,600 instructions more, a quarter
/// of the line.
///
/// The table is direct-mapped, as `StretchTable` is: a touch has one row, and fingers that land one after another have
/// different rows. All storage is made in advance.
struct TouchTexts: Sendable {
  /// The number of rows: more than fingers on most panels.
  static let capacity = 16
  /// The most bytes of the names in a tail: the rest of the tail has at most 36.
  static let longestNames = KeptText.longest - 36

  /// The rows.
  var rows = [TouchText](repeating: TouchText(), count: capacity)
  /// The edition of the names in all rows.
  private var edition: TextEdition?

  /// Forgets all rows that are of another edition of the names.
  @inline(__always)
  mutating func use(_ edition: TextEdition) {
    if self.edition !== edition { forget(for: edition) }
  }

  @inline(never)
  private mutating func forget(for edition: TextEdition) {
    for row in rows.indices { rows[row].forget() }
    self.edition = edition
  }

  /// The row of a touch for a receiver.
  @inline(__always)
  static func row(of id: UInt64, for receiver: Int) -> Int {
    Int(truncatingIfNeeded: id &+ UInt64(truncatingIfNeeded: receiver &* 5)) & (capacity &- 1)
  }
}
