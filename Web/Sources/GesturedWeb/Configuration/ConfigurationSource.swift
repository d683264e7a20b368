import CWeb
internal import GestureCore
import Glibc

/// The file of the configuration.
public struct ConfigurationSource: Sendable {
  /// The file that is read where none is named.
  public static let defaultPath = "/etc/gestured/web.toml"
  /// The largest file, in bytes.
  private static let mostBytes = 1_048_576

  private let file: String?

  /// A source. Without a name the default file is read where it exists.
  public init(file: String?) {
    self.file = file
  }

  /// The file's name in messages.
  public var name: String { file ?? Self.defaultPath }

  /// Reads the file.
  public func read() throws -> (configuration: WebConfiguration, warnings: [String]) {
    let descriptor = unsafe open(name, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if file == nil, errno == ENOENT { return (WebConfiguration(), []) }
      throw RunError(exitCode: 78, description: "\(VisibleText.visible(name)): cannot read (error \(errno))")
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= Self.mostBytes {
      let count = unsafe piece.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw RunError(
          exitCode: 78, description: "\(VisibleText.visible(name)): cannot read (error \(errno))")
      }
      if count == 0 { break }
      bytes += piece[..<count]
    }
    return try WebConfigurationReader.read(bytes, file: name)
  }
}

extension WebConfiguration {
  /// The settings as TOML.
  public var toml: String {
    let list = { (texts: [String]) in "[" + texts.map { "\"\($0)\"" }.joined(separator: ", ") + "]" }
    let words = { (grants: Set<Grant>) in list(Grant.allCases.filter(grants.contains).map(\.rawValue)) }
    var lines = [
      "listen = \(list(listen.map(\.text)))",
      (pages.map { "pages = \(VisibleText.quoted($0))" }) ?? "# pages = \"/srv/kiosk\"",
      "hosts = \(list(hosts))",
      "allow_no_origin = \(allowNoOrigin)",
      "frame_ancestors = \(list(frameAncestors))",
      "pages_csp = \"\(policy)\"",
      "socket = \(VisibleText.quoted(socket))",
      "raw_socket = \(VisibleText.quoted(rawSocket))",
      "raw = \(raw)",
      "regions_per_page = \(regionsPerPage)",
      "recognizers_per_page = \(recognizersPerPage)",
      "maximum_pages = \(maximumPages)",
      "pages_per_origin = \(pagesPerOrigin)",
      "", "[origin.self]", "allow = \(words(own.grants))",
    ]
    for (name, origin) in origins.sorted(by: { $0.key < $1.key }) {
      lines += [
        "", "[origin.\"\(name)\"]", "allow = \(words(origin.grants))", "token = \(origin.needsToken)",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
