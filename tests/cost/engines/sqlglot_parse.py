"""Parses queries. Argument: a JSON file with {"queries": [{"dialect", "sql"}]}. Prints the names of each result's columns as JSON."""

import json
import sys

import sqlglot

with open(sys.argv[1], encoding="utf-8") as file:
    job = json.load(file)
print(json.dumps([sqlglot.parse_one(query["sql"], dialect=query["dialect"]).named_selects for query in job["queries"]]))
