import type { CountedCaller } from '../../kernel/callers.ts';
import type { Db } from '../../kernel/deps.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { writePlace } from '../../kernel/page.ts';
import { type CallerName, findCallerNames } from '../../usage/caller-name-store.ts';
import { exportAuditLogQuery, keyOf, listOwnAuditLogQuery, placeOf } from '../schema.ts';
import { type AuditLogPlace, selectAuditLogAfter } from '../store.ts';
import type { AuditLogRow } from '../table.ts';

/** An entry with the name of its actor; null for administrators, the service, and those of whom nothing is left. */
export interface NamedAuditEntry {
  entry: AuditLogRow;
  actorName: string | null;
}

/** A page of the log; `nextCursor` is null on the last one. A page may be short, or empty, and yet not be the last. */
export interface AuditLogPage {
  entries: NamedAuditEntry[];
  perPage: number;
  nextCursor: string | null;
}

/** Who did what in the person's partner, newest first. */
export const listOwnAuditLog = operation({
  name: 'audit_log.list_own',
  permission: 'console_admin',
  params: nothing,
  input: listOwnAuditLogQuery,
  run: async ({ db }, call, { cursor = { before: 0 }, per_page: perPage, ...filter }): Promise<AuditLogPage> => {
    const partnerId = partnerOf(call);
    const { rows, next } = await selectAuditLogAfter(db, partnerId, filter, { after: placeOf(cursor), limit: perPage });
    const nextCursor = next ? writePlace({ total: 0, before: cursor.before + rows.length, key: keyOf(next) }) : null;
    return { entries: await withNames(db, partnerId, rows), perPage, nextCursor };
  },
});

/** Entries of a file that are read with one statement. */
const EXPORT_BATCH = 500;

/** The entries that match, for a file: read while it is written, from the connections for exports. */
export const exportOwnAuditLog = operation({
  name: 'audit_log.export_own',
  permission: 'console_admin',
  params: nothing,
  input: exportAuditLogQuery,
  run: async ({ bulkReads }, call, filter): Promise<AsyncIterable<NamedAuditEntry[]>> => {
    const partnerId = partnerOf(call);
    const db = bulkReads(String(partnerId));
    return (async function* () {
      let after: AuditLogPlace | undefined;
      do {
        const { rows, next } = await selectAuditLogAfter(db, partnerId, filter, { after, limit: EXPORT_BATCH });
        if (rows.length > 0) yield await withNames(db, partnerId, rows);
        after = next;
      } while (after);
    })();
  },
});

const NAMED: readonly CountedCaller[] = ['partner_key', 'user', 'client'];

async function withNames(db: Db, partnerId: number, rows: readonly AuditLogRow[]): Promise<NamedAuditEntry[]> {
  const names = new Map<string, CallerName>();
  for (const kind of NAMED) {
    const ids = rows.flatMap(({ actor_kind, actor_id }) =>
      actor_kind === kind && actor_id !== null ? [actor_id] : [],
    );
    for (const [id, name] of await findCallerNames(db, partnerId, kind, [...new Set(ids)])) {
      names.set(`${kind}:${id}`, name);
    }
  }
  return rows.map((entry) => ({
    entry,
    actorName: names.get(`${entry.actor_kind}:${entry.actor_id}`)?.name ?? null,
  }));
}
