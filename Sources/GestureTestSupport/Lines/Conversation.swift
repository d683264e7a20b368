import FoundationEssentials

/// The requests and replies of one client. It finds the granted requests for the log.
///
/// Replies come in the order of the requests. `answer` and `state` get a reply only when they are wrong. They count as
/// granted once a later request has a reply and they have none.
public struct Conversation {
  /// A request without a reply so far.
  private struct Open {
    var text: String
    var heading: Heading?
    var isSilent: Bool { heading?.command == "answer" || heading?.command == "state" }
  }

  /// The fields that match replies to requests.
  private struct Heading: Decodable {
    var id: ID?
    var command: String?
    var ok: Bool?
  }

  /// An `id`: a number or a text.
  private enum ID: Decodable, Hashable {
    case number(Double)
    case text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }
  }

  private var unfinished: [UInt8] = []
  private var open: [Open] = []

  /// An empty conversation.
  public init() {}

  /// Records sent bytes: requests, or parts of them.
  public mutating func say(_ bytes: some Sequence<UInt8>) {
    guard LineLog.isOn else { return }
    unfinished += bytes
    while let end = unfinished.firstIndex(of: UInt8(ascii: "\n")) {
      let line = unfinished[..<end]
      unfinished.removeSubrange(...end)
      guard !line.allSatisfy({ $0 == UInt8(ascii: "\r") }) else { continue }
      open.append(
        Open(
          text: String(decoding: line, as: UTF8.self),
          heading: try? JSONDecoder().decode(Heading.self, from: Data(line))))
    }
  }

  /// Records a received line.
  public mutating func hear(_ line: some StringProtocol) {
    LineLog.keep([line])
    guard !open.isEmpty, line.hasPrefix(#"{"type":"reply""#),
      let reply = try? JSONDecoder().decode(Heading.self, from: Data(line.utf8))
    else { return }
    let isGranted = reply.ok == true
    guard
      let position = open.firstIndex(where: { $0.heading?.id == reply.id && !(isGranted && $0.isSilent) })
    else { return }
    for silent in open[..<position] where silent.isSilent { LineLog.keep(request: silent.text) }
    if isGranted { LineLog.keep(request: open[position].text) }
    open.removeSubrange(...position)
  }
}
