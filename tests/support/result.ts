import type { EngineEvent, OpType } from "@pulumi/pulumi/automation";

/** One step that the engine took or, in a preview, would take. */
export interface Step {
  readonly op: OpType;
  readonly urn: string;
  readonly type: string;
  /** Names of the changed properties, for example `rules[0].to`. */
  readonly changed: readonly string[];
}

/** How a `pulumi` command ended. */
export class Result {
  /** Exit code; null where a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What the engine said it did, where the command has an event log. */
  readonly events: readonly EngineEvent[];

  constructor(parts: Pick<Result, "code" | "signal" | "stdout" | "stderr" | "events">) {
    this.code = parts.code;
    this.signal = parts.signal;
    this.stdout = parts.stdout;
    this.stderr = parts.stderr;
    this.events = parts.events;
  }

  /** Both outputs. */
  get output(): string {
    return `${this.stdout}\n${this.stderr}`;
  }

  /** The steps, unchanged resources included; the stack itself and default providers not. */
  get steps(): Step[] {
    return this.events.flatMap(({ resourcePreEvent }) => {
      if (resourcePreEvent === undefined) return [];
      const { op, urn, type, detailedDiff, diffs } = resourcePreEvent.metadata;
      if (type === "pulumi:pulumi:Stack" || /^pulumi:providers:.*::default/u.test(urn.slice(urn.indexOf(type))))
        return [];
      return [{ op, urn, type, changed: detailedDiff ? Object.keys(detailedDiff) : (diffs ?? []) }];
    });
  }

  /** How many resources the engine says it created, updated and so on, the stack among them. */
  get changes(): Partial<Record<OpType, number>> {
    return this.events.findLast((event) => event.summaryEvent !== undefined)?.summaryEvent?.resourceChanges ?? {};
  }

  /** Messages that the engine showed, without those of the status line: `error: ...`. */
  get diagnostics(): string[] {
    return this.events.flatMap(({ diagnosticEvent: said }) =>
      said === undefined || said.ephemeral === true ? [] : [`${said.severity}: ${said.message.trim()}`],
    );
  }

  /** The codes of this package's messages, each once (docs/messages.md). */
  get codes(): string[] {
    const found = this.diagnostics.flatMap((text) => [...text.matchAll(/\((?<code>CA\d{4})\)/gu)]);
    return [...new Set(found.map(({ groups }) => groups?.["code"] ?? ""))];
  }

  /** This result, where the command succeeded. @throws Error that shows what it printed, where not. */
  ok(): this {
    if (this.code === 0) return this;
    throw new Error(`pulumi ended with ${this.signal ?? `exit code ${String(this.code)}`}:\n${this.output}`);
  }
}
