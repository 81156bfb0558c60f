import type { NamedAuditEntry } from '../../domain/audit-log/operations/own-audit-log.ts';
import { csvOf } from '../csv.ts';
import { datetime, type PresentContext } from '../resource.ts';
import { scheduledSlices } from '../turns.ts';

const COLUMNS: Record<string, (named: NamedAuditEntry) => string | number | null> = {
  created_at: ({ entry }) => datetime(entry.created_at),
  actor_kind: ({ entry }) => entry.actor_kind,
  actor_id: ({ entry }) => entry.actor_id,
  actor_name: ({ actorName }) => actorName,
  action: ({ entry }) => entry.action,
  resource_type: ({ entry }) => entry.resource_type,
  resource_id: ({ entry }) => entry.resource_id,
  details: ({ entry }) => entry.details && JSON.stringify(entry.details),
  request_id: ({ entry }) => entry.request_id,
};

/** Entries that are written between two turns of other partners. */
const SLICE_ENTRIES = 100;

/** The file, batch by batch. */
export async function* auditLogAsCsv(
  batches: AsyncIterable<NamedAuditEntry[]>,
  { call }: PresentContext,
): AsyncGenerator<string> {
  let head = csvOf([Object.keys(COLUMNS)]);
  for await (const slice of scheduledSlices(call.actor, batches, SLICE_ENTRIES)) {
    yield head + csvOf(slice.map((named) => Object.values(COLUMNS).map((cell) => cell(named))));
    head = '';
  }
  if (head !== '') yield head;
}
