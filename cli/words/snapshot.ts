/** The copy of an account that an export has written. */
import { shellWord } from "../../client/recoveryCommand";
import { type Block, counted, type Document, say } from "../document/document";
import type { ProgramEndpoint } from "../program/endpointsFile";
import type { Snapshot } from "../sources/account/snapshot";

/** A copy that was written. */
export interface WrittenSnapshot extends Pick<Snapshot, "copy" | "left"> {
  file: string;
  /** The endpoints of the program. */
  endpoints: readonly ProgramEndpoint[];
}

/** What the copy has, what it lacks, and how a dry run uses it. */
export function snapshotDocument(written: WrittenSnapshot): Document {
  const { file, copy, left } = written;
  const counts = `${counted(copy.tags.length, "Virtual Tag")}, ${counted(copy.endpoints.length, "notification endpoint")} and ${counted(copy.catalog.length, "key")}`;
  const lacks = left.map(({ id, name, reason }) => ({
    indent: 2,
    text: say`Virtual Tag ${name} (${{ plain: id }}): ${{ plain: reason }}`,
  }));
  const section = (title: string, block: Block): Block[] => [{ kind: "lines", lines: [[], [title]] }, block];
  const commands = dryRunCommands(written);
  return {
    title: [],
    blocks: [
      {
        kind: "paragraph",
        text: say`Copied ${[counts]} to ${file}. It has email addresses and metadata, as the program does.`,
      },
      ...(lacks.length === 0 ? [] : section("Not in the copy:", { kind: "lines", lines: lacks })),
      ...(commands.length === 0
        ? []
        : section('For a dry run with the copy, after "pulumi stack init":', { kind: "commands", commands })),
    ],
  };
}

/** The copy of an account. */
export interface SnapshotJson {
  /** The file. */
  file: string;
  /** How many tags it has. */
  tags: number;
  /** How many notification endpoints it has. */
  endpoints: number;
  /** How many keys of the catalog it has. */
  keys: number;
  /** What it lacks, and why. */
  left: WrittenSnapshot["left"];
  /** The commands that set secret destinations for a dry run. */
  dryRun: string[];
}

/** The same as JSON. */
export function snapshotJson(written: WrittenSnapshot): SnapshotJson {
  const { file, copy, left } = written;
  const [tags, endpoints, keys] = [copy.tags.length, copy.endpoints.length, copy.catalog.length];
  return { file, tags, endpoints, keys, left, dryRun: dryRunCommands(written) };
}

/** The commands that set the destinations which the program keeps secret to those in the copy. */
function dryRunCommands({ copy, endpoints }: WrittenSnapshot): string[] {
  const destinations = new Map(copy.endpoints.map(({ id, configuration }) => [id, configuration?.to ?? ""]));
  return endpoints.flatMap(({ endpoint, secret }) =>
    secret === undefined
      ? []
      : [`pulumi config set --secret ${secret} ${shellWord(destinations.get(endpoint.id) ?? "")} --stack dry-run`],
  );
}
