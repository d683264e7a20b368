internal import GestureCore

/// The mistakes in a configuration, a file of actions, or the settings of a request: the part of the message that says what was found.
package enum MistakeMessage: String, DeclaredMessage {
  case found = "found …"
  case foundAgain = "found … again"
  case missing = "missing"
  case unknownKey = "unknown key"
  case notTOML = "not TOML: …"
  case notAName = "not a name"
  case notOfKind = "no gesture of the kind … fits this"
  case noSuchKeyForType = "lines of the type … do not have this key"
  case tooManyRegions = "found … regions and windows"
  case tooManyRecognizers = "too many recognizers"
  case asInRecognizer = "found the value of the recognizer's own table"
  case unknownRecognizer = "no recognizer has this name"
  case waitsForItself = "waits for itself: …"
  case windowHasID = "a window has this ID already"
  case regionHasID = "the built-in region has this ID"
  case unknownParent = "there is no region or window …"
  case secondRoot = "the window … has its root region already"
  case rootHasParent = "root always lies in the window of the name window"
  case nestedTooDeep = "it would lie in itself, or in more than … others"
  case lengthInPixels = "found a length in px"
  case negativeSize = "found a negative size"
  case besideMatrix = "found together with matrix"
  case withoutAction = "found without action"
  case wrongCount = "found … instead of … numbers"

  package var advice: String {
    switch self {
    case .found, .foundAgain, .wrongCount, .negativeSize:
      "Write one of the allowed values, which end the message."
    case .missing: "Add the key to the table."
    case .unknownKey:
      "Correct the spelling, or remove the key: [configuration.md](configuration.md) lists all keys."
    case .notTOML: "Correct the syntax at the line and column; texts need quotes."
    case .notAName, .windowHasID, .regionHasID: "Rename the table."
    case .notOfKind: "Change the value, or the `kind` of the action."
    case .noSuchKeyForType: "Remove the key, or the `type` of the action."
    case .tooManyRegions, .tooManyRecognizers: "Remove declarations."
    case .asInRecognizer: "Write the key into the device's table, too."
    case .unknownRecognizer, .unknownParent: "Correct the name, or declare it."
    case .waitsForItself: "Remove one of the relations in the circle."
    case .secondRoot: "Give one of the two regions another parent."
    case .rootHasParent: "Remove `parent`."
    case .nestedTooDeep: "Correct `parent` in one of the regions."
    case .lengthInPixels: "Use mm or a share, or set `pixels` in the touchscreen's `[device]` table."
    case .withoutAction: "Add `action`, or remove `target`."
    case .besideMatrix: "Remove `matrix`, or the key that the message names."
    }
  }

  package var exitCode: Int32? { 78 }
}
