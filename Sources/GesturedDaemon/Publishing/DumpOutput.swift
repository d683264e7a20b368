import GestureCore
import GestureProtocol
import LinuxEventLoop
import SystemPackage

/// `--dump`: everything that happens, on standard output, as text for eyes or as the wire's lines for programs; and
/// `--explain`: what it means for the recognizers of one name, in words.
///
/// In text, recognizers of one name that change alike in one event are told in one line: else a tap would be thirty
/// lines of fingers that nobody used.
struct DumpOutput: ~Copyable {
  private enum Writer {
    case text(TextFormatter)
    case json(EncodedLines)
    case explanation(Explainer)
  }

  private var writer: Writer
  private let stream: StandardStream
  private let urgent: FileDescriptor?
  /// How long its reader may still be waited for, in all; nil for as long as it takes.
  private var patience: TimeSpan?
  private var line = LineWriter()
  private var alike: [TransitionEvent] = []
  private var end: WriteAllOutcome?

  /// - Parameters:
  ///   - recognizers: those that events speak of, in the vocabulary's order.
  ///   - urgent: what ends the waiting for a reader when it is readable: the daemon's signals.
  ///   - patience: how long its reader may hold the daemon up, in all; nil for as long as it takes.
  init(
    _ format: DumpFormat, recognizers: RecognizerSet, vocabulary: Vocabulary,
    stream: StandardStream = .output,
    urgent: FileDescriptor? = nil, patience: TimeSpan? = nil
  ) {
    self.stream = stream
    self.urgent = urgent
    self.patience = patience
    switch format {
    case .text(let usesColor): writer = .text(TextFormatter(vocabulary, usesColor: usesColor))
    case .json: writer = .json(EncodedLines(vocabulary))
    case .explanation(let name, let usesColor):
      writer = .explanation(Explainer(recognizers, of: name, usesColor: usesColor))
    }
  }

  mutating func write(_ hello: Hello) {
    switch writer {
    case .text(let formatter): formatter.write(hello, to: &line)
    case .json(let lines): lines.encoder.write(hello, to: &line)
    case .explanation(let explainer):
      put(explainer.head)
      return
    }
    put()
  }

  mutating func write(_ message: DeviceMessage, seq: UInt64) {
    switch writer {
    case .text(let formatter): formatter.write(message, seq: seq, to: &line)
    case .json(let lines): lines.encoder.write(message, seq: seq, to: &line)
    case .explanation: return
    }
    put()
  }

  mutating func write(_ event: Event, of buffer: borrowing EventBuffer, device: Int, seq: UInt64) {
    switch writer {
    case .json(let lines):
      lines.encoder.write(event, of: buffer, device: device, seq: seq, to: &line)
    case .text(let formatter):
      if case .transition(let transition) = event {
        if let first = alike.first, !formatter.areAlike(first, transition) { flush(device: device) }
        alike.append(transition)
        return
      }
      flush(device: device)
      formatter.write(event, of: buffer, device: device, seq: seq, to: &line)
    case .explanation(let explainer):
      explainer.note(event, records: buffer.records)
      return
    }
    put()
  }

  mutating func write(_ message: FamilyMessage, seq: UInt64) {
    switch writer {
    case .text(let formatter): formatter.write(message, seq: seq, to: &line)
    case .json(let lines): lines.encoder.write(message, seq: seq, to: &line)
    case .explanation: return
    }
    put()
  }

  mutating func write(pressGesture gesture: GestureEvent, of device: String, seq: UInt64) {
    switch writer {
    case .text(let formatter): formatter.write(pressGesture: gesture, of: device, seq: seq, to: &line)
    case .json(let lines): lines.encoder.write(pressGesture: gesture, of: device, seq: seq, to: &line)
    case .explanation: return
    }
    put()
  }

  /// Ends the event: what waited for more of its like is printed.
  mutating func flush(device: Int) {
    switch writer {
    case .json: break
    case .text(let formatter):
      guard !alike.isEmpty else { return }
      formatter.write(alike, device: device, to: &line)
      alike.removeAll(keepingCapacity: true)
      put()
    case .explanation(let explainer): put(explainer.takeLines())
    }
  }

  /// Takes over the recognizers: events speak of these from now on.
  mutating func setRecognizers(_ labels: [RecognizerLabel]) {
    switch writer {
    case .json(let lines): lines.encoder.setRecognizers(labels)
    case .text(var formatter):
      formatter.setRecognizers(labels)
      writer = .text(formatter)
    case .explanation: break
    }
  }

  /// Takes over the names of the regions of a device, by their numbers.
  mutating func setRegions(of device: Int, _ names: [String]) {
    switch writer {
    case .json(let lines): lines.encoder.setRegions(of: device, names)
    case .text(var formatter):
      formatter.setRegions(of: device, names)
      writer = .text(formatter)
    case .explanation: break
    }
  }

  /// Ends it: an explanation closes with how often the recognizer fired.
  mutating func finish() {
    if case .explanation(let explainer) = writer { put([explainer.summary]) }
  }

  /// Whether what is explained has fired; nil where nothing is explained.
  var hasExplainedFire: Bool? {
    if case .explanation(let explainer) = writer { explainer.hasFired } else { nil }
  }

  private mutating func put(_ texts: [String]) {
    for text in texts {
      guard end == nil else { return }
      let bytes = Array("\(text)\n".utf8)
      let outcome = stream.write(bytes, in: bytes.indices, interruptedBy: urgent, patience: &patience)
      if outcome != .written { end = outcome }
    }
  }

  private mutating func put() {
    guard end == nil, line.count > 0 else { return }
    let outcome = stream.write(
      line.bytes, in: 0..<line.count, interruptedBy: urgent, patience: &patience)
    if outcome != .written { end = outcome }
  }

  /// Whether nothing can be written any more, which is a reason to stop.
  var isBroken: Bool {
    switch end {
    case .failed, .readerGone: true
    // The signal that has interrupted it says what is to be done; who has stalled it leaves others to be served.
    case .interrupted, .stalled, .written, nil: false
    }
  }

  /// Whether it was given up because its reader held the daemon up for too long.
  var isGivenUp: Bool { end == .stalled }

  /// Why, where it is not that the reader has seen enough.
  var failure: Errno? {
    switch end {
    case .failed(let errno): errno
    case .written, .readerGone, .interrupted, .stalled, nil: nil
    }
  }
}
