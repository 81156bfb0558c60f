import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { readHeldCredits } from '../domain/data-protection/steps/read-held-credits.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import { HOUR_MS } from '../domain/kernel/durations.ts';
import { perform } from '../domain/kernel/step.ts';
import { listTriggers } from '../domain/workflow-triggers/steps/list-triggers.ts';
import { deleteRuns, type ListedRun, listRuns, terminateRuns } from '../infra/temporal/runs.ts';
import { deleteSchedule } from '../infra/temporal/schedules.ts';
import { triggerScheduleId } from '../workflows/trigger-schedule/contract.ts';
import { OWNED_FLOWS } from './owned-flows.ts';

/** Runs and rows that are handled at once. */
const SLICE = 1_000;
const POLL_MS = 500;

interface Work {
  deps: Deps;
  temporal: Client;
  partnerId: number;
  signal: AbortSignal;
}

/**
 * Ends a partner's work: terminates its runs, ends their rows as if the runs were lost, which releases their credits, and deletes the
 * Schedules of its triggers. Waits until nothing holds credits any more; what began a moment ago is found when the engine lists it. Throws
 * with the credits that are still held when the signal fires.
 */
export async function stopPartnerWork(work: Work): Promise<void> {
  await deleteTriggerSchedules(work);
  const { deps, temporal, partnerId, signal } = work;
  // Not the status: a run that staff have paused is open, too.
  const query = `MwPartnerId = '${partnerId}' AND CloseTime IS NULL`;
  for (;;) {
    const runs = await listRuns(temporal, query, SLICE);
    await terminateRuns(temporal, runs, 'The partner is being erased.');
    await endRows(work, runs);
    const { held } = await perform(deps, readHeldCredits, { partnerId });
    // A full slice may leave others open, which would write rows or send mails while rows are erased.
    const isLast = runs.length < SLICE && !runs.some(({ rowKey, workflowType }) => rowKey && OWNED.has(workflowType));
    if (held === 0 && isLast) return;
    if (signal.aborted) throw new Error(`Open work still holds ${held} credits. Run the command again.`);
    await pause(POLL_MS);
  }
}

/** Workflows with rows that wait for their runs. */
const OWNED = new Set(OWNED_FLOWS.map(({ contract }) => contract.workflow));

async function endRows({ deps }: Work, runs: readonly ListedRun[]): Promise<void> {
  // Rows that have just been changed count, too.
  const untouchedSince = new Date(deps.clock.now().getTime() + HOUR_MS).toISOString();
  for (const { contract, stale, end } of OWNED_FLOWS) {
    const rowKeys = runs.flatMap((run) => (run.workflowType === contract.workflow && run.rowKey ? [run.rowKey] : []));
    if (rowKeys.length === 0) continue;
    const rows = await perform(deps, stale, { untouchedSince, afterId: 0, limit: SLICE, rowKeys });
    for (const { id, row_key: rowKey } of rows) await end(deps, { id, rowKey }, 'lost');
  }
}

/** Deletes the Schedules of a partner's triggers; a Schedule that is gone already is no error. */
export async function deleteTriggerSchedules({ deps, temporal, partnerId, signal }: Work): Promise<void> {
  let afterId = 0;
  for (;;) {
    const triggers = await perform(deps, listTriggers, { partnerId, afterId, limit: SLICE });
    for (const { id, row_key } of triggers) {
      signal.throwIfAborted();
      await deleteSchedule(temporal, triggerScheduleId({ triggerId: id, rowKey: row_key }));
      afterId = id;
    }
    if (triggers.length < SLICE) return;
  }
}

/** Deletes all runs of a partner with their histories, and waits until the engine lists none. Throws when the signal fires. */
export async function deletePartnerRuns({
  temporal,
  partnerId,
  signal,
}: Pick<Work, 'temporal' | 'partnerId' | 'signal'>): Promise<number> {
  const deleted = new Set<string>();
  for (;;) {
    const runs = await listRuns(temporal, `MwPartnerId = '${partnerId}'`, SLICE);
    if (runs.length === 0) return deleted.size;
    await deleteRuns(temporal, runs);
    for (const { runId } of runs) deleted.add(runId);
    await pause(POLL_MS, undefined, { signal });
  }
}
