/// The longest time for which one recognizer holds a touch back from the app (FLT-59).
public struct HoldBound: Hashable, Sendable {
  /// From the touch's landing, where the recognizer holds landings. It ends sooner where the recognizer decides sooner.
  public var landing = TimeSpan.zero
  /// From the touch's lift, where the recognizer holds lifts.
  public var lift = TimeSpan.zero
  /// From the touch's lift, where the recognizer holds the lift, or the landing beyond the lift. The gap is not part of it.
  public var tap = TimeSpan.zero
  /// Whether the landing's bound is that of the settings, because a resting finger leaves the recognizer undecided.
  var isMaximum = false

  public init(landing: TimeSpan = .zero, lift: TimeSpan = .zero, tap: TimeSpan = .zero) {
    self.landing = landing
    self.lift = lift
    self.tap = max(lift, tap)
  }

  /// The bound where filters may hold lifts for a time. The decisions of recognizers wait for earlier lifts.
  ///
  /// - Parameter filters: landings wait for earlier lifts too where filters hold landings as well.
  func later(by filters: HoldBound) -> HoldBound {
    guard filters.lift > .zero else { return self }
    func later(_ span: TimeSpan) -> TimeSpan {
      TimeSpan(microseconds: span.microseconds + filters.lift.microseconds)
    }
    var bound = HoldBound(
      landing: max(landing, filters.landing) > .zero ? later(landing) : .zero, lift: later(lift),
      tap: later(tap))
    bound.isMaximum = isMaximum
    return bound
  }

  /// The longer of two bounds, for landings and for lifts.
  func longer(_ other: HoldBound) -> HoldBound {
    var bound = HoldBound(
      landing: max(landing, other.landing), lift: max(lift, other.lift), tap: max(tap, other.tap))
    bound.isMaximum = other.landing > landing ? other.isMaximum : isMaximum
    return bound
  }
}

/// The setting that ended a hold.
public enum HoldLimit: UInt8, Hashable, Sendable {
  /// None: the recognizer's own time limit.
  case own
  /// `AppSettings.gather`: fingers were missing.
  case gather
  /// `AppSettings.holdMaximum`
  case maximum

  /// The key in the configuration; nil for the recognizer's own time limit.
  public var key: String? {
    switch self {
    case .own: nil
    case .gather: "gather_ms"
    case .maximum: "hold_maximum_ms"
    }
  }
}

/// The bounds of all recognizers of a set, by their numbers.
public struct HoldBounds: Sendable {
  /// No bounds, for regions: a recognizer holds a region's touch until it has decided, and each recognizer counts.
  static let unlimited = HoldBounds()

  let settings: AppSettings
  private let bounds: [HoldBound]
  /// The same, without what a recognizer does not hold in the mode of the settings; empty where none holds anything, as
  /// where all only report.
  private let used: [HoldBound]
  /// The recognizers that neither hold nor take the app's touches, by their numbers; empty for none.
  private let isBesideApp: [Bool]
  private let filters: HoldBound

  private init() {
    var settings = AppSettings()
    settings.mode = .cancel
    (self.settings, bounds, used, isBesideApp, filters) = (settings, [], [], [], HoldBound())
  }

  /// The bounds of a set. A recognizer that waits for others holds as long as they do.
  ///
  /// - Parameter filters: how long the device's filters may hold a lift, and a landing that waits for it.
  public init(_ set: RecognizerSet, _ settings: AppSettings, filters: HoldBound = HoldBound()) {
    self.settings = settings
    self.filters = filters
    isBesideApp = set.besideApp
    var bounds = set.instances.map { Self.own($0, settings) }
    Self.extend(&bounds, of: set)
    self.bounds = bounds
    let used = set.instances.indices.map { number in
      let holdsLandings = set.instances[number].holdsLandings(in: settings.mode)
      return HoldBound(
        landing: holdsLandings ? bounds[number].landing : .zero,
        lift: set.instances[number].holdsLifts ? bounds[number].lift : .zero,
        tap: holdsLandings ? bounds[number].tap : .zero)
    }
    self.used = used.contains { $0 != HoldBound() } ? used : []
  }

  /// Extends the bound of each recognizer by those that it waits for.
  ///
  /// Each recognizer is extended once, after those that it waits for: no recognizer waits for itself. A file may chain any
  /// number of recognizers, so the way back is kept in a list and not on the stack.
  private static func extend(_ bounds: inout [HoldBound], of set: RecognizerSet) {
    var isReached = bounds.map { _ in false }
    var path: [(number: Int, next: Int)] = []
    for first in bounds.indices where !isReached[first] {
      isReached[first] = true
      path.append((first, 0))
      while let (number, next) = path.last {
        let required = set.instances[number].requireToFail
        guard next < required.count else {
          for other in required {
            bounds[number] = bounds[number].longer(bounds[other])
            // The other fingers of a gesture may leave it open after a lift.
            guard set.instances[other].takesSeveralTouches else { continue }
            bounds[number].tap = max(bounds[number].tap, bounds[other].landing)
          }
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        guard !isReached[required[next]] else { continue }
        isReached[required[next]] = true
        path.append((required[next], 0))
      }
    }
  }

  /// The bounds of another set, with the same settings behind the same filters.
  func of(_ set: RecognizerSet) -> HoldBounds { HoldBounds(set, settings, filters: filters) }

  /// Whether a recognizer may hold or take touches.
  @inline(__always)
  func counts(_ number: Int) -> Bool { !isBesideApp.indices.contains(number) || !isBesideApp[number] }

  /// The longest holds of a touch that is offered to some recognizers (FLT-65), with what the device's filters add.
  func longest(of recognizers: [Int]) -> HoldBound {
    var longest = HoldBound()
    guard !used.isEmpty else { return longest.later(by: filters) }
    for number in recognizers where used.indices.contains(number) && counts(number) {
      longest = longest.longer(used[number])
    }
    return longest.later(by: filters)
  }

  /// The longest hold of a tap by a recognizer, after the lift and without the gap; none for an unknown number.
  public func tap(_ number: Int) -> TimeSpan {
    used.indices.contains(number) ? used[number].tap : .zero
  }

  /// The bound of a recognizer; none for an unknown number.
  public subscript(number: Int) -> HoldBound {
    bounds.indices.contains(number) ? bounds[number] : HoldBound()
  }

  private static func own(_ instance: RecognizerInstance, _ settings: AppSettings) -> HoldBound {
    guard !instance.isRemoved, !instance.isPassive else { return HoldBound() }
    let recognizer = instance.type.init(instance.options, numberOfTouches: instance.numberOfTouches)
    guard let span = recognizer.decisionSpan else {
      var bound = HoldBound(landing: settings.holdMaximum, lift: recognizer.liftDecisionSpan)
      if instance.kind == CustomRecognizer.kind { bound.tap = bound.landing }
      bound.isMaximum = true
      return bound
    }
    let gather = instance.numberOfTouches > 1 ? settings.gather : .zero
    let landing = TimeSpan(microseconds: span.microseconds + gather.microseconds)
    // A press after taps holds the fingers of the taps until it is over.
    let outlastsTaps = recognizer.numberOfTaps > 0 && !instance.type.isDiscrete
    return HoldBound(
      landing: landing, lift: recognizer.liftDecisionSpan, tap: outlastsTaps ? landing : .zero)
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

  /// Whether the recognizer may go on with other fingers when one has lifted.
  fileprivate var takesSeveralTouches: Bool { numberOfTouches > 1 || type.largestNumberOption != nil }
}
