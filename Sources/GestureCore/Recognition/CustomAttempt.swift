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
  private(set) var lastOfferTime = Instant(microseconds: 0)
  /// The recognizer's state according to the client.
  private(set) var claimed = GestureState.possible
  private(set) var effect = Effect.none
  /// The touches that the client ignores.
  private(set) var ignoredTouches: [UInt64] = []
  /// The time by which a reply to the last offer is in time. Nil after that reply, or after that time.
  var replyDeadline: Instant?
  /// Whether the gesture is cancelled at that deadline unless the client ends it.
  var isLastChance = false
  /// The time at which the client wants to be asked again.
  var requestedDeadline: Instant?
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

  /// Notes an offer.
  mutating func note(offer: UInt64, at time: Instant, until deadline: Instant) {
    if offers.count == Self.limit { offers.removeFirst() }
    offers.append(offer)
    lastOffer = offer
    lastOfferTime = time
    replyDeadline = deadline
    isLastAnswered = false
  }

  /// Takes in a reply, which does not count yet.
  ///
  /// - Returns: whether the state machine allows the reply; if not, nothing has changed.
  mutating func note(_ reply: CustomReply) -> Bool {
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

  /// Makes the replies count.
  ///
  /// - Returns: the effect of the replies, and the touches to ignore; nil without replies.
  mutating func takeEffect(at time: Instant) -> (effect: Effect, ignored: [UInt64])? {
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
