internal import GestureCore

/// Reads the values of regions: lengths, numbers and words.
extension SectionReader {
  /// The allowed lengths, as messages tell them.
  static let allowedLength =
    "a number of mm, or \"NUMBER UNIT\" with the unit mm, pt, px or %, from -10000 to 10000"

  /// Lengths of up to 10 m, more than any screen has; the arithmetic stays finite.
  private static let lengthRange = -10_000.0...10_000

  /// Reads the elements of a list with that many entries; nil, with a mistake, for any other value.
  func elements(
    of value: SettingValue, _ key: String, count: Int, allowed: String, _ mistakes: inout MistakeList
  ) -> [SettingValue]? {
    guard case .array(let elements) = value.content else {
      mistakes.add(value, path + [key], allowed: allowed)
      return nil
    }
    guard elements.count == count else {
      let found = elements.isEmpty ? "an empty list" : "a list of \(elements.count)"
      mistakes.add(
        at: value.position, path + [key], found: MistakeMessage.wrongCount.with(found, count),
        allowed: allowed)
      return nil
    }
    return elements
  }

  /// Reads a list of that many lengths; nil where the key has no such list.
  func lengths(_ key: String, count: Int, allowed: String, _ mistakes: inout MistakeList) -> [RegionLength]? {
    guard let value = table[key]?.value,
      let elements = elements(of: value, key, count: count, allowed: allowed, &mistakes)
    else { return nil }
    let lengths = elements.compactMap { length($0, key, &mistakes) }
    return lengths.count == count ? lengths : nil
  }

  /// Reads one length; any other value adds a mistake.
  func length(_ value: SettingValue, _ key: String, _ mistakes: inout MistakeList) -> RegionLength? {
    let length: RegionLength? =
      switch value.content {
      case .number(let number): RegionLength(number, .millimetres)
      case .integer(let number): RegionLength(Double(number), .millimetres)
      case .string(let text): RegionLength(text)
      case .table, .array, .flag, .date, .null: nil
      }
    guard let length, Self.lengthRange.contains(length.number) else {
      mistakes.add(value, path + [key], allowed: Self.allowedLength)
      return nil
    }
    return length
  }

  /// Reads a list of that many numbers in a range; nil where the key has no such list.
  func numbers(
    _ key: String, count: Int, in range: ClosedRange<Double>, allowed: String, _ mistakes: inout MistakeList
  ) -> [Double]? {
    guard let value = table[key]?.value,
      let elements = elements(of: value, key, count: count, allowed: allowed, &mistakes)
    else { return nil }
    var numbers: [Double] = []
    for element in elements {
      switch element.content {
      case .number(let number) where range.contains(number): numbers.append(number)
      case .integer(let number) where range.contains(Double(number)): numbers.append(Double(number))
      default: mistakes.add(element, path + [key], allowed: allowed)
      }
    }
    return numbers.count == count ? numbers : nil
  }

  /// Reads a number in a range.
  func number(
    _ key: KeyDescription, in range: ClosedRange<Double>, default defaultValue: Double,
    _ mistakes: inout MistakeList
  ) -> Double {
    guard let entry = table[key.key] else { return defaultValue }
    switch entry.value.content {
    case .number(let number) where range.contains(number): return number
    case .integer(let number) where range.contains(Double(number)): return Double(number)
    default:
      mistakes.add(entry.value, path + [key.key], allowed: key.allowed)
      return defaultValue
    }
  }

  /// Reads one word out of several.
  func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ key: KeyDescription, default defaultValue: Choice, _ mistakes: inout MistakeList
  ) -> Choice {
    guard let entry = table[key.key] else { return defaultValue }
    if case .string(let word) = entry.value.content {
      if let choice = Choice(rawValue: word) { return choice }
      let hint = NearestWord.nearest(to: word, among: Choice.allCases.map(\.rawValue))
      mistakes.add(entry.value, path + [key.key], allowed: key.allowed, hint: hint)
    } else {
      mistakes.add(entry.value, path + [key.key], allowed: key.allowed)
    }
    return defaultValue
  }
}
