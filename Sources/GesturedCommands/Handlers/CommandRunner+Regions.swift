import GestureCore
import GestureProtocol
import GesturedBase
import GesturedConfiguration
import GesturedDevices

/// `regions`: a batch of edits of regions and windows, or a list of them (DMN-1 to DMN-5).
extension CommandRunner {
  func regions(
    _ command: RegionsCommand, id: RequestID?, from client: ClientIdentity
  ) throws(RequestError) -> [ReplyField]? {
    if command.isListing {
      return try list(id, to: client, command.includesAllOwners)
    }
    if command.keyWindow != nil { try require(.keyWindow, for: client, path: "key_window") }
    var batch = RegionBatch(scene.regions, version: sceneVersion)
    return try spread(id, from: client, isEdit: true) { [unowned self] () throws(RequestError) in
      try goOn(command, &batch, from: client)
    }
  }

  /// Lists regions, over several turns where there are many.
  private func list(
    _ id: RequestID?, to client: ClientIdentity, _ includesAllOwners: Bool
  ) throws(RequestError) -> [ReplyField]? {
    let inspection = includesAllOwners ? rights.inspection(of: client.credentials) : .none
    var listing = Listing(listedRegions(inspection), version: sceneVersion)
    cost.lines += listing.count
    return try spread(id, from: client, isListing: true) { [unowned self] in
      if listing.isOutdated(sceneVersion) {
        listing.replace(by: listedRegions(inspection), version: sceneVersion) { $0.place }
      }
      while let next = listing.takeSome() {
        publisher.list(next, to: client.number, inspection)
        if turn.isOver, !listing.isEmpty { return .goesOn }
      }
      return .done([ReplyField("count", .integer(listing.count))])
    }
  }

  /// The regions of the present audience. A client that may see everything also gets the declarations of other
  /// audiences.
  private func listedRegions(_ inspection: Inspection) -> [RegionMessage] {
    var regions = presentRegions(of: audience, at: turn.now, withExclusions: !inspection.isNone)
    guard case .everybody = inspection else { return regions }
    for number in ownAudiences where number != audience {
      let owners = declarers(in: number)
      regions += presentRegions(of: number, at: turn.now).filter { owners.contains($0.owner) }
    }
    return regions
  }

  /// Does one turn's part of a batch: first edits on a copy, then replacing the original at once. The reply comes after
  /// the news of it.
  private func goOn(
    _ command: RegionsCommand, _ batch: inout RegionBatch, from client: ClientIdentity
  ) throws(RequestError) -> OngoingRequest.Progress {
    if !batch.isTaken {
      batch.beginAgain(from: scene.regions, version: sceneVersion)
      while batch.position < command.edits.count {
        if turn.isOver { return .goesOn }
        try apply(
          command.edits[batch.position], path: "edits[\(batch.position)]", to: &batch.regions, from: client)
        batch.position += 1
      }
      if batch.layouts == nil {
        if !mayBeginLongStep { return .goesOn }
        try layOut(command, &batch, from: client)
      }
      if !mayBeginLongStep { return .goesOn }
      // Meanwhile other clients may have declared something in another scene, and touchscreens may have come or turned.
      try checkRoom(for: batch, of: client)
      if !isUpToDate(batch.layouts ?? [:]) { try layOut(command, &batch, from: client) }
      take(command, &batch, from: client)
      batch.isTaken = true
    }
    publishNews { turn.isOver }
    return publishedAllNews ? .done([]) : .goesOn
  }

  /// Checks the result of a batch, and lays its regions out on all screens.
  private func layOut(
    _ command: RegionsCommand, _ batch: inout RegionBatch, from client: ClientIdentity
  ) throws(RequestError) {
    let next = batch.regions
    try checkRoom(for: batch, of: client)
    if let window = command.keyWindow {
      guard let found = next[window], found.parent == nil else {
        let windows = next.names(toldTo: client.number).filter { next[$0]?.parent == nil }
        throw .unknownRegion(window, among: windows, path: "key_window")
      }
    }
    let layouts: [Int: RegionLayout]
    do throws(RegionError) {
      layouts = try self.layouts(of: next, for: client.number)
    } catch {
      throw RequestError(error, path: "edits")
    }
    if let window = command.keyWindow,
      !layouts.values.contains(where: { $0.tree.number(named: window) != nil })
    {
      throw RequestError(
        .unavailable,
        "found “\(window.escapedForMessage)”, which lies on no touchscreen now; allowed: a window on a touchscreen "
          + "that is plugged in", path: "key_window", hint: "device of the window")
    }
    var laid: [Int: (layout: RegionLayout, base: RegionTree)] = [:]
    forEachTouchscreen(at: turn.now) { touchscreen, _ in
      laid[touchscreen.number] = layouts[touchscreen.number].map { ($0, touchscreen.pipeline.regions) }
    }
    batch.layouts = laid
  }

  private func checkRoom(for batch: RegionBatch, of client: ClientIdentity) throws(RequestError) {
    try checkRoom(for: batch.regions, of: client)
    try checkMemory(
      adding: batch.regions.keptBytes(of: client.number) - scene.regions.keptBytes(of: client.number),
      for: client, path: "edits")
  }

  /// Whether all screens still have the regions from which the layouts were made.
  private func isUpToDate(_ layouts: [Int: (layout: RegionLayout, base: RegionTree)]) -> Bool {
    var isUpToDate = true
    forEachTouchscreen(at: turn.now) { touchscreen, _ in
      // Unchanged trees share their storage, so that the comparison ends at once.
      if layouts[touchscreen.number]?.base != touchscreen.pipeline.regions { isUpToDate = false }
    }
    return isUpToDate
  }

  /// Replaces the scene's regions by a batch that was laid out.
  private func take(_ command: RegionsCommand, _ batch: inout RegionBatch, from client: ClientIdentity) {
    if !command.edits.isEmpty {
      let layouts = batch.layouts?.mapValues(\.layout) ?? [:]
      batch.layouts = nil
      take(batch.regions, layouts, paidBy: [client.credentials.userID])
    }
    if let window = command.keyWindow { makeKey(window) }
  }

  /// Removes the regions of departed clients (DMN-5).
  ///
  /// - Parameter payers: the clients' users, which pay for the news.
  func removeRegions(of clients: Set<Int>, paidBy payers: [UInt32]) {
    guard clients.contains(where: { scene.regions.count(of: $0) > 0 }) else { return }
    var next = scene.regions
    next.removeAll(ownedBy: clients)
    if let layouts = try? layouts(of: next, for: nil) { take(next, layouts, paidBy: payers) }
  }

  /// The regions of all touchscreens.
  ///
  /// The messages carry the present time, because the time of a touchscreen's last event is private.
  func presentRegions(of audience: Int, at now: Instant, withExclusions: Bool = false) -> [RegionMessage] {
    var messages: [RegionMessage] = []
    let time = input.stamp(at: now)
    input.forEachTouchscreen(at: now) { touchscreen, _ in
      let tree = touchscreen.regions(of: audience)
      let exclusions = withExclusions ? touchscreen.exclusions : []
      messages += tree.livingRegions.map { number in
        var message = tree.message(of: number, .present, device: touchscreen.number, at: time)
        if number == RegionTree.root { message.exclusions = exclusions }
        return message
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
      try step(table.path, &next, client) { next throws(RegionError) in
        try next.add(region, owner: client.number)
      }
    case .change(let table):
      let region = try readChange(table, from: client, of: next)
      try step(table.path, &next, client) { next throws(RegionError) in
        try next.change(region, owner: client.number)
      }
    case .move(let name, let parent):
      try step("\(path).move", &next, client) { next throws(RegionError) in
        try next.move(name, to: parent, owner: client.number)
      }
      if let moved = next[name] { try checkTaking(moved, path: path, from: client, among: next) }
    case .reorder(let name, let sibling):
      try step("\(path).reorder", &next, client) { next throws(RegionError) in
        try next.reorder(name, inFrontOf: sibling, owner: client.number)
      }
    case .remove(let name):
      try step("\(path).remove", &next, client) { next throws(RegionError) in
        try next.remove(name, owner: client.number)
      }
    }
    let limit = regionLimit(of: client)
    let count = next.count(of: client.number)
    // A client above a limit that was lowered may still remove some.
    guard count <= max(limit.count, scene.regions.count(of: client.number)) else {
      throw RequestError(
        .limitReached, "found \(count) regions of this client; allowed: at most \(limit.count)", path: path,
        hint: limit.hint)
    }
  }

  private func step(
    _ path: String, _ next: inout SceneRegions, _ client: ClientIdentity,
    _ body: (inout SceneRegions) throws(RegionError) -> Void
  ) throws(RequestError) {
    do throws(RegionError) {
      try body(&next)
    } catch {
      throw RequestError(error, path: path, among: next.names(toldTo: client.number))
    }
  }

  /// Lays regions out on all screens, by screen number. With an owner, a failure on any screen throws.
  func layouts(of next: SceneRegions, for owner: Int?) throws(RegionError) -> [Int: RegionLayout] {
    var layouts: [Int: RegionLayout] = [:]
    var failure: RegionError?
    forEachTouchscreen(at: turn.now) { touchscreen, _ in
      do throws(RegionError) {
        layouts[touchscreen.number] = try scene.layout(next, of: touchscreen, for: owner)
      } catch {
        // Without an owner, a screen on which the configuration's regions do not fit keeps its layout.
        if owner != nil { failure = error }
      }
    }
    if let failure { throw failure }
    return layouts
  }

  /// Gives all screens new regions. The news of it wait for `publishNews`.
  ///
  /// - Parameter payers: the users that pay for the news.
  func take(_ next: SceneRegions, _ layouts: [Int: RegionLayout], paidBy payers: [UInt32]) {
    announce(change(to: next, layouts, by: payers).map { .region($0) }, paidBy: payers)
  }

  /// Gives all screens new regions.
  ///
  /// - Parameter users: the users whose requests changed the regions.
  /// - Returns: the messages to publish.
  func change(to next: SceneRegions, _ layouts: [Int: RegionLayout], by users: [UInt32]) -> [RegionMessage] {
    let stamp = input.stamp(at: turn.now)
    var news: [RegionMessage] = []
    scene.regions = next
    scene.regions.finish()
    noteChange(by: users)
    forEachTouchscreen(at: turn.now) { touchscreen, time in
      guard let layout = layouts[touchscreen.number], layout.tree != touchscreen.pipeline.regions else {
        return
      }
      let old = touchscreen.pipeline.regions
      touchscreen.change(at: time, publisher) { pipeline, time, identifiers, buffer in
        pipeline.take(layout, at: time, identifiers: &identifiers, into: &buffer)
      }
      news += layout.removed.map {
        old.message(of: $0, .removed, device: touchscreen.number, at: stamp)
      }
      publisher.setRegions(of: touchscreen.number, touchscreen.pipeline.regions)
      news += touchscreen.pipeline.regions.news(since: old, of: touchscreen.number, at: stamp)
    }
    takeRegionKinds(paidBy: users)
    return news
  }

  /// Takes over the kinds of the regions, which relations of recognizers may refer to.
  private func takeRegionKinds(paidBy users: [UInt32]) {
    var next = scene.recognizers
    if next.setRegionKinds(scene.regions.kinds) {
      take(next, of: [], paidBy: users)
    } else {
      scene.recognizers = next
    }
  }

  private func makeKey(_ name: String) {
    forEachTouchscreen(at: turn.now) { touchscreen, time in
      guard let window = touchscreen.pipeline.regions.number(named: name) else { return }
      touchscreen.change(at: time, publisher) { pipeline, time, identifiers, buffer in
        _ = pipeline.makeKey(window, at: time, identifiers: &identifiers, into: &buffer)
      }
    }
  }
}

extension RegionsCommand: ServedCommand {
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity
  ) throws(RequestError) -> [ReplyField]? {
    if !isListing, try runner.mustWait(Request(id: id, command: self), from: client) { return nil }
    return try runner.regions(self, id: id, from: client)
  }
}
