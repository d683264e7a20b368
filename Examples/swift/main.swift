// Says where swipes go. `swift run swipe-example` in a clone runs it.
import GestureClient

let connection = try await GestureConnection.connect()
for try await gesture in connection.gestures where gesture.kind == .swipe {
  print("\(gesture.touchCount) fingers went \(gesture.direction ?? "somewhere")")
}
