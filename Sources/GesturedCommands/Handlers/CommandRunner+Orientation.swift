import GestureCore
import GestureProtocol
import GesturedBase
import GesturedConfiguration
import GesturedDevices
import GesturedServing
import TouchInput

/// The touchscreens that clients have turned. Only this file changes them.
struct TurnedScreens {
  /// The rotations that clients requested. A touchscreen that is plugged in again gets its rotation back.
  fileprivate var rotations: [ScreenPlace: PanelPlacement.Rotation] = [:]
  /// The number of the latest touchscreen that `turnNewcomers` has seen.
  fileprivate var latest = 0
}

/// `orientation`: turns a touchscreen (DMN-12).
extension CommandRunner {
  func orientation(
    _ command: OrientationCommand, from client: ClientIdentity
  ) throws(RequestError) -> [ReplyField] {
    try require(.orientation, for: client)
    let numbers = try numbers(of: command.device, on: publisher.everyone)
    guard let rotation = PanelPlacement.Rotation(rawValue: command.rotation) else {
      throw RequestError(
        .invalidValue, "found \(command.rotation); allowed: 0, 90, 180 or 270", path: "rotation")
    }
    try rotate(numbers, to: rotation)
    input.forEachTouchscreen(at: turn.now) { touchscreen, _ in
      if numbers.contains(touchscreen.number) { turned.rotations[ScreenPlace(touchscreen.setup)] = rotation }
    }
    return []
  }

  /// Turns the touchscreens that came since the last call as they were turned before.
  func turnNewcomers() {
    var newcomers: [(number: Int, rotation: PanelPlacement.Rotation)] = []
    input.forEachTouchscreen(at: turn.now) { touchscreen, _ in
      guard touchscreen.number > turned.latest else { return }
      turned.latest = touchscreen.number
      if let rotation = turned.rotations[ScreenPlace(touchscreen.setup)] {
        newcomers.append((touchscreen.number, rotation))
      }
    }
    for (number, rotation) in newcomers {
      do throws(RequestError) {
        try rotate([number], to: rotation)
      } catch {
        turn.warning(.device("orientation"), TouchscreenWarning.notTurned.with(number, error.message))
      }
    }
  }

  /// Turns all these touchscreens, or none where one fails. Touchscreens with that rotation stay as they are.
  private func rotate(_ numbers: [Int], to rotation: PanelPlacement.Rotation) throws(RequestError) {
    var layouts: [Int: RegionLayout] = [:]
    var failure: RegionError?
    input.forEachTouchscreen(at: turn.now) { touchscreen, _ in
      guard numbers.contains(touchscreen.number), touchscreen.rotation != rotation else { return }
      do throws(RegionError) {
        layouts[touchscreen.number] = try publisher.everyone.scene.layout(
          of: touchscreen, lyingAs: touchscreen.panel(turnedTo: rotation),
          pixels: touchscreen.setup(turnedTo: rotation).pixels)
      } catch {
        failure = error
      }
    }
    if let failure {
      throw RequestError(
        .conflict,
        "the regions cannot lie on the turned screen: \("\(failure)".escapedForMessage); "
          + "allowed: a rotation at which all regions can")
    }
    let stamp = input.stamp(at: turn.now)
    input.forEachTouchscreen(at: turn.now) { touchscreen, time in
      guard let layout = layouts[touchscreen.number] else { return }
      touchscreen.place(
        as: touchscreen.panel(turnedTo: rotation), touchscreen.setup(turnedTo: rotation), layout, at: time,
        stamp: stamp, publisher)
    }
    for number in layouts.keys.sorted() {
      turn.notice(.device("orientation"), "device \(number) is turned by \(rotation.rawValue)°")
    }
  }
}

extension OrientationCommand: ServedCommand {
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    try runner.orientation(self, from: client)
  }
}
