import type { AuditedRecord, ChangeNotification, CommitStatement, PublishedEvent } from './port.ts';

/** What a transaction writes with its last statement. */
interface PendingWrites {
  commands: readonly object[];
  events: readonly PublishedEvent[];
  audits: readonly AuditedRecord[];
  changes: readonly ChangeNotification[];
  /** The record that the caller's Idempotency-Key stands for. */
  made: { type: string; id: number | string } | undefined;
  /** The span that leaves it; undefined where nothing is traced. */
  traceparent: string | undefined;
}

/** The caller as recorded. */
export interface Caller {
  actor: { kind: string; partnerId?: number; keyId?: number; userId?: number; clientId?: number; adminKeyId?: number };
  requestId: string;
  /** Name of the operation; the action in the audit log. */
  operation?: string | undefined;
  idempotency?: { rowId: number; lockToken: string };
}

/** The part of an area in the last statement of a transaction, which all areas share. */
export interface CommitPart {
  /** Number of parameters of the part. */
  parameters: number;
  /** Its table expressions, `name AS (…)`, given the placeholders of the transaction's moment and of its parameters. */
  sql(now: string, places: readonly string[]): string;
  values(caller: Caller, left: PendingWrites): unknown[];
  /** Result columns by name: SQL over the table expressions and parameters. */
  results?(places: readonly string[]): Record<string, string>;
  /** What to throw where the part raised this SQLSTATE; undefined: the database's own error. */
  refusal?(code: string): Error | undefined;
}

/** Makes the last statement of a transaction that leaves something behind. */
export type BuildCommitStatement = (now: Date, caller: Caller, left: PendingWrites) => CommitStatement;

/** Joins the parts of areas into one statement, whose text is always the same. */
export function joinCommitParts(parts: readonly CommitPart[]): BuildCommitStatement {
  let taken = 1;
  const placed = parts.map((part) => {
    const places = Array.from({ length: part.parameters }, () => {
      taken += 1;
      return `$${taken}`;
    });
    return { part, places };
  });
  const expressions = placed.map(({ part, places }) => part.sql('$1', places));
  const answers = placed.flatMap(({ part, places }) => Object.entries(part.results?.(places) ?? {}));
  const text = `WITH ${expressions.join(', ')} SELECT ${answers.map(([name, sql]) => `${sql} AS ${name}`).join(', ')}`;
  const refusal = (code: string) => {
    for (const part of parts) {
      const refused = part.refusal?.(code);
      if (refused) return refused;
    }
    return undefined;
  };
  return (now, caller, left) => ({
    text,
    values: [now, ...parts.flatMap((part) => part.values(caller, left))],
    refusal,
  });
}
