import GestureCore
import GestureProtocol
import GesturedConfiguration

/// `regions`: a batch of edits of regions and windows, or a list of them (DMN-1 to DMN-5).
extension CommandRunner {
  func regions(
    _ command: RegionsCommand, from client: ClientIdentity, now: Instant
  ) throws(RequestError) -> [ReplyField] {
    if command.isListing {
      let regions = presentRegions(at: now)
      cost.lines += regions.count
      publisher.list(regions, to: client.number, now: now)
      return [ReplyField("count", .integer(regions.count))]
    }
    if command.keyWindow != nil { try require(.keyWindow, for: client, path: "key_window") }
    var next = scene.regions
    for (position, edit) in command.edits.enumerated() {
      try apply(edit, path: "edits[\(position)]", to: &next, from: client)
    }
    try checkRoom(for: next, of: client)
    if let window = command.keyWindow {
      guard let found = next[window], found.parent == nil else {
        throw .unknownRegion(window, among: next.names.filter { next[$0]?.parent == nil }, path: "key_window")
      }
    }
    let layouts: [Int: RegionLayout]
    do throws(RegionError) {
      layouts = try self.layouts(of: next, for: client.number, now: now)
    } catch {
      throw RequestError(error, path: "edits")
    }
    if let window = command.keyWindow,
      !layouts.values.contains(where: { $0.tree.number(named: window) != nil })
    {
      throw RequestError(.unavailable, "the window lies on no touchscreen now", path: "key_window")
    }
    if !command.edits.isEmpty { take(next, layouts, now: now) }
    if let window = command.keyWindow { makeKey(window, now: now) }
    return []
  }

  /// Removes what clients that are gone have declared (DMN-5).
  func removeRegions(of clients: Set<Int>, now: Instant) {
    guard clients.contains(where: { scene.regions.count(of: $0) > 0 }) else { return }
    var next = scene.regions
    next.removeAll(ownedBy: clients)
    if let layouts = try? layouts(of: next, for: nil, now: now) { take(next, layouts, now: now) }
  }

  /// The regions of all touchscreens.
  ///
  /// They are stamped with the present: when a touchscreen has last said something is nobody's business.
  func presentRegions(at now: Instant) -> [RegionMessage] {
    var messages: [RegionMessage] = []
    let time = input.stamp(at: now)
    input.forEachTouchscreen(at: now) { touchscreen, _ in
      let tree = touchscreen.pipeline.regions
      messages += tree.livingRegions.map {
        tree.message(of: $0, .present, device: touchscreen.number, at: time)
      }
    }
    return messages
  }

  // MARK: Steps

  private func apply(
    _ edit: RegionsCommand.Edit, path: String, to next: inout SceneRegions, from client: ClientIdentity
  ) throws(RequestError) {
    switch edit {
    case .add(let table), .addWindow(let table):
      let isWindow = if case .addWindow = edit { true } else { false }
      let region = try readRegion(table, isWindow: isWindow, from: client, among: next)
      try step(table.path, &next) { next throws(RegionError) in try next.add(region, owner: client.number) }
    case .change(let table):
      let region = try readChange(table, from: client, of: next)
      try step(table.path, &next) { next throws(RegionError) in try next.change(region, owner: client.number)
      }
    case .move(let name, let parent):
      try step("\(path).move", &next) { next throws(RegionError) in
        try next.move(name, to: parent, owner: client.number)
      }
      if let moved = next[name] { try checkStacking(moved, path: path, from: client, among: next) }
    case .reorder(let name, let sibling):
      try step("\(path).reorder", &next) { next throws(RegionError) in
        try next.reorder(name, inFrontOf: sibling, owner: client.number)
      }
    case .remove(let name):
      try step("\(path).remove", &next) { next throws(RegionError) in
        try next.remove(name, owner: client.number)
      }
    }
    let limit = scene.configuration.socket.regionsPerSubscriber
    guard next.count(of: client.number) <= limit else {
      throw RequestError(.limitReached, "a client declares at most \(limit) regions", path: path)
    }
  }

  private func step(
    _ path: String, _ next: inout SceneRegions,
    _ body: (inout SceneRegions) throws(RegionError) -> Void
  ) throws(RequestError) {
    do throws(RegionError) {
      try body(&next)
    } catch {
      throw RequestError(error, path: path, among: next)
    }
  }

  /// What other regions make of all screens, by their numbers: all can have those of an owner, or one says that it cannot.
  func layouts(
    of next: SceneRegions, for owner: Int?, now: Instant
  ) throws(RegionError) -> [Int: RegionLayout] {
    var layouts: [Int: RegionLayout] = [:]
    var failure: RegionError?
    input.forEachTouchscreen(at: now) { touchscreen, _ in
      cost.steps += next.count
      do throws(RegionError) {
        layouts[touchscreen.number] = try scene.layout(next, of: touchscreen, for: owner)
      } catch {
        // Where nobody asks for anything, a screen that cannot have what the configuration says stays as it is.
        if owner != nil { failure = error }
      }
    }
    if let failure { throw failure }
    return layouts
  }

  /// Has all screens take over other regions.
  func take(_ next: SceneRegions, _ layouts: [Int: RegionLayout], now: Instant) {
    let stamp = input.stamp(at: now)
    scene.regions = next
    scene.regions.finish()
    input.forEachTouchscreen(at: now) { touchscreen, time in
      guard let layout = layouts[touchscreen.number], layout.tree != touchscreen.pipeline.regions else {
        return
      }
      let old = touchscreen.pipeline.regions
      touchscreen.change(at: time, publisher, now: now) { pipeline, time, identifiers, buffer in
        pipeline.take(layout, at: time, identifiers: &identifiers, into: &buffer)
      }
      for number in layout.removed {
        publisher.publish(old.message(of: number, .removed, device: touchscreen.number, at: stamp), now: now)
      }
      publisher.setRegions(of: touchscreen.number, touchscreen.pipeline.regions)
      publisher.publishRegions(
        of: touchscreen.number, touchscreen.pipeline.regions, from: old, at: stamp, now: now)
    }
  }

  private func makeKey(_ name: String, now: Instant) {
    input.forEachTouchscreen(at: now) { touchscreen, time in
      guard let window = touchscreen.pipeline.regions.number(named: name) else { return }
      touchscreen.change(at: time, publisher, now: now) { pipeline, time, identifiers, buffer in
        _ = pipeline.makeKey(window, at: time, identifiers: &identifiers, into: &buffer)
      }
    }
  }
}
