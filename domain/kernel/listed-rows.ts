import { type Columns, queryRow, type RowOf } from '../../infra/database/sql.ts';
import { integer } from '../../infra/database/table.ts';
import type { Db } from './deps.ts';
import { offsetOf, type Page, type PageRequest, queryPage } from './page.ts';
import { allOf, pageOf, placeholders } from './sql.ts';

/** A list by a statement of its own, newest first. */
interface ListedRows<Shown extends Columns> {
  /** The rows have an `id`. */
  columns: Shown;
  /** SQL of the rows, without conditions of the request. */
  rows: string;
  /** Conditions of the request on these rows; `take` adds a value and returns its placeholder. */
  where(take: (value: unknown) => string | undefined): readonly (string | undefined | false)[];
}

/** A page of these rows. 422 when it is too large. */
export async function selectListed<Shown extends Columns>(
  db: Db,
  { columns, rows, where }: ListedRows<Shown>,
  request: PageRequest,
): Promise<Page<RowOf<Shown>>> {
  const { page, per_page } = request;
  const filterValues: unknown[] = [];
  const matching = `FROM (${rows}) listed WHERE ${allOf(['true', ...where(placeholders(filterValues))])}`;
  const counted = `SELECT count(*)::int AS total ${matching}`;
  const { total } = await queryRow(db, { total: integer() }, counted, filterValues);
  if (offsetOf(request) >= total) return { rows: [], total, page, per_page };
  const { limit, values } = pageOf(filterValues, request);
  const found = await queryPage(db, columns, `SELECT * ${matching} ORDER BY id DESC ${limit}`, values);
  return { rows: found, total, page, per_page };
}

/** Conditions that columns have these values; absent values do not filter. */
export function equalTo(
  values: Readonly<Record<string, unknown>>,
  take: (value: unknown) => string | undefined,
): (string | undefined)[] {
  return Object.entries(values).map(([column, value]) => {
    const placeholder = take(value);
    return placeholder && `${column} = ${placeholder}`;
  });
}
