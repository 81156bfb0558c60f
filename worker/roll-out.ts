import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { Deployments } from '../infra/temporal/deployments.ts';
import { CONTRACTS } from '../workflows/contracts.ts';
import { QUEUES_OF } from '../workflows/queues.ts';

/** How a version is rolled out. */
export interface Rollout {
  buildId: string;
  /** Per cent of new runs, in order. */
  steps: readonly number[];
  /** After each step. */
  pauseMs: number;
  /** How long to wait until earlier versions have no run left; 0: not at all. */
  drainMs: number;
  /** Waits so many milliseconds; rejects when the rollout is to be stopped: what was ramping is then undone. */
  wait(ms: number): Promise<void>;
  report(line: string): void;
}

const QUEUES: readonly string[] = [...new Set(Object.values(QUEUES_OF).flat())];
/** Flows with one run for a row as long as it lasts; signalled, it looks for work and continues on the version for new runs. */
const LONG_FLOWS = CONTRACTS.flatMap((flow) =>
  'signal' in flow ? [{ type: flow.workflow, signal: flow.signal }] : [],
);

/** Workers that were just started have asked for work by then. */
const WORKERS_LIMIT_MS = 300_000;
const LOOK_EVERY_MS = 1_000;

/**
 * Sends new runs to a version step by step and makes it current; then moves long runs to it and waits for earlier
 * versions. Returns the build ids that have runs left. Throws where the version was not made current; new runs then go
 * where they went before.
 */
export async function rollOut(
  deployments: Deployments,
  client: Pick<Client, 'workflow'>,
  rollout: Rollout,
): Promise<string[]> {
  const { buildId, report } = rollout;
  await untilServed(deployments, rollout);
  const before = await deployments.read();
  if (before?.current === buildId) report(`${buildId} is current already.`);
  else {
    // Without a current version no run starts at all: there is nothing to compare the first one with.
    if (before?.current !== undefined) await rampUp(deployments, rollout);
    await deployments.makeCurrent(buildId);
    report(`${buildId} is current: all new runs go to it.`);
  }
  return drainOthers(deployments, client, { former: before?.current, rollout });
}

async function untilServed(deployments: Deployments, { buildId, wait, report }: Rollout): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
    const served = await deployments.queuesOf(buildId);
    const missing = QUEUES.filter((queue) => !served.has(queue));
    if (missing.length === 0) return;
    if (waitedMs >= WORKERS_LIMIT_MS) throw new Error(`No worker of ${buildId} serves ${missing.join(', ')}.`);
    if (waitedMs === 0) report(`Waiting for workers of ${buildId} that serve ${missing.join(', ')} …`);
    await wait(LOOK_EVERY_MS);
  }
}

async function rampUp(deployments: Deployments, rollout: Rollout): Promise<void> {
  const { buildId, steps, pauseMs, wait, report } = rollout;
  try {
    for (const percentage of steps) {
      await deployments.ramp({ buildId, percentage });
      report(`${percentage} % of new runs go to ${buildId}.`);
      await wait(pauseMs);
    }
  } catch (error) {
    await deployments.ramp(undefined);
    report(`Stopped: no new run goes to ${buildId}.`);
    throw error;
  }
}

/** Moves long runs to the version that is current now, until those before have no run left or the time is over. */
async function drainOthers(
  deployments: Deployments,
  client: Pick<Client, 'workflow'>,
  { former, rollout }: { former: string | undefined; rollout: Rollout },
): Promise<string[]> {
  const { buildId, drainMs, wait, report } = rollout;
  const move = await createMover(deployments, client, report);
  const seen = new Set(former === undefined || former === buildId ? [] : [former]);
  for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
    const { versions = new Map() } = (await deployments.read()) ?? {};
    for (const [id, status] of versions) {
      if (id !== buildId && status === 'draining') seen.add(id);
      if (!seen.has(id) || status !== 'drained') continue;
      seen.delete(id);
      report(`${id} is drained: its workers can be stopped.`);
    }
    for (const id of seen) await move(id);
    if (seen.size === 0 || waitedMs >= drainMs) break;
    await wait(LOOK_EVERY_MS);
  }
  for (const id of seen) report(`${id} has runs left: keep its workers.`);
  return [...seen];
}

/** Moves the long runs of a version, each once however often it is asked; one that fails is left for the next time. */
async function createMover(
  deployments: Deployments,
  client: Pick<Client, 'workflow'>,
  report: Rollout['report'],
): Promise<(buildId: string) => Promise<void>> {
  const learn = await deployments.runsLearnOfIt();
  const moved = new Set<string>();
  return async (buildId) => {
    for (const { type, signal } of LONG_FLOWS) {
      for await (const run of deployments.runsOn(buildId, type)) {
        if (moved.has(run.runId)) continue;
        try {
          if (!learn) await deployments.unpin(run);
          await client.workflow.getHandle(run.workflowId, run.runId).signal(signal);
          moved.add(run.runId);
        } catch (error) {
          // It closed meanwhile.
          if (!(error instanceof WorkflowNotFoundError)) report(`${run.workflowId} was not moved: ${String(error)}`);
        }
      }
    }
  };
}
