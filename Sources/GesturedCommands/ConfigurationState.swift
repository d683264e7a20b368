import GestureProtocol

/// The state of the configuration since the start, as `status` shows it to root and to the daemon's own user.
package struct ConfigurationState: Hashable {
  /// How many reloads succeeded.
  package var reloads = 0
  /// The mistakes of the last reading, a line each; empty without mistakes.
  package var mistakes: [String] = []
  /// The settings without effect, a line each. Some take effect at the next start.
  package var waiting: [String] = []

  /// The most mistakes in a reply. The journal has them too.
  private static let toldMistakes = 20
  /// The most characters of each mistake, as its names may be long and a line's length is limited.
  private static let toldCharacters = 400

  /// The field of `status`.
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
