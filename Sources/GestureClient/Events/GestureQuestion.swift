public import GestureProtocol

/// A question to a client about its own recognizer. Answer it soon, with `GestureConnection.answer`.
public struct GestureQuestion: Hashable, Sendable, Decodable {
  /// The question's number.
  public var question: UInt64
  /// The time in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// The number of the touchscreen; 0 for presses.
  public var device: Int
  /// The recognizer's name.
  public var recognizer: String
  /// The recognizer's kind; nil where the daemon does not say.
  public var kind: GestureKind?
  /// The subject of the question: `should_begin` and others.
  public var what: String
  /// The other recognizer of the question; nil where only one is concerned, or where another client owns it.
  public var other: String?
  /// The kind of the other recognizer; nil where only one is concerned.
  public var otherKind: GestureKind?
  /// The region of the other recognizer; nil where only one is concerned, or where another client owns the recognizer.
  public var otherRegion: String?
  /// The word for the kind of that region: `image` and others; nil where only one recognizer is concerned.
  public var otherRegionKind: String?
  /// The touch of `should_receive`; nil for other questions, and for presses.
  public var touch: TouchUpdate.Touch?
  /// The key of `should_receive` for presses; nil for other questions.
  public var press: String?

  /// The number of fingers of `should_begin`; nil for other questions.
  public var touchCount: Int?
  /// The number of presses of `should_begin`, instead of the number of fingers, the region and the place.
  public var presses: Int?
  /// The region of the recognizer; nil where the question does not tell it.
  public var region: String?
  /// The place of the fingers on the screen; nil also where the daemon hides places.
  public var location: ScreenPoint?
  /// The values of the gesture's kind that `should_begin` proposes, by their names in `gesture` lines; empty for other
  /// questions.
  public var values: [String: JSONValue]

  private enum CodingKeys: String, CodingKey {
    case type, question, time, device, recognizer, kind, what, other, touch, presses, region, location
    case pressed = "press"
    case otherKind = "other_kind"
    case otherRegion = "other_region"
    case otherRegionKind = "other_region_kind"
    case touchCount = "touch_count"
  }

  /// Reads a question.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    question = try fields.decode(UInt64.self, forKey: .question)
    time = try fields.decode(Double.self, forKey: .time)
    device = try fields.decode(Int.self, forKey: .device)
    recognizer = try fields.decode(String.self, forKey: .recognizer)
    kind = try fields.decodeIfPresent(GestureKind.self, forKey: .kind)
    what = try fields.decode(String.self, forKey: .what)
    other = try fields.decodeIfPresent(String.self, forKey: .other)
    otherKind = try fields.decodeIfPresent(GestureKind.self, forKey: .otherKind)
    otherRegion = try fields.decodeIfPresent(String.self, forKey: .otherRegion)
    otherRegionKind = try fields.decodeIfPresent(String.self, forKey: .otherRegionKind)
    touch = try fields.decodeIfPresent(TouchUpdate.Touch.self, forKey: .touch)
    press = try fields.decodeIfPresent(String.self, forKey: .pressed)
    touchCount = try fields.decodeIfPresent(Int.self, forKey: .touchCount)
    presses = try fields.decodeIfPresent(Int.self, forKey: .presses)
    region = try fields.decodeIfPresent(String.self, forKey: .region)
    location = try fields.decodeIfPresent(ScreenPoint.self, forKey: .location)
    guard what == "should_begin" else {
      values = [:]
      return
    }
    let all = try decoder.singleValueContainer().decode([String: JSONValue].self)
    values = all.filter { CodingKeys(rawValue: $0.key) == nil }
  }
}

/// A recognizer of this client has held touches back for 2 s and has not failed (`holds_touches`). A recognizer that
/// cannot match any more should say so.
public struct TouchHold: Hashable, Sendable, Decodable {
  /// The time in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// The number of the touchscreen.
  public var device: Int
  /// The recognizer's name.
  public var recognizer: String
}

/// The daemon offers touches to a recognizer that runs in this client. Answer with `GestureConnection.setState`.
public struct TouchOffer: Hashable, Sendable, Decodable {
  /// The offer's number.
  public var event: UInt64
  /// The time in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// The number of the touchscreen.
  public var device: Int
  /// The recognizer's name.
  public var recognizer: String
  /// The touches that the recognizer tracks, each with its phase. A touch at rest is `stationary`.
  public var touches: [TouchUpdate.Touch]
}
