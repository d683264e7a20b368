/// All recognizers. The daemon, its configuration and its pages know a recognizer from here.
public enum RecognizerCatalog {
  /// The recognizers, in the order of the manual.
  public static let types: [any Recognizer.Type] = [
    TapRecognizer.self,
    LongPressRecognizer.self,
    PanRecognizer.self,
    SwipeRecognizer.self,
    PinchRecognizer.self,
    RotationRecognizer.self,
    EdgePanRecognizer.self,
    TransformRecognizer.self,
    PressAndDragRecognizer.self,
    TipTapRecognizer.self,
    CheckMarkRecognizer.self,
    HoldAndTwistRecognizer.self,
    TouchDelayRecognizer.self,
    HoverRecognizer.self,
  ]

  /// The recognizers that clients may declare: all of them, and the one that runs in the client itself.
  public static let clientTypes: [any Recognizer.Type] = types + [CustomRecognizer.self]

  /// The recognizer of a kind, by the word in the configuration; nil for an unknown word.
  public static func type(named name: String) -> (any Recognizer.Type)? {
    types.first { $0.kind.name == name }
  }
}
