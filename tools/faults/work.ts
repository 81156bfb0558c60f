import { waitUntil } from '../../test/environment/wait-until.ts';
import type { FinalAnswer } from './api.ts';
import { eachOf } from './each-of.ts';
import type { DrillEnvironment } from './environment.ts';

/** Orders of a drill: blog posts (one step) and whole campaigns (six) in turn. */
export function orders(count: number): { path: string; body: object }[] {
  return Array.from({ length: count }, (_, index) => {
    const capability = index % 2 === 0 ? 'blog_post' : 'campaign_launch';
    return {
      path: `/content-workflow/capabilities/${capability}/execute`,
      body: { settings: { topic: `Cloud backup for team ${index}` } },
    };
  });
}

/** Orders so many executions, each with its own idempotency key and repeated until it is answered; returns the final answers. */
export function orderAll(
  { api }: DrillEnvironment,
  count: number,
  options: { atOnce?: number } = {},
): Promise<FinalAnswer[]> {
  return eachOf(orders(count), options.atOnce ?? 8, ({ path, body }) => api.post(path, body));
}

/** Orders one execution; returns its id. */
export async function orderOne({ api, findings }: DrillEnvironment, capability = 'blog_post'): Promise<number> {
  const body = { settings: { topic: 'Cloud backup for small teams' } };
  const answer = await api.post(`/content-workflow/capabilities/${capability}/execute`, body);
  findings.equal('Status of an order', answer.status, 201);
  return answer.body.data?.id ?? 0;
}

/** An execution as the database has it. */
export interface ExecutionSeen {
  id: number;
  row_key: string;
  status: string;
  error_message: string | null;
  credits_used: number;
}

/** The drill's executions by id. */
export function executionsOf({ query, partnerId }: DrillEnvironment): Promise<ExecutionSeen[]> {
  return query(
    'SELECT id, row_key, status, error_message, credits_used FROM execution WHERE partner_id = $1 ORDER BY id',
    [partnerId],
  );
}

/** A question that the sandbox AI was asked for one of the drill's executions. */
export interface Question {
  executionId: number;
  key: string;
  fault: string | null;
  at: string;
}

/** What the sandbox AI was asked for the drill's executions, oldest first; it remembers 200 questions. */
export async function questionsOf({ ai, partnerId, query }: DrillEnvironment): Promise<Question[]> {
  const sql = 'SELECT id, row_key FROM execution WHERE partner_id = $1';
  const rows = await query<{ id: number; row_key: string }>(sql, [partnerId]);
  const ids = new Map(rows.map(({ id, row_key }) => [row_key, id]));
  return (await ai.requests()).flatMap(({ idempotency_key: key, fault, at }) => {
    const executionId = key === null ? undefined : ids.get(key.slice(0, key.indexOf('/')));
    return key !== null && executionId !== undefined ? [{ executionId, key, fault, at }] : [];
  });
}

/** Waits until so many of the drill's executions have one of the states. */
export function untilCount(
  environment: DrillEnvironment,
  count: number,
  states: string[],
  limitMs = 60_000,
): Promise<true> {
  return waitUntil(
    `${count} executions ${states.join(' or ')}`,
    async () => {
      const seen = await executionsOf(environment);
      return seen.filter(({ status }) => states.includes(status)).length >= count;
    },
    { limitMs: limitMs, retryErrors: true },
  ) as Promise<true>;
}

/** Waits until the execution has one of the states; returns it. */
export function untilStatus(
  environment: DrillEnvironment,
  id: number,
  states: string[],
  limitMs = 60_000,
): Promise<ExecutionSeen> {
  return waitUntil(
    `execution ${id} to be ${states.join(' or ')}`,
    async () => {
      const execution = (await executionsOf(environment)).find((candidate) => candidate.id === id);
      return execution && states.includes(execution.status) && execution;
    },
    { limitMs: limitMs, retryErrors: true },
  );
}

/** Waits until none of the drill's executions is open; returns them. */
export async function untilAllEnded(environment: DrillEnvironment, limitMs = 240_000): Promise<ExecutionSeen[]> {
  return waitUntil(
    'all executions to end',
    async () => {
      const seen = await executionsOf(environment);
      return seen.every(({ status }) => !['pending', 'planning', 'executing'].includes(status)) && seen;
    },
    { limitMs: limitMs, retryErrors: true },
  );
}

/** Checks that exactly these orders were executed, each successfully; `others` are known to the drill. Returns their ids. */
export async function expectAllCompleted(
  environment: DrillEnvironment,
  answers: readonly FinalAnswer[],
  others: readonly number[] = [],
): Promise<number[]> {
  const { findings } = environment;
  findings.equal(
    'Answers other than 201',
    answers.filter(({ status }) => status !== 201).map(({ status, body }) => [status, body.error?.code]),
    [],
  );
  const promised = answers.map(({ body }) => body.data?.id ?? 0).sort((a, b) => a - b);
  const executions = (await untilAllEnded(environment)).filter(({ id }) => !others.includes(id));
  findings.equal(
    'Executions that were accepted',
    executions.map(({ id }) => id),
    promised,
  );
  findings.equal(
    'Executions that did not complete',
    executions.filter(({ status }) => status !== 'completed'),
    [],
  );
  return promised;
}

/**
 * How long the work of the drill stood still after a moment: of all executions that were open then, the longest time
 * between two signs of life, milliseconds.
 */
export async function longestStall({ query, partnerId }: DrillEnvironment, since: Date): Promise<number> {
  const rows = await query<{ stall: number | null }>(
    `SELECT max(extract(epoch FROM next - at) * 1000)::float AS stall FROM (
       SELECT v.created_at AS at, lead(v.created_at) OVER (PARTITION BY v.execution_id ORDER BY v.id) AS next
       FROM execution_event v JOIN execution e ON e.id = v.execution_id WHERE e.partner_id = $1
     ) gaps WHERE next > $2`,
    [partnerId, since],
  );
  return rows[0]?.stall ?? 0;
}

/** Waits until Temporal has closed the run of an execution; returns how it ended. */
export function untilRunClosed({ temporal }: DrillEnvironment, workflowId: string, limitMs = 30_000): Promise<string> {
  return waitUntil(
    `workflow ${workflowId} to close`,
    async () => {
      const { status } = await temporal.workflow.getHandle(workflowId).describe();
      return status.name !== 'RUNNING' && status.name;
    },
    { limitMs: limitMs, retryErrors: true },
  );
}
