import GestureCore
import GesturedBase
import GesturedDevices
import LinuxEventLoop
import SystemPackage
import TouchInput

/// `--filter-to`: writes what the app receives of a recording, as a recording or as text (FLT-56).
final class CloneWriter: CloneSink {
  /// The path that stands for text on standard output.
  static let standardOutput = "-"
  /// The most bytes that wait for a write.
  private static let longest = 1 << 16

  private let path: String
  private let descriptor: FileDescriptor
  private var text: CloneText?
  private var reader = CloneEventReader()
  private var bytes: [UInt8] = []
  private var failure: SystemError?

  /// A writer to a file, which is made or emptied, or to standard output.
  init(to path: String) throws(DaemonError) {
    self.path = path
    guard path != Self.standardOutput else {
      descriptor = .standardOutput
      text = CloneText()
      return
    }
    do {
      descriptor = try FileDescriptor.open(
        FilePath(path), .writeOnly, options: [.create, .truncate, .closeOnExec],
        permissions: [.ownerReadWrite, .groupRead])
    } catch {
      throw .system(SystemError(operation: "open", errno: error as? Errno ?? .ioError, path: path))
    }
  }

  func add(_ clone: CloneDescription, of device: Int) {
    if text == nil { EvemuWriter.append(clone.device, to: &bytes) }
  }

  func write(_ events: ArraySlice<CloneEvent>, frames: Int, at time: Instant, of device: Int) {
    for event in reader.read(events, at: time) {
      guard text != nil else {
        EvemuWriter.append(event, to: &bytes)
        continue
      }
      if let line = text?.append(event) { bytes += "\(line)\n".utf8 }
    }
    if bytes.count >= Self.longest { flush() }
  }

  /// Writes what waits.
  ///
  /// - Throws: the first error of any write.
  func finish() throws(DaemonError) {
    flush()
    if let failure { throw .system(failure) }
  }

  private func flush() {
    defer { bytes.removeAll(keepingCapacity: true) }
    guard failure == nil, !bytes.isEmpty else { return }
    switch StandardStream(descriptor: descriptor).write(bytes, in: bytes.indices) {
    case .failed(let errno): failure = SystemError(operation: "write", errno: errno, path: path)
    case .written, .readerGone, .interrupted, .stalled: break
    }
  }
}
