import LinuxEventLoop
import Testing

@Suite struct StartMemoryTests {
  /// The tests that start a process. lane-unit runs them beside the other ones that do.
  @Suite struct OwnProcess {
    @Test("what was read of the program's files is given back, and what was written is not")
    func release() async {
      await #expect(processExitsWith: .success) {
        let written = (0..<100_000).map { "number \($0)" }
        let sum = try FileMapping.unwritable().reduce(UInt8(0)) { unsafe $0 &+ $1.readEachPage() }
        let before = try FileMapping.unwritable().reduce(0) { $0 + $1.residentKibibytes }
        StartMemory.release()
        let after = try FileMapping.unwritable().reduce(0) { $0 + $1.residentKibibytes }
        #expect(before > 4096 && after < before / 2, "\(before) KiB, then \(after) KiB")

        // The contents of files, the heap and global variables are unchanged, and so are the results of earlier casts.
        #expect(try FileMapping.unwritable().reduce(UInt8(0)) { unsafe $0 &+ $1.readEachPage() } == sum)
        #expect(written == (0..<100_000).map { "number \($0)" })
        #expect((written as Any as? [String])?.count == 100_000)
        StartMemory.release()
        StartMemory.release()
        #expect(Set(written).count == 100_000)
      }
    }
  }
}
