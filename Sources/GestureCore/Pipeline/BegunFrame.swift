/// A frame between the two parts of its processing (`TouchscreenPipeline.begin` and `decide`).
public enum BegunFrame: ~Copyable {
  /// The frame's contacts are touches already.
  case placed(Placed)
  /// Nothing has been done with the frame, since filters or a touchpad's map come first.
  case whole

  /// A frame whose contacts are touches.
  public struct Placed {
    let time: Instant
    /// Whether a contact that makes no touch for regions has landed or left.
    let hasStrays: Bool
    /// The position of the frame's first note for the app; negative where the app waits for the recognizers.
    let firstAppNote: Int
  }

  /// Whether the buffer has all notes of the frame for the app, whatever the recognizers decide.
  public var hasAllAppNotes: Bool {
    switch self {
    case .placed(let placed): placed.firstAppNote >= 0
    case .whole: false
    }
  }
}
