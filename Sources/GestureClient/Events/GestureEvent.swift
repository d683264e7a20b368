import GestureProtocol

/// An event from the daemon.
public enum GestureEvent: Hashable, Sendable {
  /// A gesture, or a step of one.
  case gesture(Gesture)
  /// A touchscreen came, changed or went, or is present.
  case device(Touchscreen)
  /// All fingers are up, and no recognizer can act any more on the touches so far.
  case settled(Settlement)
  /// Touches, for subscribers to touches only.
  case touches(TouchUpdate)
  /// A recognizer went from one state to another, for subscribers to transitions only.
  case transition(RecognizerTransition)
  /// A region came, changed or went, for subscribers to regions or a snapshot only.
  case region(RegionNotice)
  /// A recognizer came, changed or went, for subscribers to recognizers only.
  case recognizer(RecognizerNotice)
  /// The daemon hides places from now on, or shows them again.
  case inhibit(LeaseNotice)
  /// Another region has become first responder.
  case responder(ResponderNotice)
  /// A region has deferred an edge pan of the system, for subscribers to deferrals only.
  case deferred(DeferralNotice)
  /// A shake of the device, for subscribers to motion only.
  case motion(MotionNotice)
  /// A sample of motion, for subscribers to motion readings only.
  case motionReadings(MotionReadings)
  /// A command of a media key, a headset or a remote control, for clients that receive commands only.
  case remote(RemoteNotice)
  /// A key of a remote control was pressed or released.
  case press(PressNotice)
  /// Sound goes to another port, or may do so.
  case route(RouteNotice)
  /// An action, for the client that takes it, and for observers.
  case action(ActionNotice)
  /// No finger has been down for some time, or one has landed after that, for subscribers with idle spans only.
  case idle(IdleNotice)
  /// The snapshot is complete.
  case snapshot(SnapshotEnd)
  /// The number of updates that the daemon dropped, because this program read too slowly.
  case dropped(Int)
  /// The daemon asks about a recognizer of this client.
  case question(GestureQuestion)
  /// The daemon asks whether this client performs an action.
  case actionQuestion(ActionQuestion)
  /// A question was not answered in time, so the default applies.
  case timeout(question: UInt64)
  /// A recognizer of this client has held touches back for long.
  case holding(TouchHold)
  /// Touches for a recognizer that runs in this client.
  case offer(TouchOffer)
  /// A recognizer that runs in this client is reset, as its touches are up.
  case reset(device: Int, recognizer: String)
  /// A line that this library does not know, as later versions of the daemon may send. The type is nil where the line
  /// has none.
  case unknown(type: String?)

  /// Reads a line. A line that does not follow the protocol is `unknown`.
  init(_ line: GestureLine) {
    self = (try? Self.read(line)) ?? .unknown(type: line.type)
  }

  private static func read(_ line: GestureLine) throws -> GestureEvent? {
    guard let word = line.type else { return nil }
    if let type = LineType(rawValue: word) { return try read(line, as: type) }
    guard let type = ConnectionLineType(rawValue: word) else { return nil }
    return try read(line, as: type)
  }

  private static func read(_ line: GestureLine, as type: LineType) throws -> GestureEvent {
    switch type {
    case .gesture: .gesture(try line.decode(as: Gesture.self))
    case .settled: .settled(try line.decode(as: Settlement.self))
    case .device: .device(try line.decode(as: Touchscreen.self))
    case .touches: .touches(try line.decode(as: TouchUpdate.self))
    case .transition: .transition(try line.decode(as: RecognizerTransition.self))
    case .region: .region(try line.decode(as: RegionNotice.self))
    case .recognizer: .recognizer(try line.decode(as: RecognizerNotice.self))
    case .responder: .responder(try line.decode(as: ResponderNotice.self))
    case .deferred: .deferred(try line.decode(as: DeferralNotice.self))
    case .inhibit: .inhibit(try line.decode(as: LeaseNotice.self))
    case .motion: .motion(try line.decode(as: MotionNotice.self))
    case .remote: .remote(try line.decode(as: RemoteNotice.self))
    case .press: .press(try line.decode(as: PressNotice.self))
    case .route: .route(try line.decode(as: RouteNotice.self))
    case .action: .action(try line.decode(as: ActionNotice.self))
    }
  }

  private static func read(_ line: GestureLine, as type: ConnectionLineType) throws -> GestureEvent? {
    switch type {
    case .motionData: .motionReadings(try line.decode(as: MotionReadings.self))
    case .idle: .idle(try line.decode(as: IdleNotice.self))
    case .snapshot: .snapshot(try line.decode(as: SnapshotEnd.self))
    case .dropped: .dropped(try line.decode(as: Count.self).count)
    case .ask: try ask(line)
    case .timeout: try timeout(line)
    case .offer: .offer(try line.decode(as: TouchOffer.self))
    case .reset: try reset(try line.decode(as: Reset.self))
    // The connection itself handles these, and no connection has lines of dumps.
    case .hello, .reply, .bye, .app: nil
    }
  }

  private static func ask(_ line: GestureLine) throws -> GestureEvent {
    try line.decode(as: Subject.self).what == "can_perform"
      ? .actionQuestion(try line.decode(as: ActionQuestion.self))
      : .question(try line.decode(as: GestureQuestion.self))
  }

  private static func timeout(_ line: GestureLine) throws -> GestureEvent? {
    let fields = try line.decode(as: Expired.self)
    if let question = fields.question { return .timeout(question: question) }
    return fields.what == "holds_touches" ? .holding(try line.decode(as: TouchHold.self)) : nil
  }

  private static func reset(_ fields: Reset) throws -> GestureEvent {
    .reset(device: fields.device, recognizer: fields.recognizer)
  }

  private struct Count: Decodable {
    var count: Int
  }

  private struct Subject: Decodable {
    var what: String
  }

  private struct Expired: Decodable {
    var question: UInt64?
    var what: String?
  }

  private struct Reset: Decodable {
    var device: Int
    var recognizer: String
  }
}

/// The snapshot is complete; all later lines are new.
public struct SnapshotEnd: Hashable, Sendable, Decodable {
  /// The number of touchscreens.
  public var devices: Int
  /// The number of regions.
  public var regions: Int
  /// The number of gestures under way.
  public var gestures: Int
}
