/// Merges two lines of moved touches, for a subscriber that is behind (COA-5).
///
/// The result takes the present places from the newer line, and the previous places from the older line. It has the
/// samples of both. The functions read only the bytes that an encoder writes, not JSON in general. Other lines are not
/// merged.
public enum TouchLines {
  /// The most samples of a touch in a merged line.
  static let maximumSamples = 64

  /// The merged line; nil where the lines are of different touches, or would be too long together.
  ///
  /// - Parameters:
  ///   - older: a line of moved touches, its newline included.
  ///   - newer: a later line of the same region.
  public static func merge(_ older: ArraySlice<UInt8>, _ newer: ArraySlice<UInt8>) -> [UInt8]? {
    guard let old = touches(of: older), let new = touches(of: newer), old.objects.count == new.objects.count
    else { return nil }
    var line = Array(newer[newer.startIndex..<new.list.lowerBound])
    for (position, object) in new.objects.enumerated() {
      if position > 0 { line.append(UInt8(ascii: ",")) }
      guard let older = fields(of: old.objects[position], in: older),
        let newer = fields(of: object, in: newer), older.first == newer.first
      else { return nil }
      append(older, newer, to: &line)
    }
    line += newer[new.list.upperBound...]
    return line.count <= LineWriter.capacity ? line : nil
  }

  /// A field in the bytes of a line: `"id":9`.
  private struct Field: Equatable {
    var name: [UInt8]
    var value: [UInt8]
  }

  /// The fields that stay as in the older line, in their order. They stand before `tapCount`.
  private static let previous = ["previous_location", "region_previous_location"].map { Array($0.utf8) }
  private static let tapCount = Array("tap_count".utf8)
  private static let coalesced = Array("coalesced".utf8)
  private static let coalescedLost = Array("coalesced_lost".utf8)
  private static let head = Array(#""phase":"moved","touches":["#.utf8)

  /// The ranges of the list of touches and of each touch in it.
  private static func touches(
    of line: ArraySlice<UInt8>
  ) -> (list: Range<Int>, objects: [Range<Int>])? {
    guard let start = line.firstPlace(of: head)?.upperBound,
      let objects = elements(of: line, from: start)
    else { return nil }
    return (start..<(objects.last?.upperBound ?? start), objects)
  }

  /// The ranges of a list's elements; `start` follows the opening bracket.
  private static func elements(of line: ArraySlice<UInt8>, from start: Int) -> [Range<Int>]? {
    var elements: [Range<Int>] = []
    var begin = start
    while begin < line.endIndex, line[begin] != UInt8(ascii: "]") {
      guard let end = endOfValue(in: line, from: begin), end > begin else { return nil }
      elements.append(begin..<end)
      begin = end < line.endIndex && line[end] == UInt8(ascii: ",") ? end + 1 : end
    }
    return begin < line.endIndex ? elements : nil
  }

  private static func fields(of object: Range<Int>, in line: ArraySlice<UInt8>) -> [Field]? {
    var fields: [Field] = []
    var begin = object.lowerBound + 1
    while begin < object.upperBound - 1 {
      guard let endOfName = endOfValue(in: line, from: begin),
        let end = endOfValue(in: line, from: endOfName + 1), endOfName - begin >= 2, end <= object.upperBound
      else { return nil }
      fields.append(
        Field(name: Array(line[begin + 1..<endOfName - 1]), value: Array(line[endOfName + 1..<end])))
      begin = end + 1
    }
    return fields
  }

  /// The index after a value: text, a list, an object or a number.
  private static func endOfValue(in line: ArraySlice<UInt8>, from start: Int) -> Int? {
    var depth = 0
    var isText = false
    var isEscaped = false
    for position in start..<max(start, line.endIndex) {
      let byte = line[position]
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
          if depth == 0 { return position + 1 }
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { return position }
        depth -= 1
        if depth == 0 { return position + 1 }
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        if depth == 0 { return position }
      default: break
      }
    }
    return nil
  }

  private static func append(_ older: [Field], _ newer: [Field], to line: inout [UInt8]) {
    let previous = older.filter { Self.previous.contains($0.name) }
    var separator = UInt8(ascii: "{")
    func append(_ name: [UInt8], _ value: [UInt8]) {
      line.append(separator)
      separator = UInt8(ascii: ",")
      line.append(UInt8(ascii: "\""))
      line += name
      line += [UInt8(ascii: "\""), UInt8(ascii: ":")]
      line += value
    }
    var lost = count(in: older) + count(in: newer)
    for field in newer {
      if Self.previous.contains(field.name) { continue }
      switch field.name {
      case coalescedLost: continue
      case tapCount:
        for field in previous { append(field.name, field.value) }
        append(field.name, field.value)
      case coalesced:
        let (samples, cut) = join(older.first { $0.name == coalesced }?.value, field.value)
        lost += cut
        append(coalesced, samples)
        if lost > 0 { append(coalescedLost, Array("\(lost)".utf8)) }
      default: append(field.name, field.value)
      }
    }
    line.append(UInt8(ascii: "}"))
  }

  private static func count(in fields: [Field]) -> Int {
    guard let field = fields.first(where: { $0.name == coalescedLost }) else { return 0 }
    return Int(String(decoding: field.value, as: UTF8.self)) ?? 0
  }

  /// The samples of both lines, without the oldest where there are more than `maximumSamples`.
  private static func join(_ older: [UInt8]?, _ newer: [UInt8]) -> (samples: [UInt8], cut: Int) {
    var all: [ArraySlice<UInt8>] = []
    for list in [older ?? [], newer] where !list.isEmpty {
      for range in elements(of: list[...], from: list.startIndex + 1) ?? [] { all.append(list[range]) }
    }
    let kept = all.suffix(maximumSamples)
    var samples = [UInt8(ascii: "[")]
    for (position, sample) in kept.enumerated() {
      if position > 0 { samples.append(UInt8(ascii: ",")) }
      samples += sample
    }
    samples.append(UInt8(ascii: "]"))
    return (samples, all.count - kept.count)
  }
}
