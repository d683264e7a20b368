import GestureCore
import GestureProtocol

/// The messages about recognizers.
extension RecognizerSet {
  /// The messages about present recognizers: one for each declaration, with its first number.
  ///
  /// - Parameter isIncluded: whether to include the recognizer of a number.
  package func messages(
    _ state: RegionMessage.State, at time: Instant, where isIncluded: (Int) -> Bool
  ) -> [(number: Int, message: RecognizerMessage)] {
    var messages: [(number: Int, message: RecognizerMessage)] = []
    var positions: [RecognizerMessage.Identity: Int] = [:]
    for number in instances.indices where !instances[number].isRemoved && isIncluded(number) {
      let identity = RecognizerMessage.Identity(owner: instances[number].owner, name: instances[number].name)
      if let position = positions[identity] {
        messages[position].message.numbersOfTouches.append(instances[number].numberOfTouches)
        continue
      }
      positions[identity] = messages.count
      let instance = instances[number]
      messages.append(
        (
          number,
          RecognizerMessage(
            time: time, name: instance.name, kind: instance.kind.name, state: state,
            numbersOfTouches: [instance.numberOfTouches], region: instance.properties.region ?? "root",
            owner: instance.owner, isPublic: instance.isPublic, isPassive: instance.isPassive,
            isEnabled: instance.properties.isEnabled)
        ))
    }
    return messages
  }

  /// The names of an owner's recognizers.
  package func names(of owner: Int) -> [String] {
    var names: Set<String> = []
    for number in instances.indices where !instances[number].isRemoved && instances[number].owner == owner {
      names.insert(instances[number].name)
    }
    return names.sorted()
  }

  /// How many recognizers each client has, counting each number of touches.
  package var clientCounts: [Int: Int] {
    var counts: [Int: Int] = [:]
    // Recognizers of one client mostly follow one another: each row of them is looked up once (H1).
    var row = (owner: RegionTree.configuration, count: 0)
    func addRow() { if row.owner != RegionTree.configuration { counts[row.owner, default: 0] += row.count } }
    for number in instances.indices where !instances[number].isRemoved {
      if instances[number].owner != row.owner {
        addRow()
        row = (instances[number].owner, 0)
      }
      row.count += 1
    }
    addRow()
    return counts
  }
}

extension RecognizerMessage {
  /// A recognizer by its owner and name: all its instances, one for each number of touches, have the same.
  package struct Identity: Hashable {
    let owner: Int
    let name: String
  }

  /// The recognizer that the message is about.
  package var identity: Identity { Identity(owner: owner, name: name) }
}
