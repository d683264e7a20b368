public import GestureCore
public import TouchInput

/// What an author says in a configuration file, checked: every value lies within its range, every name is
/// known.
public struct Configuration: Hashable, Sendable {
  /// The recognizers in the order of the file, without those that are `enabled = false`.
  public var recognizers: [RecognizerDeclaration]
  /// The names of recognizers that are `enabled = false`: relations to them are inert (ARB-36).
  public var disabledRecognizers: Set<String> = []
  /// What is said of devices, in the order of the file.
  public var devices: [DeviceSettings]
  /// Windows and regions, each after what it lies in, siblings in the order of the file.
  public var regions: [RegionDeclaration]
  /// The touchscreens of windows that name them, by the window's name.
  public var windowDevices: [String: TextPattern]
  /// Where landings are ignored.
  public var exclusions: [ExclusionSettings]
  /// How contacts become touches.
  public var touch: TouchSettings
  /// What is no touch: shake, remote controls, audio route.
  public var families = FamilySettings()
  /// Where events are served, and with which limits.
  public var socket: SocketSettings
  /// Who may do what to others.
  public var rights: RightsSettings

  /// Reads a configuration.
  ///
  /// - Parameters:
  ///   - bytes: the content of the file: any bytes.
  ///   - file: what mistakes call the file.
  ///   - catalog: the recognizers there are.
  /// - Throws: all mistakes of the file; of one that is not TOML the first.
  public static func parse(
    _ bytes: [UInt8], file: String, catalog: [any Recognizer.Type] = RecognizerCatalog.types
  ) throws(ConfigurationError) -> Configuration {
    try parse([ConfigurationText(file: file, bytes: bytes)], catalog: catalog)
  }

  /// Reads a configuration of several files: what a later one says goes before what an earlier one says, key by key.
  ///
  /// - Throws: all mistakes of all files; of one that is not TOML the first.
  public static func parse(
    _ files: [ConfigurationText], catalog: [any Recognizer.Type] = RecognizerCatalog.types
  ) throws(ConfigurationError) -> Configuration {
    var checker = ConfigurationChecker(files, catalog: catalog)
    return try checker.check()
  }

  /// Reads the configuration that is built into the program: a copy of `config/gestured.toml`, for where
  /// there is no file.
  ///
  /// - Throws: never, as the tests prove; a caller reports it as any other mistake.
  public static func builtIn() throws(ConfigurationError) -> Configuration {
    try parse(builtInText, file: "built-in gestured.toml")
  }

  /// The bytes of that copy.
  public static var builtInText: [UInt8] { PackageResources.gestured_toml }

  /// What is said of a device: the first table that fits; nil where none does.
  public func settings(for device: DeviceIdentity) -> DeviceSettings? {
    devices.first { $0.match.fits(device) }
  }

  /// What the frames of a touchscreen go through before they become touches: what its table says, and all zones that
  /// are for it.
  ///
  /// - Parameters:
  ///   - settings: its table; nil where it has none.
  ///   - names: what it is called.
  public func filters(_ settings: DeviceSettings?, on names: ScreenNames) -> FilterSettings {
    var filters = settings?.filters ?? FilterSettings()
    filters.zones = exclusions.filter { $0.pattern.map(names.fit) ?? true }.map(\.zone)
    return filters
  }
}
