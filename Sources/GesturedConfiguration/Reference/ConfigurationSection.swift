/// A section of the files: what is said of it is checked, printed and told in the manual by this list.
struct ConfigurationSection {
  /// The word in the brackets.
  let name: String
  /// What the manual calls the name of one of its tables; nil where it is one table.
  let placeholder: String?
  /// The keys that each of its tables may have, but for those of a recognizer's kind.
  let keys: [KeyDescription]

  /// All of them, in the order of the manual.
  static let all: [ConfigurationSection] =
    beforeFamilies
    + FamilySection.all.map { ConfigurationSection(name: $0.name, placeholder: nil, keys: $0.keys) }
    + afterFamilies

  private static let beforeFamilies = [
    ConfigurationSection(name: "recognizer", placeholder: "NAME", keys: RecognizerSection.keys),
    ConfigurationSection(name: "region", placeholder: "ID", keys: RegionSection.keys + [EnabledTables.key]),
    ConfigurationSection(name: "window", placeholder: "ID", keys: WindowSection.keys + [EnabledTables.key]),
    ConfigurationSection(name: "touch", placeholder: nil, keys: TouchSection.keys),
  ]

  private static let afterFamilies = [
    ConfigurationSection(name: "device", placeholder: "NAME", keys: DeviceSection.keys + [EnabledTables.key]),
    ConfigurationSection(
      name: "exclusion", placeholder: "NAME", keys: ExclusionSection.keys + [EnabledTables.key]),
    ConfigurationSection(name: "socket", placeholder: nil, keys: SocketSection.keys),
    ConfigurationSection(name: "rights", placeholder: nil, keys: RightsSection.keys),
  ]

  /// How an author writes the head of one of its tables.
  var head: String { placeholder.map { "[\(name).\($0)]" } ?? "[\(name)]" }
}
