internal import GestureCore

/// The keys of `[region.ID]`, and their reading.
enum RegionSection {
  private static let scaleRange = -1000.0...1000

  private static let parent = KeyDescription(
    "parent", allowed: "the ID of a region or window", default: "\"root\"",
    "The region or window that it lies in. A region whose parent is a window is that window's one root region."
  )
  private static let frame = KeyDescription(
    "frame", allowed: "[left, top, width, height], each \(SectionReader.allowedLength)",
    "Where it lies in its parent; % is of the parent's width or height. With `px`, the region exists only on screens whose pixels "
      + "are known. Only `[region.root]` may leave it out.")
  private static let scale = KeyDescription(
    "scale", allowed: "a number or [x, y], from -1000 to 1000", default: "1",
    "How much its own coordinates are enlarged on the screen, about the anchor.")
  private static let translation = KeyDescription(
    "translation", allowed: "[x, y], each \(SectionReader.allowedLength)", default: "[0, 0]",
    "How far it is shifted from its frame, after scaling and rotation.")
  private static let matrix = KeyDescription(
    "matrix", allowed: "[a, b, c, d, tx, ty], each a number from -1000 to 1000, tx and ty in mm",
    "Its transform as a matrix, instead of `scale`, `rotation_degrees` and `translation`.")
  private static let anchor = KeyDescription(
    "anchor", allowed: "[x, y], each a number from -1000 to 1000", default: "[0.5, 0.5]",
    "The pivot of its transform, in parts of its frame (HIT-17).")
  private static let boundsOrigin = KeyDescription(
    "bounds_origin", allowed: "[x, y], each \(SectionReader.allowedLength)", default: "[0, 0]",
    "Which point of its own coordinates lies at the corner of its frame: how far it is scrolled (HIT-20).")
  private static let hitOutset = KeyDescription(
    "hit_outset", allowed: "one or [top, left, bottom, right], each \(SectionReader.allowedLength)",
    default: "0", "How far beyond its frame it can be hit. A negative number makes the area smaller (HIT-29)."
  )
  private static let interaction = KeyDescription(
    "interaction", allowed: "true or false", default: "true",
    "Whether it and the regions in it can be touched. The kinds `image` and `label` have the default false (HIT-13)."
  )
  private static let controller = KeyDescription(
    "controller", allowed: NameRule.allowed,
    "The tag of the controller, a part of an application, that it belongs to. An event that the region passes on goes there next (RSP-1)."
  )
  private static let acceptsText = KeyDescription(
    "accepts_text", allowed: "true or false", default: "false",
    "Whether a tap makes it first responder, where events that no finger made start. The kind `text_field` has the default true (RSP-12)."
  )
  private static let maximumTouches = KeyDescription(
    "hit_max_touches", allowed: "a whole number from 1 to 100",
    "With this many touches on it or inside, further touches do not hit it (HIT-34). When it is not set: "
      + "any number.")

  private static let rotation = OptionDescription(
    "rotation_degrees", .number(unit: .degrees, range: -360...360, default: 0), source: "HIT-18",
    "How far it is turned clockwise about the anchor, after scaling.")
  private static let kind = choice(
    "kind", RegionKind.self, .view,
    "The thing that it shows, for defaults and for rules of recognizers (HIT-13).")
  private static let hidden = flag(
    "hidden", false, "HIT-8", "`true` removes the region and everything inside it from touch.")
  private static let alpha = KeyDescription(
    "alpha", allowed: "a number from 0 to 1", default: "1",
    "How opaque it is. Below 0.01, the region and the regions inside cannot be touched (HIT-10).")
  private static let multiple = flag(
    "multiple", false, "DLV-1",
    "Whether it receives several touches at once, in lines of touches; recognizers see all of them anyway. `root` has the default true."
  )
  private static let exclusive = flag(
    "exclusive", false, "DLV-6",
    "`true`: while it holds a touch, other regions of its window receive none, and the reverse.")
  private static let clips = flag(
    "clips", false, "HIT-6", "Whether clients that draw show the regions inside only within its frame.")
  private static let hitPolicy = choice(
    "hit_policy", Region.HitPolicy.self, .normal,
    "Which regions a point in it can hit. `normal`: the regions inside, then itself. `capture`: itself alone. `none`: no region. "
      + "`pass_through`: only the regions inside (HIT-23 to HIT-28).")
  private static let touches = choice(
    "touches", Region.TouchHandling.self, .handles,
    "How it handles touches on it: `ignore` leaves them to its parent, `handle` keeps them, `forward` does both (RSP-2)."
  )
  private static let canBecomeFirstResponder = flag(
    "can_become_first_responder", false, "RSP-6", "Whether events that no finger made may start at it.")
  private static let canResign = flag(
    "can_resign", true, "RSP-7", "Whether another region may become first responder in its place.")
  private static let defersEdges = OptionDescription(
    "defers_edges", .words(allowed: ScreenEdge.allCases.map(\.word), default: []), source: "EDG-12",
    "Edges or corners of the screen. The first system edge pan from there goes to the region, if its finger hits the region. The next one within 2 s is the system's."
  )
  private static let app = flag(
    "app", true, "FLT-17",
    "Whether the app behind all regions receives touches that land in it or in what lies in it, where `[filter]` is enabled."
  )
  private static let clientRegions = flag(
    "client_regions", true, "DMN-2", "Whether clients may put regions of their own into it.")

  private static let recognizers = choice(
    "recognizers", Region.ForeignRecognizers.self, .passive,
    "How recognizers of other clients work on it: they only report, or they compete as its owner's recognizers do (MULTI-2)."
  )
  private static let foreignChildren = flag(
    "foreign_children", false, "DMN-2", "Whether other clients may put regions of their own into it.")

  private static let options = [
    rotation, hidden, multiple, exclusive, clips, canBecomeFirstResponder, canResign, clientRegions,
    defersEdges, app,
  ]

  /// The keys in the order of the manual.
  static let keys: [KeyDescription] =
    [parent, frame, kind, interaction, KeyDescription(hidden), alpha, KeyDescription(multiple)]
    + [KeyDescription(exclusive), touches, hitPolicy, hitOutset, maximumTouches, scale]
    + [
      KeyDescription(rotation), translation, matrix, anchor, boundsOrigin, KeyDescription(clips), controller,
    ]
    + [KeyDescription(canBecomeFirstResponder), KeyDescription(canResign), acceptsText, ActionKeys.actions]
    + [KeyDescription(defersEdges), KeyDescription(app), KeyDescription(clientRegions), recognizers]

  /// The keys of clients' regions, in the order of the manual.
  static let clientKeys: [KeyDescription] =
    [
      KeyDescription(
        "name", allowed: NameRule.allowed, "Its name in lines, relations and edits. It must be set.")
    ] + keys.filter { $0.key != clientRegions.key } + [
      KeyDescription(foreignChildren), ActionKeys.ask,
    ]

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - hasPixels: whether any device's table gives the pixels of a screen.
  ///   - isClients: whether a client declares it.
  static func read(
    _ reader: SectionReader, headAt head: SettingPlace, hasPixels: Bool, isClients: Bool = false,
    _ mistakes: inout MistakeList
  ) -> RegionDeclaration? {
    reader.refuseUnknownKeys(known: (isClients ? clientKeys : keys).map(\.key), &mistakes)
    guard let name = reader.name else { return nil }
    let isRoot = name == RegionNesting.root
    let options = reader.options(options, &mistakes)
    let shown = reader.choice(kind, default: RegionKind.view, &mistakes)
    var region = Region(name, kind: shown, frame: Rect(.zero, Size(0, 0)))
    region.isInteractive = reader.flag(interaction.key, default: region.isInteractive, &mistakes)
    region.acceptsText = reader.flag(acceptsText.key, default: region.acceptsText, &mistakes)
    region.isHidden = options.flag(hidden.key)
    region.alpha = reader.number(alpha, in: 0...1, default: 1, &mistakes)
    region.isMultiple = reader.table[multiple.key] == nil ? isRoot : options.flag(multiple.key)
    region.isExclusive = options.flag(exclusive.key)
    region.clips = options.flag(clips.key)
    region.hitPolicy = reader.choice(hitPolicy, default: Region.HitPolicy.normal, &mistakes)
    region.handling = reader.choice(touches, default: Region.TouchHandling.handles, &mistakes)
    region.canBecomeFirstResponder = options.flag(canBecomeFirstResponder.key)
    region.shieldsApp = !options.flag(app.key)
    region.deferredEdges = ScreenEdges(words: options.words(defersEdges.key))
    region.canResignFirstResponder = options.flag(canResign.key)
    region.acceptsForeignChildren =
      isClients
      ? reader.flag(foreignChildren.key, default: false, &mistakes) : options.flag(clientRegions.key)
    region.foreignRecognizers = reader.choice(
      recognizers, default: Region.ForeignRecognizers.passive, &mistakes)
    region.controller = reader.text(
      controller.key, allowed: controller.allowed, &mistakes, where: NameRule.isName)
    region.actions = ActionKeys.readActions(reader, &mistakes)
    if isClients { region.asks = ActionKeys.readQuestions(reader, &mistakes) }
    region.hitMaximumTouches =
      reader.integers(
        maximumTouches.key, in: 1...100, allowed: maximumTouches.allowed, &mistakes)?.first
    readTransform(reader, degrees: options.number(rotation.key), into: &region, &mistakes)

    let frame = reader.lengths(frame.key, count: 4, allowed: frame.allowed, &mistakes)
    if reader.table[self.frame.key] == nil, !isRoot {
      mistakes.add(
        at: head, reader.path + [self.frame.key], problem: .missing, found: MistakeMessage.missing.with(),
        allowed: self.frame.allowed)
    }
    let parent = reader.text(parent.key, allowed: parent.allowed, &mistakes, where: NameRule.isName)
    var declaration = RegionDeclaration(
      region, parent: parent ?? (isRoot ? RegionNesting.window : RegionNesting.root), frame: frame)
    if let origin = reader.lengths(boundsOrigin.key, count: 2, allowed: boundsOrigin.allowed, &mistakes) {
      declaration.boundsOrigin = origin
    }
    if let shift = reader.lengths(translation.key, count: 2, allowed: translation.allowed, &mistakes) {
      declaration.translation = shift
    }
    declaration.hitOutset = readOutset(reader, &mistakes)
    refuseNegativeSize(frame, reader, &mistakes)
    if declaration.hasPixels, !hasPixels {
      mistakes.add(
        at: reader.table[self.frame.key]?.value.position ?? head, reader.path,
        found: MistakeMessage.lengthInPixels.with(),
        allowed: "px where the pixels of a touchscreen are known; mm, pt or % elsewhere")
    }
    return declaration
  }

  private static func readOutset(_ reader: SectionReader, _ mistakes: inout MistakeList) -> [RegionLength]? {
    guard let value = reader.table[hitOutset.key]?.value else { return nil }
    if case .array = value.content {
      return reader.lengths(hitOutset.key, count: 4, allowed: hitOutset.allowed, &mistakes)
    }
    return reader.length(value, hitOutset.key, &mistakes).map { Array(repeating: $0, count: 4) }
  }

  /// Refuses a negative size of a region (DMN-4).
  private static func refuseNegativeSize(
    _ frame: [RegionLength]?, _ reader: SectionReader, _ mistakes: inout MistakeList
  ) {
    guard let frame, let value = reader.table[self.frame.key]?.value,
      frame[2].number < 0 || frame[3].number < 0
    else { return }
    mistakes.add(
      at: value.position, reader.path + [self.frame.key], found: MistakeMessage.negativeSize.with(),
      allowed: "a width and a height of 0 or more")
  }

  private static func readTransform(
    _ reader: SectionReader, degrees: Double, into region: inout Region, _ mistakes: inout MistakeList
  ) {
    if let pivot = reader.numbers(anchor.key, count: 2, in: scaleRange, allowed: anchor.allowed, &mistakes) {
      region.anchor = Point(pivot[0], pivot[1])
    }
    var factors = [1.0, 1.0]
    if let value = reader.table[scale.key]?.value {
      switch value.content {
      case .number(let factor) where scaleRange.contains(factor): factors = [factor, factor]
      case .integer(let factor) where scaleRange.contains(Double(factor)):
        factors = [Double(factor), Double(factor)]
      default:
        factors =
          reader.numbers(scale.key, count: 2, in: scaleRange, allowed: scale.allowed, &mistakes) ?? factors
      }
    }
    region.transform = .rotation(degrees: degrees).after(.scale(factors[0], factors[1]))
    if let numbers = reader.numbers(matrix.key, count: 6, in: scaleRange, allowed: matrix.allowed, &mistakes)
    {
      region.transform = AffineTransform(
        numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
      for key in [scale.key, rotation.key, translation.key] {
        guard let entry = reader.table[key] else { continue }
        mistakes.add(
          at: entry.keyPosition, reader.path + [key], found: MistakeMessage.besideMatrix.with(),
          allowed: "one of the two")
      }
    }
  }

  private static func flag(
    _ key: String, _ defaultValue: Bool, _ source: String, _ summary: String
  ) -> OptionDescription {
    OptionDescription(key, .flag(default: defaultValue), source: source, summary)
  }

  private static func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ key: String, _ choices: Choice.Type, _ defaultChoice: Choice, _ summary: String
  ) -> KeyDescription {
    KeyDescription(
      key, allowed: "one of " + choices.allCases.map(\.rawValue).joined(separator: ", "),
      default: "\"\(defaultChoice.rawValue)\"", summary)
  }
}
