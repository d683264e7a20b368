import GestureCore

/// The texts of all recognizers, by their numbers.
///
/// What every line asks for lies flat, in one array of plain numbers for all fields of all recognizers.
struct GestureTexts: Sendable {
  /// The texts of the fields of a kind, which all its recognizers share.
  private struct KindTexts: Sendable {
    let source: [GestureField]
    let fields: [FieldText]
    let words: [[FixedText]]

    init(_ source: [GestureField]) {
      self.source = source
      let known = source.prefix(GestureValues.maximumCount)
      let rest = GestureValues.maximumCount - known.count
      fields = known.map(FieldText.init) + [FieldText](repeating: .none, count: rest)
      words = known.map(FieldText.words(of:)) + [[FixedText]](repeating: [], count: rest)
    }
  }

  private var kinds: [String: KindTexts] = [:]
  private var labels: [RecognizerLabel] = []
  private var recognizers: [RecognizerText] = []
  private var areClients: [Bool] = []
  /// The fields in the order of the wire: `GestureValues.maximumCount` for each recognizer, some of them `none`.
  private(set) var fields: [FieldText] = []
  /// The words of each field.
  private(set) var words: [[FixedText]] = []

  /// Takes over the recognizers; the texts of those that stay as they are stay too.
  mutating func set(_ labels: [RecognizerLabel]) {
    let known = min(labels.count, recognizers.count)
    recognizers.removeLast(recognizers.count - known)
    fields.removeLast(fields.count - Self.firstField(of: known))
    words.removeLast(words.count - Self.firstField(of: known))
    for (number, label) in labels.enumerated() {
      if number >= known {
        recognizers.append(RecognizerText(label))
        let texts = texts(of: label)
        fields += texts.fields
        words += texts.words
      } else if self.labels[number] != label {
        let texts = texts(of: label)
        let places = Self.firstField(of: number)..<Self.firstField(of: number + 1)
        recognizers[number] = RecognizerText(label)
        fields.replaceSubrange(places, with: texts.fields)
        words.replaceSubrange(places, with: texts.words)
      }
    }
    self.labels = labels
    areClients = labels.map { $0.declarer != nil }
  }

  /// A recognizer.
  subscript(recognizer: Int) -> RecognizerText { recognizers[recognizer] }

  /// The word for what a recognizer recognizes.
  func kind(of recognizer: Int) -> String { labels[recognizer].kind }

  /// The client that has declared a recognizer; nil for the configuration.
  func declarer(of recognizer: Int) -> Declarer? { labels[recognizer].declarer }

  /// Whether a client has declared a recognizer: kept by itself, as each line of a gesture asks.
  @inline(__always)
  func isClients(_ recognizer: Int) -> Bool { areClients[recognizer] }

  /// How many fingers a recognizer is for.
  func numberOfTouches(of recognizer: Int) -> Int { recognizers[recognizer].numberOfTouches }

  /// Where the first field of a recognizer is in `fields` and `words`.
  @inline(__always)
  static func firstField(of recognizer: Int) -> Int { recognizer &* GestureValues.maximumCount }

  private mutating func texts(of label: RecognizerLabel) -> KindTexts {
    if let known = kinds[label.kind], known.source == label.fields { return known }
    let texts = KindTexts(label.fields)
    kinds[label.kind] = texts
    return texts
  }
}
