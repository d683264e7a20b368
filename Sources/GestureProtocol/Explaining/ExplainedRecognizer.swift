import GestureCore

/// The recognizers of one name and one owner, as the first lines of an explanation describe them.
public struct ExplainedRecognizer: Hashable, Sendable {
  /// The harmless name.
  var name: String
  /// The word for the recognizer's kind.
  var kind: String
  /// The numbers of fingers that the recognizers are for.
  public private(set) var numbersOfTouches: [Int]
  /// The kind's option for the largest number of fingers; nil where each recognizer takes its own number only.
  private var largestNumberOption: String?
  /// The options that the recognizers' kind has, with their values.
  var options: OptionTable
  /// The keys of the options, in the order of the manual.
  var keys: [String]
  /// The harmless name of the recognizers' region; nil for the root.
  var region: String?
  /// Whether the recognizers only report.
  var isPassive: Bool
  /// Whether the recognizers only report because no client listens, although they were declared otherwise.
  var isOnlyObserved = false
  /// The harmless names of the recognizers that have to fail first.
  var waitsFor: [String] = []
  /// The number of the client that has declared them; nil for the configuration.
  public var client: Int?

  /// The recognizers of a set with some numbers; nil where there are no numbers.
  init?(_ numbers: [Int], of set: RecognizerSet) {
    guard let first = numbers.first else { return nil }
    let instance = set.instances[first]
    name = VisibleName.harmless(instance.name)
    kind = instance.kind.name
    numbersOfTouches = numbers.map { set.instances[$0].numberOfTouches }
    largestNumberOption = instance.type.largestNumberOption
    options = instance.options
    keys = instance.type.options.map(\.key)
    region = instance.properties.region.map(VisibleName.harmless)
    isPassive = instance.isPassive
    waitsFor = set.instances.indices.filter { other in
      numbers.contains { set.instances[$0].requireToFail.contains(other) }
    }.map { VisibleName.harmless(set.instances[$0].name) }
  }

  /// Recognizers from a line of a list of all owners.
  ///
  /// - Parameters:
  ///   - options: the options by their keys. Unknown keys and values outside of an option's domain are left out.
  ///   - isOnlyObserved: whether the recognizers only report because no client listens.
  public init(
    name: String, kind: String, numbersOfTouches: [Int], options: [String: JSONValue], region: String,
    isPassive: Bool, isOnlyObserved: Bool, client: Int?
  ) {
    self.name = VisibleName.harmless(name)
    self.kind = VisibleName.harmless(kind)
    self.numbersOfTouches = numbersOfTouches
    let type = RecognizerCatalog.clientTypes.first { $0.kind.name == kind }
    largestNumberOption = type?.largestNumberOption
    let known = type?.options ?? []
    let told = known.filter { options[$0.key] != nil }
    self.options = OptionTable(defaultsOf: told)
    for option in told {
      guard let value = options[option.key].flatMap({ option.domain.value(of: $0) }) else { continue }
      self.options.set(option.key, to: value)
    }
    keys = told.map(\.key)
    self.region = region == "root" ? nil : VisibleName.harmless(region)
    self.isPassive = isPassive
    self.isOnlyObserved = isOnlyObserved
    self.client = client
  }

  /// The owner's name for lines that explain several owners.
  var owner: String { client.map { "client \($0)" } ?? "configuration" }

  /// The numbers of fingers in words, up to the largest one of a pan.
  private var fingers: String {
    guard let fewest = numbersOfTouches.min(), let most = largestNumber, most > fewest else {
      return FingerWords.fingers(numbersOfTouches)
    }
    return most >= 10
      ? FingerWords.fingers([fewest]) + " and more"
      : FingerWords.fingers(numbersOfTouches + Array(fewest...most))
  }

  /// The value of the option for the largest number of fingers; nil without one.
  private var largestNumber: Int? {
    guard let largestNumberOption, case .integer(let most)? = options[largestNumberOption] else { return nil }
    return most
  }

  /// Leaves out the recognizers that do not take a number of fingers.
  public mutating func keep(touches: Int?) {
    guard let touches else { return }
    let most = largestNumber ?? 0
    numbersOfTouches.removeAll { touches < $0 || touches > max($0, most) }
  }

  /// The lines that describe the recognizers: kind, owner and options.
  var head: [String] {
    let texts = keys.compactMap { key in options[key].map { "\(key) \($0.text)" } }
    let ownerText = client.map { " of client \($0)" } ?? ""
    var lines = [
      "\(name)\(ownerText) is a \(kind) for \(fingers)"
        + (texts.isEmpty ? "" : ": " + texts.joined(separator: ", "))
    ]
    if let region { lines.append("it is offered what lands in the region \(region), and nothing else") }
    if isPassive { lines.append("it is passive: it waits for no other recognizer, and none prevents it") }
    if !isPassive, isOnlyObserved {
      lines.append("no client listens to it, so it works as if it were passive")
    }
    if !waitsFor.isEmpty {
      var seen: Set<String> = []
      lines.append(
        "it waits until these have failed: "
          + waitsFor.filter { seen.insert($0).inserted }.joined(separator: ", "))
    }
    return lines
  }
}

/// Numbers of fingers in words.
enum FingerWords {
  /// `1 finger`, `3 fingers`, `1 to 5 fingers`, `1, 3 and 4 fingers`.
  static func fingers(_ counts: [Int]) -> String {
    let sorted = Array(Set(counts)).sorted()
    guard let first = sorted.first, let last = sorted.last else { return "no fingers" }
    if first == last { return first == 1 ? "1 finger" : "\(first) fingers" }
    if sorted.count > 2, last - first == sorted.count - 1 { return "\(first) to \(last) fingers" }
    return sorted.dropLast().map(String.init).joined(separator: ", ") + " and \(last) fingers"
  }
}

/// Names for a terminal.
enum VisibleName {
  /// The name with all characters escaped that a terminal obeys.
  static func harmless(_ name: String) -> String { String(decoding: escapedBytes(of: name), as: UTF8.self) }
}

extension OptionDescription.Domain {
  /// A value of the wire as a value of the option; nil where the option's domain has no such value.
  fileprivate func value(of value: JSONValue) -> OptionValue? {
    switch (self, value) {
    case (.number, .integer(let number)): .number(Double(number))
    case (.number, .number(let number)): .number(number)
    case (.integer, .integer(let number)): .integer(number)
    case (.flag, .flag(let flag)): .flag(flag)
    case (.words, .list(let words)):
      .words(words.compactMap { if case .text(let word) = $0 { word } else { nil } })
    default: nil
    }
  }
}
