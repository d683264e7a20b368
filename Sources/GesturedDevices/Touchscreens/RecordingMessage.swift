import GestureCore

/// Errors and warnings about recordings.
package enum RecordingMessage: String, DeclaredMessage {
  case notARecording = "…:…: found …, allowed is …"
  case deviceNotRead = "…: its device “…” is not read: …"
  case untoldPlaces =
    "…: warning: “…” gives no … for …: a kernel repeats no value from before the recording. gestured assumes …, the edge of the panel. Record again with gestured --record, which writes these values first."

  package var advice: String {
    switch self {
    case .notARecording: "Give a file that `gestured --record`, evemu or libinput wrote, unchanged."
    case .deviceNotRead: "Give another recording; a `[device]` table may change the decision."
    case .untoldPlaces: "Ask for a new recording if the places matter."
    }
  }

  package var exitCode: Int32? {
    switch self {
    case .notARecording: 65
    case .deviceNotRead: 69
    case .untoldPlaces: nil
    }
  }
}
