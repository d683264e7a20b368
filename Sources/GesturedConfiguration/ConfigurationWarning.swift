internal import GestureCore

/// Settings that the author may want to change although they are no mistakes.
package enum ConfigurationWarning: String, DeclaredMessage {
  case smallTarget =
    "region.…: smaller than a finger hits for sure: at least … mm both ways; hit_outset widens it without changing its frame"
  case unknownPixels =
    "….…: px needs a screen whose pixels are known, and no [device.NAME] table says pixels: where the display does not tell them either, the … is left out"
  case beatenSwipe =
    "recognizer.…: never fires for …: the pan … begins after … mm, and the swipe needs at least … mm; …say require_to_fail = [\"…\"] in [recognizer.…], or passive = true in one of them"

  package var advice: String {
    switch self {
    case .smallTarget: "Enlarge `frame`, or set `hit_outset`."
    case .unknownPixels: "Use mm or a share instead of px, or set `pixels`."
    case .beatenSwipe: "Choose whether the swipe or the pan comes first."
    }
  }
}
