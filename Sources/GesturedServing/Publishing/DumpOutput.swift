import GestureCore
import GestureProtocol
import LinuxEventLoop
import SystemPackage

/// Prints every event on standard output.
///
/// `--dump` prints text for people or the wire's lines for programs. `--explain` describes in words what the events
/// mean for the recognizers of one name.
///
/// In text, recognizers of one name that change alike in one event share a line. A tap would otherwise print thirty
/// lines about fingers that no person used.
package struct DumpOutput: ~Copyable {
  private enum Writer {
    case text(TextFormatter)
    case json(EncodedLines)
    case explanation(Explainer)
    case appExplanation(AppExplainer)
  }

  private var writer: Writer
  private let stream: StandardStream
  private let urgent: FileDescriptor?
  /// How much longer the reader may hold the daemon up, in all; nil for no limit.
  private var patience: TimeSpan?
  private var line = LineWriter()
  private var alike: [TransitionEvent] = []
  private var end: WriteAllOutcome?
  private let hasDeclarations: Bool
  /// The recognizers to print when the first touchscreen comes; nil once they are printed.
  private var undeclared: RecognizerSet?
  /// The fingers that are down and that no region received.
  private var untold: Set<UInt64> = []
  /// The last idle line, which several clients may get.
  private var lastIdle: IdleMessage?

  /// - Parameters:
  ///   - recognizers: the recognizers that events name, in the vocabulary's order.
  ///   - hasDeclarations: whether the dump lists regions and recognizers when touchscreens come (ADD-24).
  ///   - urgent: the descriptor of the daemon's signals; when it is readable, the dump stops waiting for its reader.
  ///   - patience: how long the reader may hold the daemon up, in all; nil for no limit.
  package init(
    _ format: DumpFormat, recognizers: RecognizerSet, vocabulary: Vocabulary,
    hasDeclarations: Bool = false, stream: StandardStream = .output,
    urgent: FileDescriptor? = nil, patience: TimeSpan? = nil
  ) {
    self.stream = stream
    self.urgent = urgent
    self.patience = patience
    self.hasDeclarations = hasDeclarations
    undeclared = recognizers
    switch format {
    case .text(let usesColor): writer = .text(TextFormatter(vocabulary, usesColor: usesColor))
    case .json: writer = .json(EncodedLines(vocabulary))
    case .explanation(let name, let touches, let usesColor):
      writer = .explanation(Explainer(recognizers, of: name, touches: touches, usesColor: usesColor))
    case .appExplanation(let settings, let delays):
      writer = .appExplanation(AppExplainer(recognizers, settings, delays: delays))
    }
  }

  mutating func write(_ hello: Hello) {
    switch writer {
    case .text(let formatter): formatter.write(hello, to: &line)
    case .json(let lines): lines.encoder.write(hello, to: &line)
    case .explanation(let explainer):
      write(explainer.head)
      return
    case .appExplanation(let explainer):
      write(explainer.head)
      return
    }
    writeOut()
  }

  mutating func write(_ message: DeviceMessage, seq: UInt64) {
    switch writer {
    case .text(let formatter): formatter.write(message, seq: seq, to: &line)
    case .json(let lines): lines.encoder.write(message, seq: seq, to: &line)
    case .explanation, .appExplanation: return
    }
    writeOut()
  }

  /// Prints the declarations once a touchscreen has come: its regions. The first touchscreen's regions are followed by
  /// the recognizers, which are the same on each.
  mutating func write(
    declarationsOf device: Int, _ regions: RegionTree, _ exclusions: [ExclusionMessage], at time: Instant,
    seq: UInt64
  ) {
    guard hasDeclarations else { return }
    // Declared regions lie in the root; the window around the root is the daemon's own.
    let others = regions.livingRegions.filter { $0 != RegionTree.root }
    for number in [RegionTree.root] + others {
      var message = regions.message(of: number, .present, device: device, at: time)
      if number == RegionTree.root { message.exclusions = exclusions }
      write { formatter, line in
        formatter.write(message, to: &line)
      } json: { encoder, line in
        encoder.write(message, seq: seq, for: RegionTree.configuration, to: &line)
      }
    }
    guard let recognizers = undeclared else { return }
    undeclared = nil
    for (_, message) in recognizers.messages(.present, at: time, where: { _ in true }) {
      let numbers = recognizers.ownNumbers(named: message.name, of: message.owner)
      let setting = RecognizerSetting(numbers.map { recognizers.instances[$0] })
      write { formatter, line in
        formatter.write(message, to: &line)
      } json: { encoder, line in
        encoder.write(message, seq: seq, for: RegionTree.configuration, setting: setting, to: &line)
      }
    }
  }

  /// Writes a line that an explanation does not contain.
  private mutating func write(
    _ text: (TextFormatter, inout LineWriter) -> Void,
    json: (borrowing MessageEncoder, inout LineWriter) -> Void
  ) {
    switch writer {
    case .text(let formatter): text(formatter, &line)
    case .json(let lines): json(lines.encoder, &line)
    case .explanation, .appExplanation: return
    }
    writeOut()
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
      explainer.record(event)
      return
    case .appExplanation: return
    }
    writeOut()
  }

  /// Shows what the app behind all regions receives; an explanation of a recognizer does not.
  mutating func write(_ note: AppNote, device: Int) {
    if case .appExplanation(let explainer) = writer { return explainer.record(note) }
    guard note.phase.isTold else { return }
    switch writer {
    case .json(let lines): lines.encoder.write(note, device: device, to: &line)
    case .text(let formatter):
      flush(device: device)
      formatter.write(note, device: device, to: &line)
    case .explanation, .appExplanation: return
    }
    writeOut()
  }

  mutating func write(_ message: FamilyMessage, seq: UInt64) {
    switch writer {
    case .text(let formatter): formatter.write(message, seq: seq, to: &line)
    case .json(let lines): lines.encoder.write(message, seq: seq, to: &line)
    case .explanation, .appExplanation: return
    }
    writeOut()
  }

  mutating func write(pressGesture gesture: GestureEvent, of device: String, seq: UInt64) {
    switch writer {
    case .text(let formatter): formatter.write(pressGesture: gesture, of: device, seq: seq, to: &line)
    case .json(let lines): lines.encoder.write(pressGesture: gesture, of: device, seq: seq, to: &line)
    case .explanation, .appExplanation: return
    }
    writeOut()
  }

  mutating func write(_ message: ActionMessage) {
    write { formatter, line in
      formatter.write(message, to: &line)
    } json: { encoder, line in
      encoder.write(message, to: &line)
    }
  }

  mutating func write(_ message: IdleMessage) {
    guard message != lastIdle else { return }
    lastIdle = message
    write { formatter, line in
      formatter.write(message, to: &line)
    } json: { encoder, line in
      encoder.write(message, to: &line)
    }
  }

  /// Whether a person reads the dump and wants to see each finger.
  var wantsFingers: Bool {
    switch writer {
    case .text, .explanation: true
    case .json, .appExplanation: false
    }
  }

  /// Ends the event: prints the transitions that waited for similar ones, and the fingers that no region received.
  mutating func flush(device: Int, _ fingers: [FingerNote]) {
    switch writer {
    case .json: break
    case .text(let formatter):
      flush(device: device)
      for finger in fingers where finger.phase == .began ? !finger.isDelivered : untold.contains(finger.id) {
        if finger.phase == .began { untold.insert(finger.id) } else { untold.remove(finger.id) }
        formatter.write(untold: finger, device: device, to: &line)
        writeOut()
      }
    case .explanation(let explainer):
      explainer.record(fingers, of: device)
      flush(device: device)
    case .appExplanation: flush(device: device)
    }
  }

  private mutating func flush(device: Int) {
    switch writer {
    case .json: break
    case .text(let formatter):
      guard !alike.isEmpty else { return }
      formatter.write(alike, device: device, to: &line)
      alike.removeAll(keepingCapacity: true)
      writeOut()
    case .explanation(let explainer): write(explainer.drainLines())
    case .appExplanation(let explainer): write(explainer.drainLines())
    }
  }

  /// Sets the recognizers that later events name.
  mutating func setRecognizers(_ labels: [RecognizerLabel]) {
    switch writer {
    case .json(let lines): lines.encoder.setRecognizers(labels)
    case .text(var formatter):
      formatter.setRecognizers(labels)
      writer = .text(formatter)
    case .explanation, .appExplanation: break
    }
  }

  /// Sets the regions of a device.
  mutating func setRegions(of device: Int, _ regions: RegionTree) {
    let names = regions.regions.map(\.name)
    switch writer {
    case .json(let lines):
      lines.encoder.setRegions(
        of: device, names, windows: regions.toldWindows, controllers: regions.regions.map(\.controller),
        kinds: regions.kinds)
    case .text(var formatter):
      formatter.setRegions(of: device, names)
      writer = .text(formatter)
    case .explanation(let explainer): explainer.setRegions(of: device, regions)
    case .appExplanation: break
    }
  }

  /// Ends the dump. An explanation closes with how often the recognizer fired.
  mutating func finish() {
    if case .explanation(let explainer) = writer { write([explainer.summary]) }
    if case .appExplanation(let explainer) = writer { write([explainer.summary]) }
  }

  /// Whether the explained recognizer has fired, or the explained app received each touch as stated; nil for other
  /// formats.
  var hasExplainedFire: Bool? {
    switch writer {
    case .explanation(let explainer): explainer.hasFired
    case .appExplanation(let explainer): explainer.isAsStated
    case .text, .json: nil
    }
  }

  private mutating func write(_ texts: [String]) {
    for text in texts {
      guard end == nil else { return }
      let bytes = Array("\(text)\n".utf8)
      let outcome = stream.write(bytes, in: bytes.indices, interruptedBy: urgent, patience: &patience)
      if outcome != .written { end = outcome }
    }
  }

  private mutating func writeOut() {
    guard end == nil, line.count > 0 else { return }
    let outcome = stream.write(
      line.bytes, in: 0..<line.count, interruptedBy: urgent, patience: &patience)
    if outcome != .written { end = outcome }
  }

  /// Whether the dump cannot be written any more, so that the daemon is to stop.
  var isBroken: Bool {
    switch end {
    case .failed, .readerGone: true
    // After an interrupting signal, the signal decides what happens. A stalled reader only ends the dump: clients are
    // still served.
    case .interrupted, .stalled, .written, nil: false
    }
  }

  /// Whether the dump was closed because its reader held the daemon up for too long.
  var isGivenUp: Bool { end == .stalled }

  /// The error that ended the dump; nil where its reader closed it.
  var failure: Errno? {
    switch end {
    case .failed(let errno): errno
    case .written, .readerGone, .interrupted, .stalled, nil: nil
    }
  }
}
