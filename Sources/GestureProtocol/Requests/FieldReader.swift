import GestureCore

/// Reads the fields of one object of a request. The functions throw the first error.
public struct FieldReader {
  /// The object.
  let fields: [String: JSONValue]
  /// The object's path, such as `filter[0]`; empty for the request itself.
  let path: String

  /// The path of a field.
  func path(of field: String) -> String {
    let isPlain = !field.isEmpty && field.utf8.allSatisfy { Self.plain.contains($0) }
    guard isPlain, field.utf8.count <= VisibleText.maximumLength else {
      return "\(path)[\(VisibleText.quoted(field))]"
    }
    return path.isEmpty ? field : "\(path).\(field)"
  }

  private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-".utf8)

  /// Refuses the unknown field that comes first in the alphabet, then looks for required fields that are missing.
  ///
  /// - Parameter others: names that are read elsewhere.
  func check(_ known: [FieldDescription], besides others: [String] = []) throws(RequestError) {
    let names = known.map(\.name)
    // A client may send thousands of fields, so they are not sorted to find one (H4).
    var unknown: String?
    for field in fields.keys where unknown.map({ field < $0 }) ?? true {
      if !names.contains(field), !others.contains(field) { unknown = field }
    }
    if let field = unknown {
      let hint = NearestWord.nearest(to: field, among: names)
      let allowed = names.isEmpty ? "none but command and id" : names.joined(separator: ", ")
      throw RequestError(
        .unknownField, hint == nil ? "unknown field; allowed: \(allowed)" : "unknown field",
        path: path(of: field), hint: hint)
    }
    for field in known where field.isRequired && fields[field.name] == nil {
      throw RequestError(.missingField, "missing; allowed: \(field.allowed)", path: path(of: field.name))
    }
  }

  /// The error for a value that its field does not allow.
  func wrong(
    _ value: JSONValue, _ field: FieldDescription, at index: Int? = nil, hint: String? = nil
  ) -> RequestError {
    let path = path(of: field.name) + (index.map { "[\($0)]" } ?? "")
    return RequestError(
      .invalidValue, "found \(value.asFound); allowed: \(field.allowed)", path: path, hint: hint)
  }

  /// Yes or no; nil where the field is missing.
  func flag(_ field: FieldDescription) throws(RequestError) -> Bool? {
    guard let value = fields[field.name] else { return nil }
    guard case .flag(let flag) = value else { throw wrong(value, field) }
    return flag
  }

  /// Whether a field is present that allows only `true`.
  func truth(_ field: FieldDescription) throws(RequestError) -> Bool {
    guard let value = fields[field.name] else { return false }
    guard value == .flag(true) else { throw wrong(value, field) }
    return true
  }

  /// A number in the range of its field; nil where the field is missing.
  func number(_ field: FieldDescription) throws(RequestError) -> Double? {
    guard case .number(let range, _) = field.domain else {
      preconditionFailure("\(field.name) is no number")
    }
    guard let value = fields[field.name] else { return nil }
    guard let number = value.asDouble, range.contains(number) else { throw wrong(value, field) }
    return number
  }

  /// A whole number in a range; nil where the field is missing.
  func integer(_ field: FieldDescription, in range: ClosedRange<Int>) throws(RequestError) -> Int? {
    guard let value = fields[field.name] else { return nil }
    guard case .integer(let number) = value, range.contains(number) else { throw wrong(value, field) }
    return number
  }

  /// A name; nil where the field is missing.
  func name(_ field: FieldDescription) throws(RequestError) -> String? {
    guard let value = fields[field.name] else { return nil }
    guard let name = value.asName else { throw wrong(value, field) }
    return name
  }

  /// A name, or nil for null, of a required field.
  func nameOrNull(_ field: FieldDescription) throws(RequestError) -> String? {
    fields[field.name] == .null ? nil : try name(field)
  }

  /// One name or a list of at least one; nil where the field is missing.
  func names(_ field: FieldDescription) throws(RequestError) -> [String]? {
    // A change of regions or recognizers looks each name up among all of them.
    if case .list(let names)? = fields[field.name], names.count > 256 {
      throw RequestError(
        .limitReached, "found \(names.count) names; allowed: at most 256", path: path(of: field.name))
    }
    return try oneOrMany(field) { (value, index) throws(RequestError) in
      guard let name = value.asName else { throw wrong(value, field, at: index) }
      return name
    }
  }

  /// The number of a question or an offer; nil where the field is missing.
  func serial(_ field: FieldDescription) throws(RequestError) -> Int? {
    try integer(field, in: 0...Int.max)
  }

  /// The checked value of a required field.
  func required<Value>(
    _ field: FieldDescription, _ read: (FieldDescription) throws(RequestError) -> Value?
  ) throws(RequestError) -> Value {
    guard let value = try read(field) else {
      throw RequestError(.missingField, "missing; allowed: \(field.allowed)", path: field.name)
    }
    return value
  }

  /// A touchscreen; nil where the field is missing.
  func device(_ field: FieldDescription) throws(RequestError) -> DeviceReference? {
    guard let value = fields[field.name] else { return nil }
    guard let device = value.asDevice else { throw wrong(value, field) }
    return device
  }

  /// One of several words; nil where the field is missing.
  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ field: FieldDescription, _ words: Word.Type
  ) throws(RequestError) -> Word? {
    guard let value = fields[field.name] else { return nil }
    return try word(value, field, at: nil, words)
  }

  /// One word or a list of at least one; nil where the field is missing.
  func words<Word: RawRepresentable<String> & CaseIterable>(
    _ field: FieldDescription, _ words: Word.Type
  ) throws(RequestError) -> [Word]? {
    try oneOrMany(field) { (value, index) throws(RequestError) in
      try word(value, field, at: index, words)
    }
  }

  /// The states that words name: one, or a list where `isList` allows it; nil where the field is missing.
  func states(
    _ field: FieldDescription, among states: [GestureState], isList: Bool
  ) throws(RequestError) -> [GestureState]? {
    if !isList, let value = fields[field.name], case .list = value { throw wrong(value, field) }
    return try oneOrMany(field) { (value, index) throws(RequestError) in
      guard case .text(let word) = value else { throw wrong(value, field, at: index) }
      guard let state = states.first(where: { $0.word == word }) else {
        let hint = NearestWord.nearest(to: word, among: states.map(\.word))
        throw wrong(value, field, at: index, hint: hint)
      }
      return state
    }
  }

  /// The elements of one value or of a list of at least one; nil where the field is missing.
  func oneOrMany<Element>(
    _ field: FieldDescription,
    _ read: (JSONValue, Int?) throws(RequestError) -> Element
  ) throws(RequestError) -> [Element]? {
    guard let value = fields[field.name] else { return nil }
    guard case .list(let values) = value else { return [try read(value, nil)] }
    if values.isEmpty { throw wrong(value, field) }
    var elements: [Element] = []
    for (index, value) in values.enumerated() { elements.append(try read(value, index)) }
    return elements
  }

  /// The elements of a list; nil where the field is missing.
  ///
  /// - Parameters:
  ///   - counts: how many elements are allowed; another count is wrong.
  ///   - limit: the most elements, and their name, where more of them are beyond a limit.
  func list<Element>(
    _ field: FieldDescription, of counts: ClosedRange<Int> = 0...Int.max,
    atMost limit: (count: Int, things: String)? = nil,
    _ read: (JSONValue, Int) throws(RequestError) -> Element
  ) throws(RequestError) -> [Element]? {
    guard let value = fields[field.name] else { return nil }
    guard case .list(let values) = value, counts.contains(values.count) else { throw wrong(value, field) }
    if let limit, values.count > limit.count {
      throw RequestError(
        .limitReached, "found \(values.count) \(limit.things); allowed: at most \(limit.count)",
        path: path(of: field.name))
    }
    var elements: [Element] = []
    for (index, value) in values.enumerated() { elements.append(try read(value, index)) }
    return elements
  }

  /// The elements of a list of objects; nil where the field is missing.
  ///
  /// - Parameter limit: as for `list`.
  func objects<Element>(
    _ field: FieldDescription, atMost limit: (count: Int, things: String)? = nil,
    _ read: (FieldReader) throws(RequestError) -> Element
  ) throws(RequestError) -> [Element]? {
    try list(field, atMost: limit) { (value, index) throws(RequestError) in
      guard case .object(let fields) = value else { throw wrong(value, field, at: index) }
      return try read(FieldReader(fields: fields, path: "\(path(of: field.name))[\(index)]"))
    }
  }

  private func word<Word: RawRepresentable<String> & CaseIterable>(
    _ value: JSONValue, _ field: FieldDescription, at index: Int?, _ words: Word.Type
  ) throws(RequestError) -> Word {
    guard case .text(let text) = value else { throw wrong(value, field, at: index) }
    if let word = Word(rawValue: text) { return word }
    let hint = NearestWord.nearest(to: text, among: words.allCases.map(\.rawValue))
    throw wrong(value, field, at: index, hint: hint)
  }
}

extension JSONValue {
  /// The value as a number; nil for another value.
  var asDouble: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    case .null, .flag, .text, .list, .object: nil
    }
  }

  /// The value as a name, which need not exist: 1 to 255 bytes; nil for another value.
  var asName: String? {
    guard case .text(let text) = self, (1...255).contains(text.utf8.count) else { return nil }
    return text
  }

  /// The touchscreen that the value names; nil for another value.
  var asDevice: DeviceReference? {
    if case .integer(let number) = self, (1...Int(Int32.max)).contains(number) { return .number(number) }
    return asName.map(DeviceReference.name)
  }
}

/// A client's reference to a touchscreen.
public enum DeviceReference: Hashable, Sendable {
  /// The device's number on this socket, from 1.
  case number(Int)
  /// The device's own name.
  case name(String)
}
