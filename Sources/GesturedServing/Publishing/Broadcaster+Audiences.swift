/// Switches between audiences: the broadcaster's state is that of one audience at a time.
extension Broadcaster {
  /// The numbers of all audiences.
  var audiences: [Int] { waiting.indices.filter { $0 == audience || waiting[$0] != nil } }

  /// Switches to another audience. An audience that is gone is ignored.
  @inline(__always)
  mutating func speak(to next: Int) {
    if next != audience { change(to: next) }
  }

  @inline(never)
  private mutating func change(to next: Int) {
    guard waiting.indices.contains(next), var channel = waiting[next].take() else { return }
    exchange(&channel)
    waiting[audience] = channel
    audience = next
    lines.takeOverForms()
  }

  private mutating func exchange(_ channel: inout Channel) {
    swap(&lines, &channel.lines)
    swap(&scope, &channel.scope)
    swap(&gestures, &channel.gestures)
    swap(&latestSeq, &channel.latestSeq)
    swap(&suppressedCount, &channel.suppressedCount)
    swap(&privateNumbers, &channel.privateNumbers)
    swap(&severalNumbers, &channel.severalNumbers)
    swap(&isHearingStale, &channel.isHearingStale)
    swap(&isAudienceStale, &channel.isAudienceStale)
  }

  /// Makes an audience from members of the present one. Their gestures go on.
  ///
  /// - Parameters:
  ///   - number: a number without an audience.
  ///   - lines: the encoder of the new audience's lines.
  ///   - isMember: whether a subscriber moves to the new audience.
  mutating func split(_ number: Int, _ lines: EncodedLines, where isMember: (Subscriber) -> Bool) {
    var channel = Channel(lines: lines, scope: scope, gestures: gestures, latestSeq: latestSeq)
    channel.privateNumbers = privateNumbers
    channel.severalNumbers = severalNumbers
    channel.suppressedCount = suppressedCount
    for index in places.indices {
      if let subscriber = places[index].subscriber, subscriber.audience == audience, isMember(subscriber) {
        subscriber.audience = number
        gestures.remove(index)
      } else {
        channel.gestures.remove(index)
      }
    }
    while waiting.count <= number { waiting.append(nil) }
    waiting[number] = channel
    isHearingStale = true
    isAudienceStale = true
  }

  /// Makes the members of an audience declare in its scene too.
  func setStage(_ number: Int) {
    for place in places where place.subscriber?.audience == number { place.subscriber?.stage = number }
  }

  /// Forgets an audience that has no members any more.
  mutating func forget(audience number: Int) {
    guard number != audience, waiting.indices.contains(number) else { return }
    waiting[number] = nil
  }

  /// Whether any client hears or declares in an audience.
  func hasMembers(_ number: Int) -> Bool {
    places.contains { $0.subscriber.map { $0.audience == number || $0.stage == number } ?? false }
  }

  /// Calls a function for each audience, and returns to the present one.
  mutating func forEachAudience(_ body: (inout Broadcaster) -> Void) {
    let present = audience
    for number in audiences {
      speak(to: number)
      body(&self)
    }
    speak(to: present)
  }

  /// The subscriber at a place; nil where it belongs to another audience.
  @inline(__always)
  func member(at place: Int) -> Subscriber? {
    guard let subscriber = places[place].subscriber, subscriber.audience == audience else { return nil }
    return subscriber
  }
}
