public import GestureCore

/// A panel's size and its source (D18).
///
/// The configuration outranks the device's claim: a user configures a size because the claim is missing or wrong. A
/// claim outranks the display under the panel, and the display outranks a guess.
struct PanelSize: Hashable, Sendable {
  /// The panel's size in mm.
  let size: Size
  /// The source of the size.
  let source: SizeSource
  /// The doubt about the size, if any.
  let warning: SizeWarning?

  /// The device's claim.
  private enum Claim {
    case none
    case size(Size, SizeWarning?)
    case implausible(SizeDoubt, Size)
  }

  /// Judges the sizes of two axes that have an extent.
  ///
  /// - Throws: `DeviceRefusal.implausibleSize` where only a guess is left, and its shape is not that of a screen.
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
    case .implausible(let doubt, let claimed): self.init(size, source, .implausible(doubt, claimed, source))
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
    guard DeviceJudgement.isPlausible(size) else { return .implausible(.extent, size) }
    if let shape = display?.shape,
      shape.elongation / size.elongation > largestDisagreement
        || size.elongation / shape.elongation > largestDisagreement
    {
      return .implausible(.shape, size)
    }
    return .size(size, warning)
  }

  /// The largest ratio between the shape of a panel and that of the display under it.
  private static let largestDisagreement = 2.0

  /// The size from the axes' resolutions. A single plausible resolution counts for both axes.
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
  /// The number of the axis' values: both ends count.
  var steps: Double { Double(Int64(maximum) - Int64(minimum) + 1) }
}

extension Size {
  /// The ratio of the longer side to the shorter one, at least 1.
  fileprivate var elongation: Double { max(width, height) / min(width, height) }

  /// The ratio of the sides from which an area counts as upright or wide.
  private static var leastElongation: Double { 1.1 }

  /// The same area, turned where the other area certainly lies the other way. A nearly square area lies neither way.
  func oriented(as other: Size) -> Size {
    let isOtherWay = (width > height) != (other.width > other.height)
    let isCertain = elongation > Self.leastElongation && other.elongation > Self.leastElongation
    return isOtherWay && isCertain ? Size(height, width) : self
  }
}

/// A display's size and number of pixels, as it lies when its picture is not rotated.
public struct DisplayFacts: Hashable, Sendable {
  /// The display's size in mm, within `DeviceJudgement.sides`; nil where the display claims none.
  public var size: Size?
  /// The display's pixels across and down, each at least 1; nil where the display claims none.
  public var pixels: Size?

  public init(size: Size? = nil, pixels: Size? = nil) {
    self.size = size
    self.pixels = pixels
  }

  /// A size of the display's shape, in mm or pixels; nil where both are unknown.
  var shape: Size? { size ?? pixels }
}

/// The knowledge about a device's size from other sources than the device.
public struct SizeKnowledge: Hashable, Sendable {
  /// The configured size, `DeviceJudgement.configurableSides` on each side; nil where none is configured.
  public var configured: Size?
  /// The display under the panel; nil where that display is unknown.
  public var display: DisplayFacts?

  /// Makes the knowledge of its parts.
  public init(configured: Size? = nil, display: DisplayFacts? = nil) {
    self.configured = configured
    self.display = display
  }
}

/// Why a panel's claimed size is not believed. Its description is a part of a sentence.
public enum SizeDoubt: Hashable, Sendable, CustomStringConvertible {
  /// A side is outside `DeviceJudgement.sides`.
  case extent
  /// The panel is more than twice as elongated, or as compact, as the display under it.
  case shape

  /// A clause for people.
  public var description: String {
    switch self {
    case .extent: "which no touchscreen is"
    case .shape: "which is not the shape of the display under it"
    }
  }
}

/// The source of a panel's size in millimeters. The raw value is the wire's `size_source`.
public enum SizeSource: String, Hashable, Sendable {
  /// The resolution that the device claims.
  case resolution
  /// The configuration.
  case configured
  /// The size that the display under the panel claims.
  case display
  /// `DeviceJudgement.fallbackWidth` and the aspect of the axes.
  case fallback
}

/// A doubt about a panel's size: the reason for one warning in the log. Its description is a sentence.
public enum SizeWarning: Hashable, Sendable, CustomStringConvertible {
  /// Both axes claim no resolution.
  case noResolution
  /// Only this axis claims a plausible resolution, which counts for both axes.
  case resolutionOfOneAxis(PositionAxis)
  /// The panel claims an impossible size; the size and the source that count instead.
  case implausible(SizeDoubt, Size, SizeSource)

  /// One sentence for people, without a full stop.
  public var description: String {
    switch self {
    case .noResolution:
      "it claims no resolution, so it is taken to be \(Int(DeviceJudgement.fallbackWidth)) mm wide"
    case .resolutionOfOneAxis(let axis):
      "only its \(axis) axis claims a usable resolution, which is taken for both"
    case .implausible(let doubt, let claim, let source):
      "it claims to be \(Int(claim.width.rounded())) × \(Int(claim.height.rounded())) mm large, \(doubt), so "
        + (source == .display
          ? "the display's size counts"
          : "it is taken to be \(Int(DeviceJudgement.fallbackWidth)) mm wide")
    }
  }
}

extension SizeWarning: AdvisedMessage {
  package var advice: String { "Measure the glass: see [Lengths are wrong](#lengths-are-wrong)." }

  package static let samples: [SizeWarning] = {
    let number = Double(MessageLine.sampleNumber)
    let size = Size(number, number)
    return [
      .noResolution, .resolutionOfOneAxis(.x), .implausible(.extent, size, .display),
      .implausible(.shape, size, .fallback),
    ]
  }()
}
