internal import GestureCore

/// Collects the mistakes of the files that are read together, or of one table of a request.
struct MistakeList {
  private struct Finding {
    var place: SettingPlace
    var keys: [String]
    var problem: SettingMistake.Problem
    var found: String
    var allowed: String?
    /// Made where it is told: of what a request says wrongly one is.
    var hint: () -> String?
  }

  /// More are counted, not kept: nobody reads them, and a hostile file would cost a hint for each.
  static let maximumCount = 100

  private let files: [String]
  private var findings: [Finding] = []
  private var omitted = 0

  /// An empty list for files, by their names in the order of their numbers.
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

  /// How many there are.
  var count: Int { findings.count + omitted }

  /// Whether further mistakes are only counted.
  var isFull: Bool { findings.count >= Self.maximumCount }

  /// What was collected of files, in their order; nil where nothing was.
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

  /// Forgets what is missing: a file that could not be read may say it.
  mutating func forgetMissing() {
    findings.removeAll { $0.problem == .missing }
  }

  /// What a client is told of a table of its request: the first mistake of the first sort; nil where there is none.
  var requestMistake: SettingMistake? {
    guard let finding = findings.min(by: { $0.problem < $1.problem }) else { return nil }
    return SettingMistake(
      problem: finding.problem, path: requestPath(of: finding), found: finding.found,
      allowed: finding.allowed, hint: finding.hint())
  }

  /// The path of the keys, or that of the value in it.
  private func requestPath(of finding: Finding) -> String {
    let path = finding.keys.dropFirst().reduce(finding.keys.first ?? "") { path, key in
      SettingPlace.path(to: key, in: path)
    }
    guard case .request(let place) = finding.place, place.hasPrefix(path) else { return path }
    return place
  }

  /// Adds one.
  mutating func add(
    at position: SettingPlace, _ keys: [String], problem: SettingMistake.Problem = .value,
    found: @autoclosure () -> String, allowed: String? = nil, hint: @autoclosure @escaping () -> String? = nil
  ) {
    guard !isFull else {
      omitted += 1
      return
    }
    findings.append(
      Finding(
        place: position, keys: keys, problem: problem, found: found(), allowed: allowed, hint: hint))
  }

  /// Adds a value that is not what its key takes.
  mutating func add(
    _ value: SettingValue, _ keys: [String], problem: SettingMistake.Problem = .value, allowed: String,
    hint: @autoclosure @escaping () -> String? = nil
  ) {
    add(
      at: value.position, keys, problem: problem, found: "found \(value.asFound)", allowed: allowed,
      hint: hint())
  }

  /// Adds that a file is not TOML.
  mutating func add(_ error: TomlSyntaxError) {
    add(
      at: .file(error.position), [],
      found: "not TOML: \(MessageText.visible(error.reason, maximumLength: 200))",
      hint: error.hint.map { MessageText.visible($0, maximumLength: 200) })
  }

  /// Adds a key that is not known, with the nearest one that is, else all of them.
  mutating func add(unknown entry: SettingEntry, _ keys: [String], known: [String]) {
    guard !isFull else {
      omitted += 1
      return
    }
    let hint = NearestWord.nearest(to: entry.key, among: known)
    add(
      at: entry.keyPosition, keys, problem: .unknownKey, found: "unknown key",
      allowed: hint == nil ? known.joined(separator: ", ") : nil, hint: hint)
  }
}
