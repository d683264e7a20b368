/// All requests, in the order of the manual.
public enum CommandCatalog {
  /// The types of all requests.
  public static let types: [any Command.Type] = [
    SubscribeCommand.self,
    UnsubscribeCommand.self,
    RegionsCommand.self,
    RecognizersCommand.self,
    LimitCommand.self,
    SetCommand.self,
    ForwardCommand.self,
    InhibitCommand.self,
    ReleaseCommand.self,
    IgnoreInteractionCommand.self,
    CancelTouchesCommand.self,
    FocusCommand.self,
    PerformCommand.self,
    OrientationCommand.self,
    FilteringCommand.self,
    SwitchCommand.self,
    ConvertCommand.self,
    MotionSubscribeCommand.self,
    MotionUnsubscribeCommand.self,
    MotionGetCommand.self,
    RemoteControlCommand.self,
    AudioCommand.self,
    StatusCommand.self,
    DevicesCommand.self,
    PingCommand.self,
    AnswerCommand.self,
    StateCommand.self,
  ]
}
