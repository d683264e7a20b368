public import GestureProtocol

/// What can be asked of the daemon. Each waits for the reply, and throws `GestureClientError.refused` where the daemon
/// says no.
extension GestureConnection {
  /// Says what to hear from now on, instead of what was said before.
  ///
  /// - Returns: the touchscreens whose lines have no places in the units of the subscription; none but in pixels.
  @discardableResult
  public func subscribe(
    _ subscription: GestureSubscription
  ) async throws(GestureClientError) -> [ScreenWithoutPlaces] {
    let reply = try await request(SubscribeCommand.name, subscription.fields)
    return try reply.decode(as: SubscriptionReply.self).withoutPlaces ?? []
  }

  /// Says what to hear from now on: what fits one of the filters.
  ///
  /// ```swift
  /// try await connection.subscribe(to: GestureFilter(kinds: [.swipe], touchCounts: [3]))
  /// ```
  public func subscribe(to filters: GestureFilter...) async throws(GestureClientError) {
    try await subscribe(GestureSubscription(to: filters))
  }

  /// Hears nothing from now on.
  public func unsubscribe() async throws(GestureClientError) {
    _ = try await request(UnsubscribeCommand.name)
  }

  /// All regions there are.
  ///
  /// - Parameter ofAllOwners: whether each says which client declared it, where that is of this user.
  public func regions(ofAllOwners: Bool = false) async throws(GestureClientError) -> [RegionNotice] {
    let reply = try await request(RegionsCommand.name, Self.owners(ofAllOwners), collecting: "region")
    return try reply.listed.map { line throws(GestureClientError) in
      try GestureReply(line: line, listed: []).decode(as: RegionNotice.self)
    }
  }

  /// Changes regions: all of it, or where one change cannot be, nothing.
  ///
  /// - Parameter keyWindow: the window that is to be the key one from now on; nil for no change of that.
  public func editRegions(
    _ edits: [RegionEdit], keyWindow: String? = nil
  ) async throws(GestureClientError) {
    var fields: [String: JSONValue] = [:]
    if !edits.isEmpty { fields["edits"] = .list(edits.map(\.json)) }
    if let keyWindow { fields["key_window"] = .text(keyWindow) }
    guard !fields.isEmpty else { return }
    _ = try await request(RegionsCommand.name, fields)
  }

  /// All recognizers there are that this client may know of.
  ///
  /// - Parameter ofAllOwners: whether those are listed too that other clients of this user have declared for themselves, and
  ///   each with who listens to it and with its options.
  public func recognizers(ofAllOwners: Bool = false) async throws(GestureClientError) -> [RecognizerNotice] {
    let reply = try await request(RecognizersCommand.name, Self.owners(ofAllOwners), collecting: "recognizer")
    return try reply.listed.map { line throws(GestureClientError) in
      try GestureReply(line: line, listed: []).decode(as: RecognizerNotice.self)
    }
  }

  /// Changes this client's own recognizers: all of it, or where one change cannot be, nothing.
  public func editRecognizers(_ edits: [RecognizerEdit]) async throws(GestureClientError) {
    guard !edits.isEmpty else { return }
    _ = try await request(RecognizersCommand.name, ["edits": .list(edits.map(\.json))])
  }

  /// Sets how far a gesture of one of this client's own recognizers has come, as of now.
  ///
  /// - Parameters:
  ///   - translation: of a pan, in mm.
  ///   - scale: of a pinch.
  ///   - rotation: of a rotation, in radians.
  ///   - identity: whether a transform is as at its beginning.
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

  /// Says whether this client, which hears the touches of a region, passes them on to the regions around it.
  public func forward(region: String, enabled: Bool) async throws(GestureClientError) {
    _ = try await request(ForwardCommand.name, ["region": .text(region), "enabled": .flag(enabled)])
  }

  /// Keeps the daemon from telling places, and anything of one finger, to anybody, until `release` or the end of the
  /// connection: for while something secret is typed.
  public func inhibit() async throws(GestureClientError) {
    _ = try await request(InhibitCommand.name)
  }

  /// Lets the daemon tell everything again.
  public func release() async throws(GestureClientError) {
    _ = try await request(ReleaseCommand.name)
  }

  /// Begins or ends to ignore touches: of all regions where this client may, else of its own.
  ///
  /// - Parameter wakes: of an end: whether the touch that is down, or has just lifted, has lit the screen. It is ignored until all
  ///   fingers have lifted, and so is what lands within `wake_tail_ms` after. It takes the right `ignore_interaction`.
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

  /// Makes a region first responder; nil for none.
  public func focus(_ region: String?) async throws(GestureClientError) {
    _ = try await request(FocusCommand.name, ["region": region.map { .text($0) } ?? .null])
  }

  /// Says how a screen is turned.
  ///
  /// - Parameters:
  ///   - device: the number of the touchscreen.
  ///   - rotation: in degrees: 0, 90, 180 or 270.
  public func setOrientation(device: Int, rotation: Int) async throws(GestureClientError) {
    _ = try await request(
      OrientationCommand.name, ["device": .integer(device), "rotation": .integer(rotation)])
  }

  /// How the daemon is doing.
  public func status() async throws(GestureClientError) -> DaemonStatus {
    try await request(StatusCommand.name).decode(as: DaemonStatus.self)
  }

  /// The touchscreens that there are.
  public func devices() async throws(GestureClientError) -> [Touchscreen] {
    try await request(DevicesCommand.name).decode(as: DeviceList.self).devices
  }

  /// Asks for a sign of life.
  ///
  /// - Returns: how long the reply took.
  @discardableResult
  public func ping() async throws(GestureClientError) -> Duration {
    let start = ContinuousClock.now
    _ = try await request(PingCommand.name)
    return ContinuousClock.now - start
  }

  /// Answers a question of the daemon. It gets no reply.
  public func answer(_ question: GestureQuestion, _ value: Bool) throws(GestureClientError) {
    try send(
      AnswerCommand.name, ["question": .integer(Int(clamping: question.question)), "value": .flag(value)])
  }

  /// Says what a recognizer that runs in this client makes of touches. It gets no reply.
  ///
  /// - Parameters:
  ///   - offer: the touches.
  ///   - state: `possible`, `began`, `changed`, `ended`, `cancelled` or `failed`.
  ///   - ignoring: the ids of touches that it does not want.
  ///   - deadline: how long after the offer it wants to be asked again although nothing moves, in seconds, at most 2. It
  ///     counts where no finger is down and it is still possible: with nil it has failed then.
  ///   - values: what its gestures carry, at most 4 KiB of JSON.
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

  /// Sends any request, for what this library has no method for, and waits for the reply.
  ///
  /// - Parameters:
  ///   - command: what is to be done.
  ///   - fields: all but `command` and `id`.
  ///   - type: the type of the lines that come before the reply and belong to it, as the regions of a list do.
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

  private struct DeviceList: Decodable {
    var devices: [Touchscreen]
  }
}
