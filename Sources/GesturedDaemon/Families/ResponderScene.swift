/// The scene that what no finger did happens in: `FamilyDesk` asks it who is told.
protocol ResponderScene: AnyObject {
  /// Where it starts and climbs; nil without a touchscreen.
  func responderPath(_ turn: Turn) -> ResponderPath?

  /// Whether a region or window is still there.
  func isPresent(_ stop: ResponderPath.Stop, _ turn: Turn) -> Bool

  /// Takes all transforms back to nothing (MOT-27).
  func resetTransforms(_ turn: Turn)
}
