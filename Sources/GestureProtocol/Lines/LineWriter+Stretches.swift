/// Copies stretches of earlier lines.
extension LineWriter {
  /// Appends a kept stretch. Returns false, and appends nothing, where none is kept.
  @inline(__always)
  mutating func append(keptOf numbers: StretchNumbers, of edition: TextEdition) -> Bool {
    guard let kept = stretches.find(numbers, of: edition), kept.length <= remaining else { return false }
    stretches.copy(block: kept.block, length: kept.length, to: &bytes, at: count)
    extend(to: count &+ kept.length)
    return true
  }

  /// Keeps the bytes from `start` to the end of the line.
  mutating func keep(from start: Int, as numbers: StretchNumbers, of edition: TextEdition) {
    guard !hasOverflowed else { return }
    stretches.keep(bytes, start..<count, as: numbers, of: edition)
  }
}
