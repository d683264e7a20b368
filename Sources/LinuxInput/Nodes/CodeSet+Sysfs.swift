import TouchInput

extension CodeSet {
  /// The longest text of capabilities that is accepted, in words: 4096 codes, over five times what any kernel has
  /// (KEY_CNT is 768).
  private static let maximumWordCount = 4096 / UInt.bitWidth

  /// The codes of a bitmap in the format of sysfs: hexadecimal machine words, the most significant first, without
  /// leading zero words.
  ///
  /// Nil for any other text, and for more words than the kernel has codes for. A guess will not do: a device with
  /// unknown keys must not be opened.
  init?(sysfsWords text: String) {
    let words = text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: true)
    guard !words.isEmpty, words.count <= Self.maximumWordCount else { return nil }
    self.init()
    for (position, digits) in words.reversed().enumerated() {
      guard let word = Self.word(digits) else { return nil }
      for bit in 0..<UInt.bitWidth where word >> UInt(bit) & 1 != 0 {
        insert(UInt16(position * UInt.bitWidth + bit))
      }
    }
  }

  /// A hexadecimal number without prefix or sign; nil for any other text and for a number longer than a machine word.
  private static func word(_ digits: Substring.UTF8View) -> UInt? {
    guard digits.count <= UInt.bitWidth / 4 else { return nil }
    var word: UInt = 0
    for digit in digits {
      let value: UInt8
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = digit - UInt8(ascii: "A") + 10
      default: return nil
      }
      word = word << 4 | UInt(value)
    }
    return word
  }
}
