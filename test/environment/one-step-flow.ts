import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { AnyCommandedFlow } from '../../workflows/commands.ts';
import type { Queue } from '../../workflows/queues.ts';
import { currentDetails, startRun } from './flow-runs.ts';
import { startWorkers, type TestWorkers } from './temporal-workers.ts';
import { waitUntil } from './wait-until.ts';

/** A flow whose work is one step: the step says whether it was done, or its row had ended before. */
interface OneStepFlow {
  contract: AnyCommandedFlow;
  /** The queue of the step. */
  queue: Queue;
  /** What the flow takes besides the row. */
  input?: { sandbox?: boolean };
  /** The step, which does `work` for its row. */
  step(work: (row: number) => Promise<boolean>): object;
  /** The transition that ends the row of a run that failed or was cancelled. */
  failure(fail: (row: number, reason: string) => Promise<boolean>): object;
  /** What the details say of a run whose step has done its work, found its row ended, or failed with `ai_refused`. */
  details: { done: string; ended: string; failed: string };
}

const DONE = 1;
const FAILS = 2;
const HANGS = 3;
const ENDED = 4;

/** Tests how the runs of a flow with one step end: in each of its ways, and on a cancel. */
export function testOneStepFlow({ contract, queue, input, step, failure, details }: OneStepFlow): void {
  const failed = new Map<number, string>();
  const begun = new Set<number>();
  const activities = step(async (row) => {
    begun.add(row);
    if (row === FAILS) throw ApplicationFailure.nonRetryable('declined', 'ai_refused');
    if (row === HANGS) await Context.current().cancelled;
    return row === DONE;
  });
  const transitions = failure(async (row, reason) => {
    failed.set(row, reason);
    return true;
  });

  let temporal: TestWorkers;
  beforeAll(async () => {
    temporal = await startWorkers({ taskQueue: queue, activities, transitions });
  });
  afterAll(() => temporal.stop());

  test.each([
    [DONE, details.done, undefined],
    [FAILS, details.failed, 'ai_refused'],
    [ENDED, details.ended, undefined],
  ])('run %i ends, and its details say how', async (row, shown, reason) => {
    const run = await startRun(temporal.client, contract, row, input);
    await run.result();
    expect(await currentDetails(run)).toBe(shown);
    expect(failed.get(row)).toBe(reason);
  });

  test('a cancel ends its row as lost', async () => {
    const run = await startRun(temporal.client, contract, HANGS, input);
    await waitUntil('the step to begin', () => begun.has(HANGS));
    await run.cancel();
    await expect(run.result()).rejects.toThrow();
    expect(failed.get(HANGS)).toBe('lost');
  });
}
