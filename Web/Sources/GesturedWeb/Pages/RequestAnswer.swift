import CWeb
import Glibc
import NIOCore
import NIOHTTP1

/// Answers requests that the gate let pass: built-in files, the folder of pages, and the health of the daemon.
final class RequestAnswer: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart

  private let service: Service
  private let gate: RequestGate
  private var request: HTTPRequestHead?

  private var configuration: WebConfiguration { service.configuration }

  init(_ service: Service, _ gate: RequestGate) {
    self.service = service
    self.gate = gate
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch Self.unwrapInboundIn(data) {
    case .head(let head): request = head
    case .body: break
    case .end:
      guard let head = request, let passed = gate.passed else { return }
      request = nil
      guard passed.path == BuiltIn.health else {
        return answer(head, passed).write(context, to: head, isLast: !head.isKeepAlive, service.turns)
      }
      service.health().assumeIsolated().whenSuccess { [configuration, service] isWell in
        let answer = Answer(isWell ? .noContent : .serviceUnavailable, configuration)
        answer.write(context, to: head, isLast: !head.isKeepAlive, service.turns)
      }
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func answer(_ head: HTTPRequestHead, _ passed: HostCheck.Passed) -> Answer {
    if passed.path == BuiltIn.endpoint {
      return Answer(.badRequest, configuration, text: "Open a new connection for the WebSocket.")
    }
    let notFound = Answer(.notFound, configuration)
    if let name = BuiltIn.files[String(passed.path)] {
      guard let file = OpenFile(name, in: service.assets), !file.isFolder else { return notFound }
      let policy = name == "view.html" ? BuiltIn.viewPolicy : BuiltIn.policy
      return answer(head, file, named: name, policy: policy)
    }
    guard let folder = service.folder, var parts = PagePath.parts(of: passed.target) else { return notFound }
    let isFolder = parts.last == ""
    if isFolder { parts[parts.count - 1] = "index.html" }
    let path = parts.joined(separator: "/")
    guard let file = OpenFile(path, in: folder) else { return notFound }
    if !file.isFolder { return answer(head, file, named: path, policy: configuration.sentPolicy) }
    guard !isFolder, OpenFile(path + "/index.html", in: folder) != nil else { return notFound }
    // A second slash at the beginning would name a host.
    let query = passed.target.dropFirst(passed.path.count)
    return Answer(.permanentRedirect, configuration, [("Location", passed.path + "/" + query)])
  }

  /// The answer with a file, a part of it, or nothing where the page has it already.
  private func answer(_ head: HTTPRequestHead, _ file: OpenFile, named name: String, policy: String) -> Answer
  {
    let (size, tag) = (file.size, file.tag)
    var answer = Answer(
      .ok, configuration, policy: policy,
      [("ETag", tag), ("Cache-Control", "no-cache"), ("Accept-Ranges", "bytes")])
    let known = head.headers[canonicalForm: "if-none-match"].map(String.init)
    guard Set(known).isDisjoint(with: [tag, "W/" + tag, "*"]) else {
      answer.status = .notModified
      return answer
    }
    let asked = head.headers["range"]
    let ifRange = head.headers.first(name: "if-range")
    let isWhole = asked.count != 1 || ifRange != nil && ifRange != tag
    let part = isWhole ? nil : PagePath.part(asked[0], of: size)
    if let part {
      answer.status = part.isEmpty ? .rangeNotSatisfiable : .partialContent
      let place = part.isEmpty ? "*" : "\(part.lowerBound)-\(part.upperBound - 1)"
      answer.fields.add(name: "Content-Range", value: "bytes \(place)/\(size)")
    }
    let range = part ?? 0..<size
    answer.fields.add(contentsOf: [
      ("Content-Type", PagePath.type(of: name)), ("Content-Length", "\(range.count)"),
    ])
    if head.method == .GET, !range.isEmpty { answer.body = .part(file, range) }
    return answer
  }
}

/// An open file or folder below a folder.
final class OpenFile {
  private var file = cweb_file()

  /// Opens a file; nil where no file can be opened.
  init?(_ path: String, in folder: String) {
    guard unsafe cweb_open_below(folder, path, &file) == 0 else { return nil }
  }

  deinit {
    if file.descriptor > 0 { close(file.descriptor) }
  }

  var isFolder: Bool { file.is_folder }
  var size: Int { Int(file.size) }
  /// A text that differs between two states of a file.
  var tag: String {
    let parts = [UInt64(file.node), UInt64(bitPattern: file.modified), UInt64(bitPattern: file.size)]
    return "\"" + parts.map { String($0, radix: 36) }.joined(separator: "-") + "\""
  }

  /// The beginning of a part of the file, at most 64 KiB; nil where the file has less now.
  func piece(of range: Range<Int>) -> ByteBuffer? {
    var piece = ByteBuffer()
    let count = unsafe piece.writeWithUnsafeMutableBytes(minimumWritableBytes: min(range.count, 65_536)) {
      unsafe max(0, pread(file.descriptor, $0.baseAddress, min(range.count, 65_536), off_t(range.lowerBound)))
    }
    return count > 0 ? piece : nil
  }
}
