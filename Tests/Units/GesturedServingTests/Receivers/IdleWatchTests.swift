import GestureCore
import GestureProtocol
import Testing

@testable import GesturedServing

@Suite("Times without contacts") struct IdleWatchTests {
  @Test("ADD-8 an idle line has the time of its deadline, however late the daemon looks at the clock")
  func lateLook() {
    let watch = IdleWatch()
    watch.begin(at: .milliseconds(1000))
    watch.add(1)
    watch.set(
      [.milliseconds(5000), .milliseconds(30_000)], of: 7, hearsSingles: true, at: .milliseconds(1000))
    var lines: [IdleMessage] = []
    watch.advance(to: .milliseconds(40_000)) { client, message in
      #expect(client == 7)
      lines.append(message)
    }
    #expect(
      lines == [
        IdleMessage(began: .milliseconds(5000), at: .milliseconds(6000), on: [1]),
        IdleMessage(began: .milliseconds(30_000), at: .milliseconds(31_000), on: [1]),
      ])
    #expect(watch.nextDeadline == nil)
  }
}
