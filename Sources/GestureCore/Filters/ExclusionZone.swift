/// A part of a screen where landings are ignored: the static filter of QUE-3.
public struct ExclusionZone: Hashable, Sendable {
  /// A length along one side of the screen.
  public enum Length: Hashable, Sendable {
    /// In mm.
    case millimetres(Double)
    /// A share of that side; 1 is the whole side.
    case share(Double)

    /// The length in mm on a screen with that side, in mm.
    func resolved(of side: Double) -> Double {
      switch self {
      case .millimetres(let length): length
      case .share(let share): share * side
      }
    }
  }

  /// The author's name for it.
  public var name: String
  /// The distance of its left side from the left of the screen.
  public var x: Length
  /// The distance of its upper side from the top of the screen.
  public var y: Length
  /// The width.
  public var width: Length
  /// The height.
  public var height: Length
  /// The touch types that the zone ignores; nil for all.
  public var touchTypes: Set<TouchType>?

  /// A zone.
  public init(
    name: String, x: Length, y: Length, width: Length, height: Length, touchTypes: Set<TouchType>? = nil
  ) {
    self.name = name
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.touchTypes = touchTypes
  }

  /// The zone's rectangle on a screen, in mm.
  func frame(on screen: Size) -> Rect {
    Rect(
      Point(x.resolved(of: screen.width), y.resolved(of: screen.height)),
      Size(width.resolved(of: screen.width), height.resolved(of: screen.height)))
  }
}
