/// Pieces of a line, written into storage whose room was checked for the whole line before. A writer opens the storage
/// once and passes the place of the next byte. Swift still checks every store against the storage. A store may reach up
/// to `LineWriter.slack` bytes beyond the piece.
///
/// The storage of lines is bytes. The storage of kept texts is blocks, which are copied whole; places count bytes there too.
extension MutableSpan where Element: BitwiseCopyable {
  /// Writes a short constant piece.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func write(_ text: borrowing FixedText, at place: inout Int) {
    store(text.words, at: place)
    place &+= text.length
  }

  /// Writes a piece of any length. The caller has made sure that it fits.
  @_lifetime(self: copy self)
  mutating func write(_ fragment: borrowing Fragment, at place: inout Int) {
    for position in fragment.words.indices {
      store(fragment.words[position], at: place &+ position &* 8)
    }
    place &+= fragment.length
  }

  @inline(__always)
  @_lifetime(self: copy self)
  mutating func write(_ byte: UInt8, at place: inout Int) {
    var bytes = MutableRawSpan(_elements: &self)
    bytes.storeBytes(of: byte, toByteOffset: place, as: UInt8.self)
    place &+= 1
  }

  /// Writes a few bytes of a number, the lowest first.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func write(packed bytes: UInt64, length: Int, at place: inout Int) {
    store(bytes, at: place)
    place &+= length
  }

  /// Stores 32 bytes, the lowest of each number first.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func store(_ words: SIMD4<UInt64>, at offset: Int) {
    var bytes = MutableRawSpan(_elements: &self)
    bytes.storeBytes(of: words, toByteOffset: offset, as: SIMD4<UInt64>.self)
  }

  /// Stores eight bytes, the lowest first.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func store(_ word: UInt64, at offset: Int) {
    var bytes = MutableRawSpan(_elements: &self)
    bytes.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
  }
}
