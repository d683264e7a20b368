package import GestureProtocol

/// Decodes types from a JSON value.
///
/// A number without a fraction decodes as any numeric type that can hold it. Values do not convert otherwise.
package struct JSONValueDecoder: Decoder {
  private let value: JSONValue
  package let codingPath: [any CodingKey]

  /// A decoder of a value.
  package init(_ value: JSONValue) {
    self.init(value, at: [])
  }

  fileprivate init(_ value: JSONValue, at codingPath: [any CodingKey]) {
    self.value = value
    self.codingPath = codingPath
  }

  package var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The value as a type.
  ///
  /// - Throws: `DecodingError`.
  package func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let scalar: (any Decodable)?
    switch type {
    case is JSONValue.Type: scalar = value
    case is String.Type: scalar = text
    case is Bool.Type: scalar = flag
    case is Double.Type: scalar = number
    case is Float.Type: scalar = number.map { Float($0) }
    case let type as any (FixedWidthInteger & Decodable).Type:
      scalar = integer.flatMap { type.init(exactly: $0) }
    default: return try Value(from: self)
    }
    guard let found = scalar as? Value else { throw mismatch(type) }
    return found
  }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = value else { throw mismatch([String: JSONValue].self) }
    return KeyedDecodingContainer(Members(members: members, codingPath: codingPath))
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .list(let elements) = value else { throw mismatch([JSONValue].self) }
    return Elements(elements: elements, codingPath: codingPath)
  }

  package func singleValueContainer() -> any SingleValueDecodingContainer { self }

  private var text: String? {
    if case .text(let text) = value { text } else { nil }
  }

  private var flag: Bool? {
    if case .flag(let flag) = value { flag } else { nil }
  }

  private var integer: Int? {
    if case .integer(let integer) = value { integer } else { nil }
  }

  private var number: Double? {
    if case .number(let number) = value { number } else { integer.map { Double($0) } }
  }

  private func mismatch(_ type: any Any.Type) -> DecodingError {
    .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "found another value"))
  }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
  package func decodeNil() -> Bool { value == .null }
}

/// The members of an object.
private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: [String: JSONValue]
  let codingPath: [any CodingKey]

  var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try member(key).decode(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try member(Place(stringValue: "super")) }

  func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }

  private func member(_ key: some CodingKey) throws -> JSONValueDecoder {
    guard let value = members[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "found no such member"))
    }
    return JSONValueDecoder(value, at: codingPath + [key])
  }
}

/// The elements of a list.
private struct Elements: UnkeyedDecodingContainer {
  let elements: [JSONValue]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  var count: Int? { elements.count }

  var isAtEnd: Bool { currentIndex == elements.count }

  mutating func decodeNil() throws -> Bool {
    let isNull = try element().decodeNil()
    if isNull { currentIndex += 1 }
    return isNull
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try element().decode(type)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try element().container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try element().unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try element()
    currentIndex += 1
    return decoder
  }

  private func element() throws -> JSONValueDecoder {
    let path = codingPath + [Place(intValue: currentIndex)]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        JSONValue.self, .init(codingPath: path, debugDescription: "found the end of the list"))
    }
    return JSONValueDecoder(elements[currentIndex], at: path)
  }
}

/// The name of a member, or the index of an element.
private struct Place: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }
}
