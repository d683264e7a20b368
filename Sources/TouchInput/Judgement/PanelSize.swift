import GestureCore

/// How large a panel is, and who says so (D18).
///
/// What the configuration says outranks what the device claims, since it is there because somebody found the claim
/// missing or wrong; a claim outranks the display under the panel, and that a guess.
struct PanelSize: Hashable, Sendable {
  /// Its extent in mm.
  let size: Size
  /// Who says so.
  let source: SizeSource
  /// What is doubtful about it.
  let warning: SizeWarning?

  /// What the device claims.
  private enum Claim {
    case none
    case size(Size, SizeWarning?)
    case disbelieved(SizeDoubt, Size)
  }

  /// Judges two axes that have an extent.
  ///
  /// - Throws: `DeviceRefusal.implausibleSize` where only a guess is left, and it is no shape of a screen.
  init(of x: AxisRange, _ y: AxisRange, _ knowledge: SizeKnowledge) throws(DeviceRefusal) {
    if let configured = knowledge.configured, DeviceJudgement.isConfigurable(configured) {
      self.init(configured, .configured, nil)
      return
    }
    let claim = Self.claim(of: x, y, display: knowledge.display)
    if case .size(let size, let warning) = claim {
      self.init(size, .resolution, warning)
      return
    }
    let display = knowledge.display?.size.flatMap {
      DeviceJudgement.isPlausible($0) ? $0.oriented(as: Size(x.steps, y.steps)) : nil
    }
    let source = display == nil ? SizeSource.fallback : .display
    let width = DeviceJudgement.fallbackWidth
    let size = display ?? Size(width, width * y.steps / x.steps)
    guard DeviceJudgement.isPlausible(size) else { throw .implausibleSize }
    switch claim {
    case .disbelieved(let doubt, let claimed): self.init(size, source, .disbelieved(doubt, claimed, source))
    case .none, .size: self.init(size, source, source == .fallback ? .noResolution : nil)
    }
  }

  private init(_ size: Size, _ source: SizeSource, _ warning: SizeWarning?) {
    self.size = size
    self.source = source
    self.warning = warning
  }

  private static func claim(of x: AxisRange, _ y: AxisRange, display: DisplayFacts?) -> Claim {
    guard x.resolution > 0 || y.resolution > 0 else { return .none }
    let (size, warning) = claimedSize(of: x, y)
    guard DeviceJudgement.isPlausible(size) else { return .disbelieved(.extent, size) }
    if let shape = display?.shape,
      shape.elongation / size.elongation > largestDisagreement
        || size.elongation / shape.elongation > largestDisagreement
    {
      return .disbelieved(.shape, size)
    }
    return .size(size, warning)
  }

  /// By how much the shape of a panel may differ from that of the display under it.
  private static let largestDisagreement = 2.0

  /// What the resolutions make of the axes; the one of them that can be true counts for both.
  private static func claimedSize(of x: AxisRange, _ y: AxisRange) -> (Size, SizeWarning?) {
    let width = x.resolution > 0 ? x.steps / Double(x.resolution) : 0
    let height = y.resolution > 0 ? y.steps / Double(y.resolution) : 0
    let sides = DeviceJudgement.sides
    if sides.contains(width), !sides.contains(height) {
      return (Size(width, y.steps / Double(x.resolution)), .resolutionOfOneAxis(.x))
    }
    if sides.contains(height), !sides.contains(width) {
      return (Size(x.steps / Double(y.resolution), height), .resolutionOfOneAxis(.y))
    }
    return (Size(width, height), nil)
  }
}

extension AxisRange {
  /// The number of its steps: both ends count.
  var steps: Double { Double(Int64(maximum) - Int64(minimum) + 1) }
}

extension Size {
  /// How much longer the longer side is than the other, at least 1.
  fileprivate var elongation: Double { max(width, height) / min(width, height) }

  /// By how much the sides differ before an area is taken to lie on one of them.
  private static var leastElongation: Double { 1.1 }

  /// The same area, turned where another one certainly lies the other way. What is nearly square lies neither way.
  func oriented(as other: Size) -> Size {
    let isOtherWay = (width > height) != (other.width > other.height)
    let isCertain = elongation > Self.leastElongation && other.elongation > Self.leastElongation
    return isOtherWay && isCertain ? Size(height, width) : self
  }
}
