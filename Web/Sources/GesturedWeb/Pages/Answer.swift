import NIOCore
import NIOHTTP1

/// An answer to a request. Every answer of the service is made and written here.
struct Answer {
  /// The content.
  enum Body {
    case text(String)
    /// A part of a file.
    case part(OpenFile, Range<Int>)
  }

  var status: HTTPResponseStatus
  var fields: HTTPHeaders
  var body: Body?

  /// An answer with the fields of every answer.
  ///
  /// - Parameter text: a line of text, as the body. Without one, a refusal says its status.
  init(
    _ status: HTTPResponseStatus, _ configuration: WebConfiguration, policy: String = BuiltIn.policy,
    text: String? = nil, _ more: [(String, String)] = []
  ) {
    self.status = status
    fields = HTTPHeaders([
      ("Cross-Origin-Resource-Policy", "same-origin"), ("X-Content-Type-Options", "nosniff"),
      ("Referrer-Policy", "no-referrer"), ("Content-Security-Policy", policy),
    ])
    if configuration.frameAncestors.isEmpty { fields.add(name: "X-Frame-Options", value: "DENY") }
    fields.add(contentsOf: more)
    let ownText = status.code < 300 ? nil : "\(status.code) \(status.reasonPhrase)"
    guard let line = (text ?? ownText).map({ $0 + "\n" }) else { return }
    fields.add(contentsOf: [
      ("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", "\(line.utf8.count)"),
    ])
    body = .text(line)
  }

  /// Writes the answer, and closes the connection where the request is its last one.
  func write(_ context: ChannelHandlerContext, to request: HTTPRequestHead?, isLast: Bool, _ turns: Turns) {
    writeHead(context, isLast: isLast)
    switch request?.method == .HEAD ? nil : body {
    case nil: Self.end(context, isLast: isLast)
    case .text(let text):
      context.write(Self.part(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
      Self.end(context, isLast: isLast)
    case .part(let file, let range): Self.write(file, range, context, isLast: isLast, turns)
    }
  }

  /// Writes a part of a file, the next piece in a turn after its reader has taken the one before.
  private static func write(
    _ file: OpenFile, _ range: Range<Int>, _ context: ChannelHandlerContext, isLast: Bool, _ turns: Turns
  ) {
    guard !range.isEmpty else { return end(context, isLast: isLast) }
    guard let piece = file.piece(of: range) else {
      // The file has become shorter, and the length is told already.
      return context.close(promise: nil)
    }
    context.writeAndFlush(part(.body(.byteBuffer(piece)))).assumeIsolated().whenSuccess {
      let rest = range.dropFirst(piece.readableBytes)
      if rest.isEmpty { return end(context, isLast: isLast) }
      turns.add {
        guard context.channel.isActive else { return }
        write(file, rest, context, isLast: isLast, turns)
      }
    }
  }

  /// Writes the beginning of an answer of unknown length.
  func writeHead(_ context: ChannelHandlerContext, isLast: Bool) {
    var head = HTTPResponseHead(version: .http1_1, status: status, headers: fields)
    if isLast { head.headers.add(name: "Connection", value: "close") }
    context.write(Self.part(.head(head)), promise: nil)
  }

  /// Ends an answer.
  static func end(_ context: ChannelHandlerContext, isLast: Bool) {
    let end = context.writeAndFlush(part(.end(nil)))
    if isLast { end.assumeIsolated().whenComplete { _ in context.close(promise: nil) } }
  }

  /// A part of an answer, for its channel.
  static func part(_ part: HTTPServerResponsePart) -> NIOAny { RequestGate.wrapOutboundOut(part) }
}
