import GestureTestSupport
import Testing

/// The promises of the sources and the unit about security.
@Suite("Security")
struct SecurityTests {
  /// The rooms of the daemon.
  private static let daemon = [
    "GesturedBase", "GesturedScene", "GesturedServing", "GesturedDevices", "GesturedCommands",
    "GesturedDaemon",
  ]

  @Test(
    "X11 the number of a client's process is shown to who owns the daemon and logged, and decides nothing")
  func processNumbers() {
    let users = SourceTree.files.filter { file in
      Self.daemon.contains(file.target) && file.code.contains { $0.contains(".processID") }
    }
    #expect(
      users.map(\.path).sorted() == [
        "Sources/GesturedCommands/Handlers/CommandRunner+Status.swift",
        "Sources/GesturedDaemon/Daemon+Serving.swift",
      ])
  }

  /// A directive of a unit, in seconds.
  private func seconds(_ directive: String, of unit: String) throws -> Int {
    let lines = ProjectFile.text("systemd/" + unit).split(separator: "\n")
    let value = try #require(lines.last { $0.hasPrefix(directive + "=") }).dropFirst(directive.count + 1)
    return try #require(Int(value.prefix { $0.isNumber }))
  }

  @Test(
    "P10 a service that was given up is tried again after systemd would refuse it, and within two minutes")
  func retry() throws {
    let limit = try seconds("StartLimitIntervalSec", of: "gestured.service")
    let pause = try seconds("OnActiveSec", of: "gestured-retry.timer")
    #expect(limit < pause && pause <= 120)
  }

  @Test(
    "P10 a limit of starts is the service's alone, and each timer tries again and again",
    arguments: [
      "gestured.socket", "gestured-raw.socket", "gestured-filter.service", "gestured-filter.socket",
      "gestured-retry.timer", "gestured-filter-retry.timer",
    ])
  func noOtherLimit(unit: String) {
    let lines = ProjectFile.text("systemd/" + unit).split(separator: "\n").map(String.init)
    #expect(lines.contains("StartLimitIntervalSec=0"))
    guard unit.hasSuffix(".timer") else { return }
    #expect(lines.contains("OnActiveSec=90s") && lines.contains("OnUnitInactiveSec=90s"))
  }

  @Test("P10 X9 the unit starts what has crashed again and keeps its memory out of what is written of that")
  func unit() {
    let lines = ProjectFile.text("systemd/gestured.service").split(separator: "\n").map(String.init)
    for line in [
      "Restart=on-failure", "OnFailure=gestured-failed.service", "Environment=SWIFT_BACKTRACE=enable=no",
      "LimitCORE=0",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
  }

  @Test("SVC-1 systemd closes the sockets of a service that it gave up, before it starts the timer")
  func closing() {
    let lines = ProjectFile.text("systemd/gestured-failed.service").split(separator: "\n").map(String.init)
    for line in [
      "Conflicts=gestured.socket gestured-raw.socket", "OnSuccess=gestured-retry.timer",
      "OnFailure=gestured-retry.timer", "StartLimitIntervalSec=0",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
  }

  @Test(
    "SVC-2 a reload fails where the files have a mistake: each unit that sends SIGHUP also checks them",
    arguments: [
      ("systemd/gestured.service", "/usr/bin/gestured --check-config --quiet"),
      ("systemd/gestured-web.service", "/usr/bin/gestured-web --check-config"),
      ("systemd/user/gesturectl-run.service", "/usr/bin/gesturectl run --check %E/gestured/actions.toml"),
    ])
  func reload(unit: String, check: String) {
    let reloads = ProjectFile.text(unit).split(separator: "\n").filter { $0.hasPrefix("ExecReload=") }
    #expect(reloads.count == 2 && reloads.first?.hasSuffix("kill -HUP $MAINPID") == true)
    #expect(reloads.last == "ExecReload=\(check)")
  }
}
