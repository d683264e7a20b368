/// Where the fingers of a touchpad are on the screen: in a region that the whole pad stands for (PAD-1).
///
/// ```
///   pad 100 × 60 mm    ┌──────────┐        screen   ┌─────────────┐
///                      │      x   │  ───▶           │ ┌────┐      │
///                      │          │                 │ │  x │      │
///                      └──────────┘                 │ └────┘      │
/// ```
///
/// Each pipeline has its own map, which only `init(copying:)` copies.
struct PadMap: ~Copyable, Sendable {
  /// The region's name. Without a region of that name, the whole screen stands for the pad.
  let region: String
  /// The map from places on the pad to places on the screen, both in mm, while a finger is down.
  private var transform = AffineTransform.identity
  /// The frame with the places on the screen. Its storage serves all frames.
  var frame = TouchFrame(time: Instant(microseconds: 0), changes: [])

  init(region: String, maximumTouches: Int) {
    self.region = region
    frame.changes.reserveCapacity(maximumTouches)
  }

  /// A map for another pipeline, with the same region and transform. The frame is empty, with storage of its own.
  init(copying other: borrowing PadMap) {
    self.init(region: other.region, maximumTouches: other.frame.changes.capacity)
    transform = other.transform
  }

  /// Looks for the region again. Called while no finger is down: a region that moves takes no finger along.
  mutating func place(in regions: borrowing RegionTree) {
    transform = .identity
    guard let number = regions.number(named: region), let fromScreen = regions.regions[number].fromScreen,
      let toScreen = fromScreen.inverse, regions.screen.width > 0, regions.screen.height > 0
    else { return }
    let size = regions.regions[number].frame.size
    let origin = regions.regions[number].boundsOrigin
    let inRegion = AffineTransform.translation(origin.x, origin.y)
      .after(.scale(size.width / regions.screen.width, size.height / regions.screen.height))
    let whole = toScreen.after(inRegion)
    if whole.isFinite { transform = whole }
  }

  /// Sets `frame` to a frame of the pad with its positions mapped to the screen.
  mutating func map(_ own: borrowing TouchFrame) {
    frame.time = own.time
    frame.cause = own.cause
    frame.changes.removeAll(keepingCapacity: true)
    for position in own.changes.indices {
      frame.changes.append(own.changes[position])
      frame.changes[position].position = transform.apply(own.changes[position].position)
    }
  }
}
