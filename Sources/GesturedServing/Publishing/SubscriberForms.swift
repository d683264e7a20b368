/// The forms of a subscriber's lines: numbers of `EncodedLines`.
struct SubscriberForms {
  /// The usual form, and the form while places are private.
  var (usual, placeless) = (0, 0)
  /// The same for lines of the subscriber's own recognizers.
  var (own, ownPlaceless) = (0, 0)
  /// The region whose coordinates the lines' places have; 0 for the screen.
  var reference = 0
}
