import GesturedDevices
import GesturedServing

/// The scene of an audience: the regions and recognizers that make its events from the touches.
///
/// ```
///                              ┌─▶ everyone: the configuration, and what clients with the right `scene` declare
///   frames of a touchscreen ───┼─▶ placeless: the same without what depends on places (`positions = "none"`)
///                              └─▶ a user's own: one of these, and what this user's clients of one name declare
/// ```
///
/// Declarations of a client without the right never enter a scene that other users hear. Such a client therefore cannot
/// change other clients' events (H7 to H9). A user gets an own audience with the first declaration. The audience lasts
/// while any of the user's clients is connected, so that ids stay unique on each connection.
///
/// Clients that name a scene (`limit`) have one for each name. Declarations of a web page therefore change nothing for pages
/// of other origins.
struct AudienceScene {
  /// The properties that distinguish audiences.
  struct Origin: Hashable {
    /// Whether the scene reveals no places.
    var isPlaceless: Bool
    /// The user whose declarations the scene contains; nil where it contains only those of clients with the right.
    var user: UInt32?
    /// The name of the scene among those of the user; nil for clients that name none.
    var scene: String?

    /// The clients that actions of the scene's recognizers reach.
    var reach: ActionReach { user.map { .user($0, scene: scene) } ?? .everyone }
  }

  /// The properties that distinguish this audience.
  let origin: Origin
  /// The audience whose scene this one extends; nil for `everyone`.
  let base: Int?
  /// The declarations of this audience.
  let scene: Scene
  /// Whether the scene that this one extends has changed since, and the users whose requests changed it last.
  var isStale = false
  var changers: [UInt32] = []
  /// Grows with each change of the scene.
  var version = 0
  /// The unpublished changes of the scene.
  var news = NewsQueue()
}
