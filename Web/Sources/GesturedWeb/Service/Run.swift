import CWeb
import Glibc
import NIOCore
import NIOPosix

/// Why the service cannot run, with the exit code.
struct RunError: Error {
  let exitCode: Int32
  let description: String
}

/// Runs the bridge until a signal ends it.
struct WebRun: Sendable {
  /// The folder of the token.
  let runtimeFolder: String?
  /// The folder with gestured.js.
  let assets: String
  /// The log.
  let journal: Journal
  /// Reads the configuration again.
  let reload: @Sendable () throws -> WebConfiguration

  /// The bytes of a read of a connection. The requests in it are parsed at once, at most 45.
  private let readBytes = 2048

  /// Serves until SIGTERM or SIGINT. SIGHUP reads the configuration again.
  func serve(_ configuration: WebConfiguration) throws {
    // Before the first thread, so that only this one gets signals.
    cweb_block_signals()
    cweb_clear_freed_memory()
    if configuration.isView, geteuid() == 0, case let error = unsafe cweb_confine_root(assets), error != 0 {
      throw RunError(exitCode: 71, description: "a view of root cannot give up its rights (error \(error))")
    }
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    let service = NIOLoopBoundBox.makeBoxSendingValue(
      Service(loop: loop, configuration: configuration, assets: assets, journal: journal), eventLoop: loop)
    let listeners = try listen(configuration, service, loop)
    let tokenPath = runtimeFolder.map { $0 + "/token" }
    let token = try loop.submit {
      if cweb_passed_sockets() > 0 || configuration.isView {
        service.value.idleEnd = { kill(getpid(), SIGTERM) }
        service.value.waitForPages(configuration.isView ? Service.browserTime : Service.idleTime)
      }
      if let tokenPath { service.value.tokenPlace = tokenPath }
      if let tokenPath, case let error = service.value.token.write(to: tokenPath), error != 0 {
        throw RunError(exitCode: 73, description: "\(tokenPath): cannot write the token (error \(error))")
      }
      return service.value.token.text
    }.wait()
    for address in listeners.compactMap(\.localAddress) {
      if configuration.isView {
        // Browsers never send the fragment.
        print("http://\(address.host)/view#token=\(token)")
        fflush(nil)
      } else {
        journal.write(.info, "listening: http://\(address.host)/")
      }
    }
    unsafe cweb_notify("READY=1")
    wait(service, loop)
    unsafe cweb_notify("STOPPING=1")
    for listener in listeners { listener.close(promise: nil) }
    try loop.flatSubmit { service.value.stop() }.wait()
    if let tokenPath { unsafe unlink(tokenPath) }
    try group.syncShutdownGracefully()
  }

  private func wait(_ service: NIOLoopBoundBox<Service>, _ loop: any EventLoop) {
    while cweb_wait_signal() == SIGHUP {
      unsafe cweb_notify("RELOADING=1")
      do {
        let changed = try reload()
        try loop.submit { service.value.use(changed) }.wait()
      } catch {
        for line in "\(error)".split(separator: "\n") { journal.write(.error, String(line)) }
        journal.write(.warning, "configuration: kept as it was (correct the lines above, then reload)")
      }
      unsafe cweb_notify("READY=1")
    }
  }

  private func listen(
    _ configuration: WebConfiguration, _ service: NIOLoopBoundBox<Service>, _ loop: any EventLoop
  ) throws -> [any Channel] {
    let bootstrap = ServerBootstrap(group: loop)
      // Connections beyond the places are closed at once. A short line would have the kernel try them again for seconds, and a page too.
      .serverChannelOption(.backlog, value: 1024)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      // Lines that a stuck page does not read wait in the daemon, which drops and tells, and not in the kernel.
      .childChannelOption(.socketOption(.so_sndbuf), value: 65_536)
      .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: readBytes))
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelOption(.writeBufferWaterMark, value: .init(low: 16_384, high: 49_152))
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try service.value.accept(channel) }
      }
    let passed = cweb_passed_sockets()
    if passed > 0 {
      return try (3..<3 + passed).map { descriptor in
        let listener = try bootstrap.withBoundSocket(CInt(descriptor)).wait()
        let found = listener.localAddress?.host ?? "no address"
        guard listener.localAddress?.isLoopback == true else {
          throw RunError(
            exitCode: 78,
            description: "ListenStream: found \(found); allowed: \(TextRule.address.allowed)")
        }
        return listener
      }
    }
    return try configuration.listen.compactMap { text -> (any Channel)? in
      do {
        return try SocketAddress(loopback: text).map { try bootstrap.bind(to: $0).wait() }
      } catch let error as IOError where error.errnoCode == EADDRNOTAVAIL && configuration.listen.count > 1 {
        journal.write(.warning, "listen: this machine has no address \(text)")
        return nil
      } catch {
        throw RunError(exitCode: 73, description: "\(text): cannot listen (\(error))")
      }
    }
  }
}
