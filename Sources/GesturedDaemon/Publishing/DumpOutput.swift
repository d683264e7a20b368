import GestureCore
import GestureProtocol
import LinuxEventLoop
import SystemPackage

/// `--dump`: everything that happens, on standard output, as text for eyes or as the wire's lines for programs.
struct DumpOutput: ~Copyable {
  private let format: any LineFormat
  private let stream: StandardStream
  private var line = LineWriter()
  private var end: WriteAllOutcome?

  init(_ format: DumpFormat, vocabulary: Vocabulary, stream: StandardStream = .output) {
    self.stream = stream
    switch format {
    case .text(let usesColor):
      self.format = TextFormatter(vocabulary, usesColor: usesColor)
    case .json:
      self.format = MessageEncoder(vocabulary)
    }
  }

  mutating func write(_ hello: Hello) {
    format.write(hello, to: &line)
    put(line.bytes, count: line.count)
  }

  mutating func write(_ message: DeviceMessage, seq: UInt64) {
    format.write(message, seq: seq, to: &line)
    put(line.bytes, count: line.count)
  }

  mutating func write(_ event: Event, records: [TouchRecord], device: Int, seq: UInt64) {
    format.write(event, records: records, device: device, seq: seq, to: &line)
    put(line.bytes, count: line.count)
  }

  private mutating func put(_ bytes: [UInt8], count: Int) {
    guard !isBroken, count > 0 else { return }
    let outcome = stream.write(bytes, in: 0..<count)
    if outcome != .written { end = outcome }
  }

  /// Whether nothing can be written any more.
  var isBroken: Bool { end != nil }

  /// Why, where it is not that the reader has seen enough.
  var failure: Errno? {
    switch end {
    case .failed(let errno): errno
    case .written, .readerGone, nil: nil
    }
  }
}
