import GestureCore
import GestureTestSupport
import Glibc
import LinuxEventLoop
import Testing

@Suite struct ServiceNotifierTests {
  @Test("The service manager is told what happens, by path or by abstract name", arguments: [false, true])
  func messages(isAbstract: Bool) throws {
    let directory = try TemporaryFolder()
    let address = (isAbstract ? "@" : "") + directory.file("notify")
    let manager = try DatagramReceiver(path: address)
    let notifier = ServiceNotifier(environment: ProcessEnvironment(["NOTIFY_SOCKET": address]))
    #expect(notifier.ready() == .sent)
    #expect(notifier.status("2 devices\nMAINPID=1") == .sent)
    #expect(notifier.watchdog() == .sent)
    #expect(notifier.stopping() == .sent)
    let received = (0..<5).map { _ in manager.receive() }
    #expect(received == ["READY=1", #"STATUS=2 devices\u{a}MAINPID=1"#, "WATCHDOG=1", "STOPPING=1", nil])
  }

  @Test(
    "P15 without a service manager, or with an address that is none, nothing is sent",
    arguments: [nil, "", "relative", "vsock:2:1", "/" + String(repeating: "a", count: 200), "@a\0b"])
  func notConfigured(address: String?) {
    let variables = address.map { ["NOTIFY_SOCKET": $0] } ?? [:]
    let notifier = ServiceNotifier(environment: ProcessEnvironment(variables))
    #expect(notifier.ready() == .notConfigured)
  }

  @Test("A service manager that is gone, or does not read, does not stop the daemon")
  func unresponsive() throws {
    let directory = try TemporaryFolder()
    let address = directory.file("notify")
    let notifier = ServiceNotifier(environment: ProcessEnvironment(["NOTIFY_SOCKET": address]))
    #expect(notifier.ready() == .failed(.noSuchFileOrDirectory))
    let manager = try DatagramReceiver(path: address)
    var outcome = NotifyOutcome.sent
    for _ in 0..<100_000 where outcome == .sent { outcome = notifier.watchdog() }
    #expect(outcome == .failed(.wouldBlock))
    #expect(manager.receive() == "WATCHDOG=1")
  }

  @Test("The watchdog's interval is taken only when it is meant for this process")
  func watchdogInterval() {
    func interval(_ variables: [String: String]) -> TimeSpan? {
      ServiceNotifier(environment: ProcessEnvironment(variables), processID: 42).watchdogInterval
    }
    #expect(interval(["WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "42"]) == .milliseconds(10_000))
    #expect(interval(["WATCHDOG_USEC": "10000000"]) == .milliseconds(10_000))
    #expect(interval(["WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "43"]) == nil)
    for text in ["", "0", "-5", "x", "99999999999999999999"] {
      #expect(interval(["WATCHDOG_USEC": text]) == nil)
    }
    #expect(interval([:]) == nil)
  }
}
