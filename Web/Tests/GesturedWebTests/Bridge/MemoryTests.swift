import Foundation
import NIOCore
import NIOEmbedded
import Testing

@testable import GesturedWeb

@Suite("Memory")
struct MemoryTests {
  @Test(
    "WEB-36 nothing of a line that has been written is left in the memory of the service",
    arguments: ["gestures", "coarse"])
  func forgotten(grant: String) throws {
    let web = try Web(nil, "[origin.self]\nallow = [\"\(grant)\"]")
    let daemon = try FakeDaemon(web.socket)
    let page = try Socket(web)
    _ = try page.text()
    for round in 0..<40 {
      // Bursts of all lengths: some lines end in another read than they begin.
      let lines = (0...round).map {
        #"{"type":"gesture","seq":\#($0),"touch_count":2,"text":"\#(String(repeating: "x", count: 37 * round))","location":[73519.\#(round),46.875]}"#
      }
      daemon.send(lines.joined(separator: "\n") + "\n")
      for _ in lines { #expect(try page.text()?.contains("gesture") == true) }
    }
    // The last line has no place.
    daemon.send("{\"type\":\"inhibit\"}\n")
    #expect(try page.text() == #"{"type":"inhibit"}"#)
    #expect(try web.remembers(try web.token))
    try wait(for: "the places to be forgotten") { try !web.remembers("[73519.") }
    // The page is there still, so that it is not its end that has cleared the memory.
    #expect(daemon.openCount == 1)
  }
}

/// A kernel that takes nothing until it is told.
private final class FullSocket: ChannelOutboundHandler {
  typealias OutboundIn = ByteBuffer

  var taken: [ByteBuffer] = []
  private var promises: [EventLoopPromise<Void>] = []

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    taken.append(Self.unwrapOutboundIn(data))
    if let promise { promises.append(promise) }
  }

  func flush(context: ChannelHandlerContext) {}

  func send() {
    let sent = promises
    promises = []
    for promise in sent { promise.succeed(()) }
  }
}

/// Counts the events about place.
private final class PlaceListener: ChannelInboundHandler {
  typealias InboundIn = Never

  private(set) var count = 0

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is Outbox.Event { count += 1 }
  }
}

@Suite("What waits for a page")
struct OutboxTests {
  @Test(
    "WEB-50 lines that wait keep their own bytes, and not those that they were read with",
    arguments: [9, 70, 251, 3000])
  func pinned(size: Int) throws {
    let channel = EmbeddedChannel()
    let (kernel, outbox) = (FullSocket(), Outbox())
    try channel.pipeline.syncOperations.addHandlers([kernel, outbox])
    try channel.connect(to: .init(unixDomainSocketPath: "/x")).wait()
    var (sent, number) = ([UInt8](), 0)
    func fill() {
      while outbox.hasPlace {
        number += 1
        let line = [UInt8](repeating: UInt8(number % 251), count: size)
        sent += line
        // As the daemon's lines come: a slice of the 8 KiB of its read.
        var read = ByteBuffer(repeating: 0, count: 8192)
        read.setBytes(line, at: 100)
        channel.writeAndFlush(read.getSlice(at: 100, length: size) ?? read, promise: nil)
      }
    }
    fill()
    var heard: [UInt8] = []
    for _ in 0..<5 {
      // One piece is on its way, and one waits.
      #expect(kernel.taken.count == 1)
      #expect(kernel.taken.allSatisfy { $0.storageCapacity <= 32_768 })
      heard += kernel.taken.removeFirst().readableBytesView
      kernel.send()
      fill()
    }
    heard += kernel.taken.removeFirst().readableBytesView
    kernel.send()
    heard += kernel.taken.removeFirst().readableBytesView
    #expect(heard == sent)
  }

  @Test(
    "WEB-50 a page that was full hears of place once there is some, and lines that leave at once fire nothing"
  )
  func place() throws {
    let channel = EmbeddedChannel()
    let (kernel, outbox, listener) = (FullSocket(), Outbox(), PlaceListener())
    try channel.pipeline.syncOperations.addHandlers([kernel, outbox, listener])
    try channel.connect(to: .init(unixDomainSocketPath: "/x")).wait()
    for _ in 0..<3 {
      channel.writeAndFlush(ByteBuffer(repeating: 1, count: 300), promise: nil)
      kernel.send()
    }
    #expect(listener.count == 0)
    channel.writeAndFlush(ByteBuffer(repeating: 1, count: 300), promise: nil)
    while outbox.hasPlace { channel.writeAndFlush(ByteBuffer(repeating: 1, count: 300), promise: nil) }
    #expect(listener.count == 0)
    kernel.send()
    #expect(outbox.hasPlace)
    #expect(listener.count == 1)
    kernel.send()
    #expect(listener.count == 1)
    // A long list fills it before the first flush.
    while outbox.hasPlace { channel.write(ByteBuffer(repeating: 1, count: 300), promise: nil) }
    channel.flush()
    #expect(listener.count == 2)
  }

  @Test(
    "WEB-36 each read has a buffer of its own, small until one is filled, and of a size that is cleared"
  )
  func buffers() {
    var buffers = FreshBuffers()
    func capacity(after bytes: Int? = nil) -> Int {
      // Otherwise NIO would read into the last buffer.
      if let bytes, !buffers.record(actualReadBytes: bytes) {
        Issue.record("the last buffer is read into again")
      }
      return buffers.buffer(allocator: ByteBufferAllocator()).capacity
    }
    let least = capacity()
    // Up to 1 KiB would stay as it was.
    #expect(least > 1024)
    let most = capacity(after: least)
    #expect(most > least)
    #expect(capacity(after: most) == most)
    #expect(capacity(after: 250) == least)
  }

  @Test("WEB-50 a frame that waits when its page goes has failed, and the next is no trap")
  func gone() throws {
    let channel = EmbeddedChannel()
    let (kernel, outbox) = (FullSocket(), Outbox())
    try channel.pipeline.syncOperations.addHandlers([kernel, outbox])
    try channel.connect(to: .init(unixDomainSocketPath: "/x")).wait()
    var failures = 0
    for count in 1...3 {
      channel.writeAndFlush(ByteBuffer(repeating: 1, count: count)).assumeIsolated().whenFailure { _ in
        failures += 1
      }
    }
    try channel.close().wait()
    channel.embeddedEventLoop.run()
    #expect(failures == 2)
    channel.writeAndFlush(ByteBuffer(repeating: 1, count: 4)).assumeIsolated().whenFailure { _ in
      failures += 1
    }
    #expect(failures == 3)
    kernel.send()
  }
}

extension Web {
  /// Whether a text is anywhere in the memory that the service may write to.
  fileprivate func remembers(_ text: String) throws -> Bool {
    let process = "/proc/\(program.identifier)"
    let memory = open(process + "/mem", O_RDONLY)
    guard memory >= 0 else { throw Hung(description: "cannot read \(process)/mem (error \(errno))") }
    defer { close(memory) }
    let wanted = Data(text.utf8)
    for line in try String(contentsOfFile: process + "/maps", encoding: .utf8).split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields[1].hasPrefix("rw") else { continue }
      let ends = fields[0].split(separator: "-").compactMap { Int($0, radix: 16) }
      var bytes = [UInt8](repeating: 0, count: ends[1] - ends[0])
      let count = pread(memory, &bytes, bytes.count, off_t(ends[0]))
      if count > 0, Data(bytes[..<count]).range(of: wanted) != nil { return true }
    }
    return false
  }
}
