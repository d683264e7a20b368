internal import GestureCore

extension Configuration {
  /// Settings that the author may want to change although they are no mistakes, one line each.
  public var warnings: [String] {
    smallTargets + unknownPixels + beatenSwipes + beatenTaps + joinedTaps + lateRegions + unseenWakes
      + vainReleases
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
    let parents = parentsOfRegions
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
    return mayPrevent(pan, swipe, set, parents) && winner.acceptedTouches.contains(loser.numberOfTouches)
      && winner.options.number("minimum_distance_mm") < leastDistance(of: loser) && goes(winner, as: loser)
  }

  private var parentsOfRegions: [String: String?] {
    Dictionary(regions.map { ($0.region.name, $0.parent) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether a recognizer that is recognized first with the same fingers takes them from another one.
  ///
  /// - Parameter isPartial: whether it need not receive each touch of the other one: its region may lie in the other's.
  private func mayPrevent(
    _ first: Int, _ other: Int, _ set: RecognizerSet, _ parents: [String: String?], isPartial: Bool = false
  ) -> Bool {
    let (winner, loser) = (set.instances[first], set.instances[other])
    guard !winner.isPassive, !loser.isPassive, winner.properties.isEnabled, loser.properties.isEnabled,
      // A recognizer that waits for others may come too late.
      winner.requireToFail.isEmpty, winner.requireNotBegun.isEmpty, winner.properties.shouldBegin == .always,
      !winner.goesWithAll, !loser.goesWithAll, !winner.simultaneousWith.contains(other),
      winner.canPrevent?.contains(other) ?? true, loser.canBePreventedBy?.contains(first) ?? true
    else { return false }
    guard sees(winner, loser) else { return false }
    if lies(loser, in: winner, parents) { return true }
    return isPartial && loser.properties.ignoredRegions.isEmpty && lies(winner, in: loser, parents)
  }

  private func leastDistance(of swipe: RecognizerInstance) -> Double {
    min(swipe.options.number("distance_mm"), swipe.options.number("minimum_distance_mm"))
  }

  /// Whether the first recognizer receives every touch of the other one that lands in its region.
  private func sees(_ pan: RecognizerInstance, _ swipe: RecognizerInstance) -> Bool {
    guard pan.properties.ignoredRegions.isEmpty, pan.properties.allowedPressTypes == nil,
      swipe.properties.allowedPressTypes == nil
    else { return false }
    guard let types = pan.properties.allowedTouchTypes else { return true }
    return swipe.properties.allowedTouchTypes?.allSatisfy(types.contains) ?? false
  }

  /// Whether the region of the first recognizer lies in that of the other one, or is the same.
  ///
  /// - Parameter parents: the parents of the regions.
  private func lies(
    _ inner: RecognizerInstance, in other: RecognizerInstance, _ parents: [String: String?]
  ) -> Bool {
    let outer = other.properties.region ?? RegionNesting.root
    var region: String? = inner.properties.region ?? RegionNesting.root
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

extension Configuration {
  // MARK: Taps

  /// The distance of two fingers that tap side by side, in mm. The closer they are, the more they turn.
  private static let leastSpan = 15.0

  /// Taps of several fingers that a continuous gesture takes as soon as a finger rolls a little.
  private var beatenTaps: [String] {
    guard let set = try? RecognizerSet(recognizers, regionKinds: regionKinds) else { return [] }
    let parents = parentsOfRegions
    return set.instances.indices.compactMap { tap in
      let loser = set.instances[tap]
      guard loser.type == TapRecognizer.self, loser.numberOfTouches > 1 else { return nil }
      var winners: [(name: String, words: String, isAwaited: Bool)] = []
      for index in set.instances.indices where Self.accepts(set.instances[index], loser.numberOfTouches) {
        let winner = set.instances[index]
        guard !winners.contains(where: { $0.name == winner.name }),
          let roll = Self.roll(that: winner, takes: loser),
          mayPrevent(index, tap, set, parents, isPartial: true)
        else { continue }
        winners.append(
          (
            winner.name, "\(winner.kind.name) \(winner.name) where \(roll)",
            loser.requireToFail.contains(index)
          ))
      }
      guard !winners.isEmpty else { return nil }
      let awaited = winners.filter(\.isAwaited).map { "\"\($0.name)\"" }
      return ConfigurationWarning.beatenTap.with(
        loser.name, loser.numberOfTouches, Self.list(winners.map { "to the " + $0.words }),
        // If the tap kept requiring them to fail, they would wait for one another.
        awaited.isEmpty ? "" : "remove \(Self.list(awaited)) from its require_to_fail, and ",
        loser.name, Self.list(winners.map { "[recognizer.\($0.name)]" }), loser.name
      ).description
    }
  }

  /// `a`, `a and b`, `a, b and c`.
  private static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  /// Whether a continuous gesture accepts a number of fingers. A transform accepts its own number and more.
  private static func accepts(_ recognizer: RecognizerInstance, _ touches: Int) -> Bool {
    recognizer.type == TransformRecognizer.self
      ? recognizer.numberOfTouches <= touches : recognizer.acceptedTouches.contains(touches)
  }

  /// The movement of a tap's fingers that begins a gesture, in words; nil where the tap fails before.
  ///
  /// One finger that rolls moves the center of all by its share only. A hand that shifts moves all fingers.
  private static func roll(that winner: RecognizerInstance, takes tap: RecognizerInstance) -> String? {
    let limit = tap.options.number("movement_mm")
    let one = rollOfOne(for: winner, of: Double(tap.numberOfTouches))
    if one < limit { return "one of them rolls by \(MessageText.number(one)) mm" }
    guard winner.type == PanRecognizer.self || winner.type == TransformRecognizer.self else { return nil }
    let all = winner.options.number("minimum_distance_mm")
    return all < limit ? "all of them roll by \(MessageText.number(all)) mm" : nil
  }

  /// By how many mm one finger of several rolls until a gesture begins; infinite for a kind that no roll begins.
  private static func rollOfOne(for recognizer: RecognizerInstance, of touches: Double) -> Double {
    let options = recognizer.options
    var shift: Double { touches * options.number("minimum_distance_mm") }
    // For two fingers their distance changes with one of them. For more, twice the mean distance from the center counts.
    var change: Double { touches / 2 * options.number("minimum_change_mm") }
    var turn: Double {
      let arc = options.number("minimum_turn_degrees") * .pi / 180 * leastSpan / 2
      return (touches * max(arc, options.number("minimum_arc_mm")) * 100).rounded() / 100
    }
    if recognizer.type == PanRecognizer.self { return shift }
    if recognizer.type == PinchRecognizer.self { return change }
    if recognizer.type == RotationRecognizer.self { return turn }
    return recognizer.type == TransformRecognizer.self ? min(shift, change, turn) : .infinity
  }

  /// Several taps that `debounce_ms` joins to one press, as the next one has to come before the lift of the last counts.
  private var joinedTaps: [String] {
    let tables: [DeviceSettings?] = [nil] + devices
    var warnings: [String] = []
    for device in tables where device == nil || device?.touch != nil || device?.recognizers.isEmpty == false {
      let debounce = (device?.touch ?? touch).debounce
      guard debounce > .zero else { continue }
      let own = device.flatMap { $0.touch == nil ? nil : "device.\($0.name).touch" }
      for declaration in recognizers {
        let options = device?.recognizers[declaration.name] ?? declaration.options
        // The shared table has warned of what this device's table does not change.
        if device != nil, own == nil, device?.recognizers[declaration.name] == nil { continue }
        guard let (key, gap) = Self.gap(of: declaration.kind, options), debounce >= gap else { continue }
        warnings.append(
          ConfigurationWarning.joinedTaps.with(
            declaration.name, own ?? "touch", MessageText.number(debounce.milliseconds),
            MessageText.number(gap.milliseconds), key
          ).description)
      }
    }
    return warnings
  }

  /// The key and the value of the longest time between two taps of a gesture; nil for one without such a time.
  private static func gap(of kind: GestureKind, _ options: OptionTable) -> (key: String, span: TimeSpan)? {
    let isTap = kind == TapRecognizer.kind
    let key = isTap ? "gap_ms" : "tap_gap_ms"
    guard case .integer(let taps)? = options["taps"], taps > (isTap ? 1 : 0), options[key] != nil else {
      return nil
    }
    return (key, options.span(key))
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
  case beatenTap =
    "recognizer.…: is lost for … fingers …: …say require_to_fail = [\"…\"] in …, or passive = true in [recognizer.…]"
  case joinedTaps =
    "recognizer.…: never fires: ….debounce_ms = … joins its taps to one press, since the next one has to come within … ms: lower debounce_ms, or raise …"
  case unseenWake =
    "touch.swallow_wake: with the filter, no program but gestured sees the touch that wakes the screen: let an action of gesturectl run with idle light it"
  case vainRelease =
    "filter.release_for_ms: has no effect, since release_touches = 0 lets no fingers release the panel: raise release_touches, or remove release_for_ms"
  case lateTouches =
    "filter: in … the app receives a landing up to … ms late, since … may still win it; passive = true, a region of its own or more fingers make it faster"

  package var advice: String {
    switch self {
    case .smallTarget: "Enlarge `frame`, or set `hit_outset`."
    case .unknownPixels: "Use mm or a share instead of px, or set `pixels`."
    case .lateTouches: "Give the recognizer a region, more fingers or a shorter time."
    case .unseenWake:
      "See [Swallow the touch that wakes the screen](filter.md#swallow-the-touch-that-wakes-the-screen)."
    case .vainRelease: "Set `release_touches`, or remove `release_for_ms`."
    case .beatenTap: "Let the other gestures wait for the tap."
    case .joinedTaps: "Choose a shorter `debounce_ms`: a trembling finger is back within 80 ms."
    case .beatenSwipe: "Choose whether the swipe or the pan comes first."
    }
  }
}
