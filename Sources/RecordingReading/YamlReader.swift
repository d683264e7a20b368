import CYaml
import TouchInput

/// Reads bytes as YAML, piece by piece, with libyaml. The reader keeps no part of the file.
///
/// The bytes are hostile input. libyaml refuses a nesting of more than 1,000 levels.
@safe
final class YamlReader {
  /// A piece of a document.
  enum Piece: Hashable {
    /// A number, a text or nothing, available from `text` and `integer`.
    case scalar
    /// `[` or the first `-`.
    case sequenceStart
    /// The end of a sequence.
    case sequenceEnd
    /// `{` or the first key. Keys and values follow in turn.
    case mappingStart
    /// The end of a mapping.
    case mappingEnd
    /// The end of the file.
    case end
  }

  /// The last piece.
  private(set) var piece = Piece.end
  /// The line where the last piece begins, from 1.
  private(set) var line = 1
  private let bytes: [UInt8]
  private var position = 0
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private var event = unsafe yaml_event_t()
  private var documents = 0

  /// A reader at the start of a file.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    unsafe parser = .allocate(capacity: 1)
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      preconditionFailure("there is no memory for a parser")
    }
    // The parser does not retain this object, which outlives it.
    unsafe yaml_parser_set_input(parser, readMore, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    unsafe yaml_event_delete(&event)
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
  }

  /// The next piece of the only document.
  ///
  /// - Throws: `RecordingError` where the bytes are not YAML, have a second document, or use an alias. Recordings need
  ///   neither.
  @discardableResult
  func next() throws(RecordingError) -> Piece {
    piece = try parse()
    return piece
  }

  private func parse() throws(RecordingError) -> Piece {
    while true {
      unsafe yaml_event_delete(&event)
      guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw syntaxError() }
      line = unsafe Int(event.start_mark.line) + 1
      switch unsafe event.type {
      case YAML_SCALAR_EVENT: return .scalar
      case YAML_SEQUENCE_START_EVENT: return .sequenceStart
      case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
      case YAML_MAPPING_START_EVENT: return .mappingStart
      case YAML_MAPPING_END_EVENT: return .mappingEnd
      case YAML_STREAM_END_EVENT: return .end
      case YAML_ALIAS_EVENT:
        throw RecordingError(line: line, found: "an alias", allowed: "values without anchors and aliases")
      case YAML_DOCUMENT_START_EVENT:
        documents += 1
        if documents > 1 {
          throw RecordingError(line: line, found: "a second document", allowed: "one")
        }
      default: break
      }
    }
  }

  /// The bytes of the last piece, a scalar.
  var text: [UInt8] {
    guard unsafe event.type == YAML_SCALAR_EVENT else { return [] }
    let scalar = unsafe event.data.scalar
    return unsafe Array(UnsafeBufferPointer(start: scalar.value, count: scalar.length))
  }

  /// The last piece as a decimal number; nil where it is not a number, or has more than 18 digits.
  var integer: Int64? {
    let text = text
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = text.dropFirst(isNegative ? 1 : 0)
    guard (1...18).contains(digits.count) else { return nil }
    var value: Int64 = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      value = value * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    return isNegative ? -value : value
  }

  private func syntaxError() -> RecordingError {
    let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? "bytes of no YAML"
    let line = unsafe max(parser.pointee.problem_mark.line, parser.pointee.mark.line) + 1
    return RecordingError(
      line: Int(clamping: line), found: problem, allowed: "YAML as libinput record writes it")
  }

  /// Copies more of the bytes into libyaml's buffer.
  fileprivate func read(into buffer: UnsafeMutablePointer<UInt8>, atMost size: Int) -> Int {
    let count = min(size, bytes.count - position)
    unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe buffer.update(from: start + position, count: count)
    }
    position += count
    return count
  }
}

/// The callback that gives libyaml more bytes.
private func readMore(
  _ reader: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ size: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> CInt {
  guard let reader = unsafe reader, let buffer = unsafe buffer, let count = unsafe count else { return 0 }
  unsafe count.pointee = Unmanaged<YamlReader>.fromOpaque(reader).takeUnretainedValue().read(
    into: buffer, atMost: size)
  return 1
}
