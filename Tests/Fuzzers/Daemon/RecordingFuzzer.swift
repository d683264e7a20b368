import GestureCore
import RecordingReading
import TouchInput

/// Any bytes as a recording of evemu or libinput. The reader refuses them with a line, or reads a recording. A recording stays the same
/// when it is written and read again. Its events play through a touchscreen without a trap.
@c(LLVMFuzzerTestOneInput)
public func fuzzRecording(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: count))
  for recording in recordings(in: bytes) {
    checkWriting(of: recording)
    guard let panel = panel(of: recording.device) else { continue }
    _ = UntoldPlaces(in: recording.events, on: panel)
    play(recording.events, on: panel)
  }
  return 0
}

private func recordings(in bytes: [UInt8]) -> [EvemuRecording] {
  if LibinputRecording.isLikely(bytes) { return (try? LibinputRecording(parsing: bytes))?.devices ?? [] }
  return (try? EvemuRecording(parsing: bytes)).map { [$0] } ?? []
}

/// Checks that a written recording is read as the same recording.
private func checkWriting(of recording: EvemuRecording) {
  var text: [UInt8] = []
  EvemuWriter.append(recording.device, to: &text)
  for event in recording.events { EvemuWriter.append(event, to: &text) }
  guard let again = try? EvemuRecording(parsing: text) else {
    preconditionFailure("what was written is refused")
  }
  precondition(again.events == recording.events, "what was written has other events")
  precondition(again.device.axes == recording.device.axes, "what was written has other axes")
}

private func panel(of device: DeviceDescription) -> TouchPanel? {
  guard
    let touchProtocol = try? DeviceJudgement.judgeCapabilities(
      of: device, deviceClass: DeviceClass(of: device), scope: .everything)
  else { return nil }
  return try? DeviceJudgement.judgeAxes(of: device, touchProtocol: touchProtocol)
}

private func play(_ events: [InputEvent], on panel: TouchPanel) {
  var stream = PanelStream(panel, from: .recording)
  var list = EventList(events)
  var pipeline = TouchscreenPipeline(
    maximumTouches: panel.slotCount, regions: RegionTree(screen: panel.size), recognizers: recognizers)
  var invariants = EventInvariants(of: recognizers)
  var identifiers = IdentifierSource()
  var buffer = EventBuffer()

  func handle(_ action: PanelStream.Action) {
    for index in 0..<action.frameCount {
      buffer.removeAll()
      pipeline.receive(stream.frames.frame(at: index), identifiers: &identifiers, into: &buffer)
      invariants.check(buffer)
    }
  }

  func takeAll() {
    while true {
      let action = stream.next(in: &list)
      if action == .wait { return }
      handle(action)
    }
  }

  stream.play()
  takeAll()
  stream.advance(to: nil)
  takeAll()
  handle(stream.remove(at: pipeline.now))
  buffer.removeAll()
  pipeline.receive(
    TouchFrame(time: pipeline.now, cause: .deviceRemoved, changes: []), identifiers: &identifiers,
    into: &buffer)
  invariants.check(buffer)
  invariants.checkEnd(nextDeadline: pipeline.nextDeadline)
}

/// One recognizer of each kind, for one finger or the fewest that it takes, all at once.
private let recognizers: RecognizerSet = {
  let declarations = RecognizerCatalog.types.map { type in
    RecognizerDeclaration(
      name: type.kind.name, kind: type.kind, numbersOfTouches: [type.allowedNumbersOfTouches.lowerBound],
      isPassive: true, options: OptionTable(defaultsOf: type.options))
  }
  guard let set = try? RecognizerSet(declarations) else {
    preconditionFailure("the catalog contradicts itself")
  }
  return set
}()
