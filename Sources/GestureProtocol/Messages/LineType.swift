import GestureCore

/// The types of lines that filters may name. The raw value is the word on the wire.
///
/// A type is a case here, with its row in `declaration`. The declarations determine filters, their hints, the readers
/// of each type, completions and docs/protocol.schema.json.
public enum LineType: String, CaseIterable, Hashable, Sendable {
  /// A recognizer's action.
  case gesture
  /// No recognizer can act any more on the touches so far.
  case settled
  /// A touchscreen came, changed or went.
  case device
  /// Touches; only on raw.sock.
  case touches
  /// A recognizer's change of state.
  case transition
  /// A region was added, changed or removed.
  case region
  /// A recognizer was added, changed or removed.
  case recognizer
  /// Another region became first responder.
  case responder
  /// A region has deferred an edge pan of the system.
  case deferred
  /// The private mode began or ended.
  case inhibit
  /// A shake of the device.
  case motion
  /// A command of a media key, a headset or a remote control, only for clients that receive commands.
  case remote
  /// A key of a remote control.
  case press
  /// Sound goes to another port.
  case route
  /// An action reached its responder, or none took it.
  case action
  /// Whether a touchscreen is filtered has changed.
  case filtering

  /// The states that lines of the type may have, among those that a filter can name; for types with a state.
  public var states: [GestureState] {
    switch self {
    case .motion, .press: [.began, .ended, .cancelled]
    case .inhibit: [.began, .ended]
    default: [.began, .changed, .ended, .cancelled]
    }
  }

  /// The subjects of a line. A filter with a key about another subject passes no line of this type.
  public struct Subjects: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// A recognizer, its kind and its number of fingers.
    public static let recognizer = Subjects(rawValue: 1)
    /// The state of a gesture, of private mode or of a shake, and the phase of a press.
    public static let state = Subjects(rawValue: 2)
    /// A region.
    public static let region = Subjects(rawValue: 4)
    /// A touchscreen.
    public static let device = Subjects(rawValue: 8)
  }

  /// The cause of a line.
  public enum Cause: Hashable, Sendable {
    /// Touches, or a request.
    case touches
    /// An event without fingers.
    case family
  }

  /// The declaration of a type.
  public struct Declaration: Hashable, Sendable {
    /// One sentence about the line.
    public var summary: String
    /// The subjects of a line.
    public var subjects: Subjects
    /// Whether a filter that names no type passes such lines.
    public var isUsual: Bool
    /// The cause of a line.
    public var cause: Cause
    /// The type of UIKit's event, as a number; nil where UIKit has no such event (JSN-1).
    public var eventType: Int?
    /// Whether a line that no finger caused says that something began or ended.
    public var hasPhase: Bool
    /// Whether rules of `gesturectl run` may name the type: something happened, once, that the user caused.
    public var startsCommands: Bool

    fileprivate init(
      _ summary: String, _ subjects: Subjects, isUsual: Bool = true, cause: Cause = .touches,
      eventType: Int? = nil, hasPhase: Bool = false, startsCommands: Bool = false
    ) {
      self.summary = summary
      self.subjects = subjects
      self.isUsual = isUsual
      self.cause = cause
      self.eventType = eventType
      self.hasPhase = hasPhase
      self.startsCommands = startsCommands || cause == .family
    }
  }

  /// The declaration of this type.
  public var declaration: Declaration {
    switch self {
    case .gesture:
      Declaration(
        "A recognizer reports a gesture.", [.recognizer, .state, .region, .device], startsCommands: true)
    case .settled: Declaration("No further event can follow from the touches so far.", [.device])
    case .device:
      Declaration("A touchscreen was added, turned, interrupted or removed.", [.device])
    case .touches:
      Declaration("Touches in one phase; on the raw socket only.", [.region, .device], eventType: 0)
    case .transition:
      Declaration("A change of a recognizer's state.", [.recognizer, .device], isUsual: false)
    case .region: Declaration("A region was added, changed or removed.", [.region, .device], isUsual: false)
    case .recognizer:
      Declaration("A recognizer was added, changed or removed.", [.recognizer, .region], isUsual: false)
    case .responder: Declaration("The first responder has changed.", [.region, .device])
    case .deferred:
      Declaration(
        "A region has deferred an edge pan of the system.", [.region, .device], isUsual: false,
        startsCommands: true)
    case .inhibit: Declaration("Private mode began or ended.", [.state])
    case .motion:
      Declaration(
        "A shake of the device began or ended.", [.state, .region], isUsual: false, cause: .family,
        eventType: 1, hasPhase: true)
    case .remote:
      Declaration(
        "A command of a media key, a headset or a remote control, sent to the client that receives commands.",
        [.region],
        isUsual: false, cause: .family, eventType: 2)
    case .press:
      Declaration(
        "A key of a remote control was pressed or released.", [.state, .region], cause: .family, eventType: 3,
        hasPhase: true)
    case .route: Declaration("The audio route or a plug has changed.", [], cause: .family)
    case .action:
      Declaration(
        "An action, for the client that takes it.", [.region], isUsual: false, startsCommands: true)
    case .filtering: Declaration("The filter of a touchscreen began, paused or ended.", [.device])
    }
  }

  /// The type's bit in a set of types, which is tested for each line and filter.
  @inlinable public var place: UInt16 {
    switch self {
    case .gesture: 0
    case .settled: 1
    case .device: 2
    case .touches: 3
    case .transition: 4
    case .region: 5
    case .recognizer: 6
    case .responder: 7
    case .inhibit: 8
    case .motion: 9
    case .remote: 10
    case .press: 11
    case .route: 12
    case .deferred: 13
    case .action: 14
    case .filtering: 15
    }
  }

  /// The types of events that no finger made.
  public static let families = allCases.filter { $0.declaration.cause == .family }
}
