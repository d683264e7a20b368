import GestureProtocol

/// What became of the configuration since the start, as `status` tells it to root and to the daemon's own user.
struct ConfigurationState: Hashable {
  /// How often it was read anew and taken over.
  var reloads = 0
  /// What was wrong when it was read last, a line each; empty where nothing was.
  var mistakes: [String] = []
  /// What counts from the next start only, although it was said now.
  var waiting: [String] = []

  /// The most mistakes that a reply tells; the journal has them too.
  private static let toldMistakes = 20
  /// How much of each: a name in it may be long, and a line is not.
  private static let toldCharacters = 400

  /// What `status` says.
  var reply: ReplyValue {
    .object([
      ReplyField("state", .text(mistakes.isEmpty ? "loaded" : "kept")),
      ReplyField("reloads", .integer(reloads)),
      ReplyField(
        "mistakes",
        .list(mistakes.prefix(Self.toldMistakes).map { .text(String($0.prefix(Self.toldCharacters))) })),
      ReplyField("waiting", .list(waiting.map { .text($0) })),
    ])
  }
}
