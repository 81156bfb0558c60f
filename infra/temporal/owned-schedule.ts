import {
  type Client,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type ScheduleOptions,
  ScheduleOverlapPolicy,
} from '@temporalio/client';
import { typedKeywords } from './search-attributes.ts';

/** A Schedule that belongs to a row. */
export interface OwnedSchedule {
  cron: string;
  timezone: string;
  paused: boolean;
  /** How far back moments are made up for that came while the engine was away, milliseconds. */
  catchUpMs: number;
  workflowType: string;
  /** Beginning of the ids of its runs. */
  workflowId: string;
  taskQueue: string;
  args: unknown[];
  memo: Record<string, unknown>;
  keywords: Record<string, string>;
  summary: string;
  note: string;
}

/** Brings a Schedule in line with what it should be; null: there should be none. Doing it again changes nothing. */
export async function alignSchedule(client: Client, scheduleId: string, wanted: OwnedSchedule | null): Promise<void> {
  const handle = client.schedule.getHandle(scheduleId);
  if (wanted === null) {
    await handle.delete().catch(ignoreMissing);
    return;
  }
  const { spec, action, policies, state } = optionsOf(wanted);
  try {
    await client.schedule.create({ scheduleId, spec, action, policies, state });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await handle.update((current) => ({ ...current, spec, action, policies, state }));
  }
}

function optionsOf(wanted: OwnedSchedule) {
  return {
    spec: { cronExpressions: [wanted.cron], timezone: wanted.timezone },
    action: {
      type: 'startWorkflow',
      workflowType: wanted.workflowType,
      workflowId: wanted.workflowId,
      taskQueue: wanted.taskQueue,
      args: wanted.args,
      memo: wanted.memo,
      typedSearchAttributes: typedKeywords(wanted.keywords),
      staticSummary: wanted.summary,
    },
    // Each run lasts milliseconds; what may not run beside another is decided in the database.
    policies: { overlap: ScheduleOverlapPolicy.ALLOW_ALL, catchupWindow: wanted.catchUpMs },
    state: { paused: wanted.paused, note: wanted.note },
  } satisfies Omit<ScheduleOptions, 'scheduleId'>;
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof ScheduleNotFoundError)) throw error;
}
