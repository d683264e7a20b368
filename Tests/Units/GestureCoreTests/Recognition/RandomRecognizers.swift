import GestureCore
import GestureTestSupport

/// Random recognizers with all their policies mixed, on a random tree of regions.
struct RandomRecognizers {
  private var generator: SeededGenerator
  /// The root and up to six other regions, some of them nested.
  let regions: RegionTree
  /// The recognizers; no recognizer waits for itself.
  private(set) var declarations: [RecognizerDeclaration] = []

  /// Equal seeds give equal recognizers.
  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed &+ 0x5eed)
    var tree = RegionTree(screen: GestureRig.screen)
    for number in 1...Int.random(in: 1...6, using: &generator) {
      let corner = Point(
        Double.random(in: 0..<100, using: &generator), Double.random(in: 0..<60, using: &generator))
      let size = Size(
        Double.random(in: 10..<120, using: &generator), Double.random(in: 10..<80, using: &generator))
      let outer = Int.random(in: 0..<number, using: &generator)
      tree.add("r\(number)", to: outer == 0 ? "root" : "r\(outer)", frame: Rect(corner, size))
    }
    regions = tree
    self.generator = generator
    for number in 0..<Int.random(in: 2...12, using: &self.generator) { declare(number) }
  }

  private mutating func chance(_ share: Double) -> Bool {
    Double.random(in: 0..<1, using: &generator) < share
  }

  private mutating func someName(below number: Int) -> String {
    "g\(Int.random(in: 0..<max(number, 1), using: &generator))"
  }

  private mutating func declare(_ number: Int) {
    let name = "g\(number)"
    let touches = Int.random(in: 1...2, using: &generator)
    var declaration: RecognizerDeclaration =
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: .tap(name, taps: Int.random(in: 1...3, using: &generator), touches: touches)
      case 1: .longPress(name, minimumPress: 100, touches: touches)
      case 2: .pan(name, minimum: touches)
      case 3: .swipe(name, ["left", "right", "up", "down"], touches: touches)
      case 4: .pinch(name)
      default: .rotation(name)
      }
    declaration.isPassive = chance(0.1)
    let earlier = someName(below: number)
    let canWait = number > 0 && !declaration.isPassive && !isPassive(earlier)
    // Recognizers wait only for earlier ones, so that there is no circle.
    if canWait, chance(0.3) { declaration.requireToFail = [earlier] }
    if canWait, chance(0.1) { declaration.properties.requireNotBegun = [earlier] }
    if number > 0, chance(0.2) { declaration.simultaneousWith = [earlier] }
    if chance(0.1) { declaration.simultaneousWith = ["*"] }
    if number > 0, chance(0.1) { declaration.properties.canPrevent = [earlier] }
    if number > 0, chance(0.1) { declaration.properties.canBePreventedBy = [earlier] }
    if chance(0.3) { declaration.properties.priority = Int.random(in: -1...1, using: &generator) }
    if chance(0.6) { declaration.properties.region = regions.regions.randomElement(using: &generator)?.name }
    if chance(0.1) { declaration.properties.ignoredRegions = ["r1"] }
    if chance(0.2) {
      declaration.properties.shouldBegin =
        RecognizerProperties.BeginPolicy.allCases.randomElement(using: &generator) ?? .always
    }
    declaration.properties.isEager = chance(0.2)
    declarations.append(declaration)
  }

  private func isPassive(_ name: String) -> Bool {
    declarations.first { $0.name == name }?.isPassive ?? false
  }

  /// Changes one recognizer of a set at random.
  mutating func change(_ set: inout RecognizerSet) {
    let number = Int.random(in: 0..<set.instances.count, using: &generator)
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: set.setEnabled(number, chance(0.7))
    case 1:
      // A region never closes a circle here, as no recognizer waits for a region.
      try? set.setRegion(number, regions.regions.randomElement(using: &generator)?.name)
    case 2: set.setHearing(number, [.unheard, .observed, .asked].randomElement(using: &generator) ?? .asked)
    case 3: set.remove(number)
    case 4: set.setOptions(number, set.instances[number].options)
    default:
      let name = "late\(Int.random(in: 0..<8, using: &generator))"
      if !set.instances.contains(where: { $0.name == name && !$0.isRemoved }) {
        // The new recognizer names a kind. It waits for no recognizer, so it cannot close a circle.
        _ = try? set.add([.pan(name, simultaneous: ["*"])])
      }
    }
  }
}
