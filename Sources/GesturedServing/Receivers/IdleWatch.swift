import GestureCore
import GestureProtocol

/// Detects that no contact has been down for some time, for clients that asked (ADD-7 to ADD-12).
///
/// ```
///   contacts        ██▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁██▁▁▁▁▁▁▁▁
///   idle: [5, 30]         │began 5      │began 30  │ended 30
/// ```
///
/// Contacts that make no touch, such as those in exclusion zones, do not count, apart from the one that wakes a dark
/// screen (ADD-10). While a client holds the lease, no line goes out but for the contact that wakes the screen: a client may
/// have to light it. At the lease's end every span begins again (ADD-11).
///
/// An update costs a few comparisons, and allocates nothing.
package final class IdleWatch {
  /// The contacts that count for a client.
  private enum Contacts: Int, CaseIterable {
    /// Any contact.
    case any
    /// A second contact on the same screen and each further one, where the socket hides single fingers (ADD-12).
    case several
  }

  /// Whether contacts that count are down, or since when none is.
  private struct Stillness {
    var isBroken = false
    var since = Instant(microseconds: 0)
  }

  private struct Screen {
    var number: Int
    var contactCount = 0
  }

  private struct Listener {
    var client: Int
    /// Ascending, at least one.
    var spans: [TimeSpan]
    var contacts: Contacts
    /// How many spans are over.
    var passedCount = 0
    /// The last span whose beginning the client has received; nil for none.
    var reportedSpan: TimeSpan?

    mutating func restart() {
      passedCount = 0
      reportedSpan = nil
    }
  }

  private var screens: [Screen] = []
  /// By the raw values of `Contacts`.
  private var stillness = [Stillness](repeating: Stillness(), count: Contacts.allCases.count)
  /// In the order of the clients' numbers.
  private var listeners: [Listener] = []
  private var isSuspended = false
  /// When the next span is over, on the clock of the stamps; nil where no client waits for one.
  package private(set) var nextDeadline: Instant?

  /// Begins at a time: no contact was down before.
  package func begin(at time: Instant) {
    for index in stillness.indices { stillness[index].since = time }
  }

  // MARK: Screens

  /// Adds a touchscreen.
  func add(_ screen: Int) {
    guard !screens.contains(where: { $0.number == screen }) else { return }
    screens.append(Screen(number: screen))
    screens.sort { $0.number < $1.number }
  }

  /// Forgets a touchscreen, whose contacts are gone already.
  func remove(_ screen: Int) { screens.removeAll { $0.number == screen } }

  /// Updates the contacts of a touchscreen that count.
  ///
  /// - Parameters:
  ///   - count: how many are down.
  ///   - hasLanding: whether one has landed since the last call. It may have lifted again.
  ///   - hasWoken: whether one that has landed has woken the screen.
  ///   - tell: sends a client its line.
  func update(
    _ count: Int, on screen: Int, hasLanding: Bool, hasWoken: Bool = false, at time: Instant,
    tell: (Int, IdleMessage) -> Void
  ) {
    guard let index = screens.indices.first(where: { screens[$0].number == screen }) else { return }
    let before = screens[index].contactCount
    screens[index].contactCount = count
    guard !isSuspended || hasWoken else { return }
    update(.any, hasLanding: hasLanding, at: time, tell: tell)
    update(.several, hasLanding: count > 1 && (hasLanding || before < 2), at: time, tell: tell)
    replan()
  }

  private func update(
    _ contacts: Contacts, hasLanding: Bool, at time: Instant, tell: (Int, IdleMessage) -> Void
  ) {
    let before = stillness[contacts.rawValue]
    let isBroken = isBroken(for: contacts)
    if !before.isBroken, isBroken || hasLanding {
      for index in listeners.indices where listeners[index].contacts == contacts {
        if let span = listeners[index].reportedSpan {
          let idleTime = max(.zero, time - before.since)
          tell(listeners[index].client, IdleMessage(ended: span, at: time, after: idleTime))
        }
        listeners[index].restart()
      }
    }
    stillness[contacts.rawValue].isBroken = isBroken
    if before.isBroken || hasLanding { stillness[contacts.rawValue].since = time }
  }

  // MARK: Clients

  /// Sets a client's spans. Spans that are over already have no line, except in a snapshot.
  ///
  /// - Parameters:
  ///   - spans: ascending; empty for none.
  ///   - hearsSingles: whether single contacts count.
  func set(_ spans: [TimeSpan], of client: Int, hearsSingles: Bool, at time: Instant) {
    listeners.removeAll { $0.client == client }
    defer { replan() }
    guard !spans.isEmpty else { return }
    var listener = Listener(client: client, spans: spans, contacts: hearsSingles ? .any : .several)
    let stillness = stillness[listener.contacts.rawValue]
    if !stillness.isBroken, !isSuspended {
      listener.passedCount = spans.count { stillness.since + $0 <= time }
    }
    listeners.append(listener)
    listeners.sort { $0.client < $1.client }
  }

  func forget(client: Int) {
    guard listeners.contains(where: { $0.client == client }) else { return }
    listeners.removeAll { $0.client == client }
    replan()
  }

  /// Sends a client the spans that are over (ADD-9).
  func tellPassed(to client: Int, tell: (Int, IdleMessage) -> Void) {
    guard !isSuspended, let index = listeners.firstIndex(where: { $0.client == client }) else { return }
    let since = stillness[listeners[index].contacts.rawValue].since
    let devices = screens.map(\.number)
    for span in listeners[index].spans.prefix(listeners[index].passedCount) {
      tell(client, IdleMessage(began: span, at: since + span, on: devices, isSnapshot: true))
      listeners[index].reportedSpan = span
    }
  }

  // MARK: Time

  /// Sends clients the spans that are over at a time.
  func advance(to time: Instant, tell: (Int, IdleMessage) -> Void) {
    while let due = nextDeadline, due <= time {
      let devices = screens.map(\.number)
      for index in listeners.indices where deadline(of: listeners[index]) == due {
        let span = listeners[index].spans[listeners[index].passedCount]
        tell(listeners[index].client, IdleMessage(began: span, at: due, on: devices))
        listeners[index].reportedSpan = span
        listeners[index].passedCount += 1
      }
      replan()
    }
  }

  /// Begins no span until `resume`. A client that has received a span's beginning still receives its end.
  func suspend() {
    isSuspended = true
    replan()
  }

  /// Begins every span again, where no contact is down.
  func resume(at time: Instant) {
    isSuspended = false
    for contacts in Contacts.allCases {
      stillness[contacts.rawValue] = Stillness(isBroken: isBroken(for: contacts), since: time)
    }
    for index in listeners.indices { listeners[index].passedCount = 0 }
    replan()
  }

  private func isBroken(for contacts: Contacts) -> Bool {
    let most = contacts == .any ? 0 : 1
    // A loop over the list itself would retain it with each landing and lift.
    for index in screens.indices where screens[index].contactCount > most { return true }
    return false
  }

  private func deadline(of listener: Listener) -> Instant? {
    let stillness = stillness[listener.contacts.rawValue]
    guard !stillness.isBroken, listener.passedCount < listener.spans.count else { return nil }
    return stillness.since + listener.spans[listener.passedCount]
  }

  private func replan() {
    nextDeadline = nil
    guard !isSuspended else { return }
    for index in listeners.indices { nextDeadline = .earlier(nextDeadline, deadline(of: listeners[index])) }
  }
}
