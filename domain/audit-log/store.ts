import type { CommitPart } from '../../infra/database/commit-statement.ts';
import { pick, queryMaybeRow, queryRows } from '../../infra/database/sql.ts';
import type { Db } from '../kernel/deps.ts';
import { equalTo } from '../kernel/listed-rows.ts';
import { type Page, type PageRequest, selectPage } from '../kernel/page.ts';
import { allOf, endOfDay, placeholders, startOfDay } from '../kernel/sql.ts';
import { type AuditLogRow, auditLogTable } from './table.ts';

/** Filters of the list; days are inclusive and in UTC. */
export interface AuditLogFilter {
  action?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** A partner's audit entries, newest first. */
export async function selectAuditLog(
  db: Db,
  partnerId: number,
  filter: AuditLogFilter,
  page: PageRequest,
): Promise<Page<AuditLogRow>> {
  const values: unknown[] = [partnerId];
  const place = placeholders(values);
  const [action, from, to] = [place(filter.action), place(filter.from), place(filter.to)];
  const where = allOf([
    'partner_id = $1',
    action && `action = ${action}`,
    from && `created_at >= ${startOfDay(from)}`,
    to && `created_at < ${endOfDay(to)}`,
  ]);
  return selectPage(
    db,
    {
      columns: auditLogTable.columns,
      select: '*',
      from: 'audit_log',
      where,
      values,
      order: { keys: ['id'] },
      isLong: true,
    },
    page,
  );
}

/** The part of the commit statement that inserts audit entries. */
export const auditedPart: CommitPart = {
  parameters: 4,
  sql: (now, [kind, id, request, records]) => `audited AS (
       INSERT INTO audit_log (partner_id, actor_kind, actor_id, action, resource_type, resource_id, details, request_id, created_at)
       SELECT partner_id, ${kind}, ${id}, action, resource_type, resource_id, details, ${request}, ${now}
       FROM jsonb_to_recordset(${records}) AS a(partner_id bigint, action text, resource_type text, resource_id text, details jsonb)
     )`,
  values: ({ actor, requestId, operation }, { audits }) => [
    actor.kind,
    actor.keyId ?? actor.userId ?? actor.clientId ?? actor.adminKeyId ?? null,
    requestId,
    JSON.stringify(
      audits.map(({ type, id, partnerId, details }) => ({
        partner_id: partnerId === undefined ? (actor.partnerId ?? null) : partnerId,
        action: operation,
        resource_type: type,
        resource_id: String(id),
        details: details ?? null,
      })),
    ),
  ],
};

/** Where a page begins: after this entry, going back in time. */
export interface AuditLogPlace {
  createdAt: Date;
  id: number;
}

/** Filters of a partner's own view of the log; days are inclusive and in UTC. */
export interface OwnAuditLogFilter extends AuditLogFilter {
  actor_kind?: AuditLogRow['actor_kind'] | undefined;
  actor_id?: number | undefined;
  resource_type?: string | undefined;
  resource_id?: string | undefined;
}

/**
 * Entries that one statement looks at. The indexes find an actor, a record and days; action, kind of actor and type of record are
 * compared row by row, so a rare one ends a page early instead of reading the whole log.
 */
const SCANNED_ENTRIES = 10_000;

/** Entries, newest first, and where to go on; no `next` when the log has been read to its end. */
export async function selectAuditLogAfter(
  db: Db,
  partnerId: number,
  { actor_kind, actor_id, resource_type, resource_id, action, from, to }: OwnAuditLogFilter,
  { after, limit }: { after: AuditLogPlace | undefined; limit: number },
): Promise<{ rows: AuditLogRow[]; next: AuditLogPlace | undefined }> {
  const values: unknown[] = [partnerId];
  const place = placeholders(values);
  const ofActor = actor_id === undefined ? [] : equalTo({ actor_kind, actor_id }, place);
  const ofRecord = resource_id === undefined ? [] : equalTo({ resource_type, resource_id }, place);
  const [begin, end, lastAt, lastId] = [place(from), place(to), place(after?.createdAt), place(after?.id)];
  const order = 'ORDER BY created_at DESC, id DESC';
  const found = `FROM audit_log WHERE ${allOf([
    'partner_id = $1',
    ...ofActor,
    ...ofRecord,
    begin && `created_at >= ${startOfDay(begin)}`,
    end && `created_at < ${endOfDay(end)}`,
    lastAt && `(created_at, id) < (${lastAt}, ${lastId})`,
  ])} ${order}`;
  const ofFound = [...values];
  const compared = allOf([
    ...equalTo({ action }, place),
    ...(ofActor.length > 0 ? [] : equalTo({ actor_kind }, place)),
    ...(ofRecord.length > 0 ? [] : equalTo({ resource_type }, place)),
  ]);
  const rows = await queryRows(
    db,
    auditLogTable,
    compared
      ? `SELECT * FROM (SELECT * ${found} LIMIT ${place(SCANNED_ENTRIES)}) AS scanned WHERE ${compared} ${order} LIMIT ${place(limit + 1)}`
      : `SELECT * ${found} LIMIT ${place(limit + 1)}`,
    values,
  );
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  if (last || !compared)
    return { rows: rows.slice(0, limit), next: last && { createdAt: last.created_at, id: last.id } };
  const scanned = await queryMaybeRow(
    db,
    pick(auditLogTable, 'created_at', 'id'),
    `SELECT created_at, id ${found} LIMIT 1 OFFSET $${ofFound.push(SCANNED_ENTRIES - 1)}`,
    ofFound,
  );
  return { rows, next: scanned ? { createdAt: scanned.created_at, id: scanned.id } : undefined };
}
