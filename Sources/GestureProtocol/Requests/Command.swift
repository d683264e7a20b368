/// What a client may ask for.
public enum Command: Hashable, Sendable {
  /// Sends what fits, instead of what was sent before.
  case subscribe(SubscribeCommand)
  /// Sends nothing but what is the connection's own.
  case unsubscribe
  /// Edits regions and windows, or lists them.
  case regions(RegionsCommand)
  /// Edits recognizers, or lists them.
  case recognizers(RecognizersCommand)
  /// Sets a value of a recognizer while it works.
  case set(SetCommand)
  /// Says whether a region's touches are passed on.
  case forward(ForwardCommand)
  /// Takes the lease: nothing of one finger, no place and no raw touch goes out.
  case inhibit
  /// Gives the lease back.
  case release
  /// Begins or ends to ignore touches that land.
  case ignoreInteraction(InteractionChange)
  /// Cancels all touches of a touchscreen; nil for all.
  case cancelTouches(device: DeviceReference?)
  /// Makes a region first responder; nil for none.
  case focus(String?)
  /// Turns a touchscreen.
  case orientation(OrientationCommand)
  /// Sends raw motion so many times a second (MOT-18); nil: no more.
  case motionSubscribe(rate: Double?)
  /// Asks for the last sample (MOT-19).
  case motionGet
  /// Says what is received of remote controls.
  case remote(RemoteControlCommand)
  /// Says what is wanted of sound.
  case audio(AudioCommand)
  /// Asks how the daemon is.
  case status
  /// Asks which touchscreens there are.
  case devices
  /// Asks for nothing but a reply.
  case ping
  /// Answers a question.
  case answer(AnswerCommand)
  /// Says how a recognizer that runs in the client stands.
  case state(StateCommand)

  /// Whether it answers the daemon: such a command gets a reply only when it is wrong, and costs less of the
  /// client's budget.
  public var isAnswer: Bool {
    switch self {
    case .answer, .state: true
    default: false
    }
  }
}
