internal import GestureCore

/// Collects the mistakes of files that are read together, or of one table of a request.
struct MistakeList {
  private struct Finding {
    var place: SettingPlace
    var keys: [String]
    var problem: SettingMistake.Problem
    var found: String
    var allowed: String?
    /// The hint is made only when it is reported: a request reports one mistake only.
    var hint: () -> String?
  }

  /// Further mistakes are counted, not kept: no author reads so many, and a hostile file would cost a hint for each.
  static let maximumCount = 100

  private let files: [String]
  private var findings: [Finding] = []
  private var omitted = 0

  /// An empty list for files, named in the order of their numbers.
  init(files: [String]) {
    self.files = files.map { MessageText.visible($0, maximumLength: 4096) }
  }

  /// An empty list for a file.
  init(file: String) {
    self.init(files: [file])
  }

  /// An empty list for a request.
  init() {
    files = []
  }

  /// The number of mistakes.
  var count: Int { findings.count + omitted }

  /// Whether further mistakes are only counted.
  var isFull: Bool { findings.count >= Self.maximumCount }

  /// The mistakes of the files, in their order; nil where there are none.
  var error: ConfigurationError? {
    guard !findings.isEmpty else { return nil }
    let mistakes = findings.map { finding in
      let position =
        if case .file(let position) = finding.place { position } else { TomlPosition(line: 1, column: 1) }
      let mistake = ConfigurationMistake(
        file: files.indices.contains(position.file) ? files[position.file] : "", line: position.line,
        column: position.column, keyPath: MessageText.keyPath(finding.keys), found: finding.found,
        allowed: finding.allowed, hint: finding.hint())
      return (position: position, mistake: mistake)
    }
    let sorted = mistakes.sorted { $0.position < $1.position }.map(\.mistake)
    return ConfigurationError(mistakes: sorted, omitted: omitted)
  }

  /// Forgets missing keys: a file that could not be read may hold them.
  mutating func forgetMissing() {
    findings.removeAll { $0.problem == .missing }
  }

  /// The mistake of a request's table for the client: the first one of the most important sort; nil for a correct
  /// table.
  var requestMistake: SettingMistake? {
    guard let finding = findings.min(by: { $0.problem < $1.problem }) else { return nil }
    return SettingMistake(
      problem: finding.problem, path: requestPath(of: finding), found: finding.found,
      allowed: finding.allowed, hint: finding.hint())
  }

  /// The path of the mistake's keys, or that of the value in it.
  private func requestPath(of finding: Finding) -> String {
    let path = finding.keys.dropFirst().reduce(finding.keys.first ?? "") { path, key in
      SettingPlace.path(to: key, in: path)
    }
    guard case .request(let place) = finding.place, place.hasPrefix(path) else { return path }
    return place
  }

  /// Adds a mistake.
  mutating func add(
    at position: SettingPlace, _ keys: [String], problem: SettingMistake.Problem = .value,
    found: @autoclosure () -> MessageLine, allowed: String? = nil,
    hint: @autoclosure @escaping () -> String? = nil
  ) {
    guard !isFull else {
      omitted += 1
      return
    }
    findings.append(
      Finding(
        place: position, keys: keys, problem: problem, found: found().description, allowed: allowed,
        hint: hint))
  }

  /// Adds a value that its key does not allow.
  mutating func add(
    _ value: SettingValue, _ keys: [String], problem: SettingMistake.Problem = .value, allowed: String,
    hint: @autoclosure @escaping () -> String? = nil
  ) {
    add(
      at: value.position, keys, problem: problem, found: MistakeMessage.found.with(value.asFound),
      allowed: allowed,
      hint: hint())
  }

  /// Adds the mistake that a file is not TOML.
  mutating func add(_ error: TomlSyntaxError) {
    add(
      at: .file(error.position), [],
      found: MistakeMessage.notTOML.with(MessageText.visible(error.reason, maximumLength: 200)),
      hint: error.hint.map { MessageText.visible($0, maximumLength: 200) })
  }

  /// Adds an unknown key, with the nearest known one as a hint, else with all known keys.
  mutating func add(unknown entry: SettingEntry, _ keys: [String], known: [String]) {
    guard !isFull else {
      omitted += 1
      return
    }
    let hint = NearestWord.nearest(to: entry.key, among: known)
    add(
      at: entry.keyPosition, keys, problem: .unknownKey, found: MistakeMessage.unknownKey.with(),
      allowed: hint == nil ? known.joined(separator: ", ") : nil, hint: hint)
  }
}
