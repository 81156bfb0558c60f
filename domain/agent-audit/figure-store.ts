import { listRecords } from '../../infra/database/records.ts';
import { pick, queryRows } from '../../infra/database/sql.ts';
import { integer } from '../../infra/database/table.ts';
import { type AgentRow, agentTable } from '../agents/table.ts';
import type { GuardrailHit } from '../guardrails/types.ts';
import type { Db } from '../kernel/deps.ts';
import { allOf, placeholders } from '../kernel/sql.ts';
import type { OutcomeSum } from './figures.ts';
import type { Histogram } from './latency.ts';
import type { Scope } from './period.ts';
import { executionOutcomeCountTable, guardrailHitCountTable, type Outcome } from './table.ts';

/** Selects executions of a partner in a scope, optionally of some agents or one capability. */
export interface FigureFilter {
  partnerId: number;
  scope: Scope;
  agentIds?: readonly number[];
  capability?: string;
}

/** Columns that executions are grouped by. */
export type Dimension = 'agent_id' | 'capability' | 'day';

interface SumRow {
  agent_id: number | null;
  capability: string | null;
  day: string | null;
  status: Outcome;
  n: number;
  credits: number;
  duration_ms: number;
  items: number;
  last_ended_at: Date;
}

/** Sums of executions by outcome, overall and by each dimension, from one query of the counters. */
export interface OutcomeTable {
  overall: OutcomeSum[];
  /** The sums of one value of a dimension. */
  of(dimension: Dimension, value: number | string): OutcomeSum[];
  /** The values of a dimension, unordered. */
  values(dimension: Dimension): (number | string)[];
}

/** Reads the sums of executions by outcome. */
export async function readOutcomes(
  db: Db,
  filter: FigureFilter,
  dimensions: readonly Dimension[],
): Promise<OutcomeTable> {
  const { where, values } = conditionOf(filter);
  const columns = (['agent_id', 'capability', 'day'] as const).map((column) =>
    dimensions.includes(column) ? (column === 'day' ? 'day::text AS day' : column) : `NULL AS ${column}`,
  );
  const sets = ['()', ...dimensions.map((dimension) => `(${dimension})`)];
  const rows = await queryRows(
    db,
    {
      ...pick(executionOutcomeCountTable, 'status', 'n', 'credits', 'duration_ms', 'items', 'last_ended_at'),
      agent_id: executionOutcomeCountTable.columns.agent_id.nullable(),
      capability: executionOutcomeCountTable.columns.capability.nullable(),
      day: executionOutcomeCountTable.columns.day.nullable(),
    },
    `SELECT ${columns.join(', ')}, status, sum(n)::int AS n, sum(credits)::bigint AS credits, sum(duration_ms)::bigint AS duration_ms,
            sum(items)::int AS items, max(last_ended_at) AS last_ended_at
     FROM execution_outcome_count WHERE ${where} GROUP BY status, GROUPING SETS (${sets.join(', ')})`,
    values,
  );
  const grouped = Map.groupBy(rows, (row) => keyOf(row));
  return {
    overall: (grouped.get(OVERALL) ?? []).map(sumOf),
    of: (dimension, value) => (grouped.get(`${dimension}:${value}`) ?? []).map(sumOf),
    values: (dimension) => [...new Set(rows.flatMap((row) => row[dimension] ?? []))],
  };
}

const OVERALL = 'overall';

function keyOf({ agent_id, capability, day }: SumRow): string {
  if (agent_id !== null) return `agent_id:${agent_id}`;
  if (capability !== null) return `capability:${capability}`;
  return day === null ? OVERALL : `day:${day}`;
}

function sumOf({ status, n, credits, duration_ms, items, last_ended_at }: SumRow): OutcomeSum {
  return { status, n, credits, durationMs: duration_ms, items, lastEndedAt: last_ended_at };
}

/** Latencies of completed executions by capability. */
export async function readLatencies(db: Db, filter: FigureFilter): Promise<Map<string, Histogram>> {
  const { where, values } = conditionOf(filter);
  const rows = await queryRows(
    db,
    {
      ...pick(executionOutcomeCountTable, 'capability', 'n'),
      bucket: executionOutcomeCountTable.columns.bucket.present(),
    },
    `SELECT capability, bucket, sum(n)::int AS n FROM execution_outcome_count
     WHERE ${where} AND status = 'completed' GROUP BY capability, bucket`,
    values,
  );
  const byCapability = Map.groupBy(rows, ({ capability }) => capability);
  return new Map(
    [...byCapability].map(([capability, found]) => [capability, new Map(found.map(({ bucket, n }) => [bucket, n]))]),
  );
}

/** Adds up histograms. */
export function merged(histograms: Iterable<Histogram>): Histogram {
  const sum = new Map<number, number>();
  for (const histogram of histograms) {
    for (const [bucket, n] of histogram) sum.set(bucket, (sum.get(bucket) ?? 0) + n);
  }
  return sum;
}

/** Number of hits of a guardrail. */
export interface HitCount extends Pick<GuardrailHit, 'rule' | 'action'> {
  count: number;
}

/** Guardrail hits of ended executions, most frequent first. */
export async function readHits(db: Db, filter: FigureFilter): Promise<HitCount[]> {
  const { where, values } = conditionOf(filter);
  return queryRows(
    db,
    { ...pick(guardrailHitCountTable, 'rule', 'action'), count: integer() },
    `SELECT rule, action, sum(n)::int AS count FROM guardrail_hit_count WHERE ${where}
     GROUP BY rule, action ORDER BY count DESC, rule, action`,
    values,
  );
}

/** Agents by their ids. */
export function selectAgentsById(db: Db, ids: readonly number[]): Promise<AgentRow[]> {
  return listRecords(db, agentTable, { id: ids });
}

function conditionOf({ partnerId, scope, agentIds, capability }: FigureFilter): { where: string; values: unknown[] } {
  const { period, sandbox } = scope;
  const values: unknown[] = [partnerId, period.from, period.to, sandbox];
  const place = placeholders(values);
  const [agents, slug] = [place(agentIds), place(capability)];
  const where = allOf([
    'partner_id = $1 AND day >= $2::date AND day <= $3::date AND sandbox = $4',
    agents && `agent_id = ANY(${agents}::bigint[])`,
    slug && `capability = ${slug}`,
  ]);
  return { where, values };
}
