import { defineSignal, setCurrentDetails, setHandler } from '@temporalio/workflow';
import type { TriggerScheduleSteps } from '../../activities/workflow-triggers.ts';
import { proxySteps } from '../lib/steps.ts';
import { SYNC_SIGNAL, type TriggerScheduleInput } from './contract.ts';

/** Retried until the engine and the database are available: a paused trigger must not fire. */
const { alignTriggerSchedule } = proxySteps<TriggerScheduleSteps, 'main'>('main', {
  startToCloseTimeout: '30s',
  heartbeatTimeout: '8s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
});

/** Each signal reports a change of the row. After the last signal the row is read once more. */
export async function triggerSchedule(input: TriggerScheduleInput): Promise<void> {
  let asked = 0;
  setHandler(defineSignal(SYNC_SIGNAL), () => {
    asked += 1;
  });
  let seen: number;
  do {
    seen = asked;
    await alignTriggerSchedule(input);
  } while (seen < asked);
  setCurrentDetails('**in line**');
}
