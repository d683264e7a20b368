import DaemonTestSupport
import GestureCore
import GestureProtocol
import GesturedScene
import LinuxEventLoop
import Testing

@testable import GesturedBase
@testable import GesturedServing

@Suite struct PublisherTests {
  private let hello = Hello(version: "1.2.3", time: .start, unixMicroseconds: nil)
  /// Owns the file of the dump, which the publisher writes to.
  private let files: DaemonFiles

  init() throws {
    files = try DaemonFiles()
  }

  @Test("seq counts every event, whether anybody is told of it or not")
  func numbers() throws {
    let publisher = try publisher()
    publisher.publish(device(1, .added))
    for _ in 0..<3 {
      publisher.buffer.append(
        .touches(TouchesEvent(receiver: 0, phase: .began, sequence: 1, time: .start, records: 0..<0)))
    }
    publisher.publishEvents(of: 1, on: publisher.everyone)
    #expect(publisher.buffer.events.isEmpty)
    publisher.publish(device(1, .removed))
    #expect(try files.dumped.seqs == [1, 2, 3, 4, 5])
  }

  @Test("A greeting is the hello and the devices that are there, by their numbers, as they were told")
  func greeting() throws {
    let publisher = try publisher()
    for number in [3, 12, 1, 2] { publisher.publish(device(number, .added)) }
    publisher.publish(device(2, .removed))
    // An earlier interruption of a device does not matter to a new client.
    publisher.publish(device(3, .interrupted))
    let lines = publisher.greeting(hello, at: .events, on: publisher.everyone).map {
      String(decoding: $0, as: UTF8.self)
    }
    #expect(lines.count == 4 && lines.allSatisfy { $0.hasSuffix("\n") })
    #expect(lines[0].hasPrefix(#"{"type":"hello","#))
    #expect(lines.dropFirst().map { String($0.prefix(40)) }.seqs == [3, 1, 2])
  }

  @Test("Without a socket nobody listens, and nobody is behind")
  func noSocket() throws {
    let publisher = try publisher()
    #expect(publisher.connections.count == 0 && !publisher.connections.hasBacklog && !publisher.isDumpBroken)
  }

  private func publisher() throws -> Publisher {
    try Publisher(dumpingTo: files, Scene([]))
  }

  private func device(_ number: Int, _ state: DeviceMessage.State) -> DeviceMessage {
    DeviceMessage(
      time: .start, device: number, state: state, name: "T\(number)", size: Size(160, 100),
      sizeSource: "resolution", maximumTouches: 10)
  }
}
