#if Fleet

import DefaultsCore
import GRPCCore
import GRPCNIOTransportHTTP2Posix
import GRPCProtobuf
import SwiftProtobuf
import Synchronization

/// The connection to one server of a cluster at a time.
///
/// A call that fails because of its server closes the connection, so that the next one uses the next server.
/// A call that only reads is repeated there at once, and if there is only one server, once more on that one:
/// the transport itself closes a connection with more than 200 pings in 30 seconds, and etcd answers
/// nearly every call with a ping. A transaction is not repeated here: whether the server made it before
/// the connection was lost is unknown, and ``EtcdStore`` finds that out. Only when the token of a user is refused, every call is
/// repeated with a new one, because etcd checks tokens first.
final class EtcdConnection: Sendable {
  private typealias Transport = HTTP2ClientTransport.Posix

  /// The connection to a server, and the task that serves it.
  private struct Link: Sendable {
    let client: GRPCClient<Transport>
    let task: Task<Void, Never>

    func close() {
      client.beginGracefulShutdown()
      task.cancel()
    }
  }

  private struct State {
    /// How many connections have been made; also says which server is the next.
    var count = 0
    var link: Link?
    var token: String?
  }

  let cluster: EtcdCluster
  /// The cluster as it is named in errors.
  var location: String { cluster.location }
  private let security: Transport.TransportSecurity
  private let state = Mutex(State())

  init(_ cluster: EtcdCluster) throws(Defaults.StoreError) {
    try cluster.check()
    self.cluster = cluster
    security = Self.security(cluster.tls)
  }

  deinit {
    state.withLock { $0.link }?.close()
  }

  /// Calls a function, and blocks the thread until the response has come or no server has responded.
  func call<Request, Response>(
    _ method: EtcdMethod<Request, Response>,
    _ message: Request,
    isRepeatable: Bool
  ) throws(Defaults.StoreError) -> Response {
    try EtcdExecutor.shared.wait { () async throws(Defaults.StoreError) in
      try await self.send(method, message, isRepeatable: isRepeatable)
    }
  }

  /// Calls a function.
  func send<Request, Response>(
    _ method: EtcdMethod<Request, Response>,
    _ message: Request,
    isRepeatable: Bool
  ) async throws(Defaults.StoreError) -> Response {
    let size = (try? message.serializedData().count) ?? 0
    return try await perform(isRepeatable: isRepeatable, sending: size) {
      [timedOptions] client, metadata in
      try await client.unary(
        request: ClientRequest(message: message, metadata: metadata),
        descriptor: method.descriptor,
        serializer: ProtobufSerializer(),
        deserializer: ProtobufDeserializer(),
        options: timedOptions
      ) { try $0.message }
    }
  }

  /// Extends a lease, and returns for how many seconds; 0 if it has ended.
  func keepAlive(lease: Int64) async throws(Defaults.StoreError) -> Int64 {
    try await perform(isRepeatable: true) { [timedOptions] client, metadata in
      let request = StreamingClientRequest(of: EtcdLeaseKeepAliveRequest.self, metadata: metadata) {
        try await $0.write(.with { $0.id = lease })
      }
      return try await client.bidirectionalStreaming(
        request: request,
        descriptor: EtcdMethod.keepLeaseAlive.descriptor,
        serializer: ProtobufSerializer(),
        deserializer: ProtobufDeserializer<EtcdLeaseKeepAliveResponse>(),
        options: timedOptions
      ) { response in
        for try await message in response.messages { return message.ttl }
        return 0
      }
    }
  }

  /// Watches a range of keys, and calls a closure with each response until it returns false.
  ///
  /// When the watch is repeated, it begins again with the response that says that it was created.
  func watch(
    _ request: EtcdWatchRequest,
    isRepeatable: Bool,
    _ receive: @escaping @Sendable (EtcdWatchResponse) throws -> Bool
  ) async throws(Defaults.StoreError) {
    try await perform(isRepeatable: isRepeatable) { client, metadata in
      // With this, a server that loses its leader ends the watch with an error. Without it, the server would
      // report nothing until it has a leader again.
      let metadata = metadata.adding("hasleader", "true")
      let request = StreamingClientRequest(of: EtcdWatchRequest.self, metadata: metadata) {
        writer in
        try await writer.write(request)
        // The server ends the watch when the stream of requests ends, so this waits for the cancellation.
        for await _ in AsyncStream<Never>.makeStream().stream {}
      }
      try await client.bidirectionalStreaming(
        request: request,
        descriptor: EtcdMethod.watch.descriptor,
        serializer: ProtobufSerializer(),
        deserializer: ProtobufDeserializer<EtcdWatchResponse>(),
        options: Self.options
      ) { response in
        for try await message in response.messages {
          guard try receive(message) else { return }
        }
      }
    }
  }

  /// The options of calls that a server must respond to in time.
  private var timedOptions: CallOptions {
    var options = Self.options
    options.timeout = cluster.timeout
    return options
  }

  /// The options of all calls, which limit the size of a response.
  private static var options: CallOptions {
    var options = CallOptions.defaults
    options.maxResponseMessageBytes = EtcdLimits.response
    // The transport compares responses with this limit instead.
    options.maxRequestMessageBytes = EtcdLimits.response
    return options
  }
}

// MARK: - Calls

extension EtcdConnection {
  /// Calls a closure with the client of a server; if the connection fails and the call is repeatable, again with
  /// that of the next one.
  private func perform<Response: Sendable>(
    isRepeatable: Bool,
    sending size: Int = 0,
    _ call: @Sendable (GRPCClient<Transport>, Metadata) async throws -> Response
  ) async throws(Defaults.StoreError) -> Response {
    var tries = isRepeatable ? max(2, cluster.endpoints.count) : 1
    var hasNewToken = false
    while true {
      let (link, number) = try currentLink()
      do {
        let metadata = try await metadata(link.client)
        return try await call(link.client, metadata)
      } catch {
        let error = error as? RPCError ?? RPCError(code: .unknown, message: "\(error)")
        if error.refusesToken, cluster.user != nil, !hasNewToken {
          state.withLock { $0.token = nil }
          hasNewToken = true
          continue
        }
        if error.isOfServer, !Task.isCancelled {
          close(number)
          tries -= 1
          // A server that did not respond in time is not asked again.
          if error.code == .deadlineExceeded, cluster.endpoints.count == 1 { tries = 0 }
          if tries > 0 { continue }
        }
        throw Defaults.StoreError(error, at: location, sending: size)
      }
    }
  }

  private func metadata(_ client: GRPCClient<Transport>) async throws -> Metadata {
    guard let user = cluster.user else { return [:] }
    if let token = state.withLock({ $0.token }) { return ["token": "\(token)"] }
    let request = EtcdAuthenticateRequest.with {
      $0.name = user.name; $0.password = user.password
    }
    let token = try await client.unary(
      request: ClientRequest(message: request),
      descriptor: EtcdMethod.authenticate.descriptor,
      serializer: ProtobufSerializer(),
      deserializer: ProtobufDeserializer<EtcdAuthenticateResponse>(),
      options: timedOptions
    ) { try $0.message.token }
    state.withLock { $0.token = token }
    return ["token": "\(token)"]
  }

  /// Returns the connection, which is made if there is none, and its number.
  private func currentLink() throws(Defaults.StoreError) -> (Link, number: Int) {
    try state.withLock { state throws(Defaults.StoreError) in
      if let link = state.link { return (link, state.count) }
      let link = try connect(to: cluster.endpoints[state.count % cluster.endpoints.count])
      state.link = link
      state.count += 1
      return (link, state.count)
    }
  }

  private func connect(
    to endpoint: EtcdCluster.Endpoint
  ) throws(Defaults.StoreError) -> Link {
    do {
      let client = GRPCClient(
        transport: try Transport(
          target: Self.target(endpoint),
          transportSecurity: security,
          config: .defaults { config in
            // So a watch notices that the network is cut.
            config.connection.keepalive = .init(
              time: .seconds(10),
              timeout: .seconds(5),
              allowWithoutCalls: false
            )
          }
        )
      )
      let task = Task(executorPreference: EtcdExecutor.shared) {
        // Its errors are those of the calls.
        _ = try? await client.runConnections()
      }
      return Link(client: client, task: task)
    } catch {
      throw Defaults.StoreError(
        RPCError(code: .failedPrecondition, message: "\(error)"),
        at: location
      )
    }
  }

  /// Closes the connection with a number, if it is still used.
  private func close(_ number: Int) {
    state.withLock { state in
      guard state.count == number else { return nil as Link? }
      return state.link.take()
    }?.close()
  }

  /// Returns how the transport finds a server; of an address, no name is sent to a server with TLS.
  private static func target(_ endpoint: EtcdCluster.Endpoint) -> any ResolvableTarget {
    switch endpoint.version {
    case 4: .ipv4(address: endpoint.host, port: endpoint.port)
    case 6: .ipv6(address: endpoint.host, port: endpoint.port)
    default: .dns(host: endpoint.host, port: endpoint.port)
    }
  }

  private static func security(_ tls: EtcdCluster.TLS?) -> Transport.TransportSecurity {
    guard let tls else { return .plaintext }
    return .tls { config in
      if let file = tls.authorities {
        config.trustRoots = .certificates([.file(path: file, format: .pem)])
      }
      if let identity = tls.identity {
        config.certificateChain = [.file(path: identity.certificate, format: .pem)]
        config.privateKey = .file(path: identity.privateKey, format: .pem)
      }
    }
  }
}

extension Metadata {
  /// Returns the metadata with one more text.
  fileprivate func adding(_ name: String, _ text: String) -> Metadata {
    var metadata = self
    metadata.addString(text, forKey: name)
    return metadata
  }
}

#endif
