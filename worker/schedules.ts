import type { Client } from '@temporalio/client';
import { parseCron } from '../domain/workflow-triggers/cron.ts';
import type { ServiceConfig } from '../infra/config/service.ts';
import { createDeployments } from '../infra/temporal/deployments.ts';
import { alignSchedule, deleteSchedule } from '../infra/temporal/schedules.ts';
import type { ScheduledFlow } from '../workflows/commands.ts';
import { CONTRACTS } from '../workflows/contracts.ts';
import { MAIN_QUEUE } from '../workflows/queues.ts';

/** Ids of Schedules of earlier releases, which are deleted. Other Schedules are left alone. */
const FORMER_SCHEDULES: readonly string[] = [];

/** What alignSchedules compares; the product's own by default. */
export interface WantedSchedules {
  /** Hours from the end of a month until its use is billed. */
  billingGraceHours: number;
  flows?: readonly ({ workflow: string } | ScheduledFlow)[];
  /** Ids of Schedules to delete. */
  former?: readonly string[];
}

/**
 * Brings the product's Schedules in line with their declarations and deletes those of former releases. Schedules that
 * staff paused stay paused. Returns the ids that were created, changed or deleted.
 */
export async function alignSchedules(
  client: Client,
  { billingGraceHours, flows = CONTRACTS, former = FORMER_SCHEDULES }: WantedSchedules,
): Promise<string[]> {
  const changed: string[] = [];
  for (const flow of flows) {
    if (!('schedule' in flow)) continue;
    const { workflow: workflowType, schedule } = flow;
    const cron = schedule.afterBillingGrace ? hoursLater(schedule.cron, billingGraceHours) : schedule.cron;
    const calendars = [{ years: [], ...parseCron(cron) }];
    const workflowId = `${schedule.id}-workflow`;
    const run = { workflowType, workflowId, taskQueue: MAIN_QUEUE, args: [], keywords: {} };
    if (await alignSchedule(client, { ...schedule, calendars, ...run })) changed.push(schedule.id);
  }
  for (const id of former) if (await deleteSchedule(client, id)) changed.push(id);
  return changed;
}

/**
 * The same at the start of a worker. One of a version that a later one has taken the place of, which still serves its runs, leaves the
 * Schedules as that one has them.
 */
export async function alignAtStart(
  client: Client,
  {
    temporal,
    worker: { version },
    billingGraceHours,
  }: Pick<ServiceConfig, 'temporal' | 'worker' | 'billingGraceHours'>,
): Promise<string[]> {
  const known =
    version && (await createDeployments(client, temporal.namespace, version.deploymentName).read())?.versions;
  const status = version && known?.get(version.buildId);
  return status === 'draining' || status === 'drained' ? [] : alignSchedules(client, { billingGraceHours });
}

/** A cron expression of one hour and one day of the month, some hours later in the same month. */
function hoursLater(cron: string, hours: number): string {
  const [minute, hour, day, ...rest] = cron.split(' ');
  const later = Number(hour) + hours;
  return [minute, later % 24, Number(day) + Math.floor(later / 24), ...rest].join(' ');
}
