import { TRIGGER_FIRING } from '../../../workflows/trigger-firing/contract.ts';
import { TRIGGER_SCHEDULE } from '../../../workflows/trigger-schedule/contract.ts';
import { waitUntil } from '../../environment/wait-until.ts';
import { type Recorder, TOPIC } from '../recorder.ts';

/** A trigger on an event, and a schedule that is made and started by hand. */
export async function recordTriggers(recorder: Recorder): Promise<void> {
  const { client } = recorder;
  const target = { target: { capability_slug: 'summarization' }, input: { content: TOPIC } };
  const event = { type: 'event', event: { name: 'listing.updated' } };
  const schedule = { type: 'schedule', schedule: { cron: '0 9 * * *' } };
  const path = '/content-workflow/workflow-triggers';
  await recorder.call('POST', path, { ...target, ...event, name: 'On an event' });
  await recorder.publishEvent();
  const firing = recorder.runOf(TRIGGER_FIRING, 1);
  await waitUntil('the firing', () => firing.result().then(() => true), { retryErrors: true });
  await recorder.save(TRIGGER_FIRING, 'event', 1);
  await recorder.call('POST', path, { ...target, ...schedule, name: 'By a schedule' });
  const scheduleId = await waitUntil('the Schedule', async () => {
    for await (const { scheduleId: id } of client.schedule.list()) if (id.startsWith('trigger-')) return id;
    return undefined;
  });
  await recorder.saveScheduled(TRIGGER_FIRING.workflow, 'schedule', scheduleId);
  await recorder.saveRun(TRIGGER_SCHEDULE.workflow, 'made', scheduleId.replace('trigger-', 'trigger-schedule-'));
}
