import GestureCore

extension RecognizerDeclaration {
  /// A declaration with the defaults of its kind, and options by key.
  public static func make(
    _ type: any Recognizer.Type, _ name: String? = nil, touches: [Int] = [1], passive: Bool = false,
    requires: [String] = [], simultaneous: [String] = [], _ options: [String: OptionValue] = [:]
  ) -> RecognizerDeclaration {
    var table = OptionTable(defaultsOf: type.options)
    for (key, value) in options { table.set(key, to: value) }
    return RecognizerDeclaration(
      name: name ?? type.kind.name, kind: type.kind, numbersOfTouches: touches, isPassive: passive,
      requireToFail: requires, simultaneousWith: simultaneous, options: table)
  }

  /// The declaration with changed properties.
  public func with(_ change: (inout RecognizerProperties) -> Void) -> RecognizerDeclaration {
    var declaration = self
    change(&declaration.properties)
    return declaration
  }

  /// The declaration with a client as its owner.
  public func owned(
    by owner: Int, asks: OwnerQuestions = [], isPublic: Bool = false
  ) -> RecognizerDeclaration {
    var declaration = self
    declaration.owner = owner
    declaration.asks = asks
    declaration.isPublic = isPublic
    return declaration
  }

  /// A recognizer that runs in a client.
  public static func custom(
    _ name: String = "spiral", of owner: Int = 1, requires: [String] = [], simultaneous: [String] = []
  ) -> RecognizerDeclaration {
    make(CustomRecognizer.self, name, requires: requires, simultaneous: simultaneous).owned(by: owner)
  }

  public static func tap(
    _ name: String = "tap", taps: Int = 1, touches: Int = 1, requires: [String] = [],
    simultaneous: [String] = [], passive: Bool = false
  ) -> RecognizerDeclaration {
    make(
      TapRecognizer.self, name, touches: [touches], passive: passive, requires: requires,
      simultaneous: simultaneous, ["taps": .integer(taps)])
  }

  /// A long press. The time is in ms, the slop in pt.
  public static func longPress(
    _ name: String = "lp", minimumPress: Double = 500, movement: Double = 10, touches: Int = 1, taps: Int = 0,
    requires: [String] = [], simultaneous: [String] = []
  ) -> RecognizerDeclaration {
    make(
      LongPressRecognizer.self, name, touches: [touches], requires: requires, simultaneous: simultaneous,
      [
        "minimum_press_ms": .number(minimumPress),
        "allowable_movement_mm": .number(movement * TouchScript.millimetresPerPoint),
        "taps": .integer(taps),
      ])
  }

  /// A pan for a minimum and a maximum of fingers.
  public static func pan(
    _ name: String = "pan", minimum: Int = 1, maximum: Int = 10, requires: [String] = [],
    simultaneous: [String] = [], passive: Bool = false
  ) -> RecognizerDeclaration {
    make(
      PanRecognizer.self, name, touches: [minimum], passive: passive, requires: requires,
      simultaneous: simultaneous, ["maximum_touches": .integer(maximum)])
  }

  public static func swipe(
    _ name: String = "swipe", _ directions: [String] = ["right"], touches: Int = 1, requires: [String] = [],
    simultaneous: [String] = [], passive: Bool = false
  ) -> RecognizerDeclaration {
    make(
      SwipeRecognizer.self, name, touches: [touches], passive: passive, requires: requires,
      simultaneous: simultaneous, ["direction": .words(directions)])
  }

  public static func pinch(
    _ name: String = "pinch", requires: [String] = [], simultaneous: [String] = []
  ) -> RecognizerDeclaration {
    make(PinchRecognizer.self, name, touches: [2], requires: requires, simultaneous: simultaneous)
  }

  public static func rotation(
    _ name: String = "rotation", requires: [String] = [], simultaneous: [String] = []
  ) -> RecognizerDeclaration {
    make(RotationRecognizer.self, name, touches: [2], requires: requires, simultaneous: simultaneous)
  }

  /// A screen-edge pan.
  public static func edgePan(
    _ edges: [String], _ options: [String: OptionValue] = [:]
  ) -> RecognizerDeclaration {
    make(
      EdgePanRecognizer.self, "edge", touches: [1],
      options.merging(["edges": .words(edges)], uniquingKeysWith: { first, _ in first }))
  }
}

extension RecognizerSet {
  /// Moves a recognizer to the region with a name, or with nil to the root, as a client's change of its declaration does.
  public mutating func setRegion(_ number: Int, _ region: String?) throws(DeclarationError) {
    let instance = instances[number]
    guard !instance.isRemoved, var declaration = declaration(named: instance.name, of: instance.owner) else {
      return
    }
    declaration.properties.region = region
    try change(declaration)
  }
}
