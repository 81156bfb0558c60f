import { queryRow, queryRows } from '../../infra/database/sql.ts';
import { bigint } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import type { Page, PageRequest } from '../kernel/page.ts';
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
  const rows = await queryRows(
    db,
    auditLogTable,
    `SELECT * FROM audit_log WHERE ${where} ORDER BY id DESC ${paged.limit}`,
    paged.values,
  );
  return { rows, total, page: page.page, per_page: page.per_page };
}
