import GestureClient
import Synchronization

/// Keeps the monitor's model up to date: connects, subscribes, handles events, and starts again when the daemon goes
/// away.
///
/// The feed handles events at full speed, independent of drawing. A slow terminal therefore never makes the daemon drop
/// lines.
final class MonitorFeed: Sendable {
  private static let longestPause = Duration.seconds(5)
  /// The shortest pause between two requests for the hearing of recognizers.
  private static let hearingPause = Duration.seconds(1)

  /// The spans without fingers that the head line shows, in seconds.
  private static let idleSpans: [Double] = [10, 60, 600, 3600]

  private struct State {
    var model: MonitorModel
    var isDirty = true
    var failure: GestureClientError?
  }

  private let path: String
  private let showsAllOwners: Bool
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private let state: Mutex<State>

  /// A feed from the daemon at a path.
  ///
  /// - Parameters:
  ///   - showsAllOwners: whether to include the own recognizers of this user's other clients.
  ///   - model: the initial model.
  init(path: String, showsAllOwners: Bool, model: MonitorModel) {
    self.path = path
    self.showsAllOwners = showsAllOwners
    state = Mutex(State(model: model))
    start = clock.now
  }

  /// Changes the model under the lock.
  func change(_ body: (inout MonitorModel) -> Void) {
    state.withLock { state in
      body(&state.model)
      state.isDirty = true
    }
  }

  /// The model where it must be drawn again, after news or while trails fade; nil otherwise.
  func changedModel() -> MonitorModel? {
    let time = now
    return state.withLock { state in
      let isFading = state.model.fade(at: time)
      guard state.isDirty || isFading else { return nil }
      state.isDirty = false
      return state.model
    }
  }

  /// The error that no waiting solves, such as a lack of permission; nil for none.
  var failure: GestureClientError? { state.withLock { $0.failure } }

  /// Connects again and again, until the task is cancelled or an error occurs that no waiting solves.
  func run() async {
    do {
      try await connectAgainAndAgain()
    } catch let error as GestureClientError {
      state.withLock { $0.failure = error }
    } catch {
      // The task was cancelled while it waited.
    }
  }

  private func connectAgainAndAgain() async throws {
    var hasConnected = false
    try await RetryPause.run(longest: Self.longestPause) { pause in
      let connection = try await connect()
      hasConnected = true
      pause.reset()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await self.followHearing(on: connection) }
        defer { group.cancelAll() }
        for try await event in connection.events {
          if let news = MonitorNews(event) { apply(news) }
        }
      }
      apply(.lost("the recording is over"))
      return true
    } goOn: { error in
      guard error.mayPass || hasConnected else { throw error }
      apply(.lost(explain(error)))
    }
  }

  /// Asks for the hearing of recognizers where touches have arrived since the last request. The hearing changes with
  /// each client, and no line reports it.
  private func followHearing(on connection: GestureConnection) async throws {
    while true {
      if state.withLock({ $0.model.removeHearingRequest() }) {
        apply(.hearing(try await connection.recognizers(ofAllOwners: true).map(MonitorNews.Hearing.init)))
      }
      try await Task.sleep(for: Self.hearingPause)
    }
  }

  /// The text for the head line, which is too short for the error itself.
  private func explain(_ error: GestureClientError) -> String {
    if case .bye(let reason) = error { return "gestured has gone (\(reason)): waiting for it" }
    return "waiting for gestured at \(path)"
  }

  private var now: Double {
    let elapsed = start.duration(to: clock.now).components
    return Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18
  }

  private func apply(_ news: MonitorNews) {
    let time = now
    change { $0.apply(news, at: time) }
  }

  /// Prefers the raw socket, which also shows touches, where the daemon serves it and this user may use it.
  private func connect() async throws(GestureClientError) -> GestureConnection {
    if let raw = try? await open(SocketPlace.raw(beside: path), touches: [.phases]) { return raw }
    return try await open(path, touches: [])
  }

  private func open(
    _ path: String, touches: [GestureSubscription.Touches]
  ) async throws(GestureClientError) -> GestureConnection {
    let connection = try await GestureConnection.connect(to: path)
    apply(.connected(version: connection.hello.version, tellsTouches: !touches.isEmpty))
    let types: [GestureFilter.LineType] = [
      .gesture, .device, .region, .transition, .inhibit, .deferred, .action,
    ]
    var filter = GestureFilter(types: touches.isEmpty ? types : types + [.touches])
    filter.includesAllOwners = showsAllOwners
    try await connection.subscribe(
      GestureSubscription(
        to: [filter], touches: touches, passive: true, snapshot: true, idle: Self.idleSpans))
    // Lines report only changes, so the present state needs a request.
    if try await connection.status().inhibited == true { apply(.privateMode(true)) }
    return connection
  }
}
