"""Runs queries in ClickHouse, in this process. Argument: a JSON file with {"queries": [{"sql", "out"}]}."""

import json
import sys

import chdb

with open(sys.argv[1], encoding="utf-8") as file:
    job = json.load(file)
for query in job["queries"]:
    with open(query["out"], "wb") as file:
        file.write(chdb.query(query["sql"], "CSVWithNames").bytes())
