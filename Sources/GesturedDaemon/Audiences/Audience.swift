/// Clients that hear the same scene: what its regions and recognizers make of the touches.
///
/// ```
///                              ┌─▶ everyone: the configuration, and what clients with the right `scene` declare
///   frames of a touchscreen ───┼─▶ placeless: the same without what depends on places (`positions = "none"`)
///                              └─▶ a user's own: one of these, and what this user's clients declare
/// ```
///
/// Nothing that a client without the right declares is in a scene that others hear: so nothing of it can change what others
/// get (H7 to H9). A user gets an audience of its own with the first declaration, and keeps it while any of its
/// clients is connected, so that ids stay unique for each connection.
struct Audience {
  /// The number of those who hear what everybody declared that may.
  static let everyone = 0

  /// What sets an audience apart.
  struct Origin: Hashable {
    /// Whether its scene tells nothing of places.
    var isPlaceless: Bool
    /// Whose declarations are in its scene; nil for nobody's besides those with the right.
    var user: UInt32?
  }

  /// What sets it apart.
  let origin: Origin
  /// The audience whose scene its own is made of; nil for everyone.
  let base: Int?
  /// What is declared in it.
  let scene: Scene
  /// Whether the scene that this one is made of has changed since.
  var isStale = false
  /// How often its scene was changed.
  var version = 0
}
