import GestureCore

/// A script of fingers as text, read into frames of a touchscreen.
///
/// ```
/// A↓100,100@0        finger A lands at 0 ms            A→110,100@10   is elsewhere at 10 ms
/// A↑@80              lifts                             A✕@80          is cancelled by the system
/// A↓1,1 B↓2,2@0      both in one frame: the last token of a frame carries the time
/// P~100,100@0        a pen is near, over 100,100      P~@20          is not near any more
/// P~✕@20             its device is gone
/// P~100,100+2@0      a pen is near, and its first button is pressed
/// A↓100,100+2@0      it lands with that button; moves and the lift keep it
/// ⏲500               nothing but time passes until 500 ms
/// # a comment, to the end of the line
/// ```
public struct FingerScript: Sendable {
  /// A step of the script.
  public enum Step: Sendable {
    /// A frame of the device.
    case frame(TouchFrame)
    /// A pen that hovers, or stops hovering.
    case hover(HoverSample)
    /// Time passes, deadlines included.
    case advance(Instant)
  }

  /// The place of a mistake in a script, and what is allowed there.
  public struct Mistake: Error, Hashable, CustomStringConvertible {
    /// The line, from 1; nil where the script has only one.
    public var line: Int?
    /// The character in the line, from 1.
    public var column: Int
    /// The problem, and what is allowed.
    public var message: String

    public var description: String { (line.map { "line \($0), " } ?? "") + "column \(column): \(message)" }
  }

  private struct Problem: Error {
    var message: String
  }

  /// The longest script, in milliseconds: 300 years.
  private static let longest = 10_000_000_000_000.0

  /// The millimeters of a unit of the script, across and down.
  private let unit: Size
  /// The screen that all places have to lie on, in mm; nil without such a limit.
  private let screen: Size?
  /// Whether the script becomes a recording of a touchscreen. Its times then only grow, no finger is cancelled, and no
  /// pen hovers.
  private let isRecording: Bool

  private var steps: [Step] = []
  private var changes: [ContactChange] = []
  private var slots: [Character: Int] = [:]
  private var positions: [Int: Point] = [:]
  private var buttons: [Int: TouchButtons] = [:]
  /// The last place of the hovering pen.
  private var pen = Point.zero
  /// The time of the latest step.
  private var latest: Instant?

  /// A script without fingers down.
  ///
  /// - Parameters:
  ///   - unit: the millimeters of a unit of the script, across and down.
  ///   - screen: the screen that all places have to lie on, in mm; nil without such a limit.
  ///   - isRecording: whether the script becomes a recording of a touchscreen, which cannot hold everything.
  public init(
    unit: Size = Size(RegionLength.millimetresPerPoint, RegionLength.millimetresPerPoint),
    screen: Size? = nil,
    isRecording: Bool = false
  ) {
    self.unit = unit
    self.screen = screen
    self.isRecording = isRecording
  }

  /// Reads the next part of a script. Fingers of earlier parts stay down.
  ///
  /// - Throws: the first mistake. The script is of no use afterwards.
  public mutating func read(_ text: String) throws(Mistake) -> [Step] {
    steps = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var place = (line: 1, column: 1)
    for (row, line) in lines.enumerated() {
      for token in line.prefix(while: { $0 != "#" }).split(whereSeparator: \.isWhitespace) {
        place = (row + 1, line.distance(from: line.startIndex, to: token.startIndex) + 1)
        do throws(Problem) {
          try read(token: token)
        } catch {
          throw Mistake(
            line: lines.count > 1 ? place.line : nil, column: place.column, message: error.message)
        }
      }
    }
    guard changes.isEmpty else {
      throw Mistake(
        line: lines.count > 1 ? place.line : nil, column: place.column,
        message: "the last frame has no time; @ and milliseconds end it, as in A↑@80")
    }
    return steps
  }

  private mutating func read(token: Substring) throws(Problem) {
    if token.first == "⏲" {
      steps.append(.advance(try instant(token.dropFirst())))
      return
    }
    let parts = token.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    if token.dropFirst().first == "~" {
      try readHover(parts)
      return
    }
    try readChange(parts[0])
    guard parts.count == 2 else { return }
    changes.sort { $0.slot < $1.slot }
    steps.append(.frame(TouchFrame(time: try instant(parts[1]), changes: changes)))
    for change in changes where change.kind == .ended || change.kind == .cancelled {
      slots = slots.filter { $0.value != change.slot }
    }
    changes = []
  }

  private mutating func readHover(_ parts: [Substring]) throws(Problem) {
    guard !isRecording else {
      throw Problem(message: "a pen cannot hover over this screen; A↓ lands a finger")
    }
    let place = parts[0].dropFirst(2)
    let kind: HoverSample.Kind =
      switch place {
      case "": .left
      case "✕": .lost
      default: .over
      }
    var pressed: TouchButtons?
    if kind == .over {
      let (place, buttons) = try splitButtons(of: place)
      pen = try point(place)
      pressed = buttons
    }
    guard parts.count == 2 else { throw Problem(message: "a hover has no time; @ and milliseconds end it") }
    var sample = HoverSample(time: try instant(parts[1]), kind: kind, position: pen)
    sample.buttons = pressed
    steps.append(.hover(sample))
  }

  private mutating func readChange(_ text: Substring) throws(Problem) {
    guard let finger = text.first, let verb = text.dropFirst().first else {
      throw Problem(message: "“\(shown(text))” is no step; allowed: \(Self.verbs)")
    }
    let place = text.dropFirst(2)
    switch verb {
    case "↓":
      guard slots[finger] == nil else {
        throw Problem(
          message: "finger \(shown(String(finger))) is down already; \(shown(String(finger)))↑ lifts it")
      }
      let slot = (0...).first { !slots.values.contains($0) } ?? 0
      let (place, pressed) = try splitButtons(of: place)
      buttons[slot] = pressed
      append(.began, slot, try point(place))
      slots[finger] = slot
    case "→": append(.moved, try slot(of: finger), try point(place))
    case "↑": append(.ended, try slot(of: finger), place.isEmpty ? nil : try point(place))
    case "✕":
      guard !isRecording else {
        throw Problem(message: "no event takes a finger away; \(shown(String(finger)))↑ lifts it")
      }
      append(.cancelled, try slot(of: finger), nil)
    default: throw Problem(message: "“\(shown(text))” is no step; allowed: \(Self.verbs)")
    }
  }

  private static let verbs = "A↓X,Y, A→X,Y, A↑ or ⏲MS, with @MS after the last finger of a frame"

  private mutating func append(_ kind: ContactChange.Kind, _ slot: Int, _ position: Point?) {
    let place = position ?? positions[slot] ?? .zero
    positions[slot] = place
    var change = ContactChange(slot: slot, kind: kind, position: place)
    if let pressed = buttons[slot] { change.attributes.buttons = pressed }
    changes.append(change)
  }

  /// Splits the buttons from a place: `100,50+2`. Nil where the script tells no buttons.
  private func splitButtons(of text: Substring) throws(Problem) -> (place: Substring, buttons: TouchButtons?)
  {
    guard let plus = text.lastIndex(of: "+"), let before = text[..<plus].last, before.isNumber else {
      return (text, nil)
    }
    guard !isRecording else {
      throw Problem(message: "the fingers of this screen have no buttons; A↓100,50 lands a finger")
    }
    guard let pressed = UInt8(text[text.index(after: plus)...]), pressed < 16 else {
      throw Problem(
        message: "“\(shown(text[plus...]))” are no buttons; allowed: + and the sum of 1, 2, 4 and 8")
    }
    return (text[..<plus], TouchButtons(rawValue: pressed))
  }

  private func slot(of finger: Character) throws(Problem) -> Int {
    guard let slot = slots[finger] else {
      let name = shown(String(finger))
      throw Problem(message: "finger \(name) is not down; \(name)↓ lands it")
    }
    return slot
  }

  private mutating func instant(_ text: Substring) throws(Problem) -> Instant {
    guard let milliseconds = Double(text), (0...Self.longest).contains(milliseconds) else {
      throw Problem(message: "“\(shown(text))” is no time; allowed: milliseconds from 0 to 10000000000000")
    }
    let time = Instant(microseconds: Int64((milliseconds * 1000).rounded()))
    if isRecording, let latest, time < latest {
      throw Problem(
        message:
          "\(shown(text)) ms is before \(VisibleText.number(Double(latest.microseconds) / 1000)) ms, the time of the step before"
      )
    }
    latest = time
    return time
  }

  private func point(_ text: Substring) throws(Problem) -> Point {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
    guard numbers.count == 2, numbers.allSatisfy(\.isFinite) else {
      throw Problem(message: "“\(shown(text))” is no place; allowed: two numbers, as in 100,50")
    }
    let point = Point(numbers[0] * unit.width, numbers[1] * unit.height)
    if let screen, !(0...screen.width).contains(point.x) || !(0...screen.height).contains(point.y) {
      throw Problem(
        message:
          "\(shown(text)) is beyond the screen; allowed: 0,0 to \(VisibleText.number(screen.width / unit.width)),"
          + VisibleText.number(screen.height / unit.height))
    }
    return point
  }

  private func shown(_ text: some StringProtocol) -> String { VisibleText.visible(String(text)) }
}
