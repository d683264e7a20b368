import GestureCore
import TouchInput

/// Guides a person from mark to mark: takes touches and keys, says what to do next, and computes how the panel lies.
///
/// ```
///              one finger lands          it lifts: steady?
///   waiting ─────────────────▶ pressing ───────────────────▶ waiting, for the next mark, or the outcome
///      ▲                          │ a second finger lands, or the touch is lost
///      └──────── all lift ──── ignored
/// ```
struct CalibrationGuide {
  /// The state of the calibration.
  enum Outcome: Hashable {
    /// Marks are left to touch.
    case underWay
    /// The person has given up.
    case left
    /// All marks were touched and fit together.
    case found(PanelCalibration)
  }

  private enum State {
    /// No finger is down.
    case waiting
    /// One finger is down, in that slot.
    case pressing(slot: Int, SteadyPress)
    /// The fingers that are down do not count.
    case ignored
  }

  /// Marks are eight tenths of the picture apart. Two touches that are closer than this, in shares of the panel, belong
  /// to one mark.
  private static let smallestDistance = 0.2
  private static let leaving: Set<UInt8> = [UInt8(ascii: "q"), UInt8(ascii: "Q"), 4]
  /// The letter r, and backspace in both of its codes on terminals.
  private static let redoing: Set<UInt8> = [UInt8(ascii: "r"), UInt8(ascii: "R"), 8, 127]

  let marks: [CalibrationMark]
  /// The state of the calibration.
  private(set) var outcome = Outcome.underWay
  /// The mark to touch next, an index of `marks`.
  private(set) var current = 0
  private let panelSize: Size
  private let hasKeys: Bool
  private var state = State.waiting
  private var down: Set<Int> = []
  /// The position that the panel reported for each mark, in shares of its own size.
  private var reported: [Point?]
  /// The marks in the order in which they were touched.
  private var order: [Int] = []

  /// - Parameters:
  ///   - marks: the four marks to touch, no three of them on a line.
  ///   - panelSize: the size of the panel as it reports itself, in mm.
  ///   - hasKeys: whether the person can press keys.
  init(marks: [CalibrationMark], panelSize: Size, hasKeys: Bool) {
    self.marks = marks
    self.panelSize = panelSize
    self.hasKeys = hasKeys
    reported = Array(repeating: nil, count: marks.count)
  }

  /// The instruction for the next mark.
  var request: String {
    let mark = marks[current]
    let number = "\(reported.count { $0 != nil } + 1) of \(marks.count)"
    return
      "\(number): press on the point at the \(mark.corner.rawValue), \(mark.words). Hold still for a second, then lift."
  }

  /// The instructions before the first mark.
  var introduction: String {
    let keys =
      hasKeys
      ? "r takes the last point back, q leaves everything as it is" : "Ctrl-C leaves everything as it is"
    return "Four points of the picture are to be touched with one finger. \(keys)."
  }

  /// Follows a frame of the panel without its calibration.
  ///
  /// - Returns: the lines to show; empty where there is nothing to say.
  mutating func follow(_ frame: TouchFrame) -> [String] {
    var lines: [String] = []
    for change in frame.changes where outcome == .underWay {
      switch change.kind {
      case .began: lines += land(change, at: frame.time)
      case .moved:
        if case .pressing(let slot, var press) = state, slot == change.slot {
          press.move(at: frame.time, to: change.position)
          state = .pressing(slot: slot, press)
        }
      case .ended: lines += lift(change, at: frame.time)
      case .cancelled:
        down.remove(change.slot)
        if case .pressing(change.slot, _) = state { lines.append("The touch was lost. \(request)") }
        state = down.isEmpty ? .waiting : .ignored
      }
    }
    return lines
  }

  mutating func press(key: UInt8) -> [String] {
    guard outcome == .underWay else { return [] }
    if Self.leaving.contains(key) {
      outcome = .left
      return []
    }
    guard Self.redoing.contains(key), let last = order.popLast() else { return [] }
    reported[last] = nil
    current = last
    if !down.isEmpty { state = .ignored }
    return ["Once more. \(request)"]
  }

  private mutating func land(_ change: ContactChange, at time: Instant) -> [String] {
    let isAlone = down.isEmpty
    down.insert(change.slot)
    if isAlone {
      state = .pressing(slot: change.slot, SteadyPress(at: time, position: change.position))
      return []
    }
    guard case .pressing = state else { return [] }
    state = .ignored
    return ["More than one finger touched. Lift all. \(request)"]
  }

  private mutating func lift(_ change: ContactChange, at time: Instant) -> [String] {
    down.remove(change.slot)
    defer { if down.isEmpty { state = .waiting } }
    guard case .pressing(change.slot, var press) = state else { return [] }
    switch press.lift(at: time) {
    case .tooShort(let span):
      return ["The touch was too short, \(RoundedNumber.text(span.seconds, decimals: 1)) s. \(request)"]
    case .slid(let length):
      return ["The finger slid by \(RoundedNumber.text(length, decimals: 0)) mm. \(request)"]
    case .steady(let position):
      return accept(Point(position.x / panelSize.width, position.y / panelSize.height))
    }
  }

  private mutating func accept(_ place: Point) -> [String] {
    for (other, touched) in zip(marks, reported) {
      guard let touched, (touched - place).length < Self.smallestDistance else { continue }
      let way = hasKeys ? " If that was the wrong one, r takes the last point back." : ""
      return ["The point at the \(other.corner.rawValue) was touched in this place.\(way) \(request)"]
    }
    let name = marks[current].corner.rawValue
    reported[current] = place
    order.append(current)
    if let next = reported.firstIndex(of: nil) {
      current = next
      return ["The \(name) is done. \(request)"]
    }
    return finish()
  }

  private mutating func finish() -> [String] {
    let touches = zip(marks, reported).compactMap { mark, reported in
      reported.map { MarkTouch(mark: mark.place, reported: $0) }
    }
    do throws(CalibrationTrouble) {
      outcome = .found(try PanelCalibration(touches))
      return []
    } catch {
      switch error {
      case .misplaced(let mark, let share):
        reported[mark] = nil
        order.removeAll { $0 == mark }
        current = mark
        let percent = RoundedNumber.text(share * 100, decimals: 0)
        return [
          "The four points do not fit together: most likely the one at the \(marks[mark].corner.rawValue) was touched "
            + "elsewhere, by \(percent) % of the picture. \(request)"
        ]
      case .onOneLine:
        reported = Array(repeating: nil, count: marks.count)
        order = []
        current = 0
        return [
          "The four points lie on a line, as the panel tells it: all have to be touched again. \(request)"
        ]
      }
    }
  }
}
