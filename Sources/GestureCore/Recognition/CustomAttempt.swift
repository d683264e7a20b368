/// The attempts of recognizers that run in clients, and the touches that wait to be offered to them.
struct CustomAttempts: Sendable {
  /// Whether no recognizer runs in a client.
  private(set) var isEmpty = true
  /// The attempt of each recognizer. The elements of recognizers that run in the daemon are unused.
  private var attempts: [CustomAttempt] = []
  /// The touches that recognizers received late and that were not offered yet.
  private var late: [(recognizer: Int, touch: UInt64)] = []

  // MARK: Declarations

  /// Makes room for the attempts of `count` recognizers.
  mutating func reserveCapacity(_ count: Int) {
    attempts.reserveCapacity(count)
  }

  /// Adds the attempt of a recognizer that is new in the set.
  mutating func append() {
    attempts.append(CustomAttempt())
  }

  /// Sets which recognizers run in clients.
  mutating func arrange(_ roster: borrowing AttemptRoster) {
    isEmpty = !roster.attempts.contains { $0.isCustom }
  }

  /// Assumes until the next `arrange` that a recognizer runs in a client. No event takes the short way then; a test
  /// compares the two ways.
  mutating func assumeAny() {
    isEmpty = false
  }

  // MARK: Offers and replies

  /// Records an offer.
  ///
  /// - Returns: when the recognizer is asked again.
  mutating func record(
    offer: UInt64, of number: Int, at time: Instant, until deadline: Instant
  ) -> Instant? {
    attempts[number].record(offer: offer, at: time, until: deadline)
    return attempts[number].deadline
  }

  /// Records a reply to a recognizer's offer, which does not count yet.
  ///
  /// - Parameter state: the recognizer's state here.
  /// - Returns: `unknown` where the recognizer has received no such offer.
  mutating func record(_ reply: CustomReply, of number: Int, in state: GestureState) -> CustomReplyOutcome {
    guard attempts[number].offers.contains(reply.event) else {
      return reply.event <= attempts[number].lastOffer ? .late : .unknown
    }
    if state.isTerminal {
      // The arena ended the attempt first. A client that gives up too has done nothing wrong.
      return reply.state.isActive || reply.state == .ended ? .illegal(from: state) : .taken
    }
    let claimed = attempts[number].claimed
    return attempts[number].record(reply) ? .taken : .illegal(from: claimed)
  }

  /// Applies a recognizer's replies.
  ///
  /// - Returns: the effect of the replies, the touches to ignore, and when the recognizer is asked again; nil without
  ///   replies.
  mutating func applyReplies(
    of number: Int, at time: Instant
  ) -> (effect: CustomAttempt.Effect, ignored: [UInt64], deadline: Instant?)? {
    guard let (effect, ignored) = attempts[number].applyReplies(at: time) else { return nil }
    return (effect, ignored, attempts[number].deadline)
  }

  /// The deadlines of a recognizer that pass at one instant.
  ///
  /// - Returns: whether the last chance of an active gesture is over, whether the client wanted to be asked now, and
  ///   when the recognizer is asked again.
  mutating func passDeadlines(
    of number: Int, at time: Instant
  ) -> (isChanceOver: Bool, isWished: Bool, next: Instant?) {
    let isChanceOver = attempts[number].passReplyDeadline(at: time)
    let isWished = attempts[number].passRequestedDeadline(at: time)
    return (isChanceOver, isWished, attempts[number].deadline)
  }

  /// Gives an active gesture without a touch until a deadline to end.
  ///
  /// - Returns: when the recognizer is asked again.
  mutating func giveLastChance(to number: Int, until deadline: Instant) -> Instant? {
    attempts[number].giveLastChance(until: deadline)
    return attempts[number].deadline
  }

  /// Whether there was an offer in a recognizer's attempt.
  func hasOffers(_ number: Int) -> Bool { attempts[number].hasOffers }

  /// The JSON object in the lines of a recognizer's gesture.
  func values(of number: Int) -> [UInt8] { attempts[number].values }

  /// Forgets a recognizer's attempt.
  mutating func reset(_ number: Int) {
    attempts[number].reset()
  }

  // MARK: Late touches

  /// Records that a recognizer received a touch late.
  mutating func receive(_ touch: UInt64, by number: Int) {
    late.append((number, touch))
  }

  /// Removes and returns the touches that were received late; nil without one.
  mutating func removeLate() -> [(recognizer: Int, touch: UInt64)]? {
    guard !late.isEmpty else { return nil }
    defer { late.removeAll() }
    return late
  }
}

/// The state of an attempt whose recognizer runs in a client: the offers, and the replies that do not count yet
/// (CUS-2).
///
/// A client may reply to several offers between two events. The sum of the replies counts at the next event.
struct CustomAttempt: Sendable {
  /// The effect at the next event.
  enum Effect: Hashable, Sendable {
    /// Nothing new.
    case none
    /// A continuous gesture begins.
    case begin
    /// A continuous gesture begins and ends.
    case beginAndEnd
    /// A discrete gesture has happened.
    case recognize
    /// A continuous gesture continues.
    case change
    /// A continuous gesture ends.
    case end
    /// The touches are not this gesture, or the gesture was taken back.
    case fail
  }

  /// The most offers that a client may leave unanswered before the oldest is forgotten.
  static let limit = 64

  /// The offers that may be replied to, rising. The last one stays even after a reply.
  private(set) var offers: [UInt64] = []
  /// The number of the latest offer in any attempt.
  private(set) var lastOffer: UInt64 = 0
  /// The time of the latest offer.
  private var lastOfferTime = Instant(microseconds: 0)
  /// The recognizer's state according to the client.
  private(set) var claimed = GestureState.possible
  private var effect = Effect.none
  /// The touches that the client ignores.
  private var ignoredTouches: [UInt64] = []
  /// The time by which a reply to the last offer is in time. Nil after that reply, or after that time.
  private var replyDeadline: Instant?
  /// Whether the gesture is cancelled at that deadline unless the client ends it.
  private var isLastChance = false
  /// The time at which the client wants to be asked again.
  private var requestedDeadline: Instant?
  /// The JSON object in the lines of the gesture.
  private(set) var values: [UInt8] = []

  private var nextValues: [UInt8]?
  private var nextRequestedDeadline: Instant?
  private var hasReply = false
  private var isLastAnswered = false

  /// The earlier of the two deadlines.
  var deadline: Instant? { .earlier(replyDeadline, requestedDeadline) }

  /// Whether there was an offer in this attempt.
  var hasOffers: Bool { !offers.isEmpty }

  mutating func record(offer: UInt64, at time: Instant, until deadline: Instant) {
    if offers.count == Self.limit { offers.removeFirst() }
    offers.append(offer)
    lastOffer = offer
    lastOfferTime = time
    replyDeadline = deadline
    isLastAnswered = false
  }

  /// Records a reply, which does not count yet.
  ///
  /// - Returns: whether the state machine allows the reply; if not, nothing has changed.
  mutating func record(_ reply: CustomReply) -> Bool {
    guard let next = Self.sum(effect, from: claimed, to: reply.state) else { return false }
    effect = next
    claimed = reply.state
    hasReply = true
    let known = Set(ignoredTouches)
    ignoredTouches += reply.ignoredTouches.prefix(Self.limit).filter { !known.contains($0) }
    if let values = reply.values { nextValues = values }
    if reply.event == lastOffer {
      isLastAnswered = true
      let longest = CustomReply.longestDeadline
      nextRequestedDeadline = reply.deadline.map { lastOfferTime + min(max($0, .zero), longest) }
    }
    offers.removeAll { $0 <= reply.event && $0 != lastOffer }
    return true
  }

  /// Applies the replies.
  ///
  /// - Returns: the effect of the replies, and the touches to ignore; nil without replies.
  mutating func applyReplies(at time: Instant) -> (effect: Effect, ignored: [UInt64])? {
    guard hasReply else { return nil }
    let taken = (effect, ignoredTouches)
    hasReply = false
    effect = .none
    ignoredTouches = []
    if let nextValues { values = nextValues }
    nextValues = nil
    if isLastAnswered {
      replyDeadline = nil
      // A reply may come after the time that it asks for. Then the client is asked at once, not in the past (TIM-5).
      requestedDeadline = nextRequestedDeadline.map { max($0, time) }
    }
    return taken
  }

  /// Passes the time for a reply.
  ///
  /// - Returns: whether it was the last chance to end the gesture.
  mutating func passReplyDeadline(at time: Instant) -> Bool {
    guard let replyDeadline, replyDeadline <= time else { return false }
    self.replyDeadline = nil
    return isLastChance
  }

  /// Passes the time at which the client wants to be asked again.
  ///
  /// - Returns: whether the client wanted to be asked by now.
  mutating func passRequestedDeadline(at time: Instant) -> Bool {
    guard let requestedDeadline, requestedDeadline <= time else { return false }
    self.requestedDeadline = nil
    return true
  }

  /// Cancels the gesture at a deadline unless the client ends it.
  mutating func giveLastChance(until deadline: Instant) {
    isLastChance = true
    replyDeadline = deadline
  }

  /// Forgets the attempt.
  mutating func reset() {
    let last = lastOffer
    self = CustomAttempt()
    lastOffer = last
  }

  /// The sum of two replies (FSM-1); nil where the later one is not allowed.
  private static func sum(_ effect: Effect, from state: GestureState, to next: GestureState) -> Effect? {
    switch (state, next) {
    case (.possible, .possible): effect
    case (.possible, .began): .begin
    case (.possible, .ended): .recognize
    case (.possible, .failed): .fail
    case (.began, .changed), (.changed, .changed): effect == .begin ? .begin : .change
    case (.began, .ended), (.changed, .ended): effect == .begin ? .beginAndEnd : .end
    case (.began, .cancelled), (.changed, .cancelled): .fail
    case (.possible, .changed), (.possible, .cancelled): nil
    case (.began, .possible), (.began, .began), (.began, .failed): nil
    case (.changed, .possible), (.changed, .began), (.changed, .failed): nil
    case (.ended, _), (.cancelled, _), (.failed, _): nil
    }
  }
}
