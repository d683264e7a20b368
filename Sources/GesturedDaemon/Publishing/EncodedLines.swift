import GestureCore
import GestureProtocol

/// The line of an event in the forms that subscribers have asked for, each encoded when the first one wants it and
/// then handed to all who share it.
///
/// The storage of a form is made when somebody comes who wants it; an event allocates nothing. Each audience has lines of
/// its own, as their numbers mean other recognizers and regions; forms, and their storage, are those of all of them: a line
/// that another audience has written over is encoded anew.
final class EncodedLines {
  private final class Variant {
    let form: LineForm
    var line = LineWriter()
    /// The event whose line it is, by the count of events.
    var event: UInt64 = 0

    init(_ form: LineForm) {
      self.form = form
    }
  }

  /// The forms that somebody has asked for.
  private final class Forms {
    var all = [Variant(LineForm(units: .millimetres, detail: []))]
    /// Counts the events of all audiences.
    private var event: UInt64 = 0

    func nextEvent() -> UInt64 {
      event &+= 1
      return event
    }
  }

  /// What writes the lines.
  var encoder: MessageEncoder
  /// The present event, by the count of events.
  private var event: UInt64
  private let forms: Forms
  private var variants: [Variant]
  private var linesOfDevices: [Int: (all: [UInt8], several: [UInt8])] = [:]
  /// For lines that have one form only, or one reader.
  private var single = LineWriter()

  init(_ vocabulary: Vocabulary = Vocabulary(recognizers: [])) {
    encoder = MessageEncoder(vocabulary)
    forms = Forms()
    variants = forms.all
    event = forms.nextEvent()
  }

  /// Lines of another audience, with the same forms and the same touchscreens.
  init(like other: EncodedLines, _ vocabulary: Vocabulary) {
    encoder = MessageEncoder(vocabulary)
    forms = other.forms
    variants = forms.all
    event = forms.nextEvent()
    linesOfDevices = other.linesOfDevices
  }

  /// The number of a form, for `line`. The first is millimetres with places and without any detail of touches.
  func number(of form: LineForm) -> Int {
    let number = forms.all.firstIndex { $0.form == form } ?? forms.all.count
    if number == forms.all.count { forms.all.append(Variant(form)) }
    takeOverForms()
    return number
  }

  /// The form of a number.
  func form(_ number: Int) -> LineForm { forms.all[number].form }

  /// Takes over the forms that were asked for while another audience was spoken to.
  func takeOverForms() {
    if variants.count < forms.all.count { variants = forms.all }
  }

  /// Another event comes.
  func begin() {
    event = forms.nextEvent()
  }

  /// Hands out the line of an event in a form, encoded unless it was already.
  func with(
    _ number: Int, _ event: Event, of buffer: borrowing EventBuffer, device: Int, seq: UInt64,
    _ use: ([UInt8], Int) -> Void
  ) {
    let variant = variants[number]
    if variant.event != self.event {
      encoder.write(event, of: buffer, device: device, seq: seq, in: variant.form, to: &variant.line)
      variant.event = self.event
    }
    use(variant.line.bytes, variant.line.count)
  }

  /// Sends a subscriber the line of a gesture in a form, encoded unless it was already.
  ///
  /// - Parameters:
  ///   - position: where the gesture is kept.
  ///   - tag: what may become of the line while it waits.
  /// - Returns: what `Subscriber.send` does.
  func send(
    gestureAt position: Int, of gestures: borrowing ActiveGestures, in number: Int, to subscriber: Subscriber,
    as tag: LineQueue.Tag, now: Instant
  ) -> Bool {
    let variant = variants[number]
    if variant.event != event {
      variant.event = event
      let shown = gestures.entries[position].shown
      encoder.write(
        gestureAt: position, of: gestures.events, payload: gestures.payloads[position],
        as: shown.numbers(for: subscriber), device: gestures.entries[position].device,
        seq: shown.seq.number(for: subscriber), in: variant.form, to: &variant.line)
    }
    return subscriber.send(variant.line, as: tag, now: now)
  }

  /// Hands out the line of an event that the owner of a recognizer alone is told of.
  ///
  /// - Parameter namesOther: whether it may know the name of the other recognizer that a question is about.
  func withOwn(
    _ event: Event, of buffer: borrowing EventBuffer, device: Int, in number: Int, namesOther: Bool,
    _ use: ([UInt8], Int) -> Void
  ) {
    switch event {
    case .asked(let question):
      encoder.write(
        question, of: buffer, device: device, in: variants[number].form, namesOther: namesOther, to: &single)
    case .transition(let transition): encoder.write(holding: transition, device: device, to: &single)
    case .offered, .reset, .expired, .gesture, .touches, .responder, .settled:
      encoder.write(event, of: buffer, device: device, seq: 0, in: variants[number].form, to: &single)
    }
    use(single.bytes, single.count)
  }

  /// The lines of the touchscreens that are there, by their numbers, with the numbers that they had.
  func deviceLines(tellingSingleFingers: Bool) -> [[UInt8]] {
    linesOfDevices.sorted { $0.key < $1.key }.map { tellingSingleFingers ? $0.value.all : $0.value.several }
  }

  /// Keeps, for those who come, that a device is there or how it is now; forgets one that went.
  func keep(_ message: DeviceMessage, seq: LineSeq) {
    switch message.state {
    case .removed:
      linesOfDevices[message.device] = nil
      return
    // That it was not followed for a while is nothing to those who come.
    case .interrupted: return
    case .added, .changed: break
    }
    // For those who come later it was so from the beginning.
    var present = message
    present.state = .added
    linesOfDevices[message.device] = (
      all: bytes { encoder, line in encoder.write(present, seq: seq.all, to: &line) },
      several: bytes { encoder, line in encoder.write(present, seq: seq.several, to: &line) }
    )
  }

  /// Hands out a line that is written for one occasion.
  func with(_ write: (borrowing MessageEncoder, inout LineWriter) -> Void, _ use: ([UInt8], Int) -> Void) {
    write(encoder, &single)
    use(single.bytes, single.count)
  }

  /// A copy of a line that is kept.
  func bytes(_ write: (borrowing MessageEncoder, inout LineWriter) -> Void) -> [UInt8] {
    write(encoder, &single)
    return Array(single.bytes[..<single.count])
  }
}
