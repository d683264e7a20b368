import GesturedBase
import GesturedConfiguration
import LinuxEventLoop

/// The files of the configuration: the main one, and the drop-ins in the folder `conf.d` beside it, in the order of
/// their names. A later file overrides an earlier one, key by key.
public struct ConfigurationFile: Sendable {
  /// The path of the main file by default.
  public static let defaultPath = "/etc/gestured/gestured.toml"
  /// The folder of the drop-ins.
  public static let dropInFolder = "conf.d"
  /// The most bytes of all files together.
  public static let maximumBytes = 1 << 20

  /// The name in messages for the built-in text, which replaces a missing default file.
  private static let builtInName = "built-in gestured.toml"
  /// The most names that are read from the folder.
  private static let maximumNames = 4096

  private let path: String?

  /// - Parameter path: the main file; nil for the default one, or the built-in text where that file does not exist.
  public init(path: String?) {
    self.path = path
  }

  /// Reads and checks the configuration.
  ///
  /// - Throws: `DaemonError.configuration` with every mistake, a line each.
  public func load() throws(DaemonError) -> Configuration {
    try parse(read())
  }

  /// The user of the service, where this process is root's and may read more; nil otherwise.
  public static var serviceUser: String? { ProcessIdentity.effectiveUserID == 0 ? "gestured" : nil }

  /// Checks the configuration.
  ///
  /// - Parameter user: a user who has to read the files too. This process becomes that user, for good; a user who does
  ///   not exist is left out.
  /// - Returns: a line that says that the configuration is valid, with its counts, and a line for each warning.
  /// - Throws: as `load`; also where the user cannot read a file of the default configuration. A file that the
  ///   arguments name may be meant for another user, so it only gets a warning.
  public func check(asUser user: String? = nil) throws(DaemonError) -> String {
    let files = try read()
    let configuration = try parse(files)
    let name = files.map(\.file.escapedForMessage).joined(separator: ", ")
    let verdict = "\(name): valid, \(Self.counts(of: configuration))"
    let unreadable = user.map(unreadable) ?? []
    if path == nil, !unreadable.isEmpty { throw .configuration(unreadable.joined(separator: "\n")) }
    let warnings = configuration.warnings.map { "\($0)" } + unreadable
    return ([verdict] + configuration.filterReport + warnings.map { "\(name): warning: \($0)" })
      .joined(separator: "\n")
  }

  /// The number of recognizers and their tables, then the numbers of other named tables that are not 0.
  private static func counts(of configuration: Configuration) -> String {
    let recognizers = configuration.recognizers.reduce(0) { $0 + $1.numbersOfTouches.count }
    let windows = configuration.regions.count { $0.parent == nil }
    let others = [
      (configuration.regions.count - windows, "region"), (windows, "window"),
      (configuration.devices.count, "device"), (configuration.exclusions.count, "exclusion zone"),
    ]
    let first =
      "\(counted(recognizers, "recognizer")) in \(counted(configuration.recognizers.count, "table"))"
    return ([first] + others.filter { $0.0 > 0 }.map(counted)).joined(separator: ", ")
  }

  /// A line for each file that a user cannot read; none where there is no such user.
  private func unreadable(for user: String) -> [String] {
    guard ProcessIdentity.becomeUser(named: user) else { return [] }
    return open().complaints.map { "\(ToolMessage.notForService.with($0, user))" }
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// The settings in effect, as TOML, with the source of each value.
  public func effectiveText() throws(DaemonError) -> String {
    let files = try read()
    do throws(ConfigurationError) {
      return try EffectiveConfiguration.text(of: files)
    } catch {
      throw .configuration("\(error)")
    }
  }

  private func parse(_ files: [ConfigurationText]) throws(DaemonError) -> Configuration {
    do throws(ConfigurationError) {
      return try .parse(files)
    } catch {
      throw .configuration("\(error)")
    }
  }

  /// Reads all files, in their order. Unreadable files are reported together with the mistakes in the others.
  private func read() throws(DaemonError) -> [ConfigurationText] {
    var (files, complaints) = open()
    guard !complaints.isEmpty else { return files }
    // Without the main file, the others may refer to its declarations.
    if files.first?.file == mainFile || files.first?.file == Self.builtInName {
      do throws(DaemonError) {
        _ = try parse(files)
      } catch {
        complaints.append("\(error)")
      }
    }
    throw .configuration(complaints.joined(separator: "\n"))
  }

  private var mainFile: String { path ?? Self.defaultPath }

  /// The files that this process can read, in their order, and a line for each of the others.
  private func open() -> (files: [ConfigurationText], complaints: [String]) {
    let name = mainFile
    var files: [ConfigurationText] = []
    var complaints: [String] = []
    do throws(FileError) {
      files.append(
        ConfigurationText(file: name, bytes: try BoundedFile.read(name, maximumBytes: Self.maximumBytes)))
    } catch {
      if path == nil, case .system(let error) = error, error.errno == .noSuchFileOrDirectory {
        files.append(ConfigurationText(file: Self.builtInName, bytes: Configuration.builtInText))
      } else {
        complaints.append("\(error)")
      }
    }
    for dropIn in dropIns(beside: name, &complaints) {
      let left = Self.maximumBytes - files.reduce(0) { $0 + $1.bytes.count }
      do throws(FileError) {
        files.append(
          ConfigurationText(file: dropIn, bytes: try BoundedFile.read(dropIn, maximumBytes: max(0, left))))
      } catch {
        complaints.append("\(error)")
      }
    }
    return (files, complaints)
  }

  private func dropIns(beside file: String, _ complaints: inout [String]) -> [String] {
    let directory = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    let folder = directory + Self.dropInFolder
    do throws(FileError) {
      return try FolderListing.names(in: folder, endingIn: ".toml", maximum: Self.maximumNames)
        .map { "\(folder)/\($0)" }
    } catch {
      complaints.append("\(error)")
      return []
    }
  }
}
