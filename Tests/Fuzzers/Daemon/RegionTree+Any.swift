import GestureCore

extension RegionTree {
  /// Any tree of regions on a screen, most of them inside of it.
  static func any(on screen: Size, from source: inout ByteSource) -> RegionTree {
    var tree = RegionTree(screen: screen)
    var names = ["root"]
    for number in 0..<source.below(8) {
      let region = Region.any("region\(number)", from: &source)
      // A refused region is left out, as in a configuration.
      guard (try? tree.apply([.add(region, to: source.one(of: names))])) != nil else { continue }
      names.append(region.name)
    }
    return tree
  }
}

extension Region {
  /// Any region of a name.
  static func any(_ name: String, from source: inout ByteSource) -> Region {
    let frame = Rect(
      Point(source.number(in: -20...120), source.number(in: -20...80)),
      Size(source.number(in: 0...160), source.number(in: 0...100)))
    var region = Region(name, kind: source.one(of: RegionKind.allCases), frame: frame)
    region.isInteractive = !source.onceIn(8)
    region.isHidden = source.onceIn(16)
    region.isMultiple = source.onceIn(2)
    region.isExclusive = source.onceIn(6)
    region.handling = source.one(of: TouchHandling.allCases)
    region.hitPolicy = source.onceIn(4) ? source.one(of: HitPolicy.allCases) : .normal
    region.acceptsForeignChildren = source.onceIn(2)
    region.canBecomeFirstResponder = source.onceIn(2)
    region.canResignFirstResponder = !source.onceIn(4)
    if source.onceIn(6) { region.hitMaximumTouches = 1 + source.below(3) }
    if source.onceIn(4) {
      region.transform = AffineTransform(
        source.number(in: -2...2), source.number(in: -2...2), source.number(in: -2...2),
        source.number(in: -2...2), source.number(in: -20...20), source.number(in: -20...20))
    }
    return region
  }
}
