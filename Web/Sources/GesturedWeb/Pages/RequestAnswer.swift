import CWeb
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix

/// Answers requests that the gate let pass: built-in files, the folder of pages, and the health of the daemon.
final class RequestAnswer: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let service: Service
  private let gate: RequestGate
  private var request: HTTPRequestHead?

  init(_ service: Service, gate: RequestGate) {
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
      answer(head, passed, context)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func answer(_ head: HTTPRequestHead, _ passed: HostCheck.Passed, _ context: ChannelHandlerContext) {
    let path = String(passed.path)
    if path == BuiltIn.health {
      health(head, context)
    } else if let name = BuiltIn.files[path] {
      guard let file = open(name, in: service.assets) else { return send(.notFound, head, context) }
      let policy = name == "view.html" ? BuiltIn.viewPolicy : BuiltIn.policy
      send(file, named: name, policy: policy, head, context)
    } else if path == BuiltIn.endpoint {
      send(.badRequest, head, context)
    } else {
      page(head, passed, context)
    }
  }

  // MARK: Files

  private func page(_ head: HTTPRequestHead, _ passed: HostCheck.Passed, _ context: ChannelHandlerContext) {
    guard let folder = service.folder, var parts = PagePath.parts(of: passed.target) else {
      return send(.notFound, head, context)
    }
    let isFolder = parts.last == ""
    if isFolder { parts[parts.count - 1] = "index.html" }
    let path = parts.joined(separator: "/")
    guard let file = open(path, in: folder) else { return send(.notFound, head, context) }
    guard file.is_folder else {
      return send(file, named: path, policy: service.configuration.policy, head, context)
    }
    close(file.descriptor)
    guard !isFolder, let index = open(path + "/index.html", in: folder) else {
      return send(.notFound, head, context)
    }
    close(index.descriptor)
    // A second slash at the beginning would name a host.
    let query = passed.target.dropFirst(passed.path.count)
    send(.permanentRedirect, head, context, [("Location", passed.path + "/" + query)])
  }

  private func open(_ path: String, in folder: String) -> cweb_file? {
    var file = cweb_file()
    return unsafe cweb_open_below(folder, path, &file) == 0 ? file : nil
  }

  private func send(
    _ file: cweb_file, named name: String, policy: String, _ head: HTTPRequestHead,
    _ context: ChannelHandlerContext
  ) {
    guard !file.is_folder else {
      close(file.descriptor)
      return send(.notFound, head, context)
    }
    let size = Int(file.size)
    let tag =
      "\"\(String(file.node, radix: 36))-\(String(file.modified, radix: 36))-\(String(size, radix: 36))\""
    var headers = Answer.headers(service.configuration, policy: policy)
    headers.add(name: "ETag", value: tag)
    headers.add(name: "Cache-Control", value: "no-cache")
    headers.add(name: "Accept-Ranges", value: "bytes")
    if head.headers[canonicalForm: "if-none-match"].contains(where: {
      $0 == tag || $0 == "*" || $0 == "W/" + tag
    }) {
      close(file.descriptor)
      send(.notModified, headers, nil, head, context)
      return
    }
    headers.add(name: "Content-Type", value: PagePath.type(of: name))
    var range = 0..<size
    var status = HTTPResponseStatus.ok
    let asked = head.headers["range"]
    let ifRange = head.headers.first(name: "if-range")
    if asked.count == 1, ifRange == nil || ifRange == tag {
      switch ByteRange(asked[0], of: size) {
      case .whole: break
      case .part(let part):
        range = part
        status = .partialContent
        headers.add(name: "Content-Range", value: "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)")
      case .impossible:
        close(file.descriptor)
        headers.add(name: "Content-Range", value: "bytes */\(size)")
        send(.rangeNotSatisfiable, headers, nil, head, context)
        return
      }
    }
    headers.add(name: "Content-Length", value: "\(range.count)")
    guard head.method == .GET, !range.isEmpty else {
      close(file.descriptor)
      send(status, headers, nil, head, context)
      return
    }
    let handle = NIOFileHandle(_deprecatedTakingOwnershipOfDescriptor: file.descriptor)
    let region = FileRegion(fileHandle: handle, readerIndex: range.lowerBound, endIndex: range.upperBound)
    send(status, headers, .fileRegion(region), head, context).whenComplete { _ in try? handle.close() }
  }

  // MARK: Health

  private func health(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    let answer = NIOLoopBound(self, eventLoop: context.eventLoop)
    let place = context.loopBound
    DaemonHealth.ask(service.configuration.socket, on: context.eventLoop).whenComplete { result in
      let isWell = (try? result.get()) ?? false
      answer.value.send(isWell ? .noContent : .serviceUnavailable, head, place.value)
    }
  }

  // MARK: Answers

  private func send(
    _ status: HTTPResponseStatus, _ head: HTTPRequestHead, _ context: ChannelHandlerContext,
    _ more: [(String, String)] = []
  ) {
    var headers = Answer.headers(service.configuration, policy: BuiltIn.policy)
    headers.add(contentsOf: more)
    guard status != .noContent else {
      send(status, headers, nil, head, context)
      return
    }
    let text = "\(status.code) \(status.reasonPhrase)\n"
    headers.add(name: "Content-Type", value: "text/plain; charset=utf-8")
    headers.add(name: "Content-Length", value: "\(text.utf8.count)")
    let body = head.method == .HEAD ? nil : IOData.byteBuffer(ByteBuffer(string: text))
    send(status, headers, body, head, context)
  }

  @discardableResult
  private func send(
    _ status: HTTPResponseStatus, _ headers: HTTPHeaders, _ body: IOData?, _ head: HTTPRequestHead,
    _ context: ChannelHandlerContext
  ) -> EventLoopFuture<Void> {
    var headers = headers
    if !head.isKeepAlive { headers.add(name: "Connection", value: "close") }
    if body == nil, head.method == .GET,
      status == .rangeNotSatisfiable || status == .ok || status == .partialContent,
      !headers.contains(name: "content-length")
    {
      headers.add(name: "Content-Length", value: "0")
    }
    context.write(
      Self.wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))),
      promise: nil)
    if let body { context.write(Self.wrapOutboundOut(.body(body)), promise: nil) }
    let done = context.writeAndFlush(Self.wrapOutboundOut(.end(nil)))
    if !head.isKeepAlive {
      let place = context.loopBound
      done.whenComplete { _ in place.value.close(promise: nil) }
    }
    return done
  }
}

/// One range of bytes, as media elements ask for.
enum ByteRange: Equatable {
  /// No range that is understood: the whole file.
  case whole
  /// A part.
  case part(Range<Int>)
  /// A range outside of the file.
  case impossible

  init(_ text: String, of size: Int) {
    self = .whole
    guard text.hasPrefix("bytes="), !text.contains(",") else { return }
    let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return }
    if ends[0].isEmpty {
      guard let count = Int(ends[1]), count >= 0 else { return }
      self = count == 0 || size == 0 ? .impossible : .part(max(0, size - count)..<size)
    } else if let first = Int(ends[0]), first >= 0 {
      let last = ends[1].isEmpty ? size - 1 : Int(ends[1])
      guard let last, ends[1].isEmpty || last >= first else { return }
      self = first >= size ? .impossible : .part(first..<min(last, size - 1) + 1)
    }
  }
}
