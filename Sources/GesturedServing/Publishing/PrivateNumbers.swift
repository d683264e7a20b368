import GestureCore
import GestureProtocol

/// Numbers for gestures, sequences and touches while a client holds the lease. The daemon's own numbers also count single-finger
/// gestures, so gaps in them would reveal how many digits a PIN has.
///
/// ```
///   the daemon's      7   8   9   10   11        8 and 9 are of one finger
///   told              7            8    9
/// ```
///
/// A gesture keeps the number that it began with. Every number given out here is below all that the daemon gives later.
struct PrivateNumbers {
  private struct Gesture {
    let number: UInt64
    let told: UInt64
  }

  private struct Sequence {
    let device: Int
    var number: UInt64
    var told: UInt64
  }

  /// The touch that a slot of a touchscreen held last.
  private struct Finger {
    let device: Int
    let slot: Int32
    var number: UInt64
    var told: UInt64
  }

  /// Marks the number of a hidden gesture: a bit that no real number has.
  private static let hidden: UInt64 = 1 << 63
  private static let usualCount = 32

  private var gestures: [Gesture] = []
  /// The latest sequence of each touchscreen.
  private var sequences: [Sequence] = []
  private var fingers: [Finger] = []
  private var latestFinger: UInt64 = 0
  private var latestGesture: UInt64 = 0
  private var latestSequence: UInt64 = 0

  /// Whether every gesture has the daemon's own number.
  var isEmpty: Bool { gestures.isEmpty }

  /// Begins to count on from the daemon's numbers.
  ///
  /// - Parameter identifiers: the identifiers given out so far.
  mutating func begin(after identifiers: IdentifierSource) {
    gestures.reserveCapacity(Self.usualCount)
    sequences.reserveCapacity(Self.usualCount)
    latestGesture = identifiers.latestGesture
    latestSequence = identifiers.latestSequence
    latestFinger = identifiers.latestTouch
    fingers.reserveCapacity(Self.usualCount)
    sequences.removeAll(keepingCapacity: true)
  }

  /// Continues after the numbers of another stage too, so that no number of either comes again.
  mutating func advance(past other: PrivateNumbers) {
    latestGesture = max(latestGesture, other.latestGesture)
    latestSequence = max(latestSequence, other.latestSequence)
    latestFinger = max(latestFinger, other.latestFinger)
  }

  /// The numbers that a gesture's line carries.
  ///
  /// - Parameters:
  ///   - isPrivate: whether the numbers are kept apart from the daemon's, as while a client holds the lease.
  ///   - isFirst: whether this is the gesture's first event.
  ///   - isHidden: whether no subscriber of these numbers receives the gesture meanwhile.
  mutating func show(
    _ gesture: GestureEvent, on device: Int, isPrivate: Bool, isFirst: Bool, isHidden: Bool
  ) -> GestureNumbers {
    var shown = GestureNumbers(gesture: gesture.gestureID, sequence: gesture.sequence)
    guard isPrivate || !gestures.isEmpty else { return shown }
    if let position = gestures.firstIndex(where: { $0.number == gesture.gestureID }) {
      shown.gesture = gestures[position].told
      if !gesture.state.isActive { gestures.remove(at: position) }
    } else if isPrivate, isFirst {
      shown.gesture = isHidden ? Self.hidden | gesture.gestureID : nextGesture()
      if gesture.state.isActive {
        gestures.append(Gesture(number: gesture.gestureID, told: shown.gesture))
      }
    }
    if isPrivate, !isHidden { shown.sequence = sequence(gesture.sequence, of: device) }
    return shown
  }

  /// The number of a touch that a line lists, the same in all lines.
  mutating func show(_ finger: GestureFinger, on device: Int) -> UInt64 {
    let known = fingers.firstIndex { $0.slot == finger.slot && $0.device == device }
    if let known, fingers[known].number == finger.id { return fingers[known].told }
    latestFinger += 1
    let shown = Finger(device: device, slot: finger.slot, number: finger.id, told: latestFinger)
    if let known { fingers[known] = shown } else { fingers.append(shown) }
    return latestFinger
  }

  private mutating func nextGesture() -> UInt64 {
    latestGesture += 1
    return latestGesture
  }

  private mutating func sequence(_ number: UInt64, of device: Int) -> UInt64 {
    let known = sequences.firstIndex { $0.device == device }
    if let known, sequences[known].number == number { return sequences[known].told }
    latestSequence += 1
    let sequence = Sequence(device: device, number: number, told: latestSequence)
    if let known { sequences[known] = sequence } else { sequences.append(sequence) }
    return latestSequence
  }
}
