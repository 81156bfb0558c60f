import { queryRow, queryRows } from '../../infra/database/sql.ts';
import { integer } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { orderClause, type Page, type PageRequest, selectPage } from '../kernel/page.ts';
import { allOf, endOfDay, type Order, orderOf, placeholders, startOfDay, whereSandbox } from '../kernel/sql.ts';
import type { ListedExecution } from './rules.ts';
import { LISTED, withAgent } from './store.ts';
import {
  type ExecutionEventRow,
  type ExecutionPriority,
  type ExecutionStatus,
  executionEventTable,
  executionTable,
} from './table.ts';

const COLUMNS = Object.keys(LISTED)
  .filter((name) => Object.hasOwn(executionTable.columns, name))
  .join(', ');

/** Filters of the list; days are inclusive and in UTC. */
export interface ExecutionFilter {
  status?: ExecutionStatus | undefined;
  agent_id?: number | undefined;
  priority?: ExecutionPriority | undefined;
  trigger_id?: number | undefined;
  sandbox?: boolean | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * A partner's executions, newest first unless the other way round. The total comes from the counters instead of counting rows, except for the
 * executions of one trigger or of the sandbox, which are few.
 */
export async function selectExecutions(
  db: Db,
  partnerId: number,
  filter: ExecutionFilter,
  page: PageRequest & Order<never>,
): Promise<Page<ListedExecution>> {
  const order = orderOf({ created_at: ['t.created_at', 't.id'] }, page);
  const values: unknown[] = [partnerId];
  const place = placeholders(values);
  const [status, agent, priority] = [place(filter.status), place(filter.agent_id), place(filter.priority)];
  const [from, to, trigger] = [place(filter.from), place(filter.to), place(filter.trigger_id)];
  const shared = [
    't.partner_id = $1',
    status && `t.status = ${status}`,
    agent && `t.agent_id = ${agent}`,
    priority && `t.priority = ${priority}`,
  ];
  const days = [
    from && `t.created_at >= ${startOfDay(from)}`,
    to && `t.created_at < ${endOfDay(to)}`,
    trigger && `t.trigger_id = ${trigger}`,
  ];
  const marked = whereSandbox(filter.sandbox);
  const counted = (conditions: readonly (string | undefined)[]) =>
    `SELECT count(*)::int AS total FROM execution t WHERE ${allOf([...shared, ...days, ...conditions])}`;
  const byCounters = `SELECT coalesce(sum(t.n), 0)::int AS total FROM execution_count t
    WHERE ${allOf([...shared, from && `t.day >= ${from}::date`, to && `t.day <= ${to}::date`])}`;
  // The counters do not distinguish sandbox executions, which have an index of their own.
  const others = `SELECT (${byCounters}) - (${counted([whereSandbox(true)])}) AS total`;
  const isCounted = trigger !== undefined || filter.sandbox === true;
  const text = isCounted ? counted([marked]) : filter.sandbox === false ? others : byCounters;
  const { rows, ...found } = await selectPage(
    db,
    {
      columns: LISTED,
      select: COLUMNS,
      from: 'execution t',
      where: allOf([...shared, ...days, marked]),
      values,
      order,
      wrap: (entries) =>
        `SELECT t.*, a.name AS agent_name, a.agent_type FROM (${entries}) t JOIN agent a ON a.id = t.agent_id ${orderClause(order)}`,
      total: async () => (await queryRow(db, { total: integer() }, text, values)).total,
    },
    page,
  );
  return { ...found, rows: rows.map(withAgent) };
}

/** A partner's newest executions in one of the states, optionally created since a moment. */
export async function selectNewest(
  db: Db,
  partnerId: number,
  statuses: readonly ExecutionStatus[],
  { limit, since = null }: { limit: number; since?: Date | null },
): Promise<ListedExecution[]> {
  const rows = await queryRows(
    db,
    LISTED,
    `SELECT t.*, a.name AS agent_name, a.agent_type
     FROM (SELECT ${COLUMNS} FROM execution WHERE partner_id = $1 AND status = ANY($2) AND ($3::timestamptz IS NULL OR created_at >= $3)
           ORDER BY created_at DESC, id DESC LIMIT $4) t
     JOIN agent a ON a.id = t.agent_id ORDER BY t.created_at DESC, t.id DESC`,
    [partnerId, statuses, since, limit],
  );
  return rows.map(withAgent);
}

/** Events of an execution after the given one, oldest first. */
export async function selectEventsAfter(
  db: Db,
  executionId: number,
  afterId: number,
  limit: number,
): Promise<ExecutionEventRow[]> {
  return queryRows(
    db,
    executionEventTable,
    'SELECT * FROM execution_event WHERE execution_id = $1 AND id > $2 ORDER BY id LIMIT $3',
    [executionId, afterId, limit],
  );
}
