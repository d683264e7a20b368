import GestureCore

/// Writes into words why recognizers of one name did or did not fire. `gestured --explain` feeds it events, and
/// `gesturectl explain` lines of the wire.
///
/// ```
///   double_tap is a tap for 1 to 5 fingers: taps 2, movement_mm 7.0313, …
///   sequence 1
///     0.750000  1 finger landed
///     1.500000  for 1 finger: did not fire: no next tap came within 350 ms
///   double_tap fired in 0 of 1 sequences
/// ```
///
/// A sequence lasts from the first finger that lands to the last that lifts.
public struct Explanation {
  /// A recognizer went from one state to another.
  public struct Transition: Hashable, Sendable {
    /// The index of the recognizer in `recognizers`.
    public var recognizer: Int
    /// The number of fingers that the recognizer is for.
    public var numberOfTouches: Int
    /// The states before and after.
    public var from: GestureState
    public var to: GestureState
    /// The number of the multi-touch sequence.
    public var sequence: UInt64
    /// The stamp of the frame, or the deadline.
    public var time: Instant
    /// The reason for the change.
    public var reason: ExplainedReason

    public init(
      recognizer: Int, numberOfTouches: Int, from: GestureState, to: GestureState, sequence: UInt64,
      time: Instant, reason: ExplainedReason
    ) {
      self.recognizer = recognizer
      self.numberOfTouches = numberOfTouches
      self.from = from
      self.to = to
      self.sequence = sequence
      self.time = time
      self.reason = reason
    }
  }

  private enum Item {
    case fingers(Int, TouchPhase, sequence: UInt64, time: Instant)
    case transition(Transition)

    var sequence: UInt64 {
      switch self {
      case .fingers(_, _, let sequence, _): sequence
      case .transition(let transition): transition.sequence
      }
    }

    /// The order of lines: by time, and the fingers of an event before its transitions.
    var rank: (Int64, Int) {
      switch self {
      case .fingers(_, _, _, let time): (time.microseconds, 0)
      case .transition(let transition): (transition.time.microseconds, 1)
      }
    }
  }

  /// The most sequences whose numbers are remembered. Older sequences are only counted, so that an endless stream takes
  /// bounded memory.
  private static let rememberedSequences = 4096

  private let name: String
  /// The explained recognizers, one element for each owner.
  public var recognizers: [ExplainedRecognizer]
  private let usesColor: Bool
  private var items: [Item] = []
  private var sequence: UInt64?
  private var sequences: Set<UInt64> = []
  private var fired: Set<UInt64> = []
  private var forgottenCounts = (sequences: 0, fired: 0)

  /// An empty explanation.
  ///
  /// - Parameter usesColor: whether the reader is a terminal that understands SGR sequences.
  public init(of name: String, _ recognizers: [ExplainedRecognizer], usesColor: Bool) {
    self.name = VisibleName.harmless(name)
    self.recognizers = recognizers
    self.usesColor = usesColor
  }

  /// Whether one of the recognizers has fired.
  public var hasFired: Bool { !fired.isEmpty || forgottenCounts.fired > 0 }

  /// The first lines, which describe the recognizers.
  public var head: [String] {
    recognizers.isEmpty ? ["there is no recognizer \(name)"] : recognizers.flatMap(\.head)
  }

  /// Records fingers that landed, lifted or were cancelled in one event.
  mutating func record(fingers count: Int, _ phase: TouchPhase, sequence: UInt64, at time: Instant) {
    items.append(.fingers(count, phase, sequence: sequence, time: time))
  }

  public mutating func record(_ transition: Transition) {
    guard recognizers.indices.contains(transition.recognizer) else { return }
    items.append(.transition(transition))
  }

  /// The lines about the events since the last call, without line ends.
  public mutating func drainLines() -> [String] {
    var lines: [String] = []
    var alike: [Transition] = []
    for item in items.sorted(by: { $0.rank < $1.rank }) {
      if item.sequence != sequence {
        lines += transitionLines(alike)
        alike = []
        sequence = item.sequence
        begin(item.sequence)
        lines.append(painted("sequence \(item.sequence)", .bold))
      }
      switch item {
      case .fingers(let count, let phase, _, let time):
        lines += transitionLines(alike)
        alike = []
        lines.append(line(at: time, Self.text(phase, count)))
      case .transition(let transition):
        if let first = alike.first, !areAlike(first, transition) {
          lines += transitionLines(alike)
          alike = []
        }
        alike.append(transition)
      }
    }
    items.removeAll(keepingCapacity: true)
    return lines + transitionLines(alike)
  }

  /// The last line: how often the recognizers fired.
  public var summary: String {
    let (count, all) = (fired.count + forgottenCounts.fired, sequences.count + forgottenCounts.sequences)
    return painted(
      "\(name) fired in \(count) of \(all) sequence\(all == 1 ? "" : "s")", hasFired ? .green : .red)
  }

  private mutating func begin(_ sequence: UInt64) {
    if sequences.count >= Self.rememberedSequences {
      forgottenCounts.sequences += sequences.count
      forgottenCounts.fired += fired.count
      sequences = []
      fired = []
    }
    sequences.insert(sequence)
  }

  // MARK: Transitions

  private func areAlike(_ a: Transition, _ b: Transition) -> Bool {
    a.recognizer == b.recognizer && a.time == b.time && a.from == b.from && a.to == b.to
      && a.reason.word == b.reason.word && a.reason.cause == b.reason.cause
      && (a.reason.measure == b.reason.measure || isAboutNumber(a))
  }

  /// Whether a recognizer is for another number of fingers than have landed.
  private func isAboutNumber(_ transition: Transition) -> Bool {
    transition.reason.word == "tooFewTouches" || transition.reason.word == "tooManyTouches"
  }

  /// One line for recognizers that changed alike: their numbers of fingers, and the measure. Recognizers for other numbers
  /// of fingers share a line.
  private mutating func transitionLines(_ transitions: [Transition]) -> [String] {
    guard let first = transitions.first, recognizers.indices.contains(first.recognizer) else { return [] }
    if first.to.isSuccess { fired.insert(first.sequence) }
    let recognizer = recognizers[first.recognizer]
    let measure = first.reason.measure
    let outcome = Outcome(first)
    var text = painted(outcome.rawValue, outcome.color) + ": "
    let fingers = FingerWords.fingers(transitions.map(\.numberOfTouches))
    let isOther = transitions.count > 1 && isAboutNumber(first)
    if isOther {
      text = "for other numbers of fingers (\(fingers)): " + text
    } else if recognizer.numbersOfTouches.count > 1 {
      text = "for \(fingers): " + text
    }
    if recognizers.count > 1 { text = "\(recognizer.owner): " + text }
    if isOther, let measure, measure.value.isFinite, (0...100).contains(measure.value) {
      text += FingerWords.fingers([Int(measure.value)])
      text += first.reason.word == "tooFewTouches" ? " had landed when one lifted" : " landed"
    } else if let sentence = ReasonSentence.sentence(for: first.reason.word) {
      text += sentence.text(measure, cause: first.reason.cause)
      if outcome.asksForAdvice,
        let advice = sentence.advice(measure, for: recognizer.options, cause: first.reason.cause)
      {
        text += " (\(advice))"
      }
    } else {
      text += VisibleName.harmless(first.reason.word)
    }
    return [line(at: first.time, text)]
  }

  /// The meaning of a transition for the reader.
  private enum Outcome: String {
    case fired = "fired"
    case began = "began"
    case ended = "ended"
    case waits = "waits"
    case failed = "did not fire"
    case cancelled = "was cancelled"

    init(_ transition: Transition) {
      self =
        switch transition.to {
        case .began, .changed: .began
        case .ended: transition.from == .possible ? .fired : .ended
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
    let fingers = FingerWords.fingers([count])
    switch phase {
    case .began: return fingers + " landed"
    case .ended: return fingers + " lifted"
    case .cancelled: return fingers + (count == 1 ? " was" : " were") + " taken away"
    case .moved, .stationary: return fingers + " moved"
    }
  }

  private func line(at time: Instant, _ text: String) -> String {
    var line = LineWriter()
    line.append(secondsOf: time.microseconds, endingAt: Self.timeEnd)
    return painted(line.text, .faint) + "  " + text
  }

  /// The column where times end: wide enough for a machine that has run for years.
  private static let timeEnd = 16

  private func painted(_ text: String, _ color: TextColor) -> String {
    usesColor ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[m" : text
  }
}

extension GestureState {
  /// The state that a word of the wire names; nil for any other word.
  public init?(word: String) {
    guard let state = (0...5).compactMap(GestureState.init(rawValue:)).first(where: { $0.word == word })
    else {
      return nil
    }
    self = state
  }

  /// Whether the recognizer has recognized its gesture.
  fileprivate var isSuccess: Bool {
    switch self {
    case .began, .changed, .ended: true
    case .possible, .failed, .cancelled: false
    }
  }
}
