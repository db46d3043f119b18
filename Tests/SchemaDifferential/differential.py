"""Compares our check of values with the JSON Schema validator of PyPI's `jsonschema`.

    python3 differential.py PROBE SCHEMAS VALUES [SEED]

It makes composed schemas and values at random, and asks both which of the values are valid. The
probe also converts each schema to our own format and back, which must not change a result. It ends
with status 0, or at the first difference with status 1, the seed, the schema and the value. What the
generator avoids because the two are known to differ stands in `known.md`.
"""

import json
import random
import subprocess
import sys

from jsonschema import Draft202012Validator, FormatChecker

WORDS = ["", "a", "b", "ab", "abc", "x1", "7", "true", "Ä", "a b", "a.b", "é", "aaaa", "on", "off"]
# Formats of which the two have the same idea, and texts that have them or nearly do.
FORMATS = {
    "ipv4": ["192.0.2.1", "192.0.2.256", "1.2.3"],
    "ipv6": ["::1", "2001:db8::1", "12345::"],
    "date": ["2024-02-29", "2023-02-29", "2024-2-1"],
    "uuid": ["123e4567-e89b-12d3-a456-426614174000", "123e4567e89b12d3a456426614174000"],
}
NAMES = ["a", "b", "c", "mode", "x1", "x-y"]
PATTERNS = [
    "^a", "b$", "^[a-c]+$", r"\d", "^[A-Za-z_]+$", "a|x", "^.{2,3}$", "[^a]", r"\.", "^$", "(ab)+",
    r"^[^!*,;{}[\]~\n]+$", "[a&&b]", r"^\S+$", "^(?:on|off)$", r"\bb\b",
]
NUMBERS = [-3, -1, 0, 1, 2, 3, 5, 10, 0.5, 1.5, 2.25, 1.0, 4.0, 100]


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def pick(self, items):
        return self.random.choice(items)

    def chance(self, share):
        return self.random.random() < share

    # Values.

    def scalar(self):
        kind = self.random.randrange(10)
        if kind < 2:
            return self.chance(0.5)
        if kind < 6:
            return self.pick(NUMBERS)
        return self.pick(FORMATS[self.pick(list(FORMATS))] if kind == 6 else WORDS)

    def value(self, depth=0):
        kind = self.random.randrange(10)
        if depth > 2 or kind < 5:
            return self.scalar()
        if kind < 7:
            return [self.value(depth + 1) for _ in range(self.random.randrange(5))]
        names = self.random.sample(NAMES, self.random.randrange(5))
        return {name: self.value(depth + 1) for name in names}

    # Schemas.

    def schema(self, depth=0):
        if depth and self.chance(0.04):
            return self.chance(0.7)
        schema = {}
        kinds = [self.typed, self.choices]
        if depth < 4:
            kinds += [self.branches, self.branches, self.condition, self.table, self.array]
            if depth == 0:
                kinds = kinds[2:]
        for make in self.random.sample(kinds, 1 if self.chance(0.6) else 2):
            for name, keyword in make(depth).items():
                schema.setdefault(name, keyword)
        if "enum" in schema:
            # Ours ignores a list of which no value has the type; see known.md.
            schema.pop("type", None)
        if self.chance(0.08):
            schema["$ref"] = "#/$defs/" + self.pick(["leaf", "tree"])
        return schema

    def typed(self, depth):
        kind = self.pick(["boolean", "integer", "number", "string", "string", "several"])
        if kind == "several":
            types = ["boolean", "integer", "number", "string", "array", "object"]
            return {"type": self.random.sample(types, self.random.randrange(2, 4))}
        schema = {"type": kind} if self.chance(0.85) else {}
        if kind in ("integer", "number"):
            for name in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"):
                if self.chance(0.2):
                    schema[name] = self.pick([-1, 0, 1, 2, 5, 1.5])
            if self.chance(0.15):
                schema["multipleOf"] = self.pick([1, 2, 0.5, 0.25])
        if kind == "string":
            if self.chance(0.3):
                schema["minLength"] = self.random.randrange(4)
            if self.chance(0.3):
                schema["maxLength"] = self.random.randrange(1, 5)
            if self.chance(0.4):
                schema["pattern"] = self.pick(PATTERNS)
            elif self.chance(0.4):
                schema["format"] = self.pick(list(FORMATS))
        return schema

    def choices(self, depth):
        if self.chance(0.3):
            return {"const": self.scalar() if self.chance(0.8) else self.value(1)}
        return {"enum": self.distinct([self.scalar() for _ in range(self.random.randrange(1, 5))])}

    @staticmethod
    def distinct(values):
        return [value for index, value in enumerate(values)
                if not any(type(other) is type(value) and other == value for other in values[:index])]

    def branches(self, depth):
        name = self.pick(["allOf", "anyOf", "oneOf", "not"])
        if name == "not":
            return {"not": self.schema(depth + 1)}
        return {name: [self.schema(depth + 1) for _ in range(self.random.randrange(1, 4))]}

    def condition(self, depth):
        schema = {"if": self.schema(depth + 1)}
        if self.chance(0.8):
            schema["then"] = self.schema(depth + 1)
        if self.chance(0.6):
            schema["else"] = self.schema(depth + 1)
        return schema

    def schemas(self, depth, names):
        names = self.random.sample(names, self.random.randrange(1, min(4, len(names) + 1)))
        return {name: self.schema(depth + 1) for name in names}

    def table(self, depth):
        schema = {"type": "object"} if self.chance(0.8) else {}
        if self.chance(0.8):
            schema["properties"] = self.schemas(depth, NAMES)
        if self.chance(0.3):
            schema["required"] = self.random.sample(NAMES, self.random.randrange(1, 3))
        if self.chance(0.3):
            schema["additionalProperties"] = self.schema(depth + 1) if self.chance(0.5) else False
        if self.chance(0.25):
            schema["patternProperties"] = self.schemas(depth, ["^x", "^[ab]$", "-", "1$"])
        if self.chance(0.1):
            schema["propertyNames"] = {"pattern": self.pick(["^[a-c]", "^.$", "[a-z]"])}
        if self.chance(0.1):
            schema["minProperties"] = self.random.randrange(3)
        if self.chance(0.1):
            schema["maxProperties"] = self.random.randrange(4)
        if self.chance(0.1):
            schema["dependentRequired"] = {self.pick(NAMES): [self.pick(NAMES)]}
        if self.chance(0.1):
            schema["dependentSchemas"] = self.schemas(depth, NAMES)
        if self.chance(0.1):
            schema["unevaluatedProperties"] = False
        return schema

    def array(self, depth):
        schema = {"type": "array"} if self.chance(0.8) else {}
        if self.chance(0.3):
            schema["prefixItems"] = [self.schema(depth + 1) for _ in range(self.random.randrange(1, 3))]
        if self.chance(0.6):
            schema["items"] = self.schema(depth + 1)
        if self.chance(0.2):
            schema["contains"] = self.schema(depth + 1)
            if self.chance(0.4):
                schema["minContains"] = self.random.randrange(3)
            if self.chance(0.4):
                schema["maxContains"] = self.random.randrange(1, 3)
        if self.chance(0.2):
            schema["minItems"] = self.random.randrange(3)
        if self.chance(0.2):
            schema["maxItems"] = self.random.randrange(1, 4)
        if self.chance(0.2):
            schema["uniqueItems"] = True
        if self.chance(0.1):
            schema["unevaluatedItems"] = False
        return schema

    def document(self):
        tree = {
            "type": "object",
            "properties": {"a": self.typed(1), "b": {"$ref": "#/$defs/tree"}},
            "additionalProperties": self.chance(0.5),
        }
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "properties": {"k": self.schema()},
            "$defs": {"leaf": self.typed(1), "tree": tree},
        }


def main(probe, schemas, values, seed):
    print(f"seed {seed}", file=sys.stderr)
    process = subprocess.Popen([probe], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    checker = FormatChecker(list(FORMATS))
    valid = mixed = 0
    for number in range(schemas):
        generator = Generator(f"{seed}/{number}")
        document = generator.document()
        tested = [generator.value() for _ in range(values)]
        process.stdin.write(json.dumps({"schema": document, "values": tested}) + "\n")
        process.stdin.flush()
        answer = process.stdout.readline().strip()
        if answer.startswith("!") or len(answer) != values:
            fail(seed, document, answer or "the probe ended")
        Draft202012Validator.check_schema(document)
        key = dict(document["properties"])["k"]
        validator = Draft202012Validator({"allOf": [key], "$defs": document["$defs"]}, format_checker=checker)
        ours = 0
        for value, ok in zip(tested, answer):
            expected = validator.is_valid(value)
            if expected != (ok == "1"):
                word = "valid" if expected else "not valid"
                fail(seed, document, f"{json.dumps(value)} is {word} for jsonschema alone")
            ours += expected
        valid += ours
        mixed += 0 < ours < values
    share = 100 * valid / (schemas * values)
    print(f"{schemas} schemas, {schemas * values} values, {share:.0f} % of them valid, "
          f"{mixed} schemas with both; no difference")
    if mixed * 3 < schemas:
        sys.exit("Too few schemas have both valid and invalid values, so little was compared.")


def fail(seed, document, text):
    print(json.dumps(document, indent=1))
    sys.exit(f"seed {seed}: {text}")


if __name__ == "__main__":
    seed = sys.argv[4] if len(sys.argv) > 4 else str(random.randrange(10**9))
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), seed)
