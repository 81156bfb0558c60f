import { type Client, ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import { MAIN_QUEUE } from '../workflows/queues.ts';
import { RETENTION_SCHEDULE, RETENTION_WORKFLOW } from '../workflows/retention/contract.ts';

/** Makes the product's Schedules where they are missing; staff may pause or change them in the Web UI. */
export async function ensureSchedules(client: Client): Promise<void> {
  try {
    await client.schedule.create({
      scheduleId: RETENTION_SCHEDULE,
      spec: { calendars: [{ hour: 3, minute: 15, comment: 'nightly, UTC' }] },
      action: {
        type: 'startWorkflow',
        workflowType: RETENTION_WORKFLOW,
        taskQueue: MAIN_QUEUE,
        args: [],
        staticSummary: 'Deletes what is past its time',
      },
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 day' },
      state: { note: 'Deletes old events, audit lines and kept answers. Safe to pause; safe to trigger by hand.' },
    });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
}
