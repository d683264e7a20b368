extension ExplainedReason {
  /// The reason in the words of `gestured --explain`, without advice. A word that this release does not know stays as it
  /// is.
  public var text: String {
    ReasonSentence.sentence(for: word)?.text(measure, cause: cause) ?? word
  }
}
