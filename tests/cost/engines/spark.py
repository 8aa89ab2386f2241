"""Runs queries in Spark. Argument: a JSON file with {"tables": {name: Parquet file}, "queries": [{"sql", "out"}]}."""

import csv
import json
import sys

from pyspark.sql import SparkSession

with open(sys.argv[1], encoding="utf-8") as file:
    job = json.load(file)
spark = (
    SparkSession.builder.master("local[2]")
    .config("spark.ui.enabled", "false")
    .config("spark.sql.shuffle.partitions", "2")
    .config("spark.sql.session.timeZone", "America/New_York")
    .getOrCreate()
)
for name, path in job["tables"].items():
    spark.read.parquet(path).createOrReplaceTempView(name)
for query in job["queries"]:
    result = spark.sql(query["sql"])
    with open(query["out"], "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(result.columns)
        writer.writerows(result.collect())
spark.stop()
