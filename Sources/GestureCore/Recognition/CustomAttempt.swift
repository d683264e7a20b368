/// How the present attempt of a recognizer stands that runs in a client: what it was offered, and what it has replied
/// that does not count yet (CUS-2).
///
/// Between two events a client may have replied to several offers; what counts at the next one is the sum of it.
struct CustomAttempt: Sendable {
  /// What counts at the next event.
  enum Effect: Hashable, Sendable {
    /// Nothing new.
    case none
    /// A continuous gesture begins.
    case begin
    /// It begins and is over.
    case beginAndEnd
    /// A discrete one has happened.
    case recognize
    /// A continuous one goes on.
    case change
    /// A continuous one is over.
    case end
    /// It is not this gesture, or it was taken back.
    case fail
  }

  /// How many offers a client may leave unanswered before the oldest is forgotten.
  static let limit = 64

  /// The offers that may be replied to, rising; the last one stays although it was.
  private(set) var offers: [UInt64] = []
  /// The number of the last offer ever made, whatever attempt it was in.
  private(set) var lastOffer: UInt64 = 0
  /// When the last offer was made.
  private(set) var lastOfferTime = Instant(microseconds: 0)
  /// The state that the client takes the recognizer to be in.
  private(set) var claimed = GestureState.possible
  private(set) var effect = Effect.none
  /// The touches that the client will have nothing to do with.
  private(set) var ignoredTouches: [UInt64] = []
  /// Until when the last offer may be replied to in time; nil once that was done, or the time is over.
  var replyDeadline: Instant?
  /// Whether it is cancelled at that deadline unless the client says that it is over.
  var isLastChance = false
  /// When the client wants to be asked again.
  var wishedDeadline: Instant?
  /// The JSON object that rides in the lines of the gesture.
  private(set) var values: [UInt8] = []

  private var nextValues: [UInt8]?
  private var nextWish: Instant?
  private var hasReply = false
  private var isLastAnswered = false

  /// The earlier of its deadlines.
  var deadline: Instant? { .earlier(replyDeadline, wishedDeadline) }

  /// Whether it was offered anything in this attempt.
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
  /// - Returns: whether the state machine allows it; else nothing has changed.
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
      nextWish = reply.deadline.map { lastOfferTime + min(max($0, .zero), longest) }
    }
    offers.removeAll { $0 <= reply.event && $0 != lastOffer }
    return true
  }

  /// What has been replied counts now.
  ///
  /// - Returns: what it comes to, and the touches to be ignored; nil where nothing has been replied.
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
      // A reply may come after the time that it asks for: then it is asked at once, not in the past (TIM-5).
      wishedDeadline = nextWish.map { max($0, time) }
    }
    return taken
  }

  /// Forgets the attempt.
  mutating func reset() {
    let last = lastOffer
    self = CustomAttempt()
    lastOffer = last
  }

  /// What two replies come to (FSM-1); nil where the later one is not allowed.
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
