import DefaultsCore
import Foundation
import TestSupport
import Testing

@testable import DefaultsINI

/// What is read of texts, and what edits make of them.
struct INIDocumentTests {
  private func values(
    _ text: String,
    _ dialect: INIDialect
  ) throws -> [String: Defaults.StoredValue] {
    let document = try INIDocument(parsing: Array(text.utf8), dialect)
    return Dictionary(
      uniqueKeysWithValues: document.contents.values.map { ($0.key.string, $0.value) }
    )
  }

  static let texts: [(INIDialect, String, [String: Defaults.StoredValue])] = [
    (
      .plain, "a = 1\n[s]\nb=x y \n; c = 2\n# d\ne: 5\n",
      [
        "a": .string("1"), "s/b": .string("x y"), "s/e": .string("5"),
      ]
    ),
    (
      .plain, "[s]\na = one\n  two\nb = # no comment ; neither\n",
      [
        "s/a": .string("one\ntwo"), "s/b": .string("# no comment ; neither"),
      ]
    ),
    (
      .plain, "\u{FEFF}[s]\r\na=1\r\na=2\r\nempty=\r\n",
      [
        "s/a": .string("2"), "s/empty": .string(""),
      ]
    ),
    (
      .git,
      "[core]\n\tEditor = vim # mine\n\tbare\n[remote \"or.igin\"]\n\tfetch = +a\n\tfetch = +b\n",
      [
        "core.editor": .string("vim"), "core.bare": .string("true"),
        "remote.or.igin.fetch": .array([.string("+a"), .string("+b")]),
      ]
    ),
    (
      .git, "[a]\n\tx = \" two  \" ; c\n\ty = q\\\"\\n\\\\ # c\n\tz = a \\\n b\n[b] k = v\n",
      [
        "a.x": .string(" two  "), "a.y": .string("q\"\n\\"), "a.z": .string("a  b"),
        "b.k": .string("v"),
      ]
    ),
    (.git, "[Sec.Sub]\n\tA=\n", ["sec.sub.a": .string("")]),
    (
      .git, "[a]\n\tx = 1 # c \\\n\ty = \"a\\\r\nb\"\n\tz = 2\\",
      ["a.x": .string("1"), "a.y": .string("ab"), "a.z": .string("2")]
    ),
    (
      .systemd, "[Unit]\nDescription=A \\\n# c\n  c\n", ["Unit/Description": .string("A    c")]
    ),
    (.plain, "[a]\nx = 1\n# c\n cont\ny=2\n", ["a/x": .string("1\ncont"), "a/y": .string("2")]),
    (
      .kde, "[A][B]\nk=1\n[A/B]\nk=2\nm/n=3\n",
      ["A/B/k": .string("1"), "A\\/B/k": .string("2"), "A\\/B/m\\/n": .string("3")]
    ),
    (
      .kde, "[A\\\\][k]\na=1\n[A/k]\na=2\n[A]\nx\\\\=3\n",
      [#"A\\/k/a"#: .string("1"), #"A\/k/a"#: .string("2"), #"A/x\\"#: .string("3")]
    ),
    (
      .systemd, "[Service]\nExecStart=/bin/a \\\n  b\nEnvironment=A=1\nEnvironment=B=2\n",
      [
        "Service/ExecStart": .string("/bin/a    b"),
        "Service/Environment": .array([.string("A=1"), .string("B=2")]),
      ]
    ),
    (
      .desktop, "[Desktop Entry]\nName=A\\sb\nName[de]=Ä\n#x\nExec=e; f\n",
      [
        "Desktop Entry/Name": .string("A b"), "Desktop Entry/Name[de]": .string("Ä"),
        "Desktop Entry/Exec": .string("e; f"),
      ]
    ),
    (
      .kde, "top=1\n[A][B c]\nkey[$e]=$HOME\\s\ngone[$d]\n[C][$i]\nx[$i]=\\x41\\n\n",
      [
        "top": .string("1"), "A/B c/key": .string("$HOME "), "C/x": .string("A\n"),
      ]
    ),
    (.kde, "[A]\nx=1\nno entry\ny=2\n", ["A/x": .string("1"), "A/y": .string("2")]),
    (.plain, "[o]\nColor\nx=1\n", ["o/Color": .string(""), "o/x": .string("1")]),
    (
      .plain, "[s]\nx =\n  one\n\n  two\n\n  y = 3\n",
      ["s/x": .string("\none\n\ntwo"), "s/y": .string("3")]
    ),
  ]

  @Test(arguments: texts.indices)
  func `a text has the values that its own programs read`(index: Int) throws {
    let (dialect, text, expected) = Self.texts[index]
    #expect(try values(text, dialect) == expected)
  }

  @Test(arguments: [
    (INIDialect.plain, "a\n", "a section in brackets, or a key with = is expected here"),
    (.plain, "[a\n", "the name of a section ends with ]"),
    (.systemd, "=x\n", "a key is missing before the ="),
    (.plain, "[a]\nno entry\n", "a section in brackets, or a key with = is expected here"),
    (
      .git, "[a]\nbad key = 2\n",
      "a key of git has letters, digits and hyphens, and begins with a letter"
    ),
    (.git, "[a \"b]\n", "the name of a section ends with ]"),
    (
      .git, "[a]\n\tx # c = d\n",
      "a key of git has letters, digits and hyphens, and begins with a letter"
    ),
    (.git, "[a]\n\tx = \"b\n\ty = \"\n", "a quotation mark is not closed"),
    (
      .git, "[a]\n\tx = b\\q\n",
      "a backslash in a value of git stands before \\, \", n, t, b or a line break"
    ),
    (
      .git, "[a]\n\tx = b\\ \n",
      "a backslash in a value of git stands before \\, \", n, t, b or a line break"
    ),
    (.plain, "a=\0\n", "there is a zero byte"),
  ])
  func `a text that its programs would not read is none`(
    dialect: INIDialect,
    text: String,
    reason: String
  ) {
    let error = #expect(throws: INIParseError.self) {
      try INIDocument(parsing: Array(text.utf8), dialect)
    }
    #expect(error?.reason == reason)
  }

  static let edits: [(INIDialect, String, [String: Defaults.StoredValue?], String)] = [
    (.plain, "# head\n[s]\na = 1  \nb=2\n", ["s/a": .string("7")], "# head\n[s]\na = 7  \nb=2\n"),
    (
      .plain, "[s]\na = 1\n\n[t]\nb = 2\n", ["s/c": .string("3")],
      "[s]\na = 1\nc = 3\n\n[t]\nb = 2\n"
    ),
    (.plain, "[s]\na=1\n", ["t/x": .string("y")], "[s]\na=1\n\n[t]\nx=y\n"),
    (.plain, "", ["t/x": .string("y"), "z": .string("w")], "z = w\n\n[t]\nx = y\n"),
    (.plain, "[s]\na=1\nb=2", ["s/b": nil, "s/c": .string("3")], "[s]\na=1\nc=3\n"),
    (.plain, "[s]\r\n  a = 1\r\n", ["s/b": .string("2")], "[s]\r\n  a = 1\r\n  b = 2\r\n"),
    (.plain, "[s]\na=1\na=2\n", ["s/a": .string("3")], "[s]\na=1\na=3\n"),
    (.plain, "[s]\na=1\n  more\nb=2\n", ["s/a": .string("3")], "[s]\na=3\nb=2\n"),
    (
      .git, "[core]\n\teditor = vim # mine\n", ["core.editor": .string("a;b")],
      "[core]\n\teditor = \"a;b\" # mine\n"
    ),
    (.git, "[core]\n\tbare\n", ["core.bare": .string("false")], "[core]\n\tbare = false\n"),
    (
      .git, "[r \"o\"]\n\tf = 1\n\tf = 2\n",
      ["r.o.f": .array([.string("2"), .string("3"), .string("4")])],
      "[r \"o\"]\n\tf = 2\n\tf = 3\n\tf = 4\n"
    ),
    (.git, "[r \"o\"]\n\tf = 1\n\tf = 2\n", ["r.o.f": .string("9")], "[r \"o\"]\n\tf = 9\n"),
    (
      .git, "[a]\n\tf = 1 ; one\n\tf = 2 ; two\n\tf = 3 ; three\n",
      ["a.f": .array([.string("2"), .string("3")])],
      "[a]\n\tf = 2 ; two\n\tf = 3 ; three\n"
    ),
    (
      .git, "[a]\n\tf = 1 ; one\n\tf = 2 ; two\n\tf = 3 ; three\n",
      ["a.f": .array(["0", "1", "7", "8", "3", "4"].map { .string($0) })],
      "[a]\n\tf = 0\n\tf = 1 ; one\n\tf = 7 ; two\n\tf = 8\n\tf = 3 ; three\n\tf = 4\n"
    ),
    (
      .git, "[a] f = 1 ; one\n", ["a.f": .array([.string("0"), .string("1")])],
      "[a] f = 0\nf = 1 ; one\n"
    ),
    (
      .git, "[a]\n\tf = 1\n\tf = 2",
      ["a.e": .string("0"), "a.f": .string("9"), "a.g": .string("3")],
      "[a]\n\tf = 9\n\te = 0\n\tg = 3\n"
    ),
    (.plain, "[s]\na=", ["s/a": .string("1"), "s/b": .string("2")], "[s]\na=1\nb=2"),
    (.plain, "[s]\n a = \n", ["s/a": .string("1")], "[s]\n a = 1\n"),
    (
      .plain, "[s]\n a = 1\r\n", ["s/a": .string("x\n\ny"), "s/b": .string("z\nw")],
      "[s]\n a = x\n\n     y\r\n b = z\n     w\n"
    ),
    (
      .plain, "[o]\nColor\n", ["o/Color": .string("on"), "o/x": .string("1")],
      "[o]\nColor = on\nx = 1\n"
    ),
    (.kde, "[A]\nno entry\n", ["A/x": .string("1")], "[A]\nx=1\nno entry\n"),
    (
      .git, "", ["r.o.x.f": .string("9"), "core.a": .string(" b")],
      "[core]\n\ta = \" b\"\n[r \"o.x\"]\n\tf = 9\n"
    ),
    (
      .systemd, "[Service]\nRestart=no\n", ["Service/Restart": .string("always")],
      "[Service]\nRestart=always\n"
    ),
    (
      .desktop, "[Desktop Entry]\nName=A\n", ["Desktop Entry/Name": .string("a\nb")],
      "[Desktop Entry]\nName=a\\nb\n"
    ),
    (
      .kde, "[A][B]\nk[$e]=1\n",
      ["A/B/k": .string(" 2"), "A/B/l": .string("3"), "N/[x]/y": .string("z")],
      "[A][B]\nk[$e]=\\s2\nl=3\n\n[N][\\x5bx\\x5d]\ny=z\n"
    ),
    (.kde, "[A]\ngone[$d]\n", ["A/gone": .string("1")], "[A]\ngone=1\n"),
  ]

  @Test(arguments: edits.indices)
  func `an edit changes its lines and no others`(index: Int) throws {
    let (dialect, text, edits, expected) = Self.edits[index]
    var document = try INIDocument(parsing: Array(text.utf8), dialect)
    _ = document.apply(
      Dictionary(uniqueKeysWithValues: edits.map { (Defaults.KeyName($0.key), $0.value) })
    )
    let result = try document.rewritten(for: "x").bytes
    #expect(String(decoding: result, as: UTF8.self) == expected)
  }

  @Test(arguments: [
    (INIDialect.plain, "s/a", "two\nk = lines\n"), (.plain, "s/a", " blank"),
    (.plain, "s/a\nb", "x"),
    (.systemd, "s/a", "ends with \\"), (.plain, "s/#a", "x"), (.plain, "s/a=b", "x"),
    (.git, "nosection", "x"),
    (.git, "core.a b", "x"), (.plain, "]/a", "x"), (.plain, "s/a", "nul\0"), (.git, "core.1k", "x"),
    (.git, "core.-x", "x"),
    (.git, "s.1k", "x"), (.plain, "s/a", "v\rk=1"), (.git, "core.a", "v\rk"),
    (.kde, #"A/b\\c"#, "v"),
  ])
  func `what the format cannot hold is refused`(
    dialect: INIDialect,
    key: String,
    text: String
  ) throws {
    var document = try INIDocument(parsing: Array("[s]\nold=1\n".utf8), dialect)
    _ = document.apply([Defaults.KeyName(key): .string(text)])
    let changed = document
    #expect(throws: Defaults.StoreError.self) { try changed.rewritten(for: "x") }
  }

  @Test func `a new group of KDE is not a name in another group`() throws {
    var document = try INIDocument(parsing: Array("[A]\nk=1\n".utf8), .kde)
    _ = document.apply(["A/B/k": .string("2"), "A/x\\/y": .string("3")])
    let bytes = try document.rewritten(for: "x").bytes
    #expect(String(decoding: bytes, as: UTF8.self) == "[A]\nk=1\nx/y=3\n\n[A][B]\nk=2\n")
  }

  @Test func `what delimits names is escaped in a new name of KDE`() throws {
    var document = try INIDocument(parsing: [], .kde)
    _ = document.apply(["A[=]/#k=[x]": .string("[#=]")])
    let bytes = try document.rewritten(for: "x").bytes
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"[A\x5b\x3d\x5d]\#n\x23k\x3d\x5bx\x5d=[#=]\#n"#
    )
  }

  @Test(arguments: [
    (INIDialect.kde, #"A\b/c\d/e"#, #"A\\b/c\\d/e"#), (.kde, #"A\/b/c\\"#, #"A\/b/c\\"#),
    (.plain, #"A\b/c\d"#, #"A\b/c\\d"#), (.git, "A.b.C", "a.b.c"),
  ])
  func `a key has one spelling`(dialect: INIDialect, key: String, spelling: String) throws {
    #expect(dialect.canonical(key) == spelling && dialect.canonical(spelling) == spelling)
  }

  @Test func `KDE's flags lock entries, groups and files`() throws {
    let text = "[A]\na[$i]=1\nb=2\n[B][$i]\nc=3\n"
    let document = try INIDocument(parsing: Array(text.utf8), .kde)
    #expect(document.locks.keys == ["A/a", "B/c"] && !document.locks.isWhole)
    #expect(document.locks.contains("B/other") && !document.locks.contains("A/other"))
    #expect(try INIDocument(parsing: Array("[$i]\n[A]\na=1\n".utf8), .kde).locks.contains("x"))
  }

  @Test(arguments: [
    ("/home/a/.gitconfig", INIDialect.git), ("/a/.git/config", .git), ("/a/git/config", .git),
    ("/etc/systemd/journald.conf", .systemd), ("/x/y.service", .systemd),
    ("/x/y.desktop", .desktop),
    ("/etc/app.ini", .plain), ("/etc/a.conf", .plain),
  ])
  func `the path tells the dialect`(path: String, dialect: INIDialect) {
    #expect(INIDialect.ofFile(at: path) == dialect)
  }
}
