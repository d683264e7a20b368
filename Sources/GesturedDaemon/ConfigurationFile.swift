import GesturedConfiguration
import LinuxEventLoop

/// The file that the configuration is read from.
public struct ConfigurationFile: Sendable {
  /// Where it is when nobody says.
  public static let defaultPath = "/etc/gestured/gestured.toml"
  /// The largest file that is read, in bytes.
  public static let maximumBytes = 1 << 20

  private let path: String?

  /// - Parameter path: the file; nil for the default one, or the built-in copy where that does not exist.
  public init(path: String?) {
    self.path = path
  }

  /// Reads and checks it.
  ///
  /// - Throws: `DaemonError.configuration` with every mistake, a line each.
  public func load() throws(DaemonError) -> Configuration {
    try loadNamed().configuration
  }

  /// Checks it.
  ///
  /// - Returns: a line that says that it is right, and one for each thing that the author may want to change.
  public func check() throws(DaemonError) -> String {
    let (name, configuration) = try loadNamed()
    let count = configuration.recognizers.reduce(0) { $0 + $1.numbersOfTouches.count }
    let verdict = "\(name): right, \(configuration.recognizers.count) tables make \(count) recognizers"
    return ([verdict] + configuration.warnings.map { "\(name): warning: \($0)" }).joined(separator: "\n")
  }

  private func loadNamed() throws(DaemonError) -> (name: String, configuration: Configuration) {
    let file = try read()
    do throws(ConfigurationError) {
      guard let (name, bytes) = file else { return ("built-in gestured.toml", try .builtIn()) }
      return (name.escapedForMessage, try .parse(bytes, file: name))
    } catch {
      throw .configuration("\(error)")
    }
  }

  /// The name and the bytes of the file; nil where there is none and none was asked for.
  private func read() throws(DaemonError) -> (String, [UInt8])? {
    let name = path ?? Self.defaultPath
    do throws(FileError) {
      return (name, try BoundedFile.read(name, maximumBytes: Self.maximumBytes))
    } catch {
      if path == nil, case .system(let error) = error, error.errno == .noSuchFileOrDirectory { return nil }
      throw .configuration("\(error)")
    }
  }
}
