import GestureCore
import GestureProtocol
import GesturedConfiguration
import RequestReading

/// Any bytes as a client's requests. Each line is a request, or gets an error that is safe for a terminal. The tables
/// of edits are declarations, or get an error too. Nothing traps.
@c(LLVMFuzzerTestOneInput)
public func fuzzRequests(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: count))
  var inbox = RequestInbox()
  var client = FuzzedClient()
  let now = Instant(microseconds: 1_000_000)
  // The first byte decides the size of the pieces that the kernel delivers.
  let piece = Int(bytes.first ?? 0) + 1
  var rest = bytes.dropFirst()
  while !rest.isEmpty {
    inbox.append(Array(rest.prefix(piece)), count: min(piece, rest.count), limits, now: now)
    rest = rest.dropFirst(piece)
    reading: while true {
      switch inbox.next(limits, now: now) {
      case .line(let line): client.say(line)
      case .tooLong: return 0
      case .overdue: preconditionFailure("no time has passed")
      case .nothing: break reading
      }
    }
  }
  return 0
}

/// Budgets have tests of their own.
private let limits = InboxLimits(
  longestLine: 4096, patience: .milliseconds(1000), rate: RateBudget.Rate(perSecond: 1000, burst: 100_000))

/// The declarations of one client, and the reader of its requests.
private struct FuzzedClient {
  private var regions: [String: ClientRegion] = [:]
  private var recognizers: [String: ClientRecognizer] = [:]

  mutating func say(_ line: [UInt8]) {
    let result = Self.decode(line)
    precondition(result == Self.decode(line), "the same line is read in two ways")
    switch result {
    case .success(let request):
      check(request.id)
      run(request.command)
    case .failure(let failure):
      check(failure.id)
      Self.check(failure.error)
    }
  }

  private static func decode(_ line: [UInt8]) -> Result<Request, RequestFailure> {
    Result { () throws(RequestFailure) in
      try RequestReader.read(line[...], limits: RequestLimits(bytes: 4096))
    }
  }

  private mutating func run(_ command: any Command) {
    switch command {
    case let command as RegionsCommand: for edit in command.edits { run(edit) }
    case let command as RecognizersCommand: for edit in command.edits { run(edit) }
    case let command as SubscribeCommand:
      precondition(command.filters.count <= 32, "there are too many filters")
      precondition(command.rate.map { $0 > 0 && $0 <= 1000 } ?? true, "the rate is out of range")
    default: break
    }
  }

  private mutating func run(_ edit: RegionsCommand.Edit) {
    do throws(SettingMistake) {
      switch edit {
      case .add(let table):
        regions[table.name] = try ClientRegion.read(SettingTable(table), path: table.path, hasPixels: false)
      case .addWindow(let table):
        regions[table.name] = try ClientRegion.read(
          SettingTable(table), path: table.path, isWindow: true, hasPixels: true)
      case .change(let table):
        regions[table.name] = try regions[table.name]?.changed(
          by: SettingTable(table), path: table.path, hasPixels: false)
      case .move, .reorder: break
      case .remove(let name): regions[name] = nil
      }
    } catch {
      Self.check(RequestError(error))
    }
  }

  private mutating func run(_ edit: RecognizersCommand.Edit) {
    do throws(SettingMistake) {
      switch edit {
      case .add(let table):
        recognizers[table.name] = try ClientRecognizer.read(
          SettingTable(table), path: table.path, regions: KnownRegions(["root", "panel"]))
      case .change(let table):
        recognizers[table.name] = try recognizers[table.name]?.changed(
          by: SettingTable(table), path: table.path, regions: nil)
      case .enable, .disable: break
      case .remove(let name): recognizers[name] = nil
      }
    } catch {
      Self.check(RequestError(error))
    }
  }

  /// The daemon sends a number back as the client wrote it, so it must be a number.
  private func check(_ id: RequestID?) {
    guard case .number(let text) = id else { return }
    precondition(text.utf8.allSatisfy { Self.numberBytes.contains($0) }, "an id is no number")
  }

  private static let numberBytes = Array("0123456789+-.eE".utf8)

  private static func check(_ error: RequestError) {
    precondition(RequestError.Code.allCases.contains(error.code), "the code is not in the list")
    precondition(!error.message.isEmpty, "the message is empty")
    for text in [error.message, error.path ?? "", error.hint ?? ""] {
      precondition(text.utf8.count < 4096, "the text is too long")
      for scalar in text.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
          preconditionFailure("the text does not fit a terminal")
        default: break
        }
      }
    }
  }
}
