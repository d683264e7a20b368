/// What the monitor hears: the lines of the daemon as far as they are shown, and how the connection fares. Places
/// and lengths are in mm on the screen, times in seconds on the daemon's clock.
enum MonitorNews {
  /// A place on a screen.
  struct Place: Hashable {
    /// To the right.
    var x: Double
    /// Downwards.
    var y: Double
  }

  /// A finger, or a pen that is near.
  struct Contact: Hashable {
    /// Its id.
    var id: UInt64
    /// Where it is.
    var place: Place
  }

  /// A rectangle on a screen.
  struct Box: Hashable {
    /// The left top corner.
    var corner: Place
    /// How wide.
    var width: Double
    /// How high.
    var height: Double
  }

  /// Recognizers of one name and one owner.
  struct Recognizer: Hashable {
    var name: String
    /// The number of the client that declared them; nil for the configuration, and for owners that are not told.
    var client: Int?
  }

  /// Who listens to recognizers.
  struct Hearing: Hashable {
    var recognizer: Recognizer
    /// Whether they work as if they were passive, although they were declared otherwise: no client listens.
    var isOnlyObserved: Bool
  }

  /// A gesture line.
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
    /// The values of its kind, as text.
    var values: String
  }

  /// A transition line.
  struct Transition: Hashable {
    var sequence: UInt64
    var recognizer: Recognizer
    var kind: String
    var touchCount: Int
    var state: String
    var reason: String

    /// Whether it says nothing but that other fingers than those were asked for: so say all but one of the recognizers
    /// that share a name and have a number of fingers each.
    var isAboutFingers: Bool { reason.hasPrefix("tooFewTouches") || reason.hasPrefix("tooManyTouches") }
  }

  /// The daemon answers; its version, and whether it tells touches themselves.
  case connected(version: String, tellsTouches: Bool)
  /// It does not, and why.
  case lost(String)
  /// A touchscreen is there.
  case device(number: Int, name: String, width: Double, height: Double)
  /// It is gone.
  case deviceGone(number: Int)
  /// A region is there, or lies elsewhere now.
  case region(device: Int, name: String, box: Box)
  /// It is gone.
  case regionGone(device: Int, name: String)
  /// Fingers came down or moved.
  case moved(device: Int, [Contact])
  /// Fingers lifted, or were taken away.
  case lifted(device: Int, [UInt64])
  /// Something was recognized, goes on or is over.
  case gesture(Gesture)
  /// A recognizer went to a state, and why.
  case transition(Transition)
  /// Who listens to all recognizers that are there.
  case hearing([Hearing])
  /// Private mode began or ended: meanwhile nothing of one finger comes, and no place.
  case privateMode(Bool)
  /// That many lines were left out, because the monitor did not keep up.
  case dropped(Int)
}
