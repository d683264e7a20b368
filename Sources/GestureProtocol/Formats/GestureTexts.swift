import GestureCore

/// The texts of all recognizers, by their numbers.
///
/// The data that every line needs lies flat, in arrays of plain numbers. All recognizers of a kind share the texts of
/// its fields, as a client may declare hundreds of recognizers at once.
struct GestureTexts: Sendable {
  /// The fields of a kind, and the index of the first in `fields` and `words`.
  private struct Kind: Sendable {
    let source: [GestureField]
    let place: Int
  }

  private var kinds: [String: Kind] = [:]
  private var labels: [RecognizerLabel] = []
  private var recognizers: [RecognizerText] = []
  private var areClients: [Bool] = []
  /// The index of each recognizer's first field in `fields` and `words`.
  private var places: [Int] = []
  /// The fields in the order of the wire: `GestureValues.maximumCount` for each kind, some of them `none`.
  private(set) var fields: [FieldText] = []
  /// The words of each field.
  private(set) var words: [[FixedText]] = []

  /// Sets the recognizers. Texts of unchanged recognizers are kept.
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

  /// The texts of a recognizer.
  subscript(recognizer: Int) -> RecognizerText { recognizers[recognizer] }

  /// The word for a recognizer's kind.
  func kind(of recognizer: Int) -> String { labels[recognizer].kind }

  /// The name of a recognizer's region.
  func region(of recognizer: Int) -> String { labels[recognizer].region }

  /// The client that has declared a recognizer; nil for the configuration.
  func declarer(of recognizer: Int) -> Declarer? { labels[recognizer].declarer }

  /// Whether a client has declared a recognizer. A separate array holds the answers, as each line of a gesture asks.
  @inline(__always)
  func isClients(_ recognizer: Int) -> Bool { areClients[recognizer] }

  /// The number of fingers that a recognizer is for.
  func numberOfTouches(of recognizer: Int) -> Int { recognizers[recognizer].numberOfTouches }

  /// The index of a recognizer's first field in `fields` and `words`.
  @inline(__always)
  func firstField(of recognizer: Int) -> Int { places[recognizer] }

  /// The index of the first field of a recognizer's kind. The kind's first recognizer makes the texts.
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

/// The constant parts of a recognizer's JSON lines, made once.
struct RecognizerText: Sendable {
  /// The escaped name.
  let name: Fragment
  /// `,"recognizer":"back","kind":"swipe"`
  let heading: Fragment
  /// The number of fingers that the recognizer is for.
  let numberOfTouches: Int

  /// The text of a recognizer.
  init(_ label: RecognizerLabel) {
    let name = escapedBytes(of: label.name)
    self.name = Fragment(name)
    var heading: [UInt8] = []
    heading.reserveCapacity(64 + name.count)
    heading += #","recognizer":""#.utf8
    heading += name
    heading += #"","kind":""#.utf8
    heading += escapedBytes(of: label.kind)
    heading.append(UInt8(ascii: "\""))
    self.heading = Fragment(heading)
    numberOfTouches = label.numberOfTouches
  }
}
