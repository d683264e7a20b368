import GestureCore
import Testing

@testable import GesturedConfiguration

/// `[socket]` and `[rights]`: their defaults, their values, and their mistakes.
@Suite struct SocketSectionTests {
  @Test("the limits are those of the specification where nothing is said")
  func defaults() throws {
    let socket = try #require(check("").configuration?.socket)
    #expect(socket.requestBytes == 65_536 && socket.requestDepth == 16 && socket.maximumFilters == 32)
    #expect(socket.queueLines == 64 && socket.queueBytes == 65_536 && socket.sendBufferBytes == 8192)
    #expect(socket.maximumSubscribers == 1024 && socket.subscribersPerUser == 64)
    #expect(socket.connectionsPerSecond == 32 && socket.requestsPerSecond == 50 && socket.requestBurst == 100)
    #expect(socket.regionsPerSubscriber == 256 && socket.recognizersPerSubscriber == 256)
    #expect(socket.maximumRegions == 2048 && socket.maximumRecognizers == 2048)
    #expect(socket.stall == .milliseconds(5000) && socket.requestTimeout == .milliseconds(30_000))
    #expect(!socket.servesRaw && socket.positions == .all && socket.includesSingleFinger)
    #expect(socket.mode == 0o660 && socket.rawMode == 0o660 && socket.group == nil && socket.rawPath == nil)
  }

  @Test("each key is read")
  func keys() throws {
    let socket = try #require(
      check(
        """
        [socket]
        group = "kiosk"
        raw = true
        raw_path = "/run/g/raw.sock"
        raw_mode = "0600"
        raw_group = "42"
        positions = "none"
        single_finger = false
        subscribers_per_user = 5
        connections_per_second = 6
        request_bytes = 2048
        request_depth = 9
        request_timeout_ms = 1000
        requests_per_second = 7
        request_burst = 8
        maximum_filters = 10
        regions_per_subscriber = 11
        recognizers_per_subscriber = 0
        maximum_regions = 12
        maximum_recognizers = 13
        """
      ).configuration?.socket)
    #expect(socket.group == "kiosk" && socket.servesRaw && socket.rawPath == "/run/g/raw.sock")
    #expect(socket.rawMode == 0o600 && socket.rawGroup == "42" && socket.positions == .none)
    #expect(
      !socket.includesSingleFinger && socket.subscribersPerUser == 5 && socket.connectionsPerSecond == 6)
    #expect(socket.requestBytes == 2048 && socket.requestDepth == 9 && socket.requestsPerSecond == 7)
    #expect(socket.requestTimeout == .milliseconds(1000) && socket.requestBurst == 8)
    #expect(socket.maximumFilters == 10 && socket.regionsPerSubscriber == 11)
    #expect(socket.recognizersPerSubscriber == 0)
    #expect(socket.maximumRegions == 12 && socket.maximumRecognizers == 13)
  }

  @Test("MULTI-19 rights are given to users and groups, by right, and to nobody where nothing is said")
  func rights() throws {
    let rights = try #require(
      check(
        """
        [rights]
        inhibit = ["root", "user:kiosk", "group:1000"]
        orientation = "*"
        focus = []
        """
      ).configuration?.rights)
    #expect(rights[.inhibit] == [.root, .user("kiosk"), .group("1000")])
    #expect(rights[.orientation] == [.everyone])
    for right in Right.allCases where right != .inhibit && right != .orientation {
      #expect(rights[right].isEmpty)
    }
    #expect(check("").configuration?.rights == RightsSettings())
  }

  @Test(
    "a value that cannot be is told",
    arguments: [
      (
        "[socket]\ngroup = \"a b\"",
        "2:9: socket.group: found \"a b\"; allowed: the name of a group, or its number in quotes"
      ),
      (
        "[socket]\npositions = \"some\"",
        "2:13: socket.positions: found \"some\"; allowed: one of all, none; did you mean none?"
      ),
      (
        "[socket]\nrequest_depth = 65",
        "2:17: socket.request_depth: found 65; allowed: a whole number from 8 to 64"
      ),
      ("[rights]\ninhibit = [\"group:\"]", "2:12: rights.inhibit: found \"group:\"; allowed: RIGHTS"),
      ("[rights]\ninhibit = \"kiosk\"", "2:11: rights.inhibit: found \"kiosk\"; allowed: RIGHTS"),
      ("[rights]\ninhibit = 3", "2:11: rights.inhibit: found 3; allowed: RIGHTS"),
      ("[rights]\nfocus = [\"*\", \"*\"]", "2:15: rights.focus: found \"*\" again; allowed: each once"),
      ("[rights]\nfokus = \"*\"", "2:1: rights.fokus: unknown key; did you mean focus?"),
      ("rights = 3", "1:10: rights: found 3; allowed: a table [rights]"),
    ])
  func mistakes(text: String, mistake: String) {
    let allowed = "one or a list of \"root\", \"user:NAME\", \"group:NAME\" and \"*\" for all"
    #expect(check(text).mistakes == ["f.toml:" + mistake.replacing("RIGHTS", with: allowed)])
  }
}
