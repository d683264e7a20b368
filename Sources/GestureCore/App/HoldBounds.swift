/// The longest time for which one recognizer holds a touch back from the app (FLT-59).
public struct HoldBound: Hashable, Sendable {
  /// From the touch's landing, where the recognizer holds landings. It ends sooner where the recognizer decides sooner.
  public var landing = TimeSpan.zero
  /// From the touch's lift, where the recognizer holds lifts.
  public var lift = TimeSpan.zero

  public init(landing: TimeSpan = .zero, lift: TimeSpan = .zero) {
    self.landing = landing
    self.lift = lift
  }

  /// The longer of two bounds, for landings and for lifts.
  func longer(_ other: HoldBound) -> HoldBound {
    HoldBound(landing: max(landing, other.landing), lift: max(lift, other.lift))
  }
}

/// The bounds of all recognizers of a set, by their numbers.
public struct HoldBounds: Sendable {
  private let bounds: [HoldBound]

  /// The bounds of a set. A recognizer that waits for others holds as long as they do.
  public init(_ set: RecognizerSet, _ settings: AppSettings) {
    var bounds = set.instances.map { Self.own($0, settings) }
    var isReached = bounds.map { _ in false }
    for number in bounds.indices { Self.extend(number, of: set, &bounds, &isReached) }
    self.bounds = bounds
  }

  /// Extends a recognizer's bound by those that it waits for, each of which is extended once: no recognizer waits for
  /// itself.
  private static func extend(
    _ number: Int, of set: RecognizerSet, _ bounds: inout [HoldBound], _ isReached: inout [Bool]
  ) {
    guard !isReached[number] else { return }
    isReached[number] = true
    for required in set.instances[number].requireToFail {
      extend(required, of: set, &bounds, &isReached)
      bounds[number] = bounds[number].longer(bounds[required])
    }
  }

  /// The bound of a recognizer; none for an unknown number.
  public subscript(number: Int) -> HoldBound {
    bounds.indices.contains(number) ? bounds[number] : HoldBound()
  }

  private static func own(_ instance: RecognizerInstance, _ settings: AppSettings) -> HoldBound {
    guard !instance.isRemoved, !instance.isPassive else { return HoldBound() }
    let recognizer = instance.type.init(instance.options, numberOfTouches: instance.numberOfTouches)
    guard let span = recognizer.decisionSpan else {
      return HoldBound(landing: settings.holdMaximum, lift: recognizer.liftDecisionSpan)
    }
    let gather = instance.numberOfTouches > 1 ? settings.gather : .zero
    return HoldBound(
      landing: TimeSpan(microseconds: span.microseconds + gather.microseconds),
      lift: recognizer.liftDecisionSpan)
  }
}

extension RecognizerSet {
  /// The longest time for which the recognizers that take part now may hold a landing back from the app (FLT-105).
  public func longestHold(_ settings: AppSettings) -> TimeSpan {
    let bounds = HoldBounds(self, settings)
    var longest = TimeSpan.zero
    for number in instances.indices
    where instances[number].hearing == .asked && instances[number].holdsLandings(in: settings.mode) {
      longest = max(longest, bounds[number].landing)
    }
    return longest
  }
}

extension RecognizerInstance {
  /// Whether the recognizer may hold landings back from the app (FLT-57, FLT-62).
  public func holdsLandings(in mode: AppSettings.Mode) -> Bool {
    guard !isRemoved, !isPassive, properties.isEnabled, properties.allowedPressTypes == nil else {
      return false
    }
    return properties.delaysTouchesBegan || type.alwaysDelaysTouchesBegan
      || mode == .hold && properties.cancelsTouchesInView
  }

  /// Whether the recognizer may hold lifts back from the app (FLT-36, FLT-37).
  public var holdsLifts: Bool {
    guard !isRemoved, !isPassive, properties.isEnabled, properties.allowedPressTypes == nil else {
      return false
    }
    return properties.delaysTouchesEnded && (type.isDiscrete || !requireToFail.isEmpty)
  }
}
