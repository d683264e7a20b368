import FoundationEssentials
import GestureProtocol
import JSONReading
import Testing

/// Types from JSON, as Foundation reads them.
@Suite("JSON decoder") struct JSONValueDecoderTests {
  /// A type with a member of each sort.
  private struct Everything: Decodable, Equatable {
    struct Inner: Decodable, Equatable {
      var name: String
      var sizes: [Double]
    }
    enum Word: String, Decodable {
      case one, two
    }
    var text = ""
    var flag = false
    var whole = 0
    var small: UInt8
    var real: Double
    var single: Float
    var absent: Int?
    var nothing: String?
    var word: Word
    var inner: Inner
    var list: [Inner]
    var gaps: [Int?]
    var table: [String: [Bool]]
    var any: JSONValue
  }

  private static let everything = """
    {"text":"é \\"\\ud83d\\ude00\\n","flag":true,"whole":-9007199254740993,"small":255,"real":0.1,"single":1.5,
    "nothing":null,"word":"two","inner":{"name":"a","sizes":[1,2.0,1e2,-0.5]},
    "list":[{"name":"","sizes":[]},{"name":"b","sizes":[3]}],"gaps":[1,null,3],"table":{"x":[true,false],"y":[]},
    "any":{"a":[1,1.5,"t",null,true,{"b":[]}]},"unknown":[[[]]]}
    """

  @Test("a type with members of all sorts is as Foundation decodes it")
  func everything() throws {
    let bytes = Array(Self.everything.utf8)
    let found = try JSONReader.decode(Everything.self, from: bytes)
    #expect(try found == JSONDecoder().decode(Everything.self, from: Data(bytes)))
    #expect(
      found.small == 255 && found.gaps == [1, nil, 3] && found.word == .two
        && found.whole == -9_007_199_254_740_993)
  }

  @Test(
    "values of any kind stand alone",
    arguments: ["3", "-2.5", "\"text\"", "true", "null", "[1,[2]]", "{\"a\":{}}", " 7 "])
  func alone(_ text: String) throws {
    let found = try JSONReader.decode(JSONValue.self, from: Array(text.utf8))
    #expect(try found == JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)))
  }

  @Test(
    "a value of another type, a missing member and text that is not JSON are errors, as for Foundation",
    arguments: [
      #""real":"0.1""#, #""flag":1"#, #""text":5"#, #""whole":1.5"#, #""small":256"#, #""small":-1"#,
      #""word":"three""#,
      #""inner":[]"#, #""inner":{"sizes":[]}"#, #""list":{}"#, #""list":[null]"#, #""gaps":["a"]"#,
      #""table":[]"#,
      #""table":{"x":[1]}"#, #""whole":null"#, #""text":"#, #""text":"\ud83d""#,
    ])
  func mistakes(_ member: String) throws {
    // The member takes the place of the right one.
    let name = try #require(member.split(separator: "\"").first)
    let others = Self.valid.filter { $0.key != name }.map { "\"\($0.key)\":\($0.value)" }
    #expect(others.count == Self.valid.count - 1)
    let text = "{\((others + [member]).joined(separator: ","))}"
    #expect(throws: DecodingError.self) { try JSONReader.decode(Everything.self, from: Array(text.utf8)) }
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Everything.self, from: Data(text.utf8)) }
  }

  private static let valid = [
    "text": "\"\"", "flag": "true", "whole": "1", "small": "1", "real": "1", "single": "1", "word": "\"one\"",
    "inner": #"{"name":"a","sizes":[]}"#, "list": "[]", "gaps": "[]", "table": "{}", "any": "null",
  ]
}
