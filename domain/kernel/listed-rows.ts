import type { Columns, RowOf } from '../../infra/database/sql.ts';
import type { Db } from './deps.ts';
import { type Page, type PageRequest, selectPage } from './page.ts';
import { allOf, placeholders } from './sql.ts';

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
  const values: unknown[] = [];
  const from = `(${rows}) listed`;
  const condition = allOf(['true', ...where(placeholders(values))]);
  return selectPage(
    db,
    {
      columns,
      select: 'listed.*',
      from,
      where: condition,
      values,
      order: { keys: ['id'] },
      isLong: true,
    },
    request,
  );
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
