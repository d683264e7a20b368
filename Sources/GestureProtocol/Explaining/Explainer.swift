import GestureCore

/// Explains the recognizers of one name from the events of the core: `--explain`.
///
/// The caller records all events and fingers, and drains the lines after each frame.
public final class Explainer {
  private let numbersOfTouches: [Int]
  private let names: [String]
  private let family: Set<Int>
  private let region: String
  /// The regions of each touchscreen that count: the recognizers' region and all regions inside.
  private var regions: [Int: Set<Int>] = [:]
  private var explanation: Explanation

  /// Explains the recognizers of a set that have one name.
  ///
  /// - Parameters:
  ///   - set: the recognizers whose numbers the events carry.
  ///   - name: the author's name. Where no recognizer has the name, the explanation stays empty.
  ///   - touches: a number of fingers that the explained recognizers take; nil for all recognizers of that name.
  ///   - usesColor: whether the reader is a terminal that understands SGR sequences.
  public init(_ set: RecognizerSet, of name: String, touches: Int? = nil, usesColor: Bool) {
    numbersOfTouches = set.instances.map(\.numberOfTouches)
    names = set.instances.map { VisibleName.harmless($0.name) }
    let numbers = set.instances.indices.filter { number in
      set.instances[number].name == name
        && touches.map { set.instances[number].acceptedTouches.contains($0) } ?? true
    }
    family = Set(numbers)
    region = numbers.first.flatMap { set.instances[$0].properties.region } ?? "root"
    explanation = Explanation(
      of: name, ExplainedRecognizer(numbers, of: set).map { [$0] } ?? [], usesColor: usesColor)
  }

  /// Whether one of the recognizers has fired.
  public var hasFired: Bool { explanation.hasFired }

  /// The first lines, which describe the recognizers.
  public var head: [String] { explanation.head }

  /// Sets the regions of a touchscreen.
  public func setRegions(of device: Int, _ tree: RegionTree) {
    regions[device] = Set(
      tree.regions.indices.filter { inner in
        var number: Int? = inner
        while let current = number {
          if tree.regions[current].name == region { return true }
          number = tree.regions[current].parent
        }
        return false
      })
  }

  /// Records an event. Only transitions of the explained recognizers count.
  public func record(_ event: Event) {
    guard case .transition(let event) = event, family.contains(event.recognizer) else { return }
    explanation.record(
      Explanation.Transition(
        recognizer: 0, numberOfTouches: numbersOfTouches[event.recognizer], from: event.from, to: event.to,
        sequence: event.sequence, time: event.time,
        reason: ExplainedReason(event.reason, cause: event.reason.cause.map { names[$0] })))
  }

  /// Records the fingers of a frame that recognizers are offered, including fingers that no region receives.
  public func record(_ fingers: [FingerNote], of device: Int) {
    let own = fingers.filter { regions[device]?.contains($0.region) ?? true }
    for phase in [TouchPhase.began, .ended, .cancelled] {
      let changed = own.filter { $0.phase == phase }
      for time in Set(changed.map(\.time)).sorted() {
        let together = changed.filter { $0.time == time }
        explanation.record(fingers: together.count, phase, sequence: together[0].sequence, at: time)
      }
    }
  }

  /// The lines about the events since the last call, without line ends.
  public func drainLines() -> [String] { explanation.drainLines() }

  /// The last line: how often the recognizers fired.
  public var summary: String { explanation.summary }
}
