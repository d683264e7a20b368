import Glibc
import LinuxEventLoop
import Testing

@Suite struct DescriptorLimitTests {
  /// The tests that start a process. lane-unit runs them beside the other ones that do.
  @Suite struct OwnProcess {
    @Test("S14 the limit is raised as far as it is asked for and allowed, and never lowered")
    func raise() async {
      await #expect(processExitsWith: .success) {
        func limit() -> rlimit {
          var limit = rlimit()
          unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
          return limit
        }
        var before = limit()
        before.rlim_cur = 200
        before.rlim_max = 500
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &before)
        for (asked, expected) in [(100, 200), (300, 300), (250, 300), (4096, 500)] {
          DescriptorLimit.raise(to: UInt64(asked))
          #expect(limit().rlim_cur == rlim_t(expected) && limit().rlim_max == 500)
        }
      }
    }
  }
}
