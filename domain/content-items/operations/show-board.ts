import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import type { Page } from '../../kernel/page.ts';
import { boardQuery } from '../schema.ts';
import { type BoardItem, countColumns, listColumn } from '../store.ts';
import { KANBAN_STATUSES, type KanbanStatus } from '../table.ts';

/** The board: a page of each column with its true count. */
export const showBoard = operation({
  name: 'kanban.show',
  permission: 'view_content',
  params: nothing,
  input: boardQuery,
  run: async (deps, call, query): Promise<Map<KanbanStatus, Page<BoardItem>>> => {
    const partnerId = partnerOf(call);
    if (query.execution_id !== undefined)
      await deps.capabilities.requireOwn('execution', deps, call, query.execution_id);
    const [counts, ...columns] = await Promise.all([
      countColumns(deps.db, partnerId, query),
      ...KANBAN_STATUSES.map((status) => listColumn(deps.db, partnerId, status, query, query)),
    ]);
    const { page, per_page } = query;
    return new Map(
      KANBAN_STATUSES.map((status, index) => [
        status,
        { rows: columns[index] ?? [], total: counts[status] ?? 0, page, per_page },
      ]),
    );
  },
});
