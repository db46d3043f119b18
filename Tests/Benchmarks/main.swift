import Foundation

// Measures what the library promises to be fast at, each time beside others that do the same.
//
//   benchmarks              all subjects
//   benchmarks SUBJECT...   some of them
//
// `.ci/bench` builds it for speed and runs it where it leaves nothing behind.

/// Prints a line of the table at once.
func show(_ text: String) {
  FileHandle.standardOutput.write(Data((text + "\n").utf8))
}

/// Tells the user something that is no part of the table.
func note(_ text: String) {
  FileHandle.standardError.write(Data((text + "\n").utf8))
}

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "child" {
  try Child.run(Array(arguments.dropFirst()))
  exit(EXIT_SUCCESS)
}

let names = Subject.all.map(\.name)
let unknown = arguments.filter { !names.contains($0) }
guard unknown.isEmpty else {
  note("There is no \(unknown.joined(separator: ", ")). Subjects: \(names.joined(separator: ", "))")
  exit(2)
}

show(Table.header)
var missed = 0
for subject in Subject.all where arguments.isEmpty || arguments.contains(subject.name) {
  for row in try subject.measure() {
    show(Table.line(row))
    missed += row.isKept == false ? 1 : 0
  }
}
show("\n\(Machine.description(directory: Fixture.directory))")
if missed > 0 {
  note("\(missed) targets are missed.")
  exit(1)
}
