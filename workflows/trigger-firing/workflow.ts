import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { TriggerFiringSteps } from '../../activities/workflow-triggers.ts';
import { runJob } from '../lib/job.ts';
import { proxySteps } from '../lib/steps.ts';
import type { TriggerFiringInput } from './contract.ts';

/** A few statements each. An occurrence counts as missed after a day, so longer retries have no use. */
const { fireTrigger, failFiring, alignTriggerSchedule } = proxySteps<TriggerFiringSteps, 'main'>('main', {
  startToCloseTimeout: '30s',
  scheduleToCloseTimeout: '1 day',
  heartbeatTimeout: '8s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
});

/** The scheduled time of the run, which after an outage is earlier than its start. */
const SCHEDULED_AT = defineSearchAttributeKey('TemporalScheduledStartTime', SearchAttributeType.DATETIME);

/** Executes an occurrence. The Schedule of a deleted trigger is deleted, too. */
export async function triggerFiring(input: TriggerFiringInput): Promise<void> {
  const { triggerId, rowKey, firingId } = input;
  const { typedSearchAttributes, startTime } = workflowInfo();
  const moment = { scheduledFor: (typedSearchAttributes.get(SCHEDULED_AT) ?? startTime).toISOString() };
  await runJob(
    async () => {
      const { gone } = await fireTrigger(firingId === undefined ? { ...input, ...moment } : input);
      if (gone && firingId === undefined) await alignTriggerSchedule({ triggerId, rowKey });
      setCurrentDetails(gone ? '**gone**' : '**carried out**; the trigger says what came of it');
    },
    async () => {
      if (firingId !== undefined) await failFiring({ firingId, rowKey });
    },
  );
}
