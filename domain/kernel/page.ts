import { type Condition, countRecords, listRecords, type Selection } from '../../infra/database/records.ts';
import type { Columns } from '../../infra/database/sql.ts';
import type { Row, Table } from '../../infra/database/table.ts';
import type { Db } from './deps.ts';

/** A page of a list, newest first by default. */
export interface Page<Row> {
  rows: Row[];
  total: number;
  page: number;
  per_page: number;
}

/** Which page to return. */
export interface PageRequest {
  page: number;
  per_page: number;
}

/** Rows to skip before the page. */
export function offsetOf(request: PageRequest): number {
  return (request.page - 1) * request.per_page;
}

/** A page of the rows of a table that match `where`. */
export async function listPage<Declared extends Columns>(
  db: Db,
  table: Table<Declared>,
  { where, order }: { where: Condition<Declared>; order: NonNullable<Selection<Declared>['order']> },
  request: PageRequest,
): Promise<Page<Row<Table<Declared>>>> {
  const { page, per_page } = request;
  const total = await countRecords(db, table, where);
  const offset = offsetOf(request);
  const rows = offset < total ? await listRecords(db, table, where, { order, limit: per_page, offset }) : [];
  return { rows, total, page, per_page };
}
