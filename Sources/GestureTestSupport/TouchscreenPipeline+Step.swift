import GestureCore

extension TouchscreenPipeline {
  /// Plays a step of a script or of a story.
  public mutating func play(
    _ step: TouchScript.Step, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    switch step {
    case .frame(let frame): receive(frame, identifiers: &identifiers, into: &buffer)
    case .hover(let sample): receive(sample, identifiers: &identifiers, into: &buffer)
    case .advance(let time): advance(to: time, identifiers: &identifiers, into: &buffer)
    }
  }
}
