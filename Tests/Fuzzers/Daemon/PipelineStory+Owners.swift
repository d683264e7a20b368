import GestureCore

/// Answers to questions and replies to offers from the owners of recognizers, or silence.
extension PipelineStory {
  /// A question or an offer that a client may reply to.
  enum Pending {
    /// A question to an owner.
    case question(UInt64, owner: Int)
    /// An offer to a recognizer that runs in a client, with the touches in it.
    case offer(UInt64, owner: Int, touches: [UInt64])
  }

  private static let states: [GestureState] = [
    .possible, .possible, .began, .changed, .changed, .ended, .cancelled, .failed,
  ]

  /// Remembers the questions and the offers of the last call.
  mutating func noteQuestions() {
    for event in buffer.events {
      switch event {
      case .asked(let question):
        pending.append(.question(question.question, owner: owner(of: question.recognizer)))
      case .offered(let offer):
        let touches = buffer.records[offer.records].map(\.id)
        pending.append(.offer(offer.event, owner: owner(of: offer.recognizer), touches: touches))
      case .gesture, .transition, .touches, .responder, .deferred, .settled, .reset, .expired: break
      }
    }
    if pending.count > 64 { pending.removeFirst(pending.count - 64) }
  }

  private func owner(of recognizer: Int) -> Int { invariants.recognizers.instances[recognizer].owner }

  /// An owner replies, mostly to its newest question or offer.
  mutating func speak() {
    guard !pending.isEmpty else { return }
    let back = source.onceIn(4) ? source.below(pending.count) : 0
    switch pending[pending.count - 1 - back] {
    case .question(let question, let owner):
      _ = pipeline.answer(question, with: source.one(of: [.yes, .no, .later]), from: owner)
    case .offer(let event, let owner, let touches):
      var reply = CustomReply(event: event, state: source.one(of: Self.states))
      if source.onceIn(4), !touches.isEmpty { reply.ignoredTouches = [source.one(of: touches)] }
      if source.onceIn(3) { reply.deadline = .milliseconds(source.number(in: -10...3000)) }
      if source.onceIn(4) { reply.values = Array(#"{"a":1}"#.utf8) }
      _ = pipeline.reply(reply, from: owner)
    }
  }

  /// A client disconnects, or a client adds a recognizer.
  mutating func comeOrGo() {
    var set = invariants.recognizers
    if source.onceIn(3) {
      set.removeAll(ownedBy: 1 + source.below(2))
    } else {
      let regions = pipeline.regions.regions.map(\.name)
      let declaration = RecognizerSet.declaration(
        "late\(source.below(8))", on: regions, after: [], from: &source)
      // A refused recognizer changes nothing.
      _ = try? set.add([declaration])
    }
    take(set)
  }
}
