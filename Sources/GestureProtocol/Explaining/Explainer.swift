import GestureCore

/// Says in words why the recognizers of one name did or did not fire: `--explain`.
///
/// ```
///   double_tap is a tap for 1 to 5 fingers: taps 2, movement_mm 7.0313, …
///   sequence 1
///     0.750000  1 finger landed
///     1.500000  for 1 finger: did not fire: no next tap came within 350 ms (to allow it, raise gap_ms, now 350)
///   double_tap fired in 0 of 1 sequences
/// ```
///
/// A sequence is what happens from the first finger that lands to the last that lifts. It is fed with all events
/// and asked for lines after each frame; it knows no more than the events tell.
public final class Explainer {
  private enum Item {
    case touches(TouchesEvent, count: Int)
    case transition(TransitionEvent)

    var sequence: UInt64 {
      switch self {
      case .touches(let event, _): event.sequence
      case .transition(let event): event.sequence
      }
    }

    /// What happened, then what the recognizers made of it.
    var rank: (Int64, Int) {
      switch self {
      case .touches(let event, _): (event.time.microseconds, 0)
      case .transition(let event): (event.time.microseconds, 1)
      }
    }
  }

  private let instances: [RecognizerInstance]
  private let names: [String]
  private let name: String
  private let family: Set<Int>
  private let usesColor: Bool
  private var items: [Item] = []
  /// The touches that have come and not gone.
  private var told: Set<UInt64> = []
  private var sequence: UInt64?
  private var sequences: Set<UInt64> = []
  private var fired: Set<UInt64> = []

  /// An explainer of a set's recognizers of one name.
  ///
  /// - Parameters:
  ///   - set: the recognizers that events speak of.
  ///   - name: the author's name; where there is none of that name, nothing ever happens to it.
  ///   - usesColor: whether the reader is a terminal that understands SGR sequences.
  public init(_ set: RecognizerSet, of name: String, usesColor: Bool) {
    instances = set.instances
    names = set.instances.map { Self.harmless($0.name) }
    self.name = Self.harmless(name)
    family = Set(set.instances.indices.filter { set.instances[$0].name == name })
    self.usesColor = usesColor
  }

  /// Whether one of them has fired.
  public var hasFired: Bool { !fired.isEmpty }

  /// What it is and what it asks for: the lines before all others.
  public var head: [String] {
    guard let first = family.min() else { return ["there is no recognizer \(name)"] }
    let instance = instances[first]
    let counts = family.sorted().map { instances[$0].numberOfTouches }
    let options = instance.type.options.compactMap { option in
      instance.options[option.key].map { "\(option.key) \($0.text)" }
    }
    var lines = [
      "\(name) is a \(instance.kind.name) for \(Self.fingers(counts)): " + options.joined(separator: ", ")
    ]
    if let region = instance.properties.region {
      lines.append("it is offered what lands in the region \(Self.harmless(region)), and nothing else")
    }
    if instance.isPassive { lines.append("it is passive: it waits for nobody, and nobody is in its way") }
    let required = instances.indices.filter { other in
      family.contains { instances[$0].requireToFail.contains(other) }
    }
    if !required.isEmpty {
      lines.append("it waits until these have failed: " + Self.unique(required.map { names[$0] }))
    }
    return lines
  }

  /// Takes in an event.
  ///
  /// - Parameter records: the records of the buffer that it comes from.
  public func note(_ event: Event, records: [TouchRecord]) {
    switch event {
    case .touches(let event):
      let count = event.records.count { changes(records[$0].id, event.phase) }
      if count > 0 { items.append(.touches(event, count: count)) }
    case .transition(let event) where family.contains(event.recognizer): items.append(.transition(event))
    case .gesture, .transition, .responder, .settled, .offered, .reset, .asked, .expired: break
    }
  }

  /// Whether a touch comes or goes: once, however many regions are told of it.
  private func changes(_ touch: UInt64, _ phase: TouchPhase) -> Bool {
    switch phase {
    case .began: told.insert(touch).inserted
    case .ended, .cancelled: told.remove(touch) != nil
    case .moved, .stationary: false
    }
  }

  /// What is to be said of the events since it was asked last, as lines without their ends.
  public func takeLines() -> [String] {
    var lines: [String] = []
    var transitions: [TransitionEvent] = []
    for item in items.sorted(by: { $0.rank < $1.rank }) {
      if item.sequence != sequence {
        lines += transitionLines(transitions)
        transitions = []
        sequence = item.sequence
        sequences.insert(item.sequence)
        lines.append(painted("sequence \(item.sequence)", .bold))
      }
      switch item {
      case .touches(let event, let count):
        lines += transitionLines(transitions)
        transitions = []
        lines.append(line(at: event.time, Self.text(event.phase, count)))
      case .transition(let event):
        if let first = transitions.first, !areAlike(first, event) {
          lines += transitionLines(transitions)
          transitions = []
        }
        transitions.append(event)
      }
    }
    items.removeAll(keepingCapacity: true)
    return lines + transitionLines(transitions)
  }

  /// The last line: how often it fired.
  public var summary: String {
    let text =
      "\(name) fired in \(fired.count) of \(sequences.count) sequence\(sequences.count == 1 ? "" : "s")"
    return painted(text, hasFired ? .green : .red)
  }

  // MARK: Transitions

  private func areAlike(_ a: TransitionEvent, _ b: TransitionEvent) -> Bool {
    a.time == b.time && a.from == b.from && a.to == b.to && a.reason.word == b.reason.word
      && a.reason.cause.map { names[$0] } == b.reason.cause.map { names[$0] }
  }

  /// Recognizers that changed alike in one line: their numbers of fingers, and the measure only where it is the
  /// same for all.
  private func transitionLines(_ transitions: [TransitionEvent]) -> [String] {
    guard let first = transitions.first else { return [] }
    if first.to.isSuccess { fired.insert(first.sequence) }
    var measure = first.reason.measure
    if transitions.contains(where: { $0.reason.measure != measure }) { measure = nil }
    let outcome = Outcome(first)
    var text = painted(outcome.rawValue, outcome.color) + ": "
    if family.count > 1 {
      text = "for \(Self.fingers(transitions.map { instances[$0.recognizer].numberOfTouches })): " + text
    }
    let cause = first.reason.cause.map { names[$0] }
    if let sentence = ReasonSentence.sentence(for: first.reason.word.description) {
      text += sentence.text(measure, cause: cause)
      if outcome.asksForAdvice,
        let advice = sentence.advice(measure, for: instances[first.recognizer], cause: cause)
      {
        text += " (\(advice))"
      }
    } else {
      text += first.reason.word.description
    }
    return [line(at: first.time, text)]
  }

  /// What a transition means to the one who asks.
  private enum Outcome: String {
    case fired = "fired"
    case began = "began"
    case ended = "ended"
    case waits = "waits"
    case failed = "did not fire"
    case cancelled = "was cancelled"

    init(_ event: TransitionEvent) {
      self =
        switch event.to {
        case .began, .changed: .began
        case .ended: event.from == .possible ? .fired : .ended
        case .possible: .waits
        case .failed: .failed
        case .cancelled: .cancelled
        }
    }

    var asksForAdvice: Bool { self == .failed || self == .waits || self == .cancelled }

    var color: TextColor {
      switch self {
      case .fired, .began, .ended: .green
      case .waits: .faint
      case .failed: .red
      case .cancelled: .yellow
      }
    }
  }

  // MARK: Words

  private static func text(_ phase: TouchPhase, _ count: Int) -> String {
    let fingers = count == 1 ? "1 finger" : "\(count) fingers"
    switch phase {
    case .began: return fingers + " landed"
    case .ended: return fingers + " lifted"
    case .cancelled: return fingers + " taken from the region"
    case .moved, .stationary: return fingers + " moved"
    }
  }

  /// `1 finger`, `3 fingers`, `1 to 5 fingers`, `1, 3 and 4 fingers`.
  private static func fingers(_ counts: [Int]) -> String {
    let sorted = Array(Set(counts)).sorted()
    guard let first = sorted.first, let last = sorted.last else { return "no fingers" }
    if first == last { return first == 1 ? "1 finger" : "\(first) fingers" }
    if sorted.count > 2, last - first == sorted.count - 1 { return "\(first) to \(last) fingers" }
    return sorted.dropLast().map(String.init).joined(separator: ", ") + " and \(last) fingers"
  }

  private static func unique(_ names: [String]) -> String {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }.joined(separator: ", ")
  }

  private static func harmless(_ name: String) -> String {
    String(decoding: escapedBytes(of: name), as: UTF8.self)
  }

  private func line(at time: Instant, _ text: String) -> String {
    var line = LineWriter()
    line.append(secondsOf: time.microseconds, endingAt: Self.timeEnd)
    return painted(line.text, .faint) + "  " + text
  }

  /// Where the times end: room for a machine that has run for years.
  private static let timeEnd = 16

  private func painted(_ text: String, _ color: TextColor) -> String {
    usesColor ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[m" : text
  }
}

extension GestureState {
  /// Whether the recognizer has recognized its gesture.
  fileprivate var isSuccess: Bool {
    switch self {
    case .began, .changed, .ended: true
    case .possible, .failed, .cancelled: false
    }
  }
}
