import type { ClosingPart } from '../../infra/database/closing-statement.ts';
import { pick, queryMaybeRow, queryRow, queryRows } from '../../infra/database/sql.ts';
import { bigint } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
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
  const counted = `SELECT count(*) AS total FROM audit_log WHERE ${where}`;
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
      total: async () => (await queryRow(db, { total: bigint() }, counted, values)).total,
    },
    page,
  );
}

/** The part of the commit statement that inserts audit entries. */
export const auditedPart: ClosingPart = {
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
 * Entries that one statement looks at. The indexes find actor, record and days; only the action is compared row by row, so a
 * rare one ends a page early instead of reading the whole log.
 */
const SCANNED_ENTRIES = 10_000;

/** Entries, newest first, and where to go on; no `next` when the log has been read to its end. */
export async function selectAuditLogAfter(
  db: Db,
  partnerId: number,
  filter: OwnAuditLogFilter,
  { after, limit }: { after: AuditLogPlace | undefined; limit: number },
): Promise<{ rows: AuditLogRow[]; next: AuditLogPlace | undefined }> {
  const values: unknown[] = [partnerId];
  const place = placeholders(values);
  const [actorKind, actorId] = [place(filter.actor_kind), place(filter.actor_id)];
  const [type, id] = [place(filter.resource_type), place(filter.resource_id)];
  const [from, to] = [place(filter.from), place(filter.to)];
  const [lastAt, lastId] = [place(after?.createdAt), place(after?.id)];
  const found = `FROM audit_log WHERE ${allOf([
    'partner_id = $1',
    actorKind && `actor_kind = ${actorKind}`,
    actorId && `actor_id = ${actorId}`,
    type && `resource_type = ${type}`,
    id && `resource_id = ${id}`,
    from && `created_at >= ${startOfDay(from)}`,
    to && `created_at < ${endOfDay(to)}`,
    lastAt && `(created_at, id) < (${lastAt}, ${lastId})`,
  ])} ORDER BY created_at DESC, id DESC`;
  const order = 'ORDER BY created_at DESC, id DESC';
  const action = filter.action === undefined ? undefined : `$${values.length + 1}`;
  const rows = await queryRows(
    db,
    auditLogTable,
    action
      ? `SELECT * FROM (SELECT * ${found} LIMIT ${SCANNED_ENTRIES}) AS scanned WHERE action = ${action} ${order} LIMIT ${limit + 1}`
      : `SELECT * ${found} LIMIT ${limit + 1}`,
    action ? [...values, filter.action] : values,
  );
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  if (last || !action) return { rows: rows.slice(0, limit), next: last && { createdAt: last.created_at, id: last.id } };
  const end = await queryMaybeRow(
    db,
    pick(auditLogTable, 'created_at', 'id'),
    `SELECT created_at, id ${found} LIMIT 1 OFFSET ${SCANNED_ENTRIES - 1}`,
    values,
  );
  return { rows, next: end ? { createdAt: end.created_at, id: end.id } : undefined };
}
