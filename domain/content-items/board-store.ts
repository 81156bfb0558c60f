import { queryRows } from '../../infra/database/sql.ts';
import { integer } from '../../infra/database/table.ts';
import type { ContentType } from '../capabilities/types.ts';
import type { Db } from '../kernel/deps.ts';
import { offsetOf, type Page, type PageRequest, selectPage } from '../kernel/page.ts';
import { allOf, endOfDay, placeholders, startOfDay, whereSandbox } from '../kernel/sql.ts';
import { BOARD_ITEM, type BoardItem, WITHOUT_BODY } from './store.ts';
import { contentItemCountTable, KANBAN_STATUSES, type KanbanStatus } from './table.ts';

/** Filters of the board; days are inclusive and in UTC. */
export interface BoardFilter {
  execution_id?: number | undefined;
  content_type?: ContentType | undefined;
  from?: string | undefined;
  to?: string | undefined;
  sandbox?: boolean | undefined;
}

/** Filters of the list. */
export interface ItemFilter extends BoardFilter {
  /** Words of the title; the last may be the beginning of one. */
  q?: string | undefined;
  status?: KanbanStatus | undefined;
  assignee_id?: number | undefined;
  reviewer_id?: number | undefined;
  due_before?: Date | undefined;
  approved?: boolean | undefined;
  /** Only favourites of this person, null being nobody; or only others. */
  favorite?: { of: number | null; is: boolean } | undefined;
  /** Only items that have all of these tags; null: that have a tag which there is not, so none. */
  tags?: readonly number[] | null | undefined;
  /** What is in the trash, instead of what is on the board. */
  trash: boolean;
}

/** Numbers of items by column. */
export type ColumnCounts = Partial<Record<KanbanStatus, number>>;

/**
 * Number of items in each column; empty columns are left out. Rows are counted only for one execution or for the sandbox, which have
 * few; the counters do not distinguish them.
 */
export async function countColumns(db: Db, partnerId: number, filter: BoardFilter): Promise<ColumnCounts> {
  if (filter.sandbox !== false || filter.execution_id !== undefined) return countByColumn(db, partnerId, filter);
  const [all, marked] = await Promise.all([
    countByColumn(db, partnerId, { ...filter, sandbox: undefined }),
    countByColumn(db, partnerId, { ...filter, sandbox: true }),
  ]);
  return Object.fromEntries(KANBAN_STATUSES.map((status) => [status, (all[status] ?? 0) - (marked[status] ?? 0)]));
}

async function countByColumn(db: Db, partnerId: number, filter: BoardFilter): Promise<ColumnCounts> {
  const values: unknown[] = [partnerId];
  const counted =
    filter.execution_id === undefined && filter.sandbox === undefined
      ? `sum(n)::int AS total FROM content_item_count WHERE ${conditionOfCounts(values, filter)}`
      : `count(*)::int AS total FROM content_item WHERE ${conditionOf(values, filter)}`;
  const rows = await queryRows(
    db,
    { kanban_status: contentItemCountTable.columns.kanban_status, total: integer() },
    `SELECT kanban_status, ${counted} GROUP BY 1`,
    values,
  );
  return Object.fromEntries(rows.map(({ kanban_status, total }) => [kanban_status, total]));
}

/** A page of a column, newest first. */
export async function selectColumn(
  db: Db,
  partnerId: number,
  status: KanbanStatus,
  filter: BoardFilter,
  page: PageRequest,
): Promise<BoardItem[]> {
  const values: unknown[] = [partnerId, status];
  const condition = conditionOf(values, filter);
  const limit = `LIMIT $${values.push(page.per_page)} OFFSET $${values.push(offsetOf(page))}`;
  return queryRows(
    db,
    BOARD_ITEM,
    `SELECT ${WITHOUT_BODY} FROM content_item WHERE ${condition} AND kanban_status = $2 ORDER BY id DESC ${limit}`,
    values,
  );
}

/** SQL condition of a filter for items on the board; the partner is $1. */
function conditionOf(values: unknown[], filter: BoardFilter & Partial<Pick<ItemFilter, 'trash'>>): string {
  const place = placeholders(values);
  const [execution, type] = [place(filter.execution_id), place(filter.content_type)];
  const [from, to] = [place(filter.from), place(filter.to)];
  return allOf([
    'partner_id = $1',
    filter.trash ? 'deleted_at IS NOT NULL' : 'settled_at IS NOT NULL',
    execution && `execution_id = ${execution}`,
    type && `content_type = ${type}`,
    from && `created_at >= ${startOfDay(from)}`,
    to && `created_at < ${endOfDay(to)}`,
    whereSandbox(filter.sandbox, 'sandbox'),
  ]);
}

/** SQL condition of a filter for the counters, which have no execution and no sandbox. */
function conditionOfCounts(values: unknown[], filter: BoardFilter): string {
  const place = placeholders(values);
  const [type, from, to] = [place(filter.content_type), place(filter.from), place(filter.to)];
  return allOf([
    'partner_id = $1',
    type && `content_type = ${type}`,
    from && `day >= ${from}::date`,
    to && `day <= ${to}::date`,
  ]);
}

/** A page of a partner's items without their bodies, newest first. */
export async function selectItemPage(
  db: Db,
  partnerId: number,
  filter: ItemFilter,
  page: PageRequest,
): Promise<Page<BoardItem>> {
  const values: unknown[] = [partnerId];
  const place = placeholders(values);
  const [q, status] = [place(filter.q), place(filter.status)];
  const [assignee, reviewer] = [place(filter.assignee_id), place(filter.reviewer_id)];
  const due = place(filter.due_before);
  const { favorite, tags = [] } = filter;
  const where = allOf([
    conditionOf(values, filter),
    status && `kanban_status = ${status}`,
    assignee && `assignee_id = ${assignee}`,
    reviewer && `reviewer_id = ${reviewer}`,
    due && `due_at < ${due}`,
    filter.approved !== undefined && `approved_version IS ${filter.approved ? 'NOT ' : ''}DISTINCT FROM version`,
    favorite &&
      (favorite.of === null
        ? String(!favorite.is)
        : `${favorite.is ? '' : 'NOT '}EXISTS (SELECT FROM content_favorite f WHERE f.user_id = ${place(favorite.of)} AND f.content_item_id = content_item.id)`),
    tags === null && 'false',
    ...(tags ?? []).map(
      (id) =>
        `EXISTS (SELECT FROM content_item_tag t WHERE t.content_tag_id = ${place(id)} AND t.content_item_id = content_item.id)`,
    ),
  ]);
  const matches = `search_words(partner_id, title) @@ search_query($1, ${q})`;
  const words = q === undefined ? undefined : { condition: matches, values: [partnerId, filter.q] };
  const isCounted =
    filter.trash ||
    [filter.q, filter.assignee_id, filter.reviewer_id, filter.due_before, filter.approved, favorite, filter.tags].some(
      (value) => value !== undefined,
    );
  return selectPage(
    db,
    {
      columns: BOARD_ITEM,
      select: WITHOUT_BODY,
      from: 'content_item',
      where,
      values,
      words,
      order: { keys: ['id'] },
      ...(!isCounted && { total: () => countOnBoard(db, partnerId, filter) }),
    },
    page,
  );
}

async function countOnBoard(db: Db, partnerId: number, filter: ItemFilter): Promise<number> {
  const counts = await countColumns(db, partnerId, filter);
  const statuses: readonly KanbanStatus[] = filter.status ? [filter.status] : KANBAN_STATUSES;
  return statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
}
