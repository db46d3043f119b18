import FuzzTargets
import Glibc

// Feeds inputs to a parser.
//
//     fuzz TARGET FILE...                       checks files
//     FUZZ_TARGET=TARGET fuzz DIRECTORY...      looks for new inputs
//
// The second is how `.ci/fuzz` builds it, with the fuzzer's instruments and its `main`.

/// Writes a line to standard error.
private func complain(_ text: String) {
  let line = text + "\n"
  _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
}

/// Finds a parser by its name, or ends the program.
private func findTarget(_ name: String) -> FuzzTarget {
  if let target = FuzzTarget(rawValue: name) { return target }
  complain("There is no target \"\(name)\".")
  complain("usage: fuzz \(FuzzTarget.allCases.map(\.rawValue).joined(separator: "|")) FILE...")
  exit(64)
}

#if FUZZING

private let target = findTarget(getenv("FUZZ_TARGET").map { String(cString: $0) } ?? "")

/// Checks one input; the fuzzer keeps one on which the process ends.
@_cdecl("LLVMFuzzerTestOneInput")
public func checkInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  do {
    try target.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
  } catch {
    fatalError("\(error)")
  }
  return 0
}

/// Changes an input: as the fuzzer does, or by moving a whole part of it, between brackets or tags.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutateInput(
  _ bytes: UnsafeMutablePointer<UInt8>,
  _ count: Int,
  _ capacity: Int,
  _ seed: UInt32
) -> Int {
  guard target.hasStructure, seed % 3 == 0 else { return mutate(bytes, count, capacity) }
  var mutation = StructureMutation(seed: seed)
  let changed = mutation.changed(Array(UnsafeBufferPointer(start: bytes, count: count)))
  guard changed.count <= capacity else { return mutate(bytes, count, capacity) }
  for (index, byte) in changed.enumerated() { bytes[index] = byte }
  return changed.count
}

/// The fuzzer's own mutation.
@_silgen_name("LLVMFuzzerMutate")
private func mutate(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int) -> Int

#else

@main
private enum Fuzz {
  static func main() {
    let target = findTarget(CommandLine.arguments.dropFirst().first ?? "")
    let broken = CommandLine.arguments.dropFirst(2).filter { !isKept(by: target, $0) }
    exit(broken.isEmpty ? 0 : 1)
  }

  /// Checks one file.
  private static func isKept(by target: FuzzTarget, _ path: String) -> Bool {
    guard let file = fopen(path, "r") else {
      complain("\(path) cannot be read")
      exit(66)
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    do {
      try target.check(bytes)
      return true
    } catch {
      complain("\(path): not kept: \(error)")
      return false
    }
  }
}

#endif
