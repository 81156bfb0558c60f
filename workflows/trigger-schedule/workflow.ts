import { defineSignal, patched, setCurrentDetails, setHandler } from '@temporalio/workflow';
import type { TriggerScheduleSteps } from '../../activities/workflow-triggers.ts';
import { continueOnTargetVersion, shouldContinueAsNew } from '../lib/continue.ts';
import { proxySteps } from '../lib/steps.ts';
import { SYNC_SIGNAL, type TriggerScheduleInput } from './contract.ts';

/** Retried until the engine and the database are available: a paused trigger must not fire. */
const { alignTriggerSchedule } = proxySteps<TriggerScheduleSteps, 'main'>('main', {
  startToCloseTimeout: '30s',
});

const REFUSALS = {
  unreadable: 'this release cannot read the cron expression or the time zone, which an earlier one took.',
  by_the_engine: 'the engine does not take the times of the schedule.',
};

/**
 * Each signal reports a change of the row. After the last signal the row is read once more. A trigger that is changed all the time
 * continues in short runs, since the engine ends a run of too many signals.
 */
export async function triggerSchedule(input: TriggerScheduleInput): Promise<void> {
  let asked = 0;
  setHandler(defineSignal(SYNC_SIGNAL), () => {
    asked += 1;
  });
  let seen: number;
  let refused: keyof typeof REFUSALS | null;
  do {
    seen = asked;
    // Runs of 0.1 and 0.2 recorded no result.
    ({ refused } = (await alignTriggerSchedule(input)) ?? { refused: null });
    // Runs of 0.1 and 0.2 went on.
    if (seen < asked && shouldContinueAsNew() && patched('continue-as-new'))
      await continueOnTargetVersion<typeof triggerSchedule>(input);
  } while (seen < asked);
  setCurrentDetails(refused === null ? '**in line**' : `**refused**: ${REFUSALS[refused]} The trigger is paused.`);
}
