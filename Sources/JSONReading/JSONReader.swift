import CJansson
import GestureCore
package import GestureProtocol

/// Reads JSON with Jansson: strictly (RFC 8259) and in one pass. The reader refuses repeated names, bytes that are not
/// UTF-8, halves of surrogate pairs, the character zero, and numbers that do not fit.
///
/// Jansson reads nested values by recursion, at most 2,048 deep.
package enum JSONReader {
  /// Reads an object.
  ///
  /// - Throws: `invalid_json`, with the place and the mistake.
  package static func object(_ text: ArraySlice<UInt8>) throws(RequestError) -> [String: JSONValue] {
    guard case .object(let members) = try read(text, flags: JSON_REJECT_DUPLICATES) else {
      throw RequestError(.invalidJSON, "found a list; allowed: a JSON object")
    }
    return members
  }

  /// Reads a value of any kind as a type.
  ///
  /// - Throws: `DecodingError`.
  package static func decode<Value: Decodable>(_ type: Value.Type, from text: [UInt8]) throws -> Value {
    let value: JSONValue
    do throws(RequestError) {
      value = try read(text[...], flags: JSON_REJECT_DUPLICATES | JSON_DECODE_ANY)
    } catch {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: error.message))
    }
    return try JSONValueDecoder(value).decode(type)
  }

  private static func read(_ text: ArraySlice<UInt8>, flags: Int32) throws(RequestError) -> JSONValue {
    var error = json_error_t()
    let root = unsafe text.withUnsafeBytes { bytes in
      unsafe json_loadb(bytes.baseAddress, bytes.count, Int(flags), &error)
    }
    guard let root = unsafe root else { throw mistake(error) }
    defer { unsafe json_decref(root) }
    return try unsafe value(root)
  }

  private static func value(_ json: UnsafeMutablePointer<json_t>) throws(RequestError) -> JSONValue {
    switch unsafe json.pointee.type {
    case JSON_OBJECT: return .object(try unsafe members(json))
    case JSON_ARRAY: return .list(try unsafe elements(json))
    case JSON_STRING: return .text(unsafe text(json_string_value(json), json_string_length(json)))
    case JSON_INTEGER: return .integer(Int(unsafe json_integer_value(json)))
    case JSON_REAL:
      let number = unsafe json_real_value(json)
      return Int(exactly: number).map(JSONValue.integer) ?? .number(number)
    case JSON_TRUE: return .flag(true)
    case JSON_FALSE: return .flag(false)
    default: return .null
    }
  }

  private static func elements(
    _ json: UnsafeMutablePointer<json_t>
  ) throws(RequestError) -> [JSONValue] {
    var elements: [JSONValue] = []
    let count = unsafe json_array_size(json)
    elements.reserveCapacity(count)
    for index in 0..<count {
      guard let element = unsafe json_array_get(json, index) else { continue }
      elements.append(try unsafe value(element))
    }
    return elements
  }

  private static func members(
    _ json: UnsafeMutablePointer<json_t>
  ) throws(RequestError) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    var place = unsafe json_object_iter(json)
    while let present = unsafe place {
      let name = unsafe text(json_object_iter_key(present), json_object_iter_key_len(present))
      if let member = unsafe json_object_iter_value(present),
        members.updateValue(try unsafe value(member), forKey: name) != nil
      {
        // Two names with different bytes may be the same text: é, and e with an accent.
        throw RequestError(
          .invalidJSON, "found the name \(VisibleText.quoted(name)) twice; allowed: each once")
      }
      unsafe place = unsafe json_object_iter_next(json, present)
    }
    return members
  }

  private static func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
    unsafe String(
      decoding: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count), as: UTF8.self)
  }

  /// Jansson's error with its place. The error's text may quote the line, so it is escaped for a terminal.
  private static func mistake(_ error: json_error_t) -> RequestError {
    var error = error
    let text = unsafe withUnsafeBytes(of: &error.text) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return RequestError(
      .invalidJSON, "not JSON at byte \(error.position): \(VisibleText.visible(text)); allowed: a JSON object"
    )
  }
}
