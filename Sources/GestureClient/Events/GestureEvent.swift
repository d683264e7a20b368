import GestureProtocol

/// Something that the daemon tells.
public enum GestureEvent: Hashable, Sendable {
  /// A gesture, or a step of one.
  case gesture(Gesture)
  /// A touchscreen came or went, or is there.
  case device(Touchscreen)
  /// No finger is down, and nothing more can come of the touches so far.
  case settled(Settlement)
  /// Touches; only for who subscribes to them.
  case touches(TouchUpdate)
  /// A recognizer went from one state to another; only for who asks for it.
  case transition(RecognizerTransition)
  /// A region came, changed or went; only for who asks for it, or for a snapshot.
  case region(RegionNotice)
  /// A recognizer came, changed or went; only for who asks for it.
  case recognizer(RecognizerNotice)
  /// Places are not told from now on, or are told again.
  case inhibit(LeaseNotice)
  /// Another region has become first responder.
  case responder(ResponderNotice)
  /// Somebody shakes the device; only for who asks for it.
  case motion(MotionNotice)
  /// A sample of motion; only for who subscribes to that.
  case motionReadings(MotionReadings)
  /// A remote control or a headset asks for something; only for who receives that.
  case remote(RemoteNotice)
  /// A key of a remote control is pressed, or was.
  case press(PressNotice)
  /// Sound goes elsewhere, or may.
  case route(RouteNotice)
  /// The snapshot is complete.
  case snapshot(SnapshotEnd)
  /// That many updates were left out, because this program read too slowly.
  case dropped(Int)
  /// The daemon asks about a recognizer of this client.
  case question(GestureQuestion)
  /// A question was not answered in time, so the default counts.
  case timeout(question: UInt64)
  /// Touches for a recognizer that runs in this client.
  case offer(TouchOffer)
  /// A recognizer that runs in this client begins anew: its touches are up.
  case reset(device: Int, recognizer: String)
  /// A line that this library does not know: later versions of the daemon may have more. Nil where it has no type.
  case unknown(type: String?)

  /// Reads a line. What is no line of the daemon's, or not as the protocol says, is unknown.
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
    case .inhibit: .inhibit(try line.decode(as: LeaseNotice.self))
    case .motion: .motion(try line.decode(as: MotionNotice.self))
    case .remote: .remote(try line.decode(as: RemoteNotice.self))
    case .press: .press(try line.decode(as: PressNotice.self))
    case .route: .route(try line.decode(as: RouteNotice.self))
    }
  }

  private static func read(_ line: GestureLine, as type: ConnectionLineType) throws -> GestureEvent? {
    switch type {
    case .motionData: .motionReadings(try line.decode(as: MotionReadings.self))
    case .snapshot: .snapshot(try line.decode(as: SnapshotEnd.self))
    case .dropped: .dropped(try line.decode(as: Count.self).count)
    case .ask: .question(try line.decode(as: GestureQuestion.self))
    case .timeout: .timeout(question: try line.decode(as: Expired.self).question)
    case .offer: .offer(try line.decode(as: TouchOffer.self))
    case .reset: try reset(try line.decode(as: Reset.self))
    // The connection itself takes these.
    case .hello, .reply, .bye: nil
    }
  }

  private static func reset(_ fields: Reset) throws -> GestureEvent {
    .reset(device: fields.device, recognizer: fields.recognizer)
  }

  private struct Count: Decodable {
    var count: Int
  }

  private struct Expired: Decodable {
    var question: UInt64
  }

  private struct Reset: Decodable {
    var device: Int
    var recognizer: String
  }
}
