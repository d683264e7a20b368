import DaemonTestSupport
import FoundationEssentials

/// A line of touches as a client reads it.
struct TouchesLine: Decodable {
  /// One touch of the line.
  struct Touch: Decodable {
    let id: Int
    let location: [Double]
    let region: String?
    let time: Double?
    let coalesced: [Sample]?
    let predicted: [Sample]?

    enum CodingKeys: String, CodingKey {
      case id, location, region, time, coalesced, predicted
      case regionLocation = "region_location"
      case regionPrevious = "region_previous_location"
    }

    let regionLocation: [Double]?
    let regionPrevious: [Double]?
  }

  /// A place where a touch was, or will be.
  struct Sample: Decodable {
    let location: [Double]
  }

  let region: String
  let phase: String
  let touches: [Touch]
  let all: [Touch]?
  let others: Int?
}

extension Client {
  /// The lines of touches since the last call of `news`.
  var newTouches: [TouchesLine] {
    get throws {
      try news.of("touches").map { try JSONDecoder().decode(TouchesLine.self, from: Data($0.utf8)) }
    }
  }

  /// The new lines in short, as `V:began{1,2}`: region, phase and ids.
  var touched: [String] {
    get throws {
      try newTouches.map { line in
        "\(line.region):\(line.phase){\(line.touches.map { String($0.id) }.joined(separator: ","))}"
      }
    }
  }
}
