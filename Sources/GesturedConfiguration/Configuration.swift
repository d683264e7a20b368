public import GestureCore
public import TouchInput

/// The checked contents of the configuration files: every value lies within its range, and every name is known.
public struct Configuration: Hashable, Sendable {
  /// The recognizers in the order of the file, without those with `enabled = false`.
  public var recognizers: [RecognizerDeclaration]
  /// The names of recognizers with `enabled = false`: relations to them are inert (ARB-36).
  public var disabledRecognizers: Set<String> = []
  /// The tables of devices, in the order of the file.
  public var devices: [DeviceSettings]
  /// Windows and regions, each after its parent, siblings in the order of the file.
  public var regions: [RegionDeclaration]
  /// The touchscreens of windows that name any, by the window's name.
  public var windowDevices: [String: TextPattern]
  /// The actions of controllers and of the application.
  public var responderActions: [ResponderName: [String]] = [:]
  /// The zones where landings are ignored.
  public var exclusions: [ExclusionSettings]
  /// The options that turn contacts into touches.
  public var touch: TouchSettings
  /// The filter that gives an app the touches that no gesture wins.
  public var filter = TouchFilter()
  /// The events apart from touches: shake, remote controls, audio route.
  public var families = FamilySettings()
  /// The sockets of events, and their limits.
  public var socket: SocketSettings
  /// The rights of clients over others.
  public var rights: RightsSettings

  /// Reads a configuration.
  ///
  /// - Parameters:
  ///   - bytes: the content of the file: any bytes.
  ///   - file: the file's name in mistakes.
  ///   - catalog: the known recognizers.
  /// - Throws: all mistakes of the file; for a file that is not TOML, only the first.
  public static func parse(
    _ bytes: [UInt8], file: String, catalog: [any Recognizer.Type] = RecognizerCatalog.types
  ) throws(ConfigurationError) -> Configuration {
    try parse([ConfigurationText(file: file, bytes: bytes)], catalog: catalog)
  }

  /// Reads a configuration of several files: later files override earlier ones, key by key.
  ///
  /// - Throws: all mistakes of all files; for a file that is not TOML, only the first.
  public static func parse(
    _ files: [ConfigurationText], catalog: [any Recognizer.Type] = RecognizerCatalog.types
  ) throws(ConfigurationError) -> Configuration {
    var checker = ConfigurationChecker(files, catalog: catalog)
    return try checker.check()
  }

  /// Reads the configuration that is built into the program: a copy of `config/gestured.toml`, for a machine without
  /// the file.
  ///
  /// - Throws: never, as the tests prove; a caller reports it like any other mistake.
  public static func builtIn() throws(ConfigurationError) -> Configuration {
    try parse(builtInText, file: "built-in gestured.toml")
  }

  /// The bytes of that copy.
  public static var builtInText: [UInt8] { PackageResources.gestured_toml }

  /// The settings for a device: the first table that fits; nil where none fits.
  public func settings(for device: DeviceIdentity) -> DeviceSettings? {
    devices.first { $0.match.fits(device) }
  }

  /// The filter of a touchscreen; nil where it is not filtered.
  ///
  /// - Parameter settings: the touchscreen's table; nil where it has none.
  public func touchFilter(_ settings: DeviceSettings?) -> TouchFilter? {
    // A touchpad is never filtered (FLT-2).
    guard !(settings?.isTouchpad ?? false) else { return nil }
    let filter = settings?.touchFilter ?? filter
    return filter.isEnabled ? filter : nil
  }

  /// Whether any touchscreen may be filtered.
  public var filtersTouches: Bool {
    filter.isEnabled || devices.contains { $0.touchFilter?.isEnabled ?? false }
  }

  /// Filters every touchscreen, whatever the files say of `enabled`: `--filter-to` (FLT-56).
  public mutating func filterEverything() {
    filter.isEnabled = true
    for position in devices.indices { devices[position].touchFilter?.isEnabled = true }
  }

  /// The filters between a touchscreen's frames and its touches: those of its table, and all zones on it.
  ///
  /// - Parameters:
  ///   - settings: the touchscreen's table; nil where it has none.
  ///   - names: the touchscreen's names.
  public func filters(_ settings: DeviceSettings?, on names: ScreenNames) -> FilterSettings {
    var filters = settings?.filters ?? FilterSettings()
    filters.zones = exclusions.filter { $0.pattern.map(names.fit) ?? true }.map(\.zone)
    return filters
  }
}

/// A file of the configuration: its name in messages, and its content.
public struct ConfigurationText: Hashable, Sendable {
  /// The file's name.
  public var file: String
  /// Its content: any bytes.
  public var bytes: [UInt8]

  public init(file: String, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes
  }
}
