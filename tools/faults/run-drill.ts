import type { Stack } from '../../infra/local/stack.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { brokenInvariants } from '../../test/invariants/invariants.ts';
import { type Drill, prepareEnvironment } from './environment.ts';
import { Findings } from './findings.ts';

/** Applied commands are deleted a moment later; a drain whose worker died is noticed by its heartbeat within a minute. */
const REST_LIMIT_MS = 90_000;

/** How a drill went. */
export interface Outcome {
  drill: Drill;
  findings: Findings;
  seconds: number;
}

/** Runs a drill on a stack and then checks every invariant; what the drill throws counts as a problem. */
export async function runDrill(stack: Stack, drill: Drill): Promise<Outcome> {
  const findings = new Findings();
  const started = performance.now();
  try {
    const { environment, leave } = await prepareEnvironment(stack, findings, drill);
    try {
      await drill.run(environment);
      await comeToRest(environment.query);
      findings.problems.push(...(await brokenInvariants(environment.query, { atRest: true })));
    } finally {
      await leave();
    }
  } catch (error) {
    findings.problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  return { drill, findings, seconds: (performance.now() - started) / 1000 };
}

/** Waits until nothing is under way; what never comes to rest is then named by the invariants. */
export async function comeToRest(query: Parameters<typeof brokenInvariants>[0]): Promise<void> {
  await waitUntil(
    'the service to come to rest',
    async () => {
      const rows = await query<{ busy: boolean }>(
        `SELECT EXISTS (SELECT FROM outbox WHERE parked_at IS NULL)
           OR EXISTS (SELECT FROM execution WHERE status IN ('pending', 'planning', 'executing'))
           OR EXISTS (SELECT FROM case_study_generation WHERE status = 'running')
           OR EXISTS (SELECT FROM knowledge_document WHERE status = 'pending')
           OR EXISTS (SELECT FROM knowledge_document_version WHERE status = 'pending')
           OR EXISTS (SELECT FROM knowledge_embedding WHERE status = 'running')
           OR EXISTS (SELECT FROM payment_event WHERE status = 'stored' AND reason IS NULL)
           OR EXISTS (SELECT FROM webhook_delivery WHERE status = 'pending' AND (due_at <= clock_timestamp() OR lease_token IS NOT NULL))
           OR EXISTS (SELECT FROM webhook_endpoint
                      WHERE drain_token IS NOT NULL
                        -- Due, too, where the drain of a worker that was stopped is about to go on in a workflow.
                        OR (woken_at IS NOT NULL OR next_due_at <= clock_timestamp()) AND NOT paused AND deleted_at IS NULL) AS busy`,
      );
      return rows[0]?.busy === false;
    },
    { limitMs: REST_LIMIT_MS, retryErrors: true },
  ).catch(() => undefined);
}
