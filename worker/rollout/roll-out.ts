import { type Client, type WorkflowHandle, WorkflowNotFoundError } from '@temporalio/client';
import type { Deployments } from '../../infra/temporal/deployments.ts';
import { isEngineAway } from '../../infra/temporal/engine.ts';
import { CONTRACTS } from '../../workflows/contracts.ts';
import { QUEUES_OF } from '../../workflows/queues.ts';

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
 * A run that moves by itself has done so by then, and visibility has learned of it: where it is idle at once, and where an
 * activity is under way after its end, as most replies of sessions. A webhook under steady load may be drained for ten minutes.
 */
const OWN_MOVE_MS = { idle: 10_000, busy: 90_000 } as const;
/** How long a rollout that does not wait for earlier versions goes on moving runs. */
const MOVES_LIMIT_MS = OWN_MOVE_MS.busy + 10_000;

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
    const isLast = waitedMs >= WORKERS_LIMIT_MS;
    const served = await deployments.queuesOf(buildId).catch((error: unknown) => {
      if (isLast) throw error;
      return noneWhileAway(error);
    });
    const missing = QUEUES.filter((queue) => !served.has(queue));
    if (missing.length === 0) return;
    if (isLast) throw new Error(`No worker of ${buildId} serves ${missing.join(', ')}.`);
    if (waitedMs === 0) report(`Waiting for workers of ${buildId} that serve ${missing.join(', ')} …`);
    await wait(LOOK_EVERY_MS);
  }
}

/** Nothing was seen for the moment; the next look may see more. Throws what is no matter of the moment. */
function noneWhileAway(error: unknown): Set<string> {
  if (!isEngineAway(error)) throw error;
  return new Set();
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
  const move = createMover(deployments, client, report);
  const seen = new Set(former === undefined || former === buildId ? [] : [former]);
  const look = async (waitedMs: number): Promise<boolean> => {
    const { versions = new Map() } = (await deployments.read()) ?? {};
    for (const [id, status] of versions) {
      if (id !== buildId && status === 'draining') seen.add(id);
      if (!seen.has(id) || status !== 'drained') continue;
      seen.delete(id);
      report(`${id} is drained: its workers can be stopped.`);
    }
    let moving = false;
    for (const id of seen) moving = (await move(id, waitedMs)) || moving;
    return moving;
  };
  let moving = false;
  for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
    let hasLooked = false;
    try {
      moving = await look(waitedMs);
      hasLooked = true;
    } catch (error) {
      // The version is current: a look that fails for the moment does not say otherwise.
      if (!isEngineAway(error)) throw error;
    }
    const limitMs = moving ? Math.max(drainMs, MOVES_LIMIT_MS) : drainMs;
    if ((hasLooked && seen.size === 0) || waitedMs >= limitMs) break;
    const isStopped = await wait(LOOK_EVERY_MS).then(
      () => false,
      () => true,
    );
    // The version stays current; what was not moved is named below.
    if (isStopped) break;
  }
  for (const id of seen) report(`${id} has runs left: keep its workers.`);
  return [...seen];
}

/**
 * Moves the long runs of a version, however often it is asked: signals each once, and unpins those that had time and are still
 * there. Servers before 1.31 do not notify runs of the new version, and code before the first rollout did not heed it. Returns
 * whether any has yet to move.
 */
function createMover(
  deployments: Deployments,
  client: Pick<Client, 'workflow'>,
  report: Rollout['report'],
): (buildId: string, atMs: number) => Promise<boolean> {
  const signalledAtMs = new Map<string, number>();
  const unpinned = new Set<string>();
  const failed = new Set<string>();
  return async (buildId, atMs) => {
    let moving = false;
    for (const { type, signal } of LONG_FLOWS) {
      for await (const run of deployments.runsOn(buildId, type)) {
        if (unpinned.has(run.runId)) continue;
        moving = true;
        const since = signalledAtMs.get(run.runId);
        const handle = client.workflow.getHandle(run.workflowId, run.runId);
        try {
          const isLate = since !== undefined && (await hadTime(handle, atMs - since));
          if (since !== undefined && !isLate) continue;
          if (isLate) await deployments.unpin(run);
          await handle.signal(signal);
          signalledAtMs.set(run.runId, since ?? atMs);
          if (isLate) unpinned.add(run.runId);
        } catch (error) {
          // It closed meanwhile. Others are tried again with the next look.
          if (error instanceof WorkflowNotFoundError || failed.has(run.runId)) continue;
          failed.add(run.runId);
          report(`${run.workflowId} was not moved: ${String(error)}`);
        }
      }
    }
    return moving;
  };
}

/** Whether a run that was signalled so long ago would have moved if it could by itself. */
async function hadTime(handle: WorkflowHandle, forMs: number): Promise<boolean> {
  if (forMs < OWN_MOVE_MS.idle) return false;
  if (forMs >= OWN_MOVE_MS.busy) return true;
  const { raw } = await handle.describe();
  return (raw.pendingActivities ?? []).length === 0;
}
