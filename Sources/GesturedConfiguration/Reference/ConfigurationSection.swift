/// A section of the files: the same list serves the check, the printed configuration and the manual.
struct ConfigurationSection: Sendable {
  /// The word in the brackets.
  let name: String
  /// The manual's placeholder for the name of one of its tables; nil for a section with a single table.
  let placeholder: String?
  /// The keys that each of its tables may have, without those of a recognizer's kind.
  var keys: [KeyDescription] { describeKeys() }

  /// Describes the keys for a manual or a printed configuration. A check does not need them.
  private let describeKeys: @Sendable () -> [KeyDescription]

  private init(
    name: String, placeholder: String?, keys: @autoclosure @escaping @Sendable () -> [KeyDescription]
  ) {
    self.name = name
    self.placeholder = placeholder
    describeKeys = keys
  }

  /// All sections, in the order of the manual.
  static let all: [ConfigurationSection] =
    beforeFamilies
    + FamilySection.all.map { ConfigurationSection(name: $0.name, placeholder: nil, keys: $0.keys) }
    + afterFamilies

  private static let beforeFamilies = [
    ConfigurationSection(name: "recognizer", placeholder: "NAME", keys: RecognizerSection.keys),
    ConfigurationSection(name: "region", placeholder: "ID", keys: RegionSection.keys + [EnabledTables.key]),
    ConfigurationSection(name: "window", placeholder: "ID", keys: WindowSection.keys + [EnabledTables.key]),
    ConfigurationSection(
      name: "controller", placeholder: "NAME", keys: ResponderSection.keys + [EnabledTables.key]),
    ConfigurationSection(name: "application", placeholder: nil, keys: ResponderSection.keys),
    ConfigurationSection(name: "touch", placeholder: nil, keys: TouchSection.keys),
    ConfigurationSection(name: "filter", placeholder: nil, keys: FilterSection.keys),
  ]

  private static let afterFamilies = [
    ConfigurationSection(name: "device", placeholder: "NAME", keys: DeviceSection.keys + [EnabledTables.key]),
    ConfigurationSection(
      name: "exclusion", placeholder: "NAME", keys: ExclusionSection.keys + [EnabledTables.key]),
    ConfigurationSection(name: "socket", placeholder: nil, keys: SocketSection.keys),
    ConfigurationSection(name: "rights", placeholder: nil, keys: RightsSection.keys),
  ]

  /// The head of one of its tables, as an author writes it.
  var head: String { placeholder.map { "[\(name).\($0)]" } ?? "[\(name)]" }
}
