"""layouts.py - what a test of a binding compares with, as lines that need no JSON.

    layouts.py API

`record NAME SIZE FIELD=OFFSET...` with sizes and offsets of machines with addresses of 64 bits;
`function NAME` for each function of the library.
"""

import json
import sys
from pathlib import Path

api = json.loads(Path(sys.argv[1]).read_text())
lines = []
for record in api["records"]:
    layout = record["layouts"]["lp64"]
    fields = [f"{field['name']}={at}" for field, at in zip(record["fields"], layout["offsets"], strict=True)]
    lines.append(" ".join(["record", record["name"], str(layout["size"]), *fields]))
lines += [f"function {one['name']}" for one in api["functions"] if one["supplied_by"] == "library"]
print("\n".join(lines))
