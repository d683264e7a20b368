import GestureCore
import Testing

@testable import GesturedConfiguration

/// Each mistake in the tables of regions and windows, and the exact line that it gives.
@Suite("Mistakes in regions")
struct RegionMistakeTests {
  private static let length =
    "a number of mm, or \"NUMBER UNIT\" with the unit mm, pt, px or %, from -10000 to 10000"

  @Test(
    "a region's value that cannot be is told",
    arguments: [
      ("kind = \"imag\"", "3:8: region.V.kind: found \"imag\"; allowed: KIND; did you mean image?"),
      ("alpha = 1.5", "3:9: region.V.alpha: found 1.5; allowed: a number from 0 to 1"),
      ("hidden = 1", "3:10: region.V.hidden: found 1; allowed: true or false"),
      (
        "hit_policy = 3",
        "3:14: region.V.hit_policy: found 3; allowed: one of normal, capture, none, pass_through"
      ),
      (
        "touches = \"handles\"",
        "3:11: region.V.touches: found \"handles\"; allowed: one of ignore, handle, forward; did you mean handle?"
      ),
      ("hit_outset = \"wide\"", "3:14: region.V.hit_outset: found \"wide\"; allowed: LENGTH"),
      (
        "hit_outset = [1, 2]",
        "3:14: region.V.hit_outset: found a list of 2 instead of 4 numbers; allowed: one or [top, left, bottom, right], each LENGTH"
      ),
      (
        "hit_max_touches = 0",
        "3:19: region.V.hit_max_touches: found 0; allowed: a whole number from 1 to 100"
      ),
      ("scale = nan", "3:9: region.V.scale: found nan; allowed: a number or [x, y], from -1000 to 1000"),
      ("bounds_origin = [0, inf]", "3:21: region.V.bounds_origin: found inf; allowed: LENGTH"),
      (
        "matrix = [1, 0, 0, 1, 0, 0]\nscale = 2",
        "4:1: region.V.scale: found together with matrix; allowed: one of the two"
      ),
      (
        "parent = \"nobody\"",
        "3:10: region.V.parent: there is no region or window \"nobody\"; allowed: one of V, root, window"
      ),
      (
        "parent = \"V\"",
        "3:10: region.V.parent: it would lie in itself, or in more than 64 others; allowed: a parent that leads to a window"
      ),
      (
        "parent = \"window\"",
        "3:10: region.V.parent: the window window has its root region already; allowed: a region that lies in it"
      ),
      ("hit_outsets = 3", "3:1: region.V.hit_outsets: unknown key; did you mean hit_outset?"),
    ])
  func values(lines: String, mistake: String) {
    let expected = mistake.replacing("LENGTH", with: Self.length)
      .replacing("KIND", with: "one of " + RegionKind.allCases.map(\.rawValue).joined(separator: ", "))
    #expect(check("[region.V]\nframe = [0, 0, 9, 9]\n\(lines)").mistakes == ["f.toml:" + expected])
  }

  @Test(
    "DMN-4 a frame that cannot be is told",
    arguments: [
      (
        "frame = [0, 0, 9]",
        "2:9: region.V.frame: found a list of 3 instead of 4 numbers; allowed: [left, top, width, height], each LENGTH"
      ),
      ("frame = [0, 0, \"9em\", 9]", "2:16: region.V.frame: found \"9em\"; allowed: LENGTH"),
      ("frame = [0, 0, 1e9, 9]", "2:16: region.V.frame: found 1000000000; allowed: LENGTH"),
      (
        "frame = [0, 0, -1, 9]",
        "2:9: region.V.frame: found a negative size; allowed: a width and a height of 0 or more"
      ),
      ("", "1:9: region.V.frame: missing; allowed: [left, top, width, height], each LENGTH"),
    ])
  func frames(line: String, mistake: String) {
    let expected = mistake.replacing("LENGTH", with: Self.length)
    #expect(check("[region.V]\n\(line)").mistakes == ["f.toml:" + expected])
  }

  @Test(
    "DMN-4 what regions lie in has to lead to a window, which has one root",
    arguments: [
      (
        "[region.A]\nparent = \"B\"\nframe = [0, 0, 9, 9]\n[region.B]\nparent = \"A\"\nframe = [0, 0, 9, 9]",
        ["2:10: region.A.parent: it would", "5:10: region.B.parent: it would"]
      ),
      (
        "[window.W]\n[region.A]\nparent = \"W\"\nframe = [0, 0, 9, 9]\n[region.B]\nparent = \"W\"\nframe = [0, 0, 9, 9]",
        ["6:10: region.B.parent: the window W has its root region already"]
      ),
      ("[window.W]\n[region.W]\nframe = [0, 0, 9, 9]", ["2:9: region.W: a window has this ID already"]),
      ("[window.root]", ["1:9: window.root: the built-in region has this ID"]),
      ("[region.window]\nframe = [0, 0, 9, 9]", ["1:9: region.window: a window has this ID already"]),
      (
        "[region.root]\nparent = \"V\"\n[region.V]\nframe = [0, 0, 9, 9]",
        ["2:10: region.root.parent: root always lies in the window of the name window"]
      ),
      ("[window.W]\ndevice = \"\"", ["2:10: window.W.device: found \"\""]),
      ("[window.W]\nlevel = inf", ["2:9: window.W.level: found inf"]),
      ("region = 3", ["1:10: region: found 3; allowed: a table [region.NAME]"]),
    ])
  func nesting(text: String, starts: [String]) {
    let mistakes = check(text).mistakes
    #expect(mistakes.count == starts.count)
    for (mistake, start) in zip(mistakes, starts) { #expect(mistake.hasPrefix("f.toml:" + start)) }
  }

  @Test("there are at most 256 regions, and none lies in more than 64")
  func limits() {
    let many = (0..<257).map { "[region.r\($0)]\nframe = [0, 0, 9, 9]\n" }.joined()
    #expect(check(many).mistakes.map { $0.contains("found 257 regions and windows") } == [true])
    let deep = (0..<70).map {
      "[region.r\($0)]\nframe = [0, 0, 9, 9]\nparent = \"\($0 == 0 ? "root" : "r\($0 - 1)")\"\n"
    }
    #expect(check(deep.prefix(63).joined()).mistakes.isEmpty)
    #expect(!check(deep.joined()).mistakes.isEmpty)
  }
}
