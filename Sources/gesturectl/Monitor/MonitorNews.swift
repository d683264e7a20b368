/// News for the monitor: the visible part of the daemon's lines, and the state of the connection. Places and lengths
/// are in mm on the screen, times in seconds on the daemon's clock.
enum MonitorNews {
  /// A place on a screen.
  struct Place: Hashable {
    /// The horizontal part, to the right.
    var x: Double
    /// The vertical part, downward.
    var y: Double
  }

  /// A finger, or a hovering pen.
  struct Contact: Hashable {
    /// The id of the touch or pen.
    var id: UInt64
    /// The place on the screen.
    var place: Place
  }

  /// The bounds of a region on a screen.
  struct Box: Hashable {
    /// The four corners in order: top left, top right, bottom right, bottom left. A rotated region has them elsewhere.
    var corners: [Place]

    /// A rectangle by its top left corner.
    init(corner: Place, width: Double, height: Double) {
      corners = [
        corner, Place(x: corner.x + width, y: corner.y),
        Place(x: corner.x + width, y: corner.y + height), Place(x: corner.x, y: corner.y + height),
      ]
    }

    /// The image of a rectangle; nil where `matrix` has not six numbers.
    ///
    /// - Parameter matrix: `[a, b, c, d, tx, ty]`, in CSS's order.
    init?(corner: Place, width: Double, height: Double, by matrix: [Double]) {
      guard matrix.count == 6 else { return nil }
      self.init(corner: corner, width: width, height: height)
      corners = corners.map { place in
        Place(
          x: matrix[0] * place.x + matrix[2] * place.y + matrix[4],
          y: matrix[1] * place.x + matrix[3] * place.y + matrix[5])
      }
    }
  }

  /// Recognizers of one name and one owner.
  struct Recognizer: Hashable {
    var name: String
    /// The number of the client that declared the recognizers; nil for the configuration, and where the owner is
    /// unknown.
    var client: Int?
  }

  /// The hearing of recognizers.
  struct Hearing: Hashable {
    var recognizer: Recognizer
    /// Whether the recognizers work as if passive because no client listens, although they were declared otherwise.
    var isOnlyObserved: Bool
  }

  /// A line of a gesture.
  struct Gesture: Hashable {
    var device: Int
    /// The multi-touch sequence; 0 for a pen that does not touch.
    var sequence: UInt64
    var id: UInt64
    var recognizer: Recognizer
    var kind: String
    var state: String
    var touchCount: Int
    var region: String
    var place: Place?
    /// The values of the gesture's kind, as text.
    var values: String
  }

  /// A line of a transition.
  struct Transition: Hashable {
    var sequence: UInt64
    var recognizer: Recognizer
    var kind: String
    var touchCount: Int
    var state: String
    var reason: String

    /// Whether the reason is only the number of fingers. Recognizers that share a name give this reason, except the one
    /// for the present number.
    var isAboutFingers: Bool { reason.hasPrefix("tooFewTouches") || reason.hasPrefix("tooManyTouches") }
  }

  /// The connection is made, to a daemon of a version, with or without lines of touches.
  case connected(version: String, tellsTouches: Bool)
  /// The connection is lost, for a reason.
  case lost(String)
  /// A touchscreen is present.
  case device(number: Int, name: String, width: Double, height: Double)
  /// A touchscreen is gone.
  case deviceGone(number: Int)
  /// A region is new, or its frame changed.
  case region(device: Int, name: String, box: Box)
  /// A region is gone.
  case regionGone(device: Int, name: String)
  /// Fingers landed or moved.
  case moved(device: Int, [Contact])
  /// Fingers lifted or were cancelled.
  case lifted(device: Int, [UInt64])
  /// A gesture began, changed or ended.
  case gesture(Gesture)
  /// A recognizer changed its state, with a reason.
  case transition(Transition)
  /// The hearing of all present recognizers.
  case hearing([Hearing])
  /// Private mode began or ended. It hides places and gestures of single fingers.
  case privateMode(Bool)
  /// No finger has been down for so many seconds; nil since one has landed.
  case idle(Double?)
  /// An action, or an edge that a region defers, in words.
  case notice(String)
  /// The number of lines that the daemon dropped, because the monitor did not keep up.
  case dropped(Int)
}
