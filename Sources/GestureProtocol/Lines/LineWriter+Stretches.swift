/// What is taken over from lines before.
extension LineWriter {
  /// Appends a stretch that is kept; false where it is not, and then nothing was appended.
  @inline(__always)
  mutating func append(keptOf numbers: StretchNumbers, of edition: TextEdition) -> Bool {
    guard let kept = stretches.find(numbers, of: edition), kept.length <= remaining else { return false }
    stretches.copy(block: kept.block, length: kept.length, to: &bytes, at: count)
    extend(to: count &+ kept.length)
    return true
  }

  /// Keeps what was appended since the line had `start` bytes.
  mutating func keep(from start: Int, as numbers: StretchNumbers, of edition: TextEdition) {
    guard !hasOverflowed else { return }
    stretches.keep(bytes, start..<count, as: numbers, of: edition)
  }
}
