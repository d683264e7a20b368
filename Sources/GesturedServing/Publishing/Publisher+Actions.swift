import GestureCore
import GestureProtocol
import GesturedBase

/// Actions: those that recognizers send, and lines for the clients that take them.
extension Publisher {
  // MARK: Recognizers

  /// Notes the actions of the events in `buffer`. A recognizer sends its action once a gesture, with the first line of
  /// the gesture. In private mode it sends none, since the first responder may be private.
  func noteActions(of device: Int) {
    for position in 0..<buffer.count where buffer.places[position].isGesture {
      noteAction(of: buffer.gestures[buffer.places[position].position], on: device)
    }
  }

  /// Notes the action of a gesture, if its recognizer has one.
  func noteAction(of gesture: GestureEvent, on device: Int) {
    guard gesture.state == .began || gesture.state == .ended,
      let action = broadcaster?.scope.actions[gesture.recognizer],
      // Audiences number their gestures alike.
      firedGestures[audience, default: [:]][gesture.recognizer] != gesture.gestureID
    else { return }
    firedGestures[audience, default: [:]][gesture.recognizer] = gesture.gestureID
    guard !(broadcaster?.isPrivate ?? false), firedActions.count < Self.mostFiredActions else { return }
    firedActions.append(FiredAction(action: action, audience: audience, device: device, time: gesture.time))
    turn.owe(.actions)
  }

  /// The most actions of recognizers between two calls of `takeFiredActions`: more than a hand can cause.
  private static let mostFiredActions = 64

  /// The actions that recognizers have sent since the last call.
  package func takeFiredActions() -> [FiredAction] {
    defer { firedActions = [] }
    return firedActions
  }

  // MARK: Lines

  /// Sends a client an action that it takes.
  ///
  /// - Parameter number: the daemon's number for the action.
  package func tell(_ client: Int, _ message: ActionMessage, numbered number: UInt64) {
    var told = message
    told.number = subscriber(numbered: client)?.actions.tell(number)
    tell(client) { encoder, line in encoder.write(told, to: &line) }
  }

  /// Sends an action to the clients that observe all actions: those that it may reach, and root. The dump shows it.
  ///
  /// - Parameter takers: the clients that take it.
  package func show(_ message: ActionMessage, to reach: ActionReach, besides takers: [Int]) {
    show(message)
    for subscriber in subscribers
    where subscriber.subscription.observes(.action) && !takers.contains(Int(subscriber.number))
      && !subscriber.isGuarded
      && (reach.contains(subscriber) || subscriber.inspection == .everybody)
    {
      tell(Int(subscriber.number)) { encoder, line in encoder.write(message, to: &line) }
    }
  }

  /// Asks a client whether it performs an action (ACT-3).
  ///
  /// - Returns: the daemon's number of the question; nil where the client is gone.
  package func ask(_ client: Int, about message: ActionMessage) -> UInt64? {
    guard let subscriber = subscriber(numbered: client) else { return nil }
    let number = identifiers.nextQuestion()
    let told = subscriber.questions.tell(number)
    tell(client) { encoder, line in encoder.write(question: told, about: message, to: &line) }
    return number
  }

  /// Tells a client that its answer did not come in time, so that it does not perform the action.
  package func tell(_ client: Int, unanswered question: UInt64, at time: Instant) {
    guard let told = subscriber(numbered: client)?.questions.told(question) else { return }
    let expiry = ExpiryEvent(question: told, recognizer: 0, value: false, time: time)
    tell(client) { encoder, line in encoder.write(expiry, to: &line) }
  }

  private func tell(_ client: Int, _ write: (borrowing MessageEncoder, inout LineWriter) -> Void) {
    let line = lines.bytes(write)
    broadcaster?.tell(client, line, turn)
  }

  /// The clients that take the actions of a region of the configuration: they listen by the region's name.
  package func listenersToActions(at stop: ResponderPath.Stop, among clients: [Subscriber]) -> [Int] {
    clients.filter { broadcaster?.listens($0, to: .action, at: stop) ?? false }.map { Int($0.number) }
  }
}

extension Subscription {
  /// Whether the subscription may take some action: as a responder, or in a region that it names.
  package var takesActions: Bool {
    responders.contains { $0.events.contains(.action) }
      || filters.contains { $0.types.contains(.action) && !$0.observes(.action) }
  }
}
