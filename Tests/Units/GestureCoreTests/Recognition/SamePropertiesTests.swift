import GestureTestSupport
import Testing

@testable import GestureCore

/// `RecognizerSet.hasSameProperties` compares by hand what `==` of `RecognizerProperties` compares.
@Suite("Recognizers with the same properties") struct SamePropertiesTests {
  private static let changes: [String: @Sendable (inout RecognizerProperties) -> Void] = [
    "region": { $0.region = "V" },
    "isEnabled": { $0.isEnabled.toggle() },
    "cancelsTouchesInView": { $0.cancelsTouchesInView.toggle() },
    "delaysTouchesBegan": { $0.delaysTouchesBegan.toggle() },
    "delaysTouchesEnded": { $0.delaysTouchesEnded.toggle() },
    "allowedTouchTypes": { $0.allowedTouchTypes = [] },
    "allowedPressTypes": { $0.allowedPressTypes = [] },
    "requiresExclusiveTouchType": { $0.requiresExclusiveTouchType.toggle() },
    "priority": { $0.priority += 1 },
    "requireNotBegun": { $0.requireNotBegun = ["tap"] },
    "requiredToFailBy": { $0.requiredToFailBy = ["tap"] },
    "canPrevent": { $0.canPrevent = [] },
    "canBePreventedBy": { $0.canBePreventedBy = [] },
    "shouldBegin": { $0.shouldBegin = .never },
    "ignoredRegions": { $0.ignoredRegions = ["V"] },
    "isEager": { $0.isEager.toggle() },
    "action": { $0.action = "select" },
    "target": { $0.target = .application },
  ]

  @Test("FSM-22 a change of any property is seen, and no change of none")
  func all() throws {
    let set = try RecognizerSet([.tap(), .pan()])
    #expect(set.hasSameProperties(0, as: set) && set.hasSameProperties(1, as: set))
    let names = Mirror(reflecting: RecognizerProperties()).children.compactMap(\.label)
    #expect(Set(names) == Set(Self.changes.keys))
    for (name, change) in Self.changes {
      var other = set
      change(&other.instances[0].properties)
      #expect(!set.hasSameProperties(0, as: other) && set.hasSameProperties(1, as: other), "\(name)")
    }
  }
}
