public import GestureProtocol

/// Requests to the daemon. Each waits for the reply, and throws `GestureClientError.refused` where the daemon refuses.
extension GestureConnection {
  /// Chooses the lines from now on, instead of an earlier subscription.
  ///
  /// - Returns: the touchscreens whose lines carry no places in the units of the subscription, which happens only in
  ///   pixels.
  @discardableResult
  public func subscribe(
    _ subscription: GestureSubscription
  ) async throws(GestureClientError) -> [ScreenWithoutPlaces] {
    let reply = try await request(SubscribeCommand.name, subscription.fields)
    return try reply.decode(as: SubscriptionReply.self).withoutPlaces ?? []
  }

  /// Chooses the lines from now on: those that match one of the filters.
  ///
  /// ```swift
  /// try await connection.subscribe(to: GestureFilter(kinds: [.swipe], touchCounts: [3]))
  /// ```
  public func subscribe(to filters: GestureFilter...) async throws(GestureClientError) {
    try await subscribe(GestureSubscription(to: filters))
  }

  /// Stops all lines from now on.
  public func unsubscribe() async throws(GestureClientError) {
    _ = try await request(UnsubscribeCommand.name)
  }

  /// All regions.
  ///
  /// - Parameter ofAllOwners: whether each region carries the client that declared it, where that client has the same
  ///   user.
  public func regions(ofAllOwners: Bool = false) async throws(GestureClientError) -> [RegionNotice] {
    let reply = try await request(
      RegionsCommand.name, Self.owners(ofAllOwners), collecting: "region")
    return try reply.listed.map { line throws(GestureClientError) in
      try GestureReply(line: line, listed: []).decode(as: RegionNotice.self)
    }
  }

  /// Edits regions. The daemon does all edits, or none where one fails.
  ///
  /// - Parameter keyWindow: the new key window; nil for no change.
  public func editRegions(
    _ edits: [RegionEdit], keyWindow: String? = nil
  ) async throws(GestureClientError) {
    var fields: [String: JSONValue] = [:]
    if !edits.isEmpty { fields["edits"] = .list(edits.map(\.json)) }
    if let keyWindow { fields["key_window"] = .text(keyWindow) }
    guard !fields.isEmpty else { return }
    _ = try await request(RegionsCommand.name, fields)
  }

  /// All recognizers that this client may see.
  ///
  /// - Parameter ofAllOwners: whether to include the own recognizers of this user's other clients. Each recognizer then
  ///   carries its hearing and its options.
  public func recognizers(ofAllOwners: Bool = false) async throws(GestureClientError) -> [RecognizerNotice] {
    let reply = try await request(
      RecognizersCommand.name, Self.owners(ofAllOwners), collecting: "recognizer")
    return try reply.listed.map { line throws(GestureClientError) in
      try GestureReply(line: line, listed: []).decode(as: RecognizerNotice.self)
    }
  }

  /// Edits this client's own recognizers. The daemon does all edits, or none where one fails.
  public func editRecognizers(_ edits: [RecognizerEdit]) async throws(GestureClientError) {
    guard !edits.isEmpty else { return }
    _ = try await request(RecognizersCommand.name, ["edits": .list(edits.map(\.json))])
  }

  /// Sets the present values of a gesture of this client's own recognizer. With the right `adjust` the recognizer may be one of
  /// the configuration.
  ///
  /// - Parameters:
  ///   - translation: the translation of a pan, in mm.
  ///   - scale: the scale of a pinch.
  ///   - rotation: the angle of a rotation, in radians.
  ///   - identity: whether to reset a transform to its beginning.
  ///   - device: the number of the touchscreen; nil for all.
  public func set(
    _ recognizer: String, translation: ScreenPoint? = nil, scale: Double? = nil, rotation: Double? = nil,
    identity: Bool = false, device: Int? = nil
  ) async throws(GestureClientError) {
    var fields: [String: JSONValue] = ["recognizer": .text(recognizer)]
    if let translation { fields["translation"] = [.number(translation.x), .number(translation.y)] }
    if let scale { fields["scale"] = .number(scale) }
    if let rotation { fields["rotation"] = .number(rotation) }
    if identity { fields["identity"] = true }
    if let device { fields["device"] = .integer(device) }
    _ = try await request(SetCommand.name, fields)
  }

  /// Switches a recognizer of the configuration on or off, until the end of the connection. It requires the right `adjust`.
  public func setEnabled(_ isEnabled: Bool, of recognizer: String) async throws(GestureClientError) {
    _ = try await request(
      SetCommand.name, ["recognizer": .text(recognizer), "enabled": .flag(isEnabled)])
  }

  /// Sets options of a recognizer of the configuration, until the end of the connection. It requires the right `adjust`.
  ///
  /// - Parameter options: the options by their keys; null takes one back.
  public func setOptions(
    _ options: [String: JSONValue], of recognizer: String
  ) async throws(GestureClientError) {
    _ = try await request(SetCommand.name, ["recognizer": .text(recognizer), "options": .object(options)])
  }

  /// Resets what this connection has changed of a recognizer of the configuration.
  public func resetAdjustments(of recognizer: String) async throws(GestureClientError) {
    _ = try await request(SetCommand.name, ["recognizer": .text(recognizer), "reset": true])
  }

  /// Limits what this connection may declare, below the limits of the configuration, and names its scene. Use it in a program
  /// that passes on the requests of others.
  ///
  /// - Parameters:
  ///   - regions: the most regions and windows, 0 to 4096; nil: as many as the configuration allows.
  ///   - recognizers: the most recognizers, each number of touches counted.
  ///   - scene: a scene apart from those of other names, 1 to 300 bytes. It must come before the first declaration and
  ///     subscription. Nil: the one that the connection has.
  public func limit(
    regions: Int? = nil, recognizers: Int? = nil, scene: String? = nil
  ) async throws(GestureClientError) {
    var fields: [String: JSONValue] = [:]
    fields["regions"] = regions.map { .integer($0) }
    fields["recognizers"] = recognizers.map { .integer($0) }
    fields["scene"] = scene.map { .text($0) }
    _ = try await request(LimitCommand.name, fields)
  }

  /// Sets whether this client, which receives the touches of a region, passes them on to the enclosing regions.
  public func forward(region: String, enabled: Bool) async throws(GestureClientError) {
    _ = try await request(ForwardCommand.name, ["region": .text(region), "enabled": .flag(enabled)])
  }

  /// Keeps the daemon from showing places and gestures of single fingers to any client, until `release` or the end of
  /// the connection. Use it while a user types a secret.
  public func inhibit() async throws(GestureClientError) {
    _ = try await request(InhibitCommand.name)
  }

  /// Lets the daemon show everything again.
  public func release() async throws(GestureClientError) {
    _ = try await request(ReleaseCommand.name)
  }

  /// Pauses the filter, so that applications receive all touches, or ends the pause. A pause ends with the connection. It
  /// requires the right `filter`.
  ///
  /// - Parameter device: the number of the touchscreen; nil for all.
  public func pauseFilter(_ pauses: Bool, device: Int? = nil) async throws(GestureClientError) {
    var fields: [String: JSONValue] = ["state": pauses ? "pause" : "resume"]
    if let device { fields["device"] = .integer(device) }
    _ = try await request(FilteringCommand.name, fields)
  }

  /// Switches recognizers of the configuration off for touches that land from now on. They stay off until the connection
  /// ends. It requires the right `switch`.
  ///
  /// - Parameters:
  ///   - off: names of recognizers, or `kind:` and a kind.
  ///   - on: those of an earlier `off` that this connection does not keep off any more.
  public func switchRecognizers(off: [String] = [], on: [String] = []) async throws(GestureClientError) {
    var fields: [String: JSONValue] = [:]
    if !off.isEmpty { fields["off"] = .list(off.map { .text($0) }) }
    if !on.isEmpty { fields["on"] = .list(on.map { .text($0) }) }
    _ = try await request(SwitchCommand.name, fields)
  }

  /// Starts or stops ignoring touches: in all regions where this client has the right, otherwise in its own.
  ///
  /// - Parameter wakes: for a stop, whether the present or last touch has woken the screen. The daemon then ignores it
  ///   until all fingers have lifted, and ignores new touches for `wake_tail_ms` after that. It requires the right
  ///   `ignore_interaction`.
  public func ignoreInteraction(_ begins: Bool, wakes: Bool = false) async throws(GestureClientError) {
    var fields: [String: JSONValue] = ["state": begins ? "begin" : "end"]
    if wakes, !begins { fields["wake"] = .flag(true) }
    _ = try await request(IgnoreInteractionCommand.name, fields)
  }

  /// Cancels the touches that are down.
  ///
  /// - Parameter device: the number of the touchscreen; nil for all.
  public func cancelTouches(device: Int? = nil) async throws(GestureClientError) {
    _ = try await request(CancelTouchesCommand.name, device.map { ["device": .integer($0)] } ?? [:])
  }

  /// Makes a region first responder; nil leaves none.
  public func focus(_ region: String?) async throws(GestureClientError) {
    _ = try await request(FocusCommand.name, ["region": region.map { .text($0) } ?? .null])
  }

  /// Sets the rotation of a screen.
  ///
  /// - Parameters:
  ///   - device: the number of the touchscreen.
  ///   - rotation: the angle in degrees: 0, 90, 180 or 270.
  public func setOrientation(device: Int, rotation: Int) async throws(GestureClientError) {
    _ = try await request(
      OrientationCommand.name, ["device": .integer(device), "rotation": .integer(rotation)])
  }

  /// Turns points of one region into those of another, or of the screen.
  ///
  /// - Parameters:
  ///   - points: the points, at most 256.
  ///   - origin: the region whose coordinates the points have; nil for the screen.
  ///   - target: the region whose coordinates are wanted; nil for the screen.
  ///   - units: the units of the points, and of the result.
  ///   - device: the number of the touchscreen; nil where there is only one.
  public func convert(
    _ points: [ScreenPoint], from origin: String? = nil, to target: String? = nil,
    units: (from: GestureSubscription.Units, to: GestureSubscription.Units) = (.millimetres, .millimetres),
    device: Int? = nil
  ) async throws(GestureClientError) -> [ScreenPoint] {
    var fields: [String: JSONValue] = [
      "points": .list(points.map { [.number($0.x), .number($0.y)] }),
      "from_units": .text(units.from.rawValue),
      "to_units": .text(units.to.rawValue),
    ]
    if let origin { fields["from"] = .text(origin) }
    if let target { fields["to"] = .text(target) }
    if let device { fields["device"] = .integer(device) }
    return try await request(ConvertCommand.name, fields).decode(as: ConvertedPoints.self).points
  }

  /// The state of the daemon.
  public func status() async throws(GestureClientError) -> DaemonStatus {
    try await request(StatusCommand.name).decode(as: DaemonStatus.self)
  }

  /// The touchscreens that are present.
  public func devices() async throws(GestureClientError) -> [Touchscreen] {
    try await request(DevicesCommand.name).decode(as: DeviceList.self).devices
  }

  /// Asks for a sign of life.
  ///
  /// - Returns: the time until the reply.
  @discardableResult
  public func ping() async throws(GestureClientError) -> Duration {
    let start = ContinuousClock.now
    _ = try await request(PingCommand.name)
    return ContinuousClock.now - start
  }

  /// Answers a question of the daemon. The answer gets no reply.
  public func answer(_ question: GestureQuestion, _ value: Bool) throws(GestureClientError) {
    try answer(number: question.question, value)
  }

  /// Answers the question with a number.
  func answer(number: UInt64, _ value: Bool) throws(GestureClientError) {
    try send(AnswerCommand.name, ["question": .integer(Int(clamping: number)), "value": .flag(value)])
  }

  /// Reports the state of a recognizer that runs in this client. The report gets no reply.
  ///
  /// - Parameters:
  ///   - offer: the offered touches.
  ///   - state: `possible`, `began`, `changed`, `ended`, `cancelled` or `failed`.
  ///   - ignoring: the ids of touches that the recognizer ignores.
  ///   - deadline: the time after which the daemon asks again although no touch moves, in seconds, at most 2. It
  ///     applies while no finger is down and the state is `possible`; without it, the recognizer fails then.
  ///   - values: the values of the gesture's lines, at most 4 KiB of JSON.
  public func setState(
    of offer: TouchOffer, _ state: String, ignoring: [UInt64] = [], deadline: Double? = nil,
    values: [String: JSONValue] = [:]
  ) throws(GestureClientError) {
    var fields: [String: JSONValue] = ["event": .integer(Int(clamping: offer.event)), "state": .text(state)]
    if !ignoring.isEmpty { fields["ignore"] = .list(ignoring.map { .integer(Int(clamping: $0)) }) }
    if let deadline { fields["deadline"] = .number(deadline) }
    if !values.isEmpty { fields["values"] = .object(values) }
    try send(StateCommand.name, fields)
  }

  /// Sends any request, also one without a method in this library, and waits for the reply.
  ///
  /// - Parameters:
  ///   - command: the name of the command.
  ///   - fields: all fields except `command` and `id`.
  ///   - type: the type of the lines that come before the reply and belong to it, such as the regions of a list.
  public func request(
    _ command: String, _ fields: [String: JSONValue] = [:], collecting type: StaticString? = nil
  ) async throws(GestureClientError) -> GestureReply {
    try await driver.request(command, collecting: type, patience: patience) { id in
      var fields = fields
      fields["id"] = .integer(id)
      return Self.line(command, fields)
    }.get()
  }

  private static func owners(_ ofAllOwners: Bool) -> [String: JSONValue] {
    ofAllOwners ? ["owners": "all"] : [:]
  }

  private func send(_ command: String, _ fields: [String: JSONValue]) throws(GestureClientError) {
    try driver.send(Self.line(command, fields))
  }

  private static func line(_ command: String, _ fields: [String: JSONValue]) -> [UInt8] {
    var fields = fields
    fields["command"] = .text(command)
    var bytes: [UInt8] = []
    JSONValue.object(fields).append(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  private struct SubscriptionReply: Decodable {
    var withoutPlaces: [ScreenWithoutPlaces]?

    enum CodingKeys: String, CodingKey {
      case withoutPlaces = "without_places"
    }
  }

  private struct ConvertedPoints: Decodable {
    var points: [ScreenPoint]
  }

  private struct DeviceList: Decodable {
    var devices: [Touchscreen]
  }
}

/// A touchscreen whose lines carry no places and lengths in the requested units.
public struct ScreenWithoutPlaces: Hashable, Sendable, Decodable {
  /// The touchscreen's number.
  public var device: Int
  /// The reason: `pixels_unknown`, among others.
  public var reason: String
}
