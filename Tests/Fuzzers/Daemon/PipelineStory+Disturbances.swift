import GestureCore

/// Edits and commands of clients while fingers are on the screen.
extension PipelineStory {
  /// The owners of regions; the first is the configuration.
  private static let owners = [RegionTree.configuration, 1, 2]

  /// Cancels touches, ignores some, changes the audience, or moves the focus.
  mutating func disturb() {
    let time = time
    interrupt { pipeline, source, identifiers, buffer in
      let owner = source.one(of: Self.owners)
      switch source.below(8) {
      case 0: pipeline.cancelTouches(at: time, identifiers: &identifiers, into: &buffer)
      case 1...4:
        var ignored = pipeline.ignored
        switch source.below(4) {
        case 0, 1: ignored.begin(by: owner, everywhere: source.onceIn(2))
        case 2: _ = ignored.end(by: owner)
        default: ignored.forget(owner)
        }
        pipeline.setIgnored(ignored, at: time, identifiers: &identifiers, into: &buffer)
      case 5: pipeline.setAudience(.any(of: pipeline.regions, from: &source))
      case 6:
        let region = source.onceIn(4) ? nil : source.below(pipeline.regions.regions.count + 1)
        _ = pipeline.focus(region, at: time, identifiers: &identifiers, into: &buffer)
      default:
        let window = source.below(pipeline.regions.regions.count + 1)
        _ = pipeline.makeKey(window, at: time, identifiers: &identifiers, into: &buffer)
      }
    }
    invariants.check(pipeline.responders, in: pipeline.regions)
  }

  /// Adds, changes, moves or removes regions and windows, or removes a client's regions.
  mutating func editRegions() {
    let time = time
    interrupt { pipeline, source, identifiers, buffer in
      let owner = source.one(of: Self.owners)
      if source.onceIn(8) {
        pipeline.removeRegions(ownedBy: owner, at: time, identifiers: &identifiers, into: &buffer)
        return
      }
      let edits = (0...source.below(3)).map { _ in RegionEdit.any(from: &source) }
      // A refused batch changes nothing.
      try? pipeline.edit(edits, owner: owner, at: time, identifiers: &identifiers, into: &buffer)
    }
    invariants.check(pipeline.responders, in: pipeline.regions)
  }
}

extension RegionEdit {
  private static let names = ["root", "window", "w0", "w1"] + (0..<10).map { "region\($0)" }

  /// Any step of a batch.
  fileprivate static func any(from source: inout ByteSource) -> RegionEdit {
    let name = source.one(of: names)
    return switch source.below(6) {
    case 0: .add(.any(name, from: &source), to: source.one(of: names))
    case 1: .add(.any(name, from: &source), to: nil)
    case 2: .change(.any(name, from: &source))
    case 3: .move(name, to: source.one(of: names))
    case 4: .reorder(name, inFrontOf: source.onceIn(4) ? nil : source.one(of: names))
    default: .remove(name)
    }
  }
}

extension TouchAudience? {
  /// Any audience of a screen; nil once in a while.
  fileprivate static func any(of tree: RegionTree, from source: inout ByteSource) -> TouchAudience? {
    guard !source.onceIn(8) else { return nil }
    var audience = TouchAudience(
      isObserved: source.onceIn(2), detail: TouchDetail(rawValue: UInt8(source.below(8))))
    for number in tree.regions.indices {
      switch source.below(4) {
      case 0: audience.add(number, forwards: false)
      case 1: audience.add(number, forwards: true)
      default: break
      }
    }
    return audience
  }
}

extension FilterSettings {
  /// Any filters that a configuration may ask for.
  static func any(from source: inout ByteSource) -> FilterSettings {
    var settings = FilterSettings()
    if source.onceIn(3) { settings.leftEdge = source.number(in: 0...20) }
    if source.onceIn(3) { settings.bottomEdge = source.number(in: 0...20) }
    if source.onceIn(3) { settings.palmRadius = source.number(in: 1...20) }
    if source.onceIn(2) { settings.skippedSamples = 1 + source.below(5) }
    if source.onceIn(3) { settings.smoothingCutoff = source.number(in: 0.1...20) }
    if source.onceIn(3) { settings.minimumMovement = source.number(in: 0...5) }
    if source.onceIn(3) {
      settings.zones = [
        ExclusionZone(
          name: "zone", x: .millimetres(source.number(in: 0...100)), y: .share(source.number(in: 0...1)),
          width: .millimetres(source.number(in: 0...100)), height: .share(source.number(in: 0...1)))
      ]
    }
    return settings
  }
}
