import NIOCore

/// The frames for a page that wait while those before them are on their way to the kernel. They lie in one piece of memory, because a
/// line that waited where it was read would keep all 8 KiB of that read.
final class Outbox: ChannelOutboundHandler {
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// Fired towards the page when there is place again. A line that leaves at once fires nothing: the event visits all
  /// handlers, which costs a tenth of the line.
  enum Event { case hasPlace }

  /// The bytes from which on the page takes no more lines. As many are on their way.
  static let most = 16_384
  /// Memory of up to 1 KiB is not cleared when it is freed (WEB-36).
  private static let leastCapacity = 2048

  private var gathered: ByteBuffer?
  private var promise: EventLoopPromise<Void>?
  private var isSending = false
  private var isFlushed = false

  /// Whether more lines may come.
  var hasPlace: Bool { (gathered?.readableBytes ?? 0) < Self.most }

  func handlerRemoved(context: ChannelHandlerContext) {
    promise?.fail(ChannelError.ioOnClosedChannel)
    promise = nil
    gathered = nil
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard context.channel.isActive else { return context.write(data, promise: promise) }
    gathered =
      gathered ?? context.channel.allocator.buffer(capacity: Self.leastCapacity)
    gathered?.writeImmutableBuffer(Self.unwrapOutboundIn(data))
    guard let promise else { return }
    if let first = self.promise { first.futureResult.cascade(to: promise) } else { self.promise = promise }
  }

  func flush(context: ChannelHandlerContext) {
    isFlushed = gathered != nil
    send(context)
  }

  private func send(_ context: ChannelHandlerContext) {
    guard !isSending, isFlushed, let bytes = gathered else { return }
    let sent = promise ?? context.eventLoop.makePromise()
    let wasFull = !hasPlace
    (gathered, promise, isFlushed, isSending) = (nil, nil, false, true)
    sent.futureResult.assumeIsolated().whenComplete { _ in
      self.isSending = false
      self.send(context)
    }
    context.writeAndFlush(Self.wrapOutboundOut(bytes), promise: sent)
    if wasFull { context.fireUserInboundEventTriggered(Event.hasPlace) }
  }
}
