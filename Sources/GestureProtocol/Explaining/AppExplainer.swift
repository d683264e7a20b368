import GestureCore

/// Writes into words what the app behind all regions received of each touch, and which recognizer held or took it:
/// `--explain filter`.
///
/// ```
///   0.100000  touch 1: received 100 ms late: back of 3 held it, and let it go after 100 ms (gather_ms)
///   0.500000  touch 1: lifted
///   1.040000  touch 2: never received: drag of 1 took it
/// ```
public final class AppExplainer {
  private let names: [String]
  private let mode: AppSettings.Mode
  /// The longest stated holds in any region.
  private let longest: HoldBound
  private let gap: TimeSpan
  private let delays: [String]
  /// Whether the app received each touch that it has late.
  private var received: [UInt64: Bool] = [:]
  private var count = 0
  private var lateCount = 0
  private var lines: [String] = []

  /// Explains what the app receives beside the recognizers of a set.
  ///
  /// - Parameter delays: what filters of devices add to the stated delays, a line each.
  public init(_ set: RecognizerSet, _ settings: AppSettings, delays: [String] = []) {
    self.delays = delays
    names = set.instances.map { "\(VisibleName.harmless($0.name)) of \($0.numberOfTouches)" }
    mode = settings.mode
    gap = settings.replayGap
    let bounds = HoldBounds(set, settings)
    var longest = HoldBound()
    for number in set.instances.indices {
      if set.instances[number].holdsLandings(in: settings.mode) {
        longest.landing = max(longest.landing, bounds[number].landing)
      }
      if set.instances[number].holdsLifts { longest.lift = max(longest.lift, bounds[number].lift) }
      longest.tap = max(longest.tap, bounds.tap(number))
    }
    self.longest = longest
  }

  /// The first lines: the mode and the stated delays, then what filters of devices add.
  public var head: [String] {
    let tap = statedTap(longest, isLate: longest.landing > .zero)
    return [
      "mode \(mode.rawValue): a landing is at most \(Self.text(longest.landing)) late, a lift at most "
        + "\(Self.text(longest.lift)), a tap at most \(Self.text(tap))"
    ] + delays
  }

  /// The last line.
  public var summary: String {
    "\(count) touch\(count == 1 ? "" : "es"), \(lateCount) later than stated"
  }

  /// Whether no touch was later than stated; a later one is a fault of the daemon.
  public var isAsStated: Bool { lateCount == 0 }

  /// Removes and returns the lines since the last call.
  public func drainLines() -> [String] {
    defer { lines.removeAll(keepingCapacity: true) }
    return lines
  }

  /// Records a note.
  public func record(_ note: AppNote) {
    let name = note.recognizer.flatMap { names.indices.contains($0) ? names[$0] : nil } ?? "a recognizer"
    let delay = note.time - note.happened
    switch note.phase {
    case .held, .moved:
      return
    case .began:
      count += 1
      received[note.touch] = delay > .zero
      if delay == .zero {
        say(note, "received at once")
      } else if let limit = note.limit {
        let key = note.limitSetting.key.map { " (\($0))" } ?? ""
        say(
          note,
          "received \(Self.text(delay)) late: \(name) held it, and let it go after \(Self.text(limit))\(key)")
      } else if note.recognizer == nil {
        say(note, "received \(Self.text(delay)) late: it waited for the lift of an earlier touch")
      } else {
        say(note, "received \(Self.text(delay)) late: \(name) held it, and failed")
      }
      if let stated = note.stated, delay > stated.landing { late(note, by: delay, stated.landing) }
    case .dropped:
      count += 1
      say(
        note, note.recognizer == nil ? "never received: a region keeps it" : "never received: \(name) took it"
      )
    case .ended:
      let isLate = received.removeValue(forKey: note.touch) ?? false
      say(note, delay == .zero ? "lifted" : "lifted \(Self.text(delay)) late")
      if let stated = note.stated.map({ statedTap($0, isLate: isLate) }), delay > stated {
        late(note, by: delay, stated)
      }
    case .cancelled, .lifted:
      received[note.touch] = nil
      let end = note.phase == .cancelled ? "cancelled" : "lifted"
      say(note, note.recognizer == nil ? "\(end): it was taken away" : "\(end): \(name) took it")
    }
  }

  /// How late a lift may be. A touch that was received at once has no gap between its landing and its lift.
  private func statedTap(_ stated: HoldBound, isLate: Bool) -> TimeSpan {
    isLate ? TimeSpan(microseconds: stated.tap.microseconds + gap.microseconds) : stated.lift
  }

  private func late(_ note: AppNote, by delay: TimeSpan, _ stated: TimeSpan) {
    lateCount += 1
    say(note, "later than stated: \(Self.text(delay)) instead of \(Self.text(stated)); report this fault")
  }

  private func say(_ note: AppNote, _ text: String) {
    let microseconds = String(note.time.microseconds % 1_000_000)
    let stamp =
      "\(note.time.microseconds / 1_000_000)." + String(repeating: "0", count: 6 - microseconds.count)
      + microseconds
    lines.append("\(stamp)  touch \(note.touch): \(text)")
  }

  private static func text(_ span: TimeSpan) -> String { "\(VisibleText.number(span.milliseconds)) ms" }
}
