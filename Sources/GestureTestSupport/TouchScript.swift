import GestureCore

/// A script of fingers as text, in points of the test screen, turned into frames in millimeters.
///
/// ```
/// A↓100,100@0        finger A lands at 0 ms            A→110,100@10   is elsewhere at 10 ms
/// A↑@80              lifts                             A✕@80          is taken away by the system
/// A↓1,1 B↓2,2@0      both in one frame: the last token of a frame carries the time
/// P~100,100@0        a pen is near, over 100,100      P~@20          is not near any more
/// P~✕@20             its device is gone
/// ⏲500               nothing but time passes until 500 ms
/// ```
public struct TouchScript: Sendable {
  /// One step of the script.
  public enum Step: Sendable {
    /// A frame of the device.
    case frame(TouchFrame)
    /// A pen that hovers, or stops hovering.
    case hover(HoverSample)
    /// Time passes, deadlines included.
    case advance(Instant)
  }

  /// The millimeters per point.
  public static let millimetresPerPoint = 1 / 6.4

  private var steps: [Step] = []
  private var changes: [ContactChange] = []
  private var slots: [Character: Int] = [:]
  private var positions: [Int: Point] = [:]
  /// The last place of the hovering pen.
  private var pen = Point.zero

  /// A script without fingers down.
  public init() {}

  /// Reads the next part of a script. Fingers of earlier parts stay down. A mistake in the text is a programming error
  /// of the test.
  public mutating func read(_ text: String) -> [Step] {
    steps = []
    for token in text.split(whereSeparator: \.isWhitespace) { read(token: String(token)) }
    precondition(changes.isEmpty, "the last frame of “\(text)” has no time")
    return steps
  }

  private mutating func read(token: String) {
    if token.first == "⏲" {
      steps.append(.advance(Self.instant(token.dropFirst())))
      return
    }
    let parts = token.split(separator: "@")
    if token.dropFirst().first == "~" {
      readHover(parts)
      return
    }
    readChange(String(parts[0]))
    guard parts.count == 2 else { return }
    changes.sort { $0.slot < $1.slot }
    steps.append(.frame(TouchFrame(time: Self.instant(parts[1]), changes: changes)))
    for change in changes where change.kind == .ended || change.kind == .cancelled {
      slots = slots.filter { $0.value != change.slot }
    }
    changes = []
  }

  private mutating func readHover(_ parts: [Substring]) {
    let place = parts[0].dropFirst(2)
    let kind: HoverSample.Kind =
      switch place {
      case "": .left
      case "✕": .lost
      default: .over
      }
    if kind == .over { pen = Self.point(place) }
    steps.append(.hover(HoverSample(time: Self.instant(parts[1]), kind: kind, position: pen)))
  }

  private mutating func readChange(_ text: String) {
    guard let finger = text.first, let verb = text.dropFirst().first else {
      preconditionFailure("“\(text)” says nothing")
    }
    let place = text.dropFirst(2)
    switch verb {
    case "↓":
      let slot = (0...).first { !slots.values.contains($0) } ?? 0
      slots[finger] = slot
      append(.began, slot, Self.point(place))
    case "→": append(.moved, slot(of: finger), Self.point(place))
    case "↑": append(.ended, slot(of: finger), place.isEmpty ? nil : Self.point(place))
    case "✕": append(.cancelled, slot(of: finger), nil)
    default: preconditionFailure("“\(text)” has no verb")
    }
  }

  private mutating func append(_ kind: ContactChange.Kind, _ slot: Int, _ position: Point?) {
    let place = position ?? positions[slot] ?? .zero
    positions[slot] = place
    changes.append(ContactChange(slot: slot, kind: kind, position: place))
  }

  private func slot(of finger: Character) -> Int {
    guard let slot = slots[finger] else { preconditionFailure("finger \(finger) is not down") }
    return slot
  }

  private static func instant(_ text: Substring) -> Instant {
    guard let milliseconds = Double(text) else { preconditionFailure("“\(text)” is no time") }
    return Instant(microseconds: Int64((milliseconds * 1000).rounded()))
  }

  private static func point(_ text: Substring) -> Point {
    let numbers = text.split(separator: ",").compactMap { Double($0) }
    precondition(numbers.count == 2, "“\(text)” is no place")
    return Point(numbers[0] * millimetresPerPoint, numbers[1] * millimetresPerPoint)
  }
}
