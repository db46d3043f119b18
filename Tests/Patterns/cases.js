// Prints random regular expressions of JavaScript and texts with what they match, as lines of JSON:
// {"pattern": "^a", "matches": ["ab"], "differs": ["b"]}; a malformed pattern has "malformed": true.
//   node Tests/Patterns/cases.js COUNT SEED
const [count, seed] = process.argv.slice(2).map(Number);

let state = seed >>> 0;
// Mulberry32: small, and the same on every machine.
function random(limit) {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % limit;
}
const pick = (list) => list[random(list.length)];

const atoms = [
  "a", "b", "B", "0", "9", "-", "_", " ", ".", "é", "α", "\\.", "\\d", "\\w", "\\s", "\\D", "\\W", "\\S",
  "[a-c]", "[^a]", "[\\d_]", "[^\\s-]", "[\\W0]", "[\\S\\n]", "[a&&b]", "[[a]", "[]", "[^]", "\\u0061",
  "\\x62", "\\cJ", "\\t", "\\0", "\\-", "]", "}", "{", "a{,2}",
];
const quantifiers = ["", "", "", "?", "*", "+", "{2}", "{0,2}", "+?", "*+", "{1"];
const letters = [..."abcAB09-_ .éα\n\u2028\ufeff[]{}&pk"];

function pattern(depth) {
  let text = "";
  for (let parts = 1 + random(4); parts > 0; parts -= 1) {
    switch (depth < 2 ? random(14) : 6 + random(8)) {
      case 0: text += "(" + pattern(depth + 1) + ")" + pick(["", "?", "{2}"]); break;
      case 1: text += "(?:" + pattern(depth + 1) + ")" + pick(["", "?", "{2}"]); break;
      case 2: text += "(?=" + pattern(depth + 1) + ")"; break;
      case 3: text += "(?!" + pick(atoms) + ")"; break;
      case 4: text += "(?<=" + pick(["a", "\\d", "[b-c]"]) + ")"; break;
      case 5: text += "(?<n" + random(3) + ">" + pick(atoms) + ")"; break;
      case 6: text += "|"; break;
      case 7: text += pick(["^", "$", "\\b", "\\B"]); break;
      default: text += pick(atoms) + pick(quantifiers);
    }
  }
  return text;
}

for (let number = 0; number < count; number += 1) {
  const source = pattern(0);
  let expression;
  try {
    expression = new RegExp(source);
  } catch {
    console.log(JSON.stringify({ pattern: source, malformed: true }));
    continue;
  }
  const found = { pattern: source, matches: [], differs: [] };
  for (let texts = 0; texts < 40; texts += 1) {
    const text = Array.from({ length: random(7) }, () => pick(letters)).join("");
    (expression.test(text) ? found.matches : found.differs).push(text);
  }
  console.log(JSON.stringify(found));
}
