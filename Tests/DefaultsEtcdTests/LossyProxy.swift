#if Fleet

import DefaultsEtcd
import TestSupport

/// Passes connections on to a server, and cuts those in which a text is sent.
///
/// It ends when the object is released.
final class LossyProxy {
  /// What is lost when the connection is cut.
  enum Loss: String, CaseIterable {
    case request
    case response
  }

  private static let script = """
    import socket, sys, threading, time
    port, text, loss = int(sys.argv[1]), sys.argv[2].encode(), sys.argv[3]
    passes, losses = int(sys.argv[4]), int(sys.argv[5])
    server = socket.create_server(("127.0.0.1", 0))
    print(server.getsockname()[1], flush=True)
    lock = threading.Lock()

    def takes_loss(data):
        global passes, losses
        with lock:
            if losses == 0 or text not in data:
                return False
            if passes > 0:
                passes -= 1
                return False
            losses -= 1
            return True

    def serve(client):
        upstream = socket.create_connection(("127.0.0.1", port))
        cut = threading.Event()

        def respond():
            try:
                while data := upstream.recv(65536):
                    if not cut.is_set():
                        client.sendall(data)
            except OSError:
                pass
            client.close()

        threading.Thread(target=respond, daemon=True).start()
        try:
            while data := client.recv(65536):
                if takes_loss(data):
                    cut.set()
                    if loss == "response":
                        upstream.sendall(data)
                        time.sleep(0.5)
                    break
                upstream.sendall(data)
        except OSError:
            pass
        for end in client, upstream:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    while True:
        threading.Thread(target=serve, args=[server.accept()[0]], daemon=True).start()
    """

  private let program: Program
  /// The server as it is reached through the proxy.
  let cluster: EtcdCluster

  /// Starts a proxy of a server, which passes a number of requests with the text, and then cuts connections.
  init(
    to servers: EtcdServers,
    cuttingAt text: String,
    losing loss: Loss,
    passing passes: Int = 0,
    times: Int = 1
  ) throws {
    let port = servers.cluster.endpoints[0].port
    let program = try Program(
      ["python3", "-c", Self.script, "\(port)", text, loss.rawValue, "\(passes)", "\(times)"]
    )
    self.program = program
    guard waitUntil({ program.output.hasSuffix("\n") }), let port = Int(program.output.dropLast())
    else { throw EtcdServers.Failure(description: "the proxy does not start") }
    cluster = EtcdCluster(endpoints: [.init(host: "127.0.0.1", port: port)])
  }
}

#endif
