import FoundationEssentials
import Synchronization
import SystemPackage

/// Keeps what tests see of the wire, for the schema lane, which holds all of it to docs/protocol.schema.json.
///
/// It keeps something only where the environment names a folder in `GESTURED_LINES`: then each process has two files
/// there, one of lines (`.lines`) and one of requests that were granted (`.requests`), each text once.
public enum LineLog {
  /// The files of this process; nil where nothing is kept.
  private static let files: Files? = ProcessInfo.processInfo.environment["GESTURED_LINES"].map(Files.init)

  /// Whether anything is kept.
  public static var isOn: Bool { files != nil }

  /// Keeps lines that a daemon or an encoder wrote.
  ///
  /// What is no object with a `type` first is passed over, and so is the type `x`, which tests make up lines of.
  public static func keep(_ lines: some Sequence<some StringProtocol>) {
    guard let files else { return }
    for line in lines
    where line.hasPrefix(#"{"type":""#) && line.hasSuffix("}") && !line.hasPrefix(#"{"type":"x""#) {
      files.lines.append(String(line))
    }
  }

  /// Keeps the lines of a text.
  public static func keep(linesOf text: some StringProtocol) {
    guard isOn else { return }
    keep(text.split(separator: "\n"))
  }

  /// Keeps a request that was granted.
  public static func keep(request: String) {
    files?.requests.append(request)
  }

  /// The two files of a process.
  private struct Files: Sendable {
    let lines: Collection
    let requests: Collection

    init(in folder: String) {
      let name = "\(folder)/\(UUID().uuidString)"
      lines = Collection(name + ".lines")
      requests = Collection(name + ".requests")
    }
  }

  /// A file of lines, each once. It is there from its first line on.
  private final class Collection: Sendable {
    private let path: String
    private let known = Mutex<Set<Int>>([])

    init(_ path: String) {
      self.path = path
    }

    func append(_ line: String) {
      known.withLock { known in
        guard known.insert(line.hashValue).inserted else { return }
        // Where the folder is not, the lane finds no lines and says so; a test has nobody to tell.
        let file = try? FileDescriptor.open(
          FilePath(path), .writeOnly, options: [.create, .append], permissions: .ownerReadWrite)
        _ = try? file?.closeAfter { try file?.writeAll(Array((line + "\n").utf8)) }
      }
    }
  }
}
