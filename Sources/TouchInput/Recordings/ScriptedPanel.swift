import GestureCore

/// The touchscreen of a finger script: ten slots of protocol B, and 64 units per millimeter. It turns the frames of a
/// script into the events that such a screen reports.
///
/// Events cannot take a finger away: a cancelled finger lifts.
public struct ScriptedPanel: Sendable {
  /// The units per millimeter, on both axes.
  public static let unitsPerMillimetre = 64.0
  /// The size of the usual screen, in mm: that of test screen T1.
  public static let usualSize = Size(160, 100)
  /// The largest extent of a screen, in mm. Its last unit fits any axis.
  public static let largestExtent = 10_000.0
  private static let slotMaximum: Int32 = 9

  private var nextTrackingID: Int32 = 1

  /// A screen that no finger has touched.
  public init() {}

  /// The description of such a screen.
  ///
  /// - Parameter size: the extent, in mm, at most `largestExtent` on each axis.
  public static func description(name: String, size: Size) -> DeviceDescription {
    DeviceDescription(
      name: name, bus: 3, version: 1,
      properties: CodeSet([EventCode.directProperty]),
      codes: [
        EventCode.key: CodeSet([EventCode.touch]),
        EventCode.absolute: CodeSet([
          EventCode.slot, EventCode.positionX, EventCode.positionY, EventCode.trackingID,
        ]),
      ],
      axes: [
        EventCode.slot: AxisRange(minimum: 0, maximum: slotMaximum),
        EventCode.positionX: axis(size.width),
        EventCode.positionY: axis(size.height),
        EventCode.trackingID: AxisRange(minimum: 0, maximum: 65535),
      ])
  }

  private static func axis(_ extent: Double) -> AxisRange {
    AxisRange(
      minimum: 0, maximum: units(min(extent, largestExtent)) - 1, resolution: Int32(unitsPerMillimetre))
  }

  private static func units(_ millimetres: Double) -> Int32 {
    Int32(clamping: Int((millimetres * unitsPerMillimetre).rounded()))
  }

  /// Whether the screen has a slot for each finger of a frame.
  public static func hasSlots(for frame: TouchFrame) -> Bool {
    frame.changes.allSatisfy { $0.slot <= slotMaximum }
  }

  /// The events of a frame: the changes of its slots, then one SYN_REPORT.
  public mutating func events(of frame: TouchFrame) -> [InputEvent] {
    var events: [InputEvent] = []
    func absolute(_ code: UInt16, _ value: Int32) {
      events.append(InputEvent(time: frame.time, type: EventCode.absolute, code: code, value: value))
    }
    for change in frame.changes {
      absolute(EventCode.slot, Int32(clamping: change.slot))
      switch change.kind {
      case .began:
        absolute(EventCode.trackingID, nextTrackingID)
        nextTrackingID = nextTrackingID % 65535 + 1
      case .moved: break
      case .ended, .cancelled:
        absolute(EventCode.trackingID, -1)
        continue
      }
      absolute(EventCode.positionX, Self.units(change.position.x))
      absolute(EventCode.positionY, Self.units(change.position.y))
    }
    events.append(Self.report(at: frame.time))
    return events
  }

  /// A SYN_REPORT without changes: time passes.
  public static func report(at time: Instant) -> InputEvent {
    InputEvent(time: time, type: EventCode.synchronization, code: EventCode.report, value: 0)
  }
}

extension [FingerScript.Step] {
  /// The most frames of an interpolated script.
  public static var mostFrames: Int { 1_000_000 }

  /// The steps with frames in between wherever fingers move, evenly spaced.
  ///
  /// - Parameter rate: how often the screen reports, in Hz, above 0.
  /// - Returns: the steps; nil where there would be more than `mostFrames`.
  public func interpolated(at rate: Double) -> [FingerScript.Step]? {
    var steps: [FingerScript.Step] = []
    var positions: [Int: Point] = [:]
    var latest: Instant?
    for step in self {
      switch step {
      case .frame(let frame):
        if let latest {
          let moves = frame.changes.filter { $0.kind == .moved }
          let span = Double((frame.time - latest).microseconds)
          let count = moves.isEmpty ? 1 : (span * rate / 1_000_000).rounded()
          guard count + Double(steps.count) <= Double(Self.mostFrames) else { return nil }
          for number in 1..<Swift.max(1, Int(count)) {
            let part = Double(number) / count
            let changes = moves.map { move in
              let start = positions[move.slot] ?? move.position
              var between = move
              between.position = start + (move.position - start) * part
              return between
            }
            let time = latest + TimeSpan(microseconds: Int64((span * part).rounded()))
            steps.append(.frame(TouchFrame(time: time, changes: changes)))
          }
        }
        for change in frame.changes { positions[change.slot] = change.position }
        latest = frame.time
      case .advance(let time): latest = time
      case .hover: break
      }
      guard steps.count < Self.mostFrames else { return nil }
      steps.append(step)
    }
    return steps
  }
}
