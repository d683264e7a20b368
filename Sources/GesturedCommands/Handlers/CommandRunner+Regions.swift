import GestureCore
import GestureProtocol
import GesturedBase
import GesturedConfiguration
import GesturedDevices
import GesturedScene
import GesturedServing

/// `regions`: a batch of edits of regions and windows, or a list of them (DMN-1 to DMN-5).
extension CommandRunner {
  func regions(
    _ command: RegionsCommand, id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    if command.isListing {
      return try list(id, to: client, command.includesAllOwners, on: stage)
    }
    if command.keyWindow != nil { try require(.keyWindow, for: client, path: "key_window") }
    var batch = RegionBatch(stage.scene.regions, version: stage.version)
    return try spread(id, from: client, on: stage, isEdit: true) {
      [unowned self] stage throws(RequestError) in
      try goOn(command, &batch, from: client, on: stage)
    }
  }

  /// Lists regions, over several turns where there are many.
  private func list(
    _ id: RequestID?, to client: ClientIdentity, _ includesAllOwners: Bool, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    let inspection = includesAllOwners ? rights.inspection(of: client.credentials) : .none
    var listing = Listing(listedRegions(inspection, on: stage), version: stage.version)
    cost.lines += listing.count
    return try spread(id, from: client, on: stage, isListing: true) { [unowned self] stage in
      if listing.isOutdated(stage.version) {
        listing.replace(by: listedRegions(inspection, on: stage), version: stage.version) { $0.place }
      }
      while let next = listing.removeSome() {
        publisher.list(next, to: client.number, inspection)
        if turn.isOver, !listing.isEmpty { return .goesOn }
      }
      return .done([ReplyField("count", .integer(listing.count))])
    }
  }

  /// The regions of a stage. A client that may see everything also gets the declarations on other stages.
  private func listedRegions(_ inspection: Inspection, on stage: Stage) -> [RegionMessage] {
    var regions = presentRegions(of: stage, withExclusions: !inspection.isNone)
    guard case .everybody = inspection else { return regions }
    for other in publisher.stages where !other.isEveryones && other !== stage {
      let owners = declarers(on: other)
      regions += presentRegions(of: other).filter { owners.contains($0.owner) }
    }
    return regions
  }

  /// Does one turn's part of a batch: edits a copy, and at the end replaces the original at once. The reply comes after
  /// the lines about the changes.
  private func goOn(
    _ command: RegionsCommand, _ batch: inout RegionBatch, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> OngoingRequest.Progress {
    if !batch.isTaken {
      batch.beginAgain(from: stage.scene.regions, version: stage.version)
      while batch.position < command.edits.count {
        if turn.isOver { return .goesOn }
        try apply(
          command.edits[batch.position], path: "edits[\(batch.position)]", to: &batch.regions, from: client,
          on: stage)
        batch.position += 1
      }
      if batch.layouts == nil {
        if !mayBeginLongStep { return .goesOn }
        try layOut(command, &batch, from: client, on: stage)
      }
      if !mayBeginLongStep { return .goesOn }
      // Meanwhile other clients may have declared something in another scene, and touchscreens may have come or turned.
      try checkRoom(for: batch, of: client, on: stage)
      if !isUpToDate(batch.layouts ?? [:], on: stage) { try layOut(command, &batch, from: client, on: stage) }
      replace(by: &batch, command, from: client, on: stage)
      batch.isTaken = true
    }
    publishNews(of: stage) { turn.isOver }
    return stage.news.isEmpty ? .done([]) : .goesOn
  }

  /// Checks the result of a batch, and lays its regions out on all screens.
  private func layOut(
    _ command: RegionsCommand, _ batch: inout RegionBatch, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) {
    let next = batch.regions
    try checkRoom(for: batch, of: client, on: stage)
    if let window = command.keyWindow {
      guard let found = next[window], found.parent == nil else {
        let windows = next.names(toldTo: client.number).filter { next[$0]?.parent == nil }
        throw .unknownRegion(window, among: windows, path: "key_window")
      }
    }
    let layouts: [Int: RegionLayout]
    do throws(RegionError) {
      layouts = try self.layouts(of: next, on: stage, for: client.number)
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
    forEachTouchscreen(on: stage) { touchscreen, own, _ in
      laid[touchscreen.number] = layouts[touchscreen.number].map { ($0, own.pipeline.regions) }
    }
    batch.layouts = laid
  }

  private func checkRoom(
    for batch: RegionBatch, of client: ClientIdentity, on stage: Stage
  ) throws(RequestError) {
    try checkRoom(for: batch.regions, of: client, on: stage)
    try checkMemory(
      adding: batch.regions.keptBytes(of: client.number) - stage.scene.regions.keptBytes(of: client.number),
      for: client, path: "edits")
  }

  /// Whether all screens still have the regions from which the layouts were made.
  private func isUpToDate(
    _ layouts: [Int: (layout: RegionLayout, base: RegionTree)], on stage: Stage
  ) -> Bool {
    var isUpToDate = true
    forEachTouchscreen(on: stage) { touchscreen, own, _ in
      // Unchanged trees share their storage, so that the comparison ends at once.
      if layouts[touchscreen.number]?.base != own.pipeline.regions { isUpToDate = false }
    }
    return isUpToDate
  }

  /// Replaces the scene's regions by a batch that was laid out.
  private func replace(
    by batch: inout RegionBatch, _ command: RegionsCommand, from client: ClientIdentity, on stage: Stage
  ) {
    if !command.edits.isEmpty {
      let layouts = batch.layouts?.mapValues(\.layout) ?? [:]
      batch.layouts = nil
      replace(by: batch.regions, layouts, on: stage, paidBy: [client.credentials.userID])
    }
    if let window = command.keyWindow { makeKey(window, on: stage) }
  }

  /// Removes the regions of departed clients (DMN-5).
  ///
  /// - Parameter payers: the clients' users, which pay for the messages.
  func removeRegions(of clients: Set<Int>, on stage: Stage, paidBy payers: [UInt32]) {
    guard clients.contains(where: { stage.scene.regions.count(of: $0) > 0 }) else { return }
    var next = stage.scene.regions
    next.removeAll(ownedBy: clients)
    if let layouts = try? layouts(of: next, on: stage, for: nil) {
      replace(by: next, layouts, on: stage, paidBy: payers)
    }
  }

  /// The regions of all touchscreens on a stage.
  ///
  /// The messages carry the present time, because the time of a touchscreen's last event is private.
  func presentRegions(of stage: Stage, withExclusions: Bool = false) -> [RegionMessage] {
    var messages: [RegionMessage] = []
    let time = input.stamp(at: turn.now)
    input.forEachTouchscreen(at: turn.now) { touchscreen, _ in
      // A stage without a pipeline here has the regions of everyone's until it follows.
      let tree = (touchscreen.pipeline(of: stage) ?? touchscreen.everyone).pipeline.regions
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
    _ edit: RegionsCommand.Edit, path: String, to next: inout SceneRegions, from client: ClientIdentity,
    on stage: Stage
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
    guard count <= max(limit.count, stage.scene.regions.count(of: client.number)) else {
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
  func layouts(
    of next: SceneRegions, on stage: Stage, for owner: Int?
  ) throws(RegionError) -> [Int: RegionLayout] {
    var layouts: [Int: RegionLayout] = [:]
    var failure: RegionError?
    forEachTouchscreen(on: stage) { touchscreen, own, _ in
      do throws(RegionError) {
        layouts[touchscreen.number] = try stage.scene.layout(next, of: touchscreen, own, for: owner)
      } catch {
        // Without an owner, a screen on which the configuration's regions do not fit keeps its layout.
        if owner != nil { failure = error }
      }
    }
    if let failure { throw failure }
    return layouts
  }

  /// Gives all screens new regions on a stage. The messages about them wait for `publishNews`.
  ///
  /// - Parameter payers: the users that pay for the messages.
  func replace(
    by next: SceneRegions, _ layouts: [Int: RegionLayout], on stage: Stage, paidBy payers: [UInt32]
  ) {
    let news = change(to: next, layouts, on: stage, by: payers)
    announce(news.map { .region($0) }, of: stage, paidBy: payers)
  }

  /// Gives all screens new regions on a stage.
  ///
  /// - Parameter users: the users whose requests changed the regions.
  /// - Returns: the messages to publish.
  func change(
    to next: SceneRegions, _ layouts: [Int: RegionLayout], on stage: Stage, by users: [UInt32]
  ) -> [RegionMessage] {
    let stamp = input.stamp(at: turn.now)
    var news: [RegionMessage] = []
    stage.scene.regions = next
    stage.scene.regions.finish()
    countChange(of: stage, by: users)
    forEachTouchscreen(on: stage) { touchscreen, own, time in
      guard let layout = layouts[touchscreen.number], layout.tree != own.pipeline.regions else {
        return
      }
      let old = own.pipeline.regions
      touchscreen.change(on: stage, at: time, publisher) { pipeline, time, identifiers, buffer in
        pipeline.adopt(layout, at: time, identifiers: &identifiers, into: &buffer)
      }
      news += layout.removed.map {
        old.message(of: $0, .removed, device: touchscreen.number, at: stamp)
      }
      publisher.setRegions(of: touchscreen.number, own.pipeline.regions, on: stage)
      news += own.pipeline.regions.news(since: old, of: touchscreen.number, at: stamp)
    }
    adoptRegionKinds(on: stage, paidBy: users)
    return news
  }

  /// Sets the kinds of the regions, which relations of recognizers may refer to.
  private func adoptRegionKinds(on stage: Stage, paidBy users: [UInt32]) {
    var next = stage.scene.recognizers
    if next.setRegionKinds(stage.scene.regions.kinds) {
      replace(by: next, of: [], on: stage, paidBy: users)
    } else {
      stage.scene.recognizers = next
    }
  }

  private func makeKey(_ name: String, on stage: Stage) {
    forEachTouchscreen(on: stage) { touchscreen, own, time in
      guard let window = own.pipeline.regions.number(named: name) else { return }
      touchscreen.change(on: stage, at: time, publisher) { pipeline, time, identifiers, buffer in
        _ = pipeline.makeKey(window, at: time, identifiers: &identifiers, into: &buffer)
      }
    }
  }
}

extension RegionsCommand: ServedCommand {
  func stage(
    for client: ClientIdentity, _ subscriber: Subscriber, by runner: CommandRunner
  ) throws(RequestError) -> Stage {
    if isListing { return subscriber.hears }
    if edits.isEmpty { return subscriber.declaresOn }
    if subscriber.hears.origin.isPlaceless, !subscriber.declaresOn.isEveryones {
      throw RequestError(
        .notPermitted,
        "regions of clients would reveal places, which positions = \"none\" keeps off this socket",
        path: "edits",
        hint: "[rights] scene, or positions in [socket], in the configuration of gestured")
    }
    return try runner.declaringStage(of: subscriber, client, path: "edits")
  }

  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    if !isListing, try runner.mustWait(Request(id: id, command: self), from: client, on: stage) { return nil }
    return try runner.regions(self, id: id, from: client, on: stage)
  }
}
