package import GestureCore

/// How late an app behind the filter may receive touches, and which recognizers are the reason (FLT-65, FLT-73).
extension Configuration {
  /// The lines of `--check-config` about the filter; none where no touchscreen is filtered.
  public var filterReport: [String] {
    var lines: [String] = []
    if filter.isEnabled { lines += report(of: filter, named: "filter") }
    for device in devices {
      guard let own = device.touchFilter, own.isEnabled, own != filter || !filter.isEnabled else { continue }
      lines += report(of: own, named: "device.\(device.name).filter")
    }
    return lines + filterDelays
  }

  /// How much later the filters of devices make landings and lifts, a line for each key that does so.
  public var filterDelays: [String] {
    var lines: [String] = []
    let isShared = filter.isEnabled || devices.contains { $0.touch == nil && touchFilter($0) != nil }
    if isShared { lines += Self.delay(of: touch, named: "touch") }
    for device in devices where touchFilter(device) != nil {
      if let own = device.touch, !isShared || own.debounce != touch.debounce {
        lines += Self.delay(of: own, named: "device.\(device.name).touch")
      }
      let delay = device.filters.landingDelay
      guard delay > .zero else { continue }
      // A landing that is held waits for a lift that is held, too.
      let latest = TimeSpan(
        microseconds: delay.microseconds + (device.touch ?? touch).debounce.microseconds)
      lines.append(
        "device.\(device.name).skip_samples: each landing may be \(MessageText.number(latest.milliseconds)) ms later"
      )
    }
    return lines
  }

  /// The settings by which `--explain filter` judges a recording, whose devices may have filters of their own: those of
  /// `[filter]`, with the longest gap.
  package var explainedApp: AppSettings {
    var app = filter.app
    for device in devices { app.replayGap = max(app.replayGap, device.touchFilter?.app.replayGap ?? .zero) }
    return app
  }

  private static func delay(of touch: TouchSettings, named name: String) -> [String] {
    guard touch.debounce > .zero else { return [] }
    return [
      "\(name).debounce_ms: each lift, and each landing that a recognizer holds, may be "
        + "\(MessageText.number(touch.debounce.milliseconds)) ms later"
    ]
  }

  /// Regions whose touches an app receives late.
  var lateRegions: [String] {
    guard let set = try? RecognizerSet(recognizers, regionKinds: regionKinds) else { return [] }
    let tables: [DeviceSettings?] = [nil] + devices
    var lines: [String] = []
    for filter in tables.compactMap(touchFilter) {
      for region in lateness(of: set, filter.app) {
        guard let latest = region.landings.first, latest.span > Self.noticeable else { continue }
        let line = ConfigurationWarning.lateTouches.with(
          region.name, MessageText.number(latest.span.milliseconds), latest.name
        ).description
        if !lines.contains(line) { lines.append(line) }
      }
    }
    return lines
  }

  /// A compositor that lights the screen at a touch no longer sees that touch.
  var unseenWakes: [String] {
    let tables: [DeviceSettings?] = [nil] + devices
    let isUnseen = tables.contains { device in
      touchFilter(device) != nil && (device?.touch ?? touch).swallowsWake
    }
    return isUnseen ? [ConfigurationWarning.unseenWake.with().description] : []
  }

  /// A time after the release by resting fingers, where no fingers release the panel.
  var vainReleases: [String] {
    guard filter.releaseTouches == 0, filter.releaseFor > .zero else { return [] }
    return [ConfigurationWarning.vainRelease.with().description]
  }

  /// The lateness that a finger notices.
  private static var noticeable: TimeSpan { .milliseconds(100) }

  private func report(of filter: TouchFilter, named name: String) -> [String] {
    guard let set = try? RecognizerSet(recognizers, regionKinds: regionKinds) else { return [] }
    var lines = ["\(name): mode \(filter.app.mode.rawValue)"]
    for region in lateness(of: set, filter.app) {
      lines.append("landing in \(region.name): " + Self.text(region.landings, verb: "hold: "))
      lines.append("lift in \(region.name): " + Self.text(region.lifts))
      // A tap that was held lifts a gap after its landing.
      let gap = region.landings.isEmpty ? TimeSpan.zero : filter.app.replayGap
      let latest = TimeSpan(microseconds: region.tap.microseconds + gap.microseconds)
      lines.append("tap in \(region.name): " + Self.text(latest))
      if filter.app.mode != .hold, !region.winners.isEmpty {
        let verb = filter.app.mode == .cancel ? "cancels" : "lifts"
        lines.append("\(verb) in \(region.name): " + region.winners.joined(separator: ", "))
      }
    }
    switch filter.app.mode {
    case .hold: break
    case .cancel:
      lines.append(
        "mode cancel: a canceled touch hangs in sway before 1.9, cage, weston and Hyprland, and is a click in X.Org; "
          + "mode hold suits them")
    case .lift:
      lines.append("mode lift: an app may take a lifted touch for a tap or a throw")
    }
    return lines
  }

  /// A recognizer's hold, as a reason.
  private struct Hold {
    let name: String
    let span: TimeSpan
  }

  /// The holds of one region's touches, the longest first.
  private struct Lateness {
    let name: String
    var landings: [Hold] = []
    var lifts: [Hold] = []
    /// The longest hold of a tap after its lift, without the gap.
    var tap = TimeSpan.zero
    var winners: [String] = []
  }

  /// The lateness in the root, and in each region with recognizers of its own.
  private func lateness(of set: RecognizerSet, _ app: AppSettings) -> [Lateness] {
    let bounds = HoldBounds(set, app)
    let parents = Dictionary(
      regions.map { ($0.region.name, $0.parent) }, uniquingKeysWith: { first, _ in first })
    let attached = Set(set.instances.map { $0.properties.region ?? RegionNesting.root })
    let names =
      [RegionNesting.root]
      + regions.map(\.region.name).filter { $0 != RegionNesting.root && attached.contains($0) }
    return names.map { name in
      let around = chain(from: name, parents)
      var lateness = Lateness(name: name)
      for number in set.instances.indices {
        let instance = set.instances[number]
        guard around.contains(instance.properties.region ?? RegionNesting.root),
          !instance.properties.ignoredRegions.contains(where: around.contains)
        else { continue }
        let label = "\(instance.name) of \(instance.numberOfTouches)"
        if instance.holdsLandings(in: app.mode) {
          lateness.landings.append(Hold(name: label, span: bounds[number].landing))
        }
        if instance.holdsLifts, bounds[number].lift > .zero {
          lateness.lifts.append(Hold(name: label, span: bounds[number].lift))
        }
        lateness.tap = max(lateness.tap, bounds.tap(number))
        if !instance.isPassive, instance.properties.isEnabled, instance.properties.cancelsTouchesInView {
          lateness.winners.append(label)
        }
      }
      lateness.landings.sort { $0.span > $1.span }
      lateness.lifts.sort { $0.span > $1.span }
      return lateness
    }
  }

  /// A region and the regions around it.
  private func chain(from name: String, _ parents: [String: String?]) -> Set<String> {
    var chain: Set<String> = []
    var next: String? = name
    while let name = next, chain.insert(name).inserted { next = parents[name] ?? nil }
    return chain
  }

  private static func text(_ holds: [Hold], verb: String = "") -> String {
    guard let longest = holds.first else { return text(.zero) }
    return "\(text(longest.span)) (\(verb)\(holds.map(\.name).joined(separator: ", ")))"
  }

  private static func text(_ span: TimeSpan) -> String {
    span == .zero ? "0 ms" : "at most \(MessageText.number(span.milliseconds)) ms"
  }
}
