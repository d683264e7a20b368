import GestureClient
import GestureCore
import LinuxEventLoop

/// Warnings about names that gestured does not know.
extension FilterOptions {
  /// One line for each name that is perhaps misspelled. A name may appear later, so it is no failure.
  func warnings(of connection: GestureConnection) async throws(GestureClientError) -> [MessageLine] {
    var warnings: [MessageLine] = []
    let (recognizers, regions) = (recognizer.flatMap(\.values), region.flatMap(\.values))
    if !recognizers.isEmpty {
      let known = Set(try await connection.recognizers(ofAllOwners: owners != nil).map(\.recognizer))
      warnings += Self.unknown(recognizers, known, "--recognizer", "recognizer that this client may hear of")
    }
    if !regions.isEmpty {
      let known = Set(try await connection.regions().map(\.region))
      warnings += Self.unknown(regions, known, "--region", "region")
    }
    if !device.isEmpty {
      let screens = try await connection.devices()
      let known = Set(screens.flatMap { [String($0.device), $0.name] + ($0.table.map { [$0] } ?? []) })
      warnings += Self.unknown(device, known, "--device", "touchscreen")
    }
    return warnings
  }

  private static func unknown(
    _ names: [String], _ known: Set<String>, _ option: String, _ thing: String
  ) -> [MessageLine] {
    names.filter { !known.contains($0) }.map { name in
      CommandMessage.unknownName.with(option, name.escapedForMessage, thing)
    }
  }
}
