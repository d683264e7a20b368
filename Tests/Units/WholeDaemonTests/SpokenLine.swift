import FoundationEssentials

/// A line of a dialogue, for a comparison with a received line. Values that change with each run may differ.
indirect enum SpokenLine: Decodable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([SpokenLine])
  case object([String: SpokenLine])

  /// Fields whose values a page cannot know.
  private static let volatile: Set = ["seq", "time", "uptime", "version", "uid", "pid", "unix_time"]

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([SpokenLine].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: SpokenLine].self))
    }
  }

  /// - Throws: An error for a text that is not JSON.
  init(parsing text: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
  }

  /// Whether a received line matches the page's line: `…` in a text stands for any text.
  func matches(_ heard: SpokenLine, field: String = "") -> Bool {
    switch (self, heard) {
    case (.null, .null): true
    case (.flag(let own), .flag(let other)): own == other
    case (.number(let own), .number(let other)): own == other || Self.volatile.contains(field)
    case (.text(let own), .text(let other)):
      own == other || own == "…" || Self.volatile.contains(field)
    case (.list(let own), .list(let other)):
      own.count == other.count && zip(own, other).allSatisfy { $0.matches($1, field: field) }
    case (.object(let own), .object(let other)):
      Set(own.keys) == Set(other.keys)
        && own.allSatisfy { key, value in other[key].map { value.matches($0, field: key) } ?? false }
    default: false
    }
  }
}
