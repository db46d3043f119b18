"""An Ansible module that declares values and locks of suites; `prefs apply` does the work."""

import json

from ansible.module_utils.basic import AnsibleModule

DOCUMENTATION = r"""
module: prefs
short_description: Declare values and locks of preference suites
description:
  - Gives suites the values and locks that are declared, with C(prefs apply).
  - All declarations are checked before anything is changed.
options:
  suites:
    description:
      - The suites by name, each with C(values), C(absent), C(locks) and C(unlocked), as in
        prefs-apply(5).
    type: dict
    required: true
  prune:
    description: Whether to remove values and locks that are not declared.
    type: bool
    default: false
  system:
    description: Whether to store values in the file of all users, who may override them.
    type: bool
    default: false
  user:
    description: As root, the user in whose home values are stored.
    type: str
  root:
    description: The directory below which all files are, such as a mounted image.
    type: path
  executable:
    description: The tool C(prefs).
    type: path
    default: prefs
attributes:
  check_mode:
    support: full
  diff_mode:
    support: full
author:
  - The authors of prefs
"""

EXAMPLES = r"""
- name: Lock telemetry for all users, and give Ada her quality
  prefs:
    user: ada
    suites:
      org.example.app:
        values:
          quality: 0.8
        locks:
          telemetry:
            value: false
            reason: Ask the desk.
"""

RETURN = r"""
suites:
  description: For each value and lock what became of it, as records of prefs-json(5).
  type: list
  returned: success
"""


def arguments(params, is_check):
    """Returns the command line of the tool."""
    words = [params["executable"], "apply", "--json"]
    for name in ["prune", "system"]:
        if params[name]:
            words.append("--" + name)
    for name in ["user", "root"]:
        if params[name]:
            words += ["--" + name, params[name]]
    if is_check:
        words.append("--check")
    return words + ["-"]


def differences(records):
    """Returns what changes, as Ansible shows it with --diff."""
    parts = {}
    for record in records:
        part = "locks" if record.get("layer") == "managed" else "values"
        parts.setdefault("%s, %s" % (record["suite"], part), []).append(record)
    found = []
    for header, rows in sorted(parts.items()):
        before = {row["key"]: row.get("old", "(secret)") for row in rows}
        after = {row["key"]: row.get("new", "(secret)") for row in rows}
        found.append(
            {
                "before_header": header,
                "after_header": header,
                "before": json.dumps(before, indent=2, sort_keys=True) + "\n",
                "after": json.dumps(after, indent=2, sort_keys=True) + "\n",
            }
        )
    return found


def main():
    module = AnsibleModule(
        argument_spec={
            "suites": {"type": "dict", "required": True},
            "prune": {"type": "bool", "default": False},
            "system": {"type": "bool", "default": False},
            "user": {"type": "str"},
            "root": {"type": "path"},
            "executable": {"type": "path", "default": "prefs"},
        },
        supports_check_mode=True,
    )
    declaration = json.dumps({"suites": module.params["suites"]})
    status, output, errors = module.run_command(
        arguments(module.params, module.check_mode), data=declaration, binary_data=True
    )
    # With --check, the status 1 says that something would change.
    if status not in ((0, 1) if module.check_mode else (0,)):
        module.fail_json(msg=errors.strip() or "prefs apply failed", rc=status)
    try:
        records = json.loads(output)
    except ValueError:
        module.fail_json(msg="prefs apply printed no JSON: " + output[:200], rc=status)
    changes = [record for record in records if record["result"] not in ("same", "refused")]
    module.exit_json(changed=bool(changes), suites=records, diff=differences(changes))


if __name__ == "__main__":
    main()
