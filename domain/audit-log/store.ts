import type { ClosingPart } from '../../infra/database/closing-statement.ts';
import { queryRow } from '../../infra/database/sql.ts';
import { bigint } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { type Page, type PageRequest, queryPage } from '../kernel/page.ts';
import { allOf, endOfDay, pageOf, placeholders, startOfDay } from '../kernel/sql.ts';
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
  const { total } = await queryRow(
    db,
    { total: bigint() },
    `SELECT count(*) AS total FROM audit_log WHERE ${where}`,
    values,
  );
  const paged = pageOf(values, page);
  const rows = await queryPage(
    db,
    auditLogTable.columns,
    `SELECT * FROM audit_log WHERE ${where} ORDER BY id DESC ${paged.limit}`,
    paged.values,
  );
  return { rows, total, page: page.page, per_page: page.per_page };
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
