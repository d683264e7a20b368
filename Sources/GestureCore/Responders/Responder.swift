/// A link of the responder chain: UIResponder.
public enum Responder: Hashable, Sendable {
  /// A region that is no window, by its number.
  case region(Int)
  /// The controller whose root region has that number.
  case controller(ofRegion: Int)
  /// A window, by its number.
  case window(Int)
  /// The daemon, for its seat: UIApplication. An event that it does not take is dropped.
  case application
}
