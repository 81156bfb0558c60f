import { setCurrentDetails } from '@temporalio/workflow';
import type { TriggerFiringSteps } from '../../activities/workflow-triggers.ts';
import { runJob } from '../lib/job.ts';
import { scheduledTime } from '../lib/scheduled-time.ts';
import { proxySteps } from '../lib/steps.ts';
import type { TriggerFiringInput } from './contract.ts';

/** A few statements each. An occurrence counts as missed after a day, so longer retries have no use. */
const { fireTrigger, failFiring, alignTriggerSchedule } = proxySteps<TriggerFiringSteps, 'main'>('main', {
  startToCloseTimeout: '30s',
  scheduleToCloseTimeout: '1 day',
});

/** Executes an occurrence. The Schedule of a deleted trigger is deleted, too. */
export async function triggerFiring(input: TriggerFiringInput): Promise<void> {
  const { triggerId, rowKey, firingId } = input;
  await runJob(
    async () => {
      const { gone } = await fireTrigger(firingId === undefined ? { ...input, scheduledFor: scheduledTime() } : input);
      if (gone && firingId === undefined) await alignTriggerSchedule({ triggerId, rowKey });
      setCurrentDetails(gone ? '**gone**' : '**carried out**; the trigger says what came of it');
    },
    async () => {
      if (firingId !== undefined) await failFiring({ firingId, rowKey });
    },
  );
}
