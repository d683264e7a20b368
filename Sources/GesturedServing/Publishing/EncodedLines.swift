import GestureCore
import GestureProtocol

/// The line of an event in each form that subscribers want. The first subscriber of a form causes the encoding, and the
/// others share the bytes.
///
/// A form's storage is made when a client first asks for the form; an event allocates nothing. Each stage encodes its
/// own lines, since its numbers mean other recognizers and regions. All stages share the forms and their storage,
/// so a line that another stage has overwritten is encoded again.
package final class EncodedLines {
  private final class Variant {
    var form: LineForm
    var line = LineWriter()
    /// The event that the line belongs to, by the count of events.
    var event: UInt64 = 0

    init(_ form: LineForm) {
      self.form = form
    }
  }

  /// The forms that clients have asked for.
  private final class Forms {
    var all = [Variant(LineForm(units: .millimetres, detail: []))]
    /// The lines whose places are relative to a region. They share one storage, so that clients cannot make the daemon
    /// keep a line for each region (H2).
    let relative = Variant(LineForm(units: .millimetres, detail: []))
    /// The form of the line in `relative`, by its number.
    var relativeNumber = 0
    /// The regions that forms name, by the forms' numbers from 1. A name that no client uses any more gives its place to
    /// another one.
    var references: [String] = []
    /// Counts the events of all stages.
    private var event: UInt64 = 0

    func nextEvent() -> UInt64 {
      event &+= 1
      return event
    }
  }

  /// Writes the lines.
  package var encoder: MessageEncoder
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

  /// Makes the lines of another stage, with the same forms and the same touchscreens.
  init(like other: EncodedLines, _ vocabulary: Vocabulary) {
    encoder = MessageEncoder(vocabulary)
    forms = other.forms
    variants = forms.all
    event = forms.nextEvent()
    linesOfDevices = other.linesOfDevices
  }

  /// The number of a form is that of the same form relative to the screen, plus this for each number of its region.
  private static let formsPerReference = 1 << 32

  /// The number of a form, for `line`. The first form is in millimeters, with places and without any detail of touches.
  func number(of form: LineForm) -> Int {
    var form = form
    let reference = form.reference
    form.reference = 0
    let number = forms.all.firstIndex { $0.form == form } ?? forms.all.count
    if number == forms.all.count { forms.all.append(Variant(form)) }
    return number + reference * Self.formsPerReference
  }

  /// The form with a number.
  func form(_ number: Int) -> LineForm {
    var form = forms.all[number % Self.formsPerReference].form
    form.reference = number / Self.formsPerReference
    return form
  }

  /// The storage of a form's line.
  @inline(__always)
  private func variant(_ number: Int) -> Variant {
    number < Self.formsPerReference ? variants[number] : relativeVariant(number)
  }

  @inline(never)
  private func relativeVariant(_ number: Int) -> Variant {
    if forms.relativeNumber != number {
      forms.relativeNumber = number
      forms.relative.form = form(number)
      forms.relative.event = 0
    }
    return forms.relative
  }

  /// The number of a region that forms may name (TFW-5). The caller then sets its map with `setReferences`.
  ///
  /// - Parameter used: the numbers that clients use, so that a name of another number may be replaced.
  func reference(to name: String, besides used: Set<Int>) -> Int {
    if let place = forms.references.firstIndex(of: name) { return place + 1 }
    guard let place = forms.references.indices.first(where: { !used.contains($0 + 1) }) else {
      forms.references.append(name)
      return forms.references.count
    }
    forms.references[place] = name
    // Lines of the old name must not pass for lines of the new one.
    forms.relativeNumber = 0
    return place + 1
  }

  /// Sets the maps from a device's screen into the regions that forms name.
  func setReferences(of device: Int, _ map: (String) -> AffineTransform?) {
    guard !forms.references.isEmpty else { return }
    encoder.setReferences(of: device, forms.references.map(map))
  }

  /// Adds the forms that are new since the last call. Called for all stages after each new form, since they share the
  /// forms: a subscriber of any stage may have its number.
  func adoptForms() {
    if variants.count < forms.all.count { variants = forms.all }
  }

  /// Begins the next event.
  func begin() {
    event = forms.nextEvent()
  }

  /// Passes on an event's line in a form, encoding it only where it is not encoded yet.
  func with(
    _ number: Int, _ event: Event, of buffer: borrowing EventBuffer, device: Int, seq: UInt64,
    _ use: ([UInt8], Int) -> Void
  ) {
    let variant = variant(number)
    if variant.event != self.event {
      encoder.write(event, of: buffer, device: device, seq: seq, in: variant.form, to: &variant.line)
      variant.event = self.event
    }
    use(variant.line.bytes, variant.line.count)
  }

  /// Sends a subscriber a gesture's line in a form, encoding it only where it is not encoded yet.
  ///
  /// - Parameters:
  ///   - position: the gesture's index in `gestures`.
  ///   - tag: how the queue treats the line while it waits.
  /// - Returns: the result of `Subscriber.send`.
  func send(
    gestureAt position: Int, of gestures: borrowing ActiveGestures, in number: Int, to subscriber: Subscriber,
    as tag: LineQueue.Tag, now: Instant
  ) -> Bool {
    let variant = variant(number)
    if variant.event != event {
      variant.event = event
      let shown = gestures.entries[position].shown
      encoder.write(
        gestureAt: position, of: gestures.events, payloads: gestures.payloads,
        fingers: gestures.fingers, as: shown.numbers(for: subscriber),
        device: gestures.entries[position].device,
        seq: shown.seq.number(for: subscriber), in: variant.form, to: &variant.line)
    }
    return subscriber.send(variant.line, as: tag, now: now)
  }

  /// Sends a subscriber the line of a region's touches in a form, encoding it only where it is not encoded yet.
  ///
  /// - Parameters:
  ///   - index: the event's index among the buffer's touches.
  ///   - tag: how the queue treats the line while it waits.
  /// - Returns: the result of `Subscriber.send`.
  func send(
    touchesAt index: Int, of buffer: borrowing EventBuffer, device: Int, seq: UInt64, in number: Int,
    to subscriber: Subscriber, as tag: LineQueue.Tag, now: Instant
  ) -> Bool {
    let variant = variant(number)
    if variant.event != event {
      variant.event = event
      encoder.write(
        touchesAt: index, of: buffer, device: device, seq: seq, in: variant.form, to: &variant.line)
    }
    return subscriber.send(variant.line, as: tag, now: now)
  }

  /// Passes on the line of an event that only a recognizer's owner receives.
  ///
  /// - Parameter namesOther: whether the line may name the other recognizer of a question.
  func withOwn(
    _ event: Event, of buffer: borrowing EventBuffer, device: Int, in number: Int, namesOther: Bool,
    _ use: ([UInt8], Int) -> Void
  ) {
    switch event {
    case .asked(let question):
      encoder.write(
        question, of: buffer, device: device, in: form(number), namesOther: namesOther, to: &single)
    case .transition(let transition): encoder.write(holding: transition, device: device, to: &single)
    case .offered, .reset, .expired, .gesture, .touches, .responder, .deferred, .settled:
      encoder.write(event, of: buffer, device: device, seq: 0, in: form(number), to: &single)
    }
    use(single.bytes, single.count)
  }

  /// The lines of the present touchscreens, by their numbers, with the `seq` of their last change.
  func deviceLines(tellingSingleFingers: Bool) -> [[UInt8]] {
    linesOfDevices.sorted { $0.key < $1.key }.map { tellingSingleFingers ? $0.value.all : $0.value.several }
  }

  /// Keeps a device's latest line for later clients, or forgets a device that was removed.
  func keep(_ message: DeviceMessage, seq: LineSeq) {
    switch message.state {
    case .removed:
      linesOfDevices[message.device] = nil
      return
    // Later clients need not know about a past interruption.
    case .interrupted: return
    case .added, .changed: break
    }
    // For later clients, the device has been this way from the beginning.
    var present = message
    present.state = .added
    linesOfDevices[message.device] = (
      all: bytes { encoder, line in encoder.write(present, seq: seq.all, to: &line) },
      several: bytes { encoder, line in encoder.write(present, seq: seq.several, to: &line) }
    )
  }

  /// Passes on a line that is written once.
  func with(_ write: (borrowing MessageEncoder, inout LineWriter) -> Void, _ use: ([UInt8], Int) -> Void) {
    write(encoder, &single)
    use(single.bytes, single.count)
  }

  /// A copy of a line, to keep.
  func bytes(_ write: (borrowing MessageEncoder, inout LineWriter) -> Void) -> [UInt8] {
    write(encoder, &single)
    return Array(single.bytes[..<single.count])
  }
}

/// Fields of a subscription's reply.
extension EncodedLines {
  /// The most touchscreens that a reply lists: far more than a machine has.
  private static let mostScreens = 256

  /// The touchscreens that have no places in these units, with the reason; no field where all have places.
  func withoutPlaces(in units: WireUnits) -> [ReplyField] {
    guard units == .pixels else { return [] }
    let screens = encoder.devicesWithoutPixels.prefix(Self.mostScreens).map { device in
      ReplyValue.object([
        ReplyField("device", .integer(device)), ReplyField("reason", .text("pixels_unknown")),
      ])
    }
    return screens.isEmpty ? [] : [ReplyField("without_places", .list(screens))]
  }
}
