import GestureCore

/// The touches of one touchscreen in the scene of an audience that hears one of its own.
struct AudiencePipeline {
  /// Whose it is.
  let audience: Int
  /// The user who is charged for what it costs; nil for nobody.
  let user: UInt32?
  /// What its regions and recognizers make of the touches.
  var pipeline: TouchscreenPipeline
  /// Whether it gets no frames, as the user has used up its processor time. Nothing is under way then, so it goes on with the
  /// next landing.
  var isSuspended = false
}
