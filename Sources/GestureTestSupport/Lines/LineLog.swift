import FoundationEssentials
import Synchronization
import SystemPackage

/// Keeps the wire's lines that tests see. The schema lane checks all of them against docs/protocol.schema.json.
///
/// The environment variable `GESTURED_LINES` names the folder; without it, nothing is kept. Each process has two files
/// there, one of lines (`.lines`) and one of granted requests (`.requests`). Each text occurs once.
public enum LineLog {
  /// The files of this process; nil where nothing is kept.
  private static let files: Files? = ProcessInfo.processInfo.environment["GESTURED_LINES"].map(Files.init)

  /// Whether texts are kept.
  public static var isOn: Bool { files != nil }

  /// Keeps lines that a daemon or an encoder wrote.
  ///
  /// Skips texts that are not objects with `type` first, and lines of type `x`, which tests invent.
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

  /// A file of lines without repetition. The first line creates the file.
  private final class Collection: Sendable {
    private let path: String
    private let known = Mutex<Set<Int>>([])

    init(_ path: String) {
      self.path = path
    }

    func append(_ line: String) {
      known.withLock { known in
        guard known.insert(line.hashValue).inserted else { return }
        // Errors are ignored here. Without the folder, the lane finds no lines and fails.
        let file = try? FileDescriptor.open(
          FilePath(path), .writeOnly, options: [.create, .append], permissions: .ownerReadWrite)
        _ = try? file?.closeAfter { try file?.writeAll(Array((line + "\n").utf8)) }
      }
    }
  }
}
