import DaemonTestSupport
import GestureCore
import GestureTestSupport
import LinuxEventLoop
import Testing

@testable import GesturedDaemon

@Suite("Subscribers of one recognizer")
struct SharedRecognizerTests {
  @Test("FSM-19 a recognizer's action is told to every subscriber, once each and in the same order")
  func everyone() throws {
    let files = try DaemonFiles()
    let recording = try files.recording(EvemuScript("A↓100,100@0 A↑@80 A↓100,100@200 A↑@280"))
    let daemon = try files.daemon([recording], realSpeed: true, servesSocket: true, dump: nil)
    try daemon.start(at: .start)
    let first = try Client(connectingTo: files.socket)
    let second = try Client(connectingTo: files.socket)
    #expect(try daemon.settle(at: .start))
    _ = try daemon.runToTheEnd(from: .start)
    #expect(first.lines.of("gesture").count == 2)
    #expect(first.lines.of("gesture") == second.lines.of("gesture"))
  }
}
