import GestureCore

/// The pipeline of one touchscreen for an audience with a scene of its own.
struct AudiencePipeline {
  /// The number of the audience.
  let audience: Int
  /// The user charged for the processor time; nil where no user is charged.
  let user: UInt32?
  /// The pipeline that turns touches into the events of this audience.
  var pipeline: TouchscreenPipeline
  /// Whether the pipeline receives no frames, because the user has used up its processor time. Nothing is under way
  /// then. The pipeline resumes with the next landing.
  var isSuspended = false
}
