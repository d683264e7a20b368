import GestureCore
import GestureProtocol
import GesturedBase

/// Actions: those that recognizers send, and lines for the clients that take them.
extension Publisher {
  // MARK: Recognizers

  /// Collects the actions of the events in `buffer`. A recognizer sends its action once a gesture, with the first line of
  /// the gesture. In private mode it sends none, since the first responder may be private.
  func collectActions(of device: Int, on stage: Stage) {
    for position in 0..<buffer.count where buffer.places[position].isGesture {
      collectAction(of: buffer.gestures[buffer.places[position].position], on: device, stage)
    }
  }

  /// Collects the action of a gesture, if its recognizer has one.
  func collectAction(of gesture: GestureEvent, on device: Int, _ stage: Stage) {
    guard gesture.state == .began || gesture.state == .ended,
      let action = stage.scope.actions[gesture.recognizer],
      stage.firedGestures[gesture.recognizer] != gesture.gestureID
    else { return }
    stage.firedGestures[gesture.recognizer] = gesture.gestureID
    guard !connections.isPrivate, firedActions.count < Self.mostFiredActions else { return }
    firedActions.append(FiredAction(action: action, stage: stage, device: device, time: gesture.time))
    turn.owe(.actions)
  }

  /// The most actions of recognizers between two calls of `removeFiredActions`: more than a hand can cause.
  private static let mostFiredActions = 64

  /// The actions that recognizers have sent since the last call.
  package func removeFiredActions() -> [FiredAction] {
    defer { firedActions = [] }
    return firedActions
  }

  // MARK: Lines

  /// Sends a client an action that it takes.
  ///
  /// - Parameter number: the daemon's number for the action.
  package func tell(_ client: Int, _ message: ActionMessage, numbered number: UInt64) {
    var told = message
    told.number = connections.subscriber(numbered: client)?.told.actions.tell(number)
    tell(client) { encoder, line in encoder.write(told, to: &line) }
  }

  /// Sends an action to the clients that observe all actions: those that it may reach, and root.
  ///
  /// - Parameter takers: the clients that take it.
  package func show(_ message: ActionMessage, to reach: ActionReach, besides takers: [Int]) {
    show(message)
    for subscriber in connections.all
    where subscriber.subscription.observes(.action) && !takers.contains(subscriber.number)
      && !subscriber.isGuarded
      && (reach.contains(subscriber) || subscriber.inspection == .everybody)
    {
      tell(subscriber.number) { encoder, line in encoder.write(message, to: &line) }
    }
  }

  /// Asks a client whether it performs an action (ACT-3).
  ///
  /// - Returns: the daemon's number of the question; nil where the client is gone.
  package func ask(_ client: Int, about message: ActionMessage, on stage: Stage) -> UInt64? {
    guard let subscriber = connections.subscriber(numbered: client) else { return nil }
    let number = stage.identifiers.nextQuestion()
    let told = subscriber.told.questions.tell(number)
    tell(client) { encoder, line in encoder.write(question: told, about: message, to: &line) }
    return number
  }

  /// Tells a client that its answer did not come in time, so that it does not perform the action.
  package func tell(_ client: Int, unanswered question: UInt64, at time: Instant) {
    guard let subscriber = connections.subscriber(numbered: client),
      let told = subscriber.told.questions.told(question)
    else { return }
    subscriber.told.timeoutCount += 1
    let expiry = ExpiryEvent(question: told, recognizer: 0, value: false, time: time)
    tell(client) { encoder, line in encoder.write(expiry, to: &line) }
  }
}

extension Subscription {
  /// Whether the subscription may take some action: as a responder, or in a region that it names.
  package var takesActions: Bool {
    responders.contains { $0.events.contains(.action) }
      || filters.contains { $0.types.contains(.action) && !$0.observes(.action) }
  }
}
