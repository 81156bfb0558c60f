import { type Client, ScheduleAlreadyRunning, type ScheduleOptions, ScheduleOverlapPolicy } from '@temporalio/client';
import { MONTHLY_INVOICES_SCHEDULE, MONTHLY_INVOICES_WORKFLOW } from '../workflows/monthly-invoices/contract.ts';
import { MAIN_QUEUE } from '../workflows/queues.ts';
import { RETENTION_SCHEDULE, RETENTION_WORKFLOW } from '../workflows/retention/contract.ts';

const SCHEDULES: readonly ScheduleOptions[] = [
  {
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
  },
  {
    scheduleId: MONTHLY_INVOICES_SCHEDULE,
    spec: { calendars: [{ dayOfMonth: 1, hour: 1, minute: 0, comment: 'the 1st of each month, UTC' }] },
    action: {
      type: 'startWorkflow',
      workflowType: MONTHLY_INVOICES_WORKFLOW,
      taskQueue: MAIN_QUEUE,
      args: [],
      staticSummary: 'Has the metered use of the last month billed',
    },
    // Each month is billed, also after a downtime: by when the run was wanted, not by when it came.
    policies: { overlap: ScheduleOverlapPolicy.BUFFER_ALL, catchupWindow: '365 days' },
    state: {
      note: 'Bills the metered use of the last month for all partners. Safe to trigger by hand: what is billed is not billed again.',
    },
  },
];

/** Makes the product's Schedules where they are missing; staff may pause or change them in the Web UI. */
export async function ensureSchedules(client: Client): Promise<void> {
  for (const schedule of SCHEDULES) {
    try {
      await client.schedule.create(schedule);
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    }
  }
}
