internal import GestureCore

/// Makes a configuration of files, or finds all their mistakes.
struct ConfigurationChecker {
  private let catalog: [any Recognizer.Type]
  private var mistakes: MistakeList

  private let files: [ConfigurationText]
  /// The files' combined document, of those that are TOML, with the tables that have `enabled = false`.
  private(set) var document = SettingTable([])

  /// A checker for files, of which each later one adds to the earlier ones or overrides them.
  init(_ files: [ConfigurationText], catalog: [any Recognizer.Type]) {
    self.catalog = catalog
    self.files = files
    mistakes = MistakeList(files: files.map(\.file))
  }

  /// Reads the files.
  mutating func check() throws(ConfigurationError) -> Configuration {
    let configuration = read()
    if let error = mistakes.error { throw error }
    return configuration
  }

  private mutating func read() -> Configuration {
    var documents: [SettingTable] = []
    for (number, file) in files.enumerated() {
      if let table = readFile(number, file.bytes) { documents.append(table) }
    }
    let isComplete = documents.count == files.count
    self.document = SettingTable(merging: documents)
    let document = EnabledTables.of(self.document, &mistakes)
    defer { if !isComplete { mistakes.forgetMissing() } }
    SectionReader(table: document, path: [])
      .refuseUnknownKeys(
        known: ConfigurationSection.all.map(\.name), &mistakes)
    let (recognizers, disabledRecognizers) = readRecognizers(document)
    let touch = TouchSection.read(reader(of: "touch", in: document), &mistakes)
    let filter = FilterSection.read(reader(of: "filter", in: document), &mistakes)
    let devices = readDevices(document, recognizers, touch, filter)
    let (regions, windowDevices) = readRegions(document)
    return Configuration(
      recognizers: recognizers, disabledRecognizers: disabledRecognizers, devices: devices, regions: regions,
      windowDevices: windowDevices, responderActions: readResponders(document),
      exclusions: readExclusions(document),
      touch: TouchSettings(touch), filter: filter,
      families: readFamilies(document),
      socket: SocketSection.read(reader(of: "socket", in: document), &mistakes),
      rights: RightsSection.read(reader(of: "rights", in: document), &mistakes))
  }

  /// A file's document; nil where it is not TOML, which adds a mistake.
  private mutating func readFile(_ number: Int, _ bytes: [UInt8]) -> SettingTable? {
    do throws(TomlSyntaxError) {
      return try TomlReader.read(bytes, file: number)
    } catch {
      mistakes.add(error)
      return nil
    }
  }

  /// The recognizers, and the names of the disabled ones.
  private mutating func readRecognizers(
    _ document: SettingTable
  ) -> (declared: [RecognizerDeclaration], disabled: Set<String>) {
    let tables = self.tables(in: "recognizer", of: document)
    let regions = KnownRegions(regionNames(document))
    var declarations: [RecognizerDeclaration] = []
    var count = 0
    for (entry, reader) in named(tables, in: "recognizer") {
      guard
        let declaration = RecognizerSection.read(
          reader, headAt: entry.keyPosition, catalog: catalog, regions: regions, &mistakes)
      else { continue }
      count += declaration.numbersOfTouches.count
      guard count <= RelationChecker.maximumInstanceCount else {
        mistakes.add(
          at: entry.keyPosition, reader.path, found: MistakeMessage.tooManyRecognizers.with(),
          allowed: "\(RelationChecker.maximumInstanceCount), counting each number of touches")
        // Thousands of further tables would be read in vain (H11).
        return (declarations, [])
      }
      declarations.append(declaration)
    }
    let disabled = Set(tables.entries.filter(isDisabled).map(\.key))
    let unreadable = Set(tables.entries.map(\.key)).subtracting(declarations.map(\.name)).subtracting(
      disabled)
    RelationChecker(
      tables: tables, catalog: catalog, unreadable: unreadable, disabled: disabled,
      regionKinds: regionKinds(document)
    )
    .check(declarations, &mistakes)
    return (declarations, disabled)
  }

  /// The kinds of the regions, by their names, as far as they are written right. Mistakes in them are found later.
  private func regionKinds(_ document: SettingTable) -> [String: RegionKind] {
    guard case .table(let tables) = document["region"]?.value.content else { return [:] }
    var kinds: [String: RegionKind] = [:]
    for entry in tables.entries {
      guard case .table(let table) = entry.value.content,
        case .string(let word) = table["kind"]?.value.content, let kind = RegionKind(rawValue: word),
        kind != .view
      else { continue }
      kinds[entry.key] = kind
    }
    return kinds
  }

  private func isDisabled(_ entry: SettingEntry) -> Bool {
    guard case .table(let table) = entry.value.content, case .flag(false) = table["enabled"]?.value.content
    else { return false }
    return true
  }

  /// The regions that a recognizer may name: `root`, and each table of `[region.NAME]`.
  private func regionNames(_ document: SettingTable) -> [String] {
    guard case .table(let table) = document["region"]?.value.content else { return ["root"] }
    return ["root"] + table.entries.map(\.key)
  }

  /// - Parameters:
  ///   - recognizers: the declared recognizers, for which devices may have limits of their own.
  ///   - touch: the options of `[touch]`, which devices may override.
  ///   - filter: the values of `[filter]`, likewise.
  private mutating func readDevices(
    _ document: SettingTable, _ recognizers: [RecognizerDeclaration], _ touch: OptionTable,
    _ filter: TouchFilter
  ) -> [DeviceSettings] {
    let names =
      if case .table(let table) = document["recognizer"]?.value.content { table.entries.map(\.key) } else {
        [String]()
      }
    let regions = KnownRegions(regionNames(document))
    var devices: [DeviceSettings] = []
    for (entry, reader) in named(tables(in: "device", of: document), in: "device") {
      let ownTouch = DeviceThresholds.readTouch(reader, over: touch, &mistakes)
      let ownFilter = FilterSection.readDevice(reader, over: filter, &mistakes)
      let limits = DeviceThresholds.readRecognizers(
        reader, of: recognizers, among: names, catalog: catalog, &mistakes)
      guard
        var device = DeviceSection.read(
          reader, headAt: entry.keyPosition, regions: regions, &mistakes)
      else { continue }
      device.touch = ownTouch
      device.touchFilter = ownFilter
      device.saysFiltered = FilterSection.saysEnabled(reader)
      device.recognizers = limits
      devices.append(device)
    }
    return devices
  }

  private mutating func readRegions(
    _ document: SettingTable
  ) -> (regions: [RegionDeclaration], windowDevices: [String: TextPattern]) {
    var windows: [RegionDeclaration] = []
    var windowDevices: [String: TextPattern] = [:]
    let windowTables = tables(in: "window", of: document)
    let tables = tables(in: "region", of: document)
    let count = tables.entries.count + windowTables.entries.count
    if count > Configuration.maximumRegions, let last = (tables.entries.last ?? windowTables.entries.last) {
      mistakes.add(
        at: last.keyPosition, [tables.entries.isEmpty ? "window" : "region"],
        found: MistakeMessage.tooManyRegions.with(count), allowed: "at most \(Configuration.maximumRegions)")
    }
    // The file may have thousands of tables. Only as many are read as are allowed (H11).
    for (entry, reader) in named(windowTables, in: "window").prefix(Configuration.maximumRegions) {
      guard let (window, device) = WindowSection.read(reader, headAt: entry.keyPosition, &mistakes) else {
        continue
      }
      windows.append(window)
      windowDevices[window.region.name] = device
    }
    var regions: [RegionDeclaration] = []
    for (entry, reader) in named(tables, in: "region").prefix(Configuration.maximumRegions) {
      // Whether a screen's pixels are known turns out when the screen is there.
      if let region = RegionSection.read(reader, headAt: entry.keyPosition, hasPixels: true, &mistakes) {
        regions.append(region)
      }
    }
    // Parents may be among the tables that were not read.
    guard count <= Configuration.maximumRegions else { return ([], windowDevices) }
    let ordered = RegionNesting(tables: tables).ordered(windows: windows, regions: regions, &mistakes)
    return (ordered, windowDevices)
  }

  private mutating func readResponders(_ document: SettingTable) -> [ResponderName: [String]] {
    var actions: [ResponderName: [String]] = [:]
    for (entry, reader) in named(tables(in: "controller", of: document), in: "controller") {
      let names = ResponderSection.read(reader, &mistakes)
      if !names.isEmpty { actions[.controller(entry.key)] = names }
    }
    let names = ResponderSection.read(reader(of: "application", in: document), &mistakes)
    if !names.isEmpty { actions[.application] = names }
    return actions
  }

  private mutating func readExclusions(_ document: SettingTable) -> [ExclusionSettings] {
    var exclusions: [ExclusionSettings] = []
    for (entry, reader) in named(tables(in: "exclusion", of: document), in: "exclusion") {
      if let exclusion = ExclusionSection.read(reader, headAt: entry.keyPosition, &mistakes) {
        exclusions.append(exclusion)
      }
    }
    return exclusions
  }

  private mutating func readFamilies(_ document: SettingTable) -> FamilySettings {
    var settings = FamilySettings()
    for section in FamilySection.all {
      section.read(reader(of: section.name, in: document), into: &settings, &mistakes)
    }
    return settings
  }

  private mutating func reader(of section: String, in document: SettingTable) -> SectionReader {
    SectionReader(table: tables(in: section, of: document), path: [section])
  }

  /// The table of a section; an empty one where the section is missing.
  private mutating func tables(in section: String, of document: SettingTable) -> SettingTable {
    guard let entry = document[section] else { return SettingTable([]) }
    guard case .table(let table) = entry.value.content else {
      let isNamed = ConfigurationSection.all.contains { $0.name == section && $0.placeholder != nil }
      let head = isNamed ? "[\(section).NAME]" : "[\(section)]"
      mistakes.add(entry.value, [section], allowed: "a table \(head)")
      return SettingTable([])
    }
    return table
  }

  /// The tables of a section that have an allowed name, each with a reader.
  private mutating func named(
    _ tables: SettingTable, in section: String
  ) -> [(entry: SettingEntry, reader: SectionReader)] {
    var result: [(entry: SettingEntry, reader: SectionReader)] = []
    for entry in tables.entries {
      let path = [section, entry.key]
      guard NameRule.isName(entry.key) else {
        mistakes.add(
          at: entry.keyPosition, path, found: MistakeMessage.notAName.with(), allowed: NameRule.allowed)
        continue
      }
      guard case .table(let table) = entry.value.content else {
        mistakes.add(entry.value, path, allowed: "a table [\(section).NAME]")
        continue
      }
      result.append((entry, SectionReader(table: table, path: path)))
    }
    return result
  }
}
