internal import GestureCore

extension Configuration {
  /// Settings that the author may want to change although they are no mistakes, one line each.
  public var warnings: [String] {
    smallTargets + unknownPixels + beatenSwipes + lateRegions + unseenWakes
  }

  private var smallTargets: [String] {
    regions.filter(\.isSmallTarget).map { declaration in
      let least = MessageText.number(RegionDeclaration.smallestTarget)
      return ConfigurationWarning.smallTarget.with(declaration.region.name, least).description
    }
  }

  /// Regions whose lengths count pixels although no table gives a screen's pixels: only a display may provide them.
  private var unknownPixels: [String] {
    guard devices.allSatisfy({ $0.pixels == nil }) else { return [] }
    return regions.filter(\.hasPixels).map { declaration in
      let section = declaration.parent == nil ? "window" : "region"
      return ConfigurationWarning.unknownPixels.with(section, declaration.region.name, section).description
    }
  }

  /// The kinds of the regions, by their names, without those of views.
  var regionKinds: [String: RegionKind] {
    let kinds = regions.map { ($0.region.name, $0.region.kind) }.filter { $0.1 != .view }
    return Dictionary(kinds) { first, _ in first }
  }

  // MARK: Swipes

  /// Swipes that a pan of the same fingers always beats: the pan begins long before a swipe has gone far enough.
  private var beatenSwipes: [String] {
    guard let set = try? RecognizerSet(recognizers, regionKinds: regionKinds) else { return [] }
    let swipes = set.instances.indices.filter { set.instances[$0].type == SwipeRecognizer.self }
    let pans = set.instances.indices.filter { set.instances[$0].type == PanRecognizer.self }
    let parents = Dictionary(
      regions.map { ($0.region.name, $0.parent) }, uniquingKeysWith: { first, _ in first })
    var warnings: [String] = []
    for swipe in swipes {
      let name = set.instances[swipe].name
      guard let pan = pans.first(where: { beats($0, swipe, set, parents) }) else { continue }
      let (winner, loser) = (set.instances[pan], set.instances[swipe])
      let fingers = loser.numberOfTouches == 1 ? "1 finger" : "\(loser.numberOfTouches) fingers"
      warnings.append(
        ConfigurationWarning.beatenSwipe.with(
          name, fingers, winner.name, MessageText.number(winner.options.number("minimum_distance_mm")),
          MessageText.number(leastDistance(of: loser)),
          // If the swipe kept requiring the pan to fail, the two would wait for one another.
          loser.requireToFail.contains(pan) ? "remove \"\(winner.name)\" from its require_to_fail, and " : "",
          name, winner.name
        ).description)
    }
    return warnings
  }

  private func beats(_ pan: Int, _ swipe: Int, _ set: RecognizerSet, _ parents: [String: String?]) -> Bool {
    let (winner, loser) = (set.instances[pan], set.instances[swipe])
    guard !winner.isPassive, !loser.isPassive, winner.properties.isEnabled, loser.properties.isEnabled,
      // A pan that waits for other recognizers may come too late.
      winner.requireToFail.isEmpty, winner.requireNotBegun.isEmpty, winner.properties.shouldBegin == .always,
      !winner.goesWithAll, !loser.goesWithAll, !winner.simultaneousWith.contains(swipe),
      winner.canPrevent?.contains(swipe) ?? true, loser.canBePreventedBy?.contains(pan) ?? true
    else { return false }
    return fingers(of: winner).contains(loser.numberOfTouches) && seesAll(winner, loser, parents)
      && winner.options.number("minimum_distance_mm") < leastDistance(of: loser) && goes(winner, as: loser)
  }

  private func fingers(of pan: RecognizerInstance) -> ClosedRange<Int> {
    pan.numberOfTouches...max(pan.numberOfTouches, pan.options.integer("maximum_touches"))
  }

  private func leastDistance(of swipe: RecognizerInstance) -> Double {
    min(swipe.options.number("distance_mm"), swipe.options.number("minimum_distance_mm"))
  }

  /// Whether the pan receives every touch of the swipe.
  ///
  /// - Parameter parents: the parents of the regions.
  private func seesAll(
    _ pan: RecognizerInstance, _ swipe: RecognizerInstance, _ parents: [String: String?]
  ) -> Bool {
    guard pan.properties.ignoredRegions.isEmpty, pan.properties.allowedPressTypes == nil,
      swipe.properties.allowedPressTypes == nil
    else { return false }
    if let types = pan.properties.allowedTouchTypes {
      guard let own = swipe.properties.allowedTouchTypes, own.allSatisfy(types.contains) else { return false }
    }
    let outer = pan.properties.region ?? RegionNesting.root
    var region: String? = swipe.properties.region ?? RegionNesting.root
    // Each region lies in another one, and none in itself: the check has refused cycles.
    for _ in 0...regions.count {
      guard let name = region else { return false }
      if name == outer { return true }
      region = parents[name] ?? nil
    }
    return false
  }

  /// Whether the pan allows each direction that the swipe allows.
  private func goes(_ pan: RecognizerInstance, as swipe: RecognizerInstance) -> Bool {
    let axes = pan.options.words("axis")
    if axes.contains("any") { return true }
    return swipe.options.words("direction").allSatisfy { direction in
      axes.contains(direction == "left" || direction == "right" ? "horizontal" : "vertical")
    }
  }
}

/// Settings that the author may want to change although they are no mistakes.
package enum ConfigurationWarning: String, DeclaredMessage {
  case smallTarget =
    "region.…: smaller than a finger hits reliably: make it at least … mm wide and high; hit_outset widens it without changing its frame"
  case unknownPixels =
    "….…: px needs a screen with known pixels, and no [device.NAME] table sets pixels: if the display does not report them either, the … is left out"
  case beatenSwipe =
    "recognizer.…: never fires for …: the pan … begins after … mm, and the swipe needs at least … mm; …say require_to_fail = [\"…\"] in [recognizer.…], or passive = true in one of them"
  case unseenWake =
    "touch.swallow_wake: with the filter, no program but gestured sees the touch that wakes the screen: let an action of gesturectl run with idle light it"
  case lateTouches =
    "filter: in … the app receives a landing up to … ms late, since … may still win it; passive = true, a region of its own or more fingers make it faster"

  package var advice: String {
    switch self {
    case .smallTarget: "Enlarge `frame`, or set `hit_outset`."
    case .unknownPixels: "Use mm or a share instead of px, or set `pixels`."
    case .lateTouches: "Give the recognizer a region, more fingers or a shorter time."
    case .unseenWake:
      "See [Swallow the touch that wakes the screen](filter.md#swallow-the-touch-that-wakes-the-screen)."
    case .beatenSwipe: "Choose whether the swipe or the pan comes first."
    }
  }
}
