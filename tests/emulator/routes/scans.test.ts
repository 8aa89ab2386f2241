/** Scans. */
import { uuid } from "../matchers";
import { emulator, startForTest } from "../testEmulator";

beforeEach(startForTest);

describe("scans", () => {
  test("GET list of scans returns {requestId, scans}", async () => {
    const reply = await emulator.send("GET", "/v1/cost-guard/scans");
    expect(reply.body).toEqual({ requestId: uuid, scans: reply.at("scans") });
    expect(reply.at("scans.0")).toEqual({
      scanId: "aws-ec2-rightsizing",
      scanName: "EC2 rightsizing",
      scanMetadata: { type: "rightsizing", costCenter: "AWS" },
    });
  });

  test("POST scan recommendations returns the recommendations of an existing scan", async () => {
    const path = "/v1/cost-guard/scans-recommendations";
    const reply = await emulator.send("POST", path, { body: { scanId: "aws-ebs-idle", groupBy: ["team"] } });
    expect(reply).toMatchObject({ status: 200, body: { recommendations: [{ scanId: "aws-ebs-idle" }] } });
    expect(await emulator.send("POST", path, { body: { scanId: "none" } })).toMatchObject({ status: 404 });
  });
});
