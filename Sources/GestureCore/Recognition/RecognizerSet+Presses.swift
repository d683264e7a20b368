/// Recognizers on presses instead of touches.
extension RecognizerSet {
  /// The same set, with the same numbers, for a surface with one region for each press type.
  ///
  /// Recognizers with `allowed_press_types` are attached to the root and ignore the regions of other types. All others
  /// take no part.
  ///
  /// - Parameter surface: the number of each press type, and its region.
  public func onPresses(_ surface: [(type: Int, region: String)]) -> RecognizerSet {
    var set = self
    for number in instances.indices {
      let allowed = instances[number].properties.allowedPressTypes ?? []
      set.instances[number].properties.allowedPressTypes = nil
      set.instances[number].properties.allowedTouchTypes = nil
      set.instances[number].properties.region = nil
      set.instances[number].properties.ignoredRegions = surface.filter { !allowed.contains($0.type) }.map(
        \.region)
      if allowed.isEmpty { set.instances[number].properties.isEnabled = false }
    }
    return set
  }

  /// Whether any recognizer is on presses.
  public var hasPresses: Bool {
    instances.contains { !$0.isRemoved && $0.properties.allowedPressTypes != nil }
  }
}
