import NIOCore
import NIOHTTP1

/// An answer to a request. Every answer of the service is made and written here.
struct Answer {
  var status: HTTPResponseStatus
  var fields: HTTPHeaders
  var body: IOData?

  /// An answer with the fields of every answer.
  init(
    _ status: HTTPResponseStatus, _ configuration: WebConfiguration, policy: String = BuiltIn.policy,
    _ more: [(String, String)] = []
  ) {
    self.status = status
    fields = HTTPHeaders([
      ("Cross-Origin-Resource-Policy", "same-origin"), ("X-Content-Type-Options", "nosniff"),
      ("Referrer-Policy", "no-referrer"), ("Content-Security-Policy", policy),
    ])
    if configuration.frameAncestors.isEmpty { fields.add(name: "X-Frame-Options", value: "DENY") }
    fields.add(contentsOf: more)
  }

  /// An answer with a line of text: the status's own where no other is given.
  init(
    _ status: HTTPResponseStatus, text: String?, _ configuration: WebConfiguration,
    _ more: [(String, String)] = []
  ) {
    let text = (text ?? "\(status.code) \(status.reasonPhrase)") + "\n"
    self.init(
      status, configuration,
      [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", "\(text.utf8.count)")] + more)
    body = .byteBuffer(ByteBuffer(string: text))
  }

  /// Writes the answer, and closes the connection where the request is its last one. A file is closed at the end.
  func write(_ context: ChannelHandlerContext, to request: HTTPRequestHead?, isLast: Bool) {
    writeHead(context, isLast: isLast)
    if let body, request?.method != .HEAD { context.write(Self.part(.body(body)), promise: nil) }
    let end = Self.end(context, isLast: isLast)
    if case .fileRegion(let region)? = body { end.whenComplete { _ in try? region.fileHandle.close() } }
  }

  /// Writes the beginning of an answer of unknown length.
  func writeHead(_ context: ChannelHandlerContext, isLast: Bool) {
    var head = HTTPResponseHead(version: .http1_1, status: status, headers: fields)
    if isLast { head.headers.add(name: "Connection", value: "close") }
    context.write(Self.part(.head(head)), promise: nil)
  }

  /// Ends an answer.
  @discardableResult
  static func end(_ context: ChannelHandlerContext, isLast: Bool) -> EventLoopFuture<Void> {
    let end = context.writeAndFlush(part(.end(nil)))
    if isLast { end.assumeIsolated().whenComplete { _ in context.close(promise: nil) } }
    return end
  }

  /// A part of an answer, for its channel.
  static func part(_ part: HTTPServerResponsePart) -> NIOAny { RequestGate.wrapOutboundOut(part) }
}
