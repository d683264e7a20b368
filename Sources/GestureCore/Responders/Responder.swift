/// Who may take an event in turn: UIResponder.
public enum Responder: Hashable, Sendable {
  /// A region that is no window, by its number.
  case region(Int)
  /// The controller whose root region has that number.
  case controller(ofRegion: Int)
  /// A window, by its number.
  case window(Int)
  /// The daemon, for its seat: UIApplication. After it an event is dropped.
  case application
}
