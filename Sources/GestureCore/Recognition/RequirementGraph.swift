/// The graph of failure requirements. Its walks use no recursion, since clients choose the length of chains.
struct RequirementGraph {
  private static let unvisited = -1
  private static let finished = -2

  private let instances: [RecognizerInstance]

  init(_ instances: [RecognizerInstance]) {
    self.instances = instances
  }

  /// Walks the requirements depth first. An instance that the present path already contains closes a circle.
  ///
  /// - Parameter numbers: the instances to walk.
  /// - Returns: the first circle, with its first instance again at the end; nil without a circle.
  func firstCycle(among numbers: [Int]) -> [Int]? {
    // The place of each instance on the path, if it is on the path.
    var places = Array(repeating: Self.finished, count: instances.count)
    for number in numbers { places[number] = Self.unvisited }
    var path: [Int] = []
    var next: [Int] = []
    for start in numbers where places[start] == Self.unvisited {
      places[start] = 0
      path = [start]
      next = [0]
      while let number = path.last {
        let place = path.count - 1
        guard next[place] < instances[number].requireToFail.count else {
          places[number] = Self.finished
          path.removeLast()
          next.removeLast()
          continue
        }
        let required = instances[number].requireToFail[next[place]]
        next[place] += 1
        if places[required] >= 0 { return path[places[required]...] + [required] }
        guard places[required] == Self.unvisited else { continue }
        places[required] = path.count
        path.append(required)
        next.append(0)
      }
    }
    return nil
  }

  /// The circles, as groups: two instances have the same group if each waits for the other, directly or through others.
  /// These are Tarjan's strongly connected components.
  ///
  /// - Parameter numbers: the instances to group; all others have -2.
  func circles(among numbers: [Int]) -> [Int] {
    var groups = Array(repeating: Self.finished, count: instances.count)
    var order = groups
    var lowest = groups
    var isOpen = Array(repeating: false, count: instances.count)
    for number in numbers { order[number] = Self.unvisited }
    var counter = 0
    var open: [Int] = []
    var path: [(number: Int, next: Int)] = []
    func enter(_ number: Int) {
      order[number] = counter
      lowest[number] = counter
      counter += 1
      open.append(number)
      isOpen[number] = true
      path.append((number, 0))
    }
    for start in numbers where order[start] == Self.unvisited {
      enter(start)
      while let (number, next) = path.last {
        if next < instances[number].requireToFail.count {
          path[path.count - 1].next += 1
          let required = instances[number].requireToFail[next]
          if order[required] == Self.unvisited {
            enter(required)
          } else if isOpen[required] {
            lowest[number] = min(lowest[number], order[required])
          }
          continue
        }
        path.removeLast()
        if let dependent = path.last?.number { lowest[dependent] = min(lowest[dependent], lowest[number]) }
        guard lowest[number] == order[number] else { continue }
        while let member = open.popLast() {
          isOpen[member] = false
          groups[member] = number
          if member == number { break }
        }
      }
    }
    return groups
  }
}
