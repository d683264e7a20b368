import ArgumentParser
import GestureClient
import GestureCore
import GestureProtocol
import LinuxEventLoop

extension GestureFilter.LineType: ExpressibleByArgument {}
extension Gesture.State: ExpressibleByArgument {}
extension GestureSubscription.Units: ExpressibleByArgument {}
extension GestureSubscription.Touches: ExpressibleByArgument {}

/// The options that choose lines. A line must match all options. A repeated option, or a list with commas, gives
/// alternatives.
struct FilterOptions: ParsableArguments {
  @Option(
    help: "Lines of this type, as the protocol calls them.")
  var type: [WordList<GestureFilter.LineType>] = []

  @Option(
    help: "Gestures of this kind: tap, swipe, pan, pinch and so on.",
    completion: NamesCommand.completion(of: reportedKinds))
  var kind: [TextList] = []

  @Option(
    help: "Gestures of the recognizer of this name.",
    completion: NamesCommand.completion(of: .recognizers, inList: true))
  var recognizer: [TextList] = []

  @Option(help: "Gestures of this many fingers.")
  var touchCount: [WordList<Int>] = []

  @Option(
    help: "Gestures in this region, or in regions inside of it.",
    completion: NamesCommand.completion(of: .regions, inList: true))
  var region: [TextList] = []

  @Flag(help: "With --region: not those in regions inside of it.")
  var noDescendants = false

  @Option(
    help: "Steps of gestures: began, changed, ended, cancelled.",
    completion: NamesCommand.completion(of: states))
  var state: [WordList<Gesture.State>] = []

  @Option(
    help: "The touchscreen, by its number or name.", completion: NamesCommand.completion(of: .touchscreens))
  var device: [String] = []

  @Option(help: "all: also what your other programs declared. Root sees the declarations of all users.")
  var owners: OwnerWord?

  @Option(help: "The unit of places: mm, px, pt or normalized. Default: mm.")
  var units: GestureSubscription.Units = .millimetres

  @Option(
    help: ArgumentHelp(
      "Raw touches: none, phases, coalesced, predicted or all, or several. Only raw.sock has them, which is then the default of --socket. Default: none; phases with --type touches."
    ))
  var touches: [WordList<GestureSubscription.Touches>] = []

  @Option(help: ArgumentHelp("At most this many updates a second of one gesture.", valueName: "number"))
  var rate: Double?

  @Option(
    help: ArgumentHelp(
      "Places, translations and velocities in the coordinates of this region. Default: those of the screen.",
      valueName: "region"), completion: NamesCommand.completion(of: .regions))
  var relativeTo: String?

  @Flag(help: "List the fingers of each gesture, with the place of each.")
  var fingers = false

  @Flag(help: "Only watch: no gesture waits for another, or takes touches from applications, because of it.")
  var passive = false

  @Flag(help: "Begin with the present state: touchscreens, regions, gestures under way.")
  var snapshot = false

  @Option(
    help: ArgumentHelp(
      "Print a line when no finger has been down for this long, and when the next one lands: at most 8 spans of 1 to 86400.",
      valueName: "seconds"))
  var idle: [WordList<Double>] = []

  mutating func validate() throws {
    if let word = kind.flatMap(\.values).first(where: { !Self.kinds.contains($0) }) {
      let hint = NearestWord.nearest(to: word, among: Self.kinds).map { "did you mean \($0)?" }
      throw ValidationError(
        "--kind is \(word.escapedForMessage): "
          + (hint ?? "give one of \(Self.kinds.joined(separator: ", "))."))
    }
    if let rate, !(rate > 0 && rate.isFinite) {
      throw ValidationError("--rate is \(rate): give a number above 0.")
    }
    if let count = touchCount.flatMap(\.values).first(where: { !(1...10).contains($0) }) {
      throw ValidationError("--touch-count is \(count): give 1 to 10.")
    }
    let words = touchWords
    if words.count > 1, words.contains(.none) {
      throw ValidationError("--touches has none beside other words: give none alone, or leave it out.")
    }
    if let span = idleSpans.first(where: { !SubscribeCommand.idleSeconds.contains($0) }) {
      throw ValidationError("--idle is \(span): give 1 to 86400 seconds.")
    }
    if idleSpans.count > SubscribeCommand.mostIdleSpans {
      throw ValidationError(
        "--idle has \(idleSpans.count) spans: give at most \(SubscribeCommand.mostIdleSpans).")
    }
    if noDescendants, region.isEmpty { throw ValidationError("--no-descendants is for --region: give one.") }
  }

  /// Whether the options need the socket of raw touches.
  var wantsRawTouches: Bool { !touchWords.allSatisfy { $0 == .none } }

  /// The lines that the options choose.
  var filter: GestureFilter {
    var filter = GestureFilter(
      types: type.flatMap(\.values), kinds: kind.flatMap(\.values).map { GestureKind(rawValue: $0) },
      recognizers: recognizer.flatMap(\.values), touchCounts: touchCount.flatMap(\.values),
      states: state.flatMap(\.values), regions: region.flatMap(\.values))
    filter.includesDescendants = !noDescendants
    filter.includesAllOwners = owners != nil
    filter.devices = device.compactMap { Int($0) }
    filter.deviceNames = device.filter { Int($0) == nil }
    return filter
  }

  /// The subscription; nil without options, so that the daemon's default applies.
  var subscription: GestureSubscription? {
    let filter = filter
    let subscription = GestureSubscription(
      to: filter == GestureFilter() ? [] : [filter], units: units, touches: touchWords, rate: rate,
      relativeTo: relativeTo, fingers: fingers, passive: passive, snapshot: snapshot,
      idle: idleSpans)
    return subscription == GestureSubscription() ? nil : subscription
  }

  /// The spans without fingers, in seconds, that the user asks for.
  var idleSpans: [Double] { idle.flatMap(\.values) }

  private var touchWords: [GestureSubscription.Touches] {
    let words = touches.flatMap(\.values)
    return words.isEmpty && type.contains { $0.values.contains(.touches) } ? [.phases] : words
  }

  private static let states = [Gesture.State.began, .changed, .ended, .cancelled].map(\.rawValue)

  /// The kinds that the daemon of this release knows.
  private static let kinds = RecognizerCatalog.clientTypes.map { $0.kind.name }
  /// Those of them that have gestures.
  private static let reportedKinds = RecognizerCatalog.clientTypes.filter { $0.isReported }.map {
    $0.kind.name
  }
}

/// The value of `--owners` that includes all owners.
enum OwnerWord: String, ExpressibleByArgument, CaseIterable {
  case all
}

/// One word, or several separated by commas.
struct WordList<Word: ExpressibleByArgument & Sendable>: ExpressibleByArgument {
  /// The words; at least one.
  var values: [Word]

  init?(argument: String) {
    values = []
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      guard let word = Word(argument: String(part)) else { return nil }
      values.append(word)
    }
  }

  static var allValueStrings: [String] { Word.allValueStrings }
  static var defaultCompletionKind: CompletionKind {
    Word.allValueStrings.isEmpty ? .default : NamesCommand.completion(of: Word.allValueStrings)
  }
}

/// One text, or several separated by commas.
typealias TextList = WordList<String>
