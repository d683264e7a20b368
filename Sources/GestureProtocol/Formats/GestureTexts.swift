import GestureCore

/// The texts of all recognizers, by their numbers.
///
/// What every line asks for lies flat, in arrays of plain numbers. The texts of fields are those of a kind, and shared by all its
/// recognizers: a client may declare hundreds of them at once.
struct GestureTexts: Sendable {
  /// The fields of a kind, and where the first of them is in `fields` and `words`.
  private struct Kind: Sendable {
    let source: [GestureField]
    let place: Int
  }

  private var kinds: [String: Kind] = [:]
  private var labels: [RecognizerLabel] = []
  private var recognizers: [RecognizerText] = []
  private var areClients: [Bool] = []
  /// Where the first field of each recognizer is in `fields` and `words`.
  private var places: [Int] = []
  /// The fields in the order of the wire: `GestureValues.maximumCount` for each kind, some of them `none`.
  private(set) var fields: [FieldText] = []
  /// The words of each field.
  private(set) var words: [[FixedText]] = []

  /// Takes over the recognizers; the texts of those that stay as they are stay too.
  mutating func set(_ labels: [RecognizerLabel]) {
    let known = min(labels.count, recognizers.count)
    recognizers.removeLast(recognizers.count - known)
    recognizers.reserveCapacity(labels.count)
    places.removeLast(places.count - known)
    places.reserveCapacity(labels.count)
    for (number, label) in labels.enumerated() {
      if number >= known {
        recognizers.append(RecognizerText(label))
        places.append(place(of: label))
      } else if self.labels[number] != label {
        recognizers[number] = RecognizerText(label)
        places[number] = place(of: label)
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
  func firstField(of recognizer: Int) -> Int { places[recognizer] }

  /// Where the fields of a recognizer's kind are, whose texts are made with the first recognizer of it.
  private mutating func place(of label: RecognizerLabel) -> Int {
    if let known = kinds[label.kind], known.source == label.fields { return known.place }
    let place = fields.count
    let told = label.fields.prefix(GestureValues.maximumCount)
    let rest = GestureValues.maximumCount - told.count
    fields += told.map(FieldText.init) + [FieldText](repeating: .none, count: rest)
    words += told.map(FieldText.words(of:)) + [[FixedText]](repeating: [], count: rest)
    kinds[label.kind] = Kind(source: label.fields, place: place)
    return place
  }
}
