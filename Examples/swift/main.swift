// Says where swipes go. `swift run swipe-example` in a clone runs it.
import GestureClient
import Glibc

func listen() async throws(GestureClientError) {
  let connection = try await GestureConnection.connect()
  for try await gesture in connection.gestures where gesture.kind == .swipe {
    print("\(gesture.touchCount) fingers went \(gesture.direction ?? "somewhere")")
    // A pipe gets each line at once, too.
    fflush(nil)
  }
}

// gestured may come and go.
while true {
  do {
    try await listen()
  } catch {
    guard error.mayPass else { throw error }
  }
  try await Task.sleep(for: .seconds(1))
}
