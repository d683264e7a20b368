import DaemonTestSupport
import GestureProtocol
import GestureTestSupport
import Testing

@testable import GesturedDaemon

/// Clients that send any request at any time, while fingers move.
@Suite struct RandomRequestTests {
  @Test(
    "S9 whatever clients ask for, each request has its one reply, and what they made goes with them",
    arguments: [1, 2, 3] as [UInt64])
  func random(seed: UInt64) throws {
    let rig = try ServingRig(
      DaemonFiles.threeRecognizers + """

        [region.V]
        frame = [10, 10, 60, 40]
        [socket]
        requests_per_second = 100000
        request_burst = 100000
        queue_lines = 10000
        queue_bytes = 16777216
        """, raw: true)
    var requests = RandomRequests(seed: seed)
    var clients = [try rig.connect(.raw), try rig.connect(.raw), try rig.connect()]
    var heard = Array(repeating: 0, count: clients.count)
    var time = 0
    for number in 1...400 {
      let who = requests.below(clients.count)
      let (command, fields) = requests.next()
      try clients[who].send(#"{"id":\#(number),"command":"\#(command)"\#(fields)}"#)
      let lines = try all(of: clients[who], rig)
      let replies = lines[heard[who]...].filter { $0.hasPrefix(#"{"type":"reply""#) }
      heard[who] = lines.count
      let isAnswer = command == "answer" || command == "state"
      #expect(replies.count == 1 || isAnswer && replies.isEmpty, "\(command)\(fields): \(replies)")
      for reply in replies { check(reply, number) }
      if number.isMultiple(of: 3) {
        let (script, end) = requests.fingers(from: time)
        try rig.touch(script)
        try rig.advance(toMilliseconds: Int64(end))
        time = end
      }
      if number.isMultiple(of: 100) {
        // A client disconnects without `bye`, and another connects.
        clients[who] = try rig.connect(.raw)
        heard[who] = 0
        try rig.settle()
      }
    }
    clients = []
    try rig.settle()
    let last = try rig.connect()
    try last.send(#"{"command":"regions"}"#)
    try last.send(#"{"command":"recognizers"}"#)
    let owners = try all(of: last, rig).filter { $0.contains(#""owner":""#) }
    #expect(!owners.isEmpty)
    #expect(owners.allSatisfy { $0.contains(#""owner":"configuration""#) }, "\(owners)")
  }

  /// All lines for a client. Lines beyond its socket's buffer arrive once it has read the earlier ones.
  private func all(of client: Client, _ rig: ServingRig) throws -> [String] {
    var count = -1
    while client.lines.count > count {
      count = client.lines.count
      try rig.settle()
    }
    return client.lines
  }

  private func check(_ reply: String, _ number: Int) {
    #expect(reply.contains("\"id\":\(number)"), "\(reply)")
    guard let code = reply.firstRange(of: "\"code\":\"") else {
      #expect(reply.contains("\"ok\":true"), "\(reply)")
      return
    }
    let word = String(reply[code.upperBound...].prefix { $0 != "\"" })
    #expect(RequestError.Code(rawValue: word) != nil, "\(reply)")
    #expect(word != "invalid_json")
  }
}
