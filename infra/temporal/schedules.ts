import { isDeepStrictEqual } from 'node:util';
import {
  type Client,
  ScheduleAlreadyRunning,
  ScheduleClient,
  type ScheduleDescription,
  ScheduleNotFoundError,
  type ScheduleOptions,
  type ScheduleUpdateOptions,
} from '@temporalio/client';
import { TypedSearchAttributes } from '@temporalio/common';
import { type Calendar, isSame, specOf } from './calendars.ts';
import { typedKeywords } from './connection.ts';
import { CommandRefused, isEngineSilent, isInvalid } from './engine.ts';

/** A Schedule as it should be. */
export interface DeclaredSchedule {
  id: string;
  /** When its runs are due; none: never. */
  calendars: readonly Calendar[];
  /** What happens when a run is due while the one before it is not done. */
  overlap: 'SKIP' | 'BUFFER_ALL' | 'ALLOW_ALL';
  /** Catch-up window for firings missed while the engine was down, milliseconds. */
  catchUpMs: number;
  /** Left out where staff decide: then a paused Schedule stays so, with the note that they gave it. */
  paused?: boolean;
  workflowType: string;
  /** Beginning of the ids of its runs. */
  workflowId: string;
  taskQueue: string;
  args: unknown[];
  keywords: Record<string, string>;
  /** Of each run, for staff. */
  summary: string;
  /** Of the Schedule, for staff. */
  note: string;
}

/** Longest wait for what the engine knows of a Schedule, milliseconds, and how often it is asked again. */
const DESCRIBE_MS = 10_000;
const MAX_DESCRIBES = 6;
/** Updates of a Schedule that somebody else changes each time. */
const MAX_UPDATES = 5;

/**
 * Brings a Schedule in line with its declaration: makes it where it is missing, changes it where it differs. Where it is in line
 * it is only read. Returns whether anything was changed. What staff change at the same moment is kept; throws when that
 * happens each time, and CommandRefused when the engine does not take it.
 */
export async function alignSchedule(client: Client, wanted: DeclaredSchedule): Promise<boolean> {
  const found = await findSchedule(client, wanted.id);
  if (!found && (await createSchedule(client, wanted))) return true;
  let current = found ?? (await describeSchedule(client, wanted.id));
  if (isAligned(current, wanted)) return false;
  for (let updates = 0; updates < MAX_UPDATES; updates += 1) {
    const read = current;
    await refusable(() => updateSchedule(client, read, wanted));
    // The engine does not say that it has ignored an update.
    current = await describeSchedule(client, wanted.id);
    if (isAligned(current, wanted)) return true;
  }
  throw new Error(`The Schedule ${wanted.id} was changed meanwhile, ${MAX_UPDATES} times.`);
}

/**
 * Changes a Schedule unless it has changed since it was read: the engine ignores an update with the token of an earlier state.
 * The SDK sends no token.
 */
async function updateSchedule(client: Client, read: ScheduleDescription, wanted: DeclaredSchedule): Promise<void> {
  const { connection } = client;
  const { workflowService } = connection;
  const { conflictToken } = read.raw;
  const update = (request: Parameters<typeof workflowService.updateSchedule>[0]) =>
    workflowService.updateSchedule({ ...request, conflictToken });
  const guarded = Object.create(workflowService, { updateSchedule: { value: update } });
  const schedules = new ScheduleClient({
    ...client.schedule.options,
    connection: Object.create(connection, { workflowService: { value: guarded } }),
  });
  await schedules
    .getHandle(wanted.id)
    .update((current) => ({ ...current, ...optionsOf(wanted), state: stateOf(current, wanted) }));
}

/** Over some connections, the client throws TypeError where the engine refuses the times. */
async function refusable(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (error instanceof TypeError || isInvalid(error))
      throw new CommandRefused('The engine refuses the Schedule.', { cause: error });
    throw error;
  }
}

/**
 * Asks again where there is no answer: the engine reads a Schedule by a query to a workflow of its own, and one that comes soon
 * after the server has started may wait until it is given up, when the next one is answered at once.
 */
async function describeSchedule(client: Client, id: string): Promise<ScheduleDescription> {
  for (let describes = 1; ; describes += 1) {
    try {
      const describe = () => client.schedule.getHandle(id).describe();
      return await client.connection.withDeadline(Date.now() + DESCRIBE_MS, describe);
    } catch (error) {
      if (describes === MAX_DESCRIBES || !isEngineSilent(error)) throw error;
    }
  }
}

async function findSchedule(client: Client, id: string): Promise<ScheduleDescription | null> {
  try {
    return await describeSchedule(client, id);
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
    return null;
  }
}

/** false when another process has just made it. */
async function createSchedule(client: Client, wanted: DeclaredSchedule): Promise<boolean> {
  const state = { paused: wanted.paused ?? false, note: wanted.note };
  try {
    await refusable(() => client.schedule.create({ scheduleId: wanted.id, ...optionsOf(wanted), state }));
    return true;
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    return false;
  }
}

/** Deletes a Schedule; returns whether there was one. */
export async function deleteSchedule(client: Client, id: string): Promise<boolean> {
  try {
    await client.schedule.getHandle(id).delete();
    return true;
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
    return false;
  }
}

function optionsOf(wanted: DeclaredSchedule) {
  return {
    spec: { calendars: wanted.calendars.map(specOf) },
    action: {
      type: 'startWorkflow',
      workflowType: wanted.workflowType,
      workflowId: wanted.workflowId,
      taskQueue: wanted.taskQueue,
      args: wanted.args,
      typedSearchAttributes: typedKeywords(wanted.keywords),
      staticSummary: wanted.summary,
    },
    policies: { overlap: wanted.overlap, catchupWindow: wanted.catchUpMs },
    // Of the Schedule itself, for the list of Schedules; those of its runs are above. Not compared: engines of before 1.25 ignore
    // them in an update.
    typedSearchAttributes: typedKeywords(wanted.keywords),
  } satisfies Omit<ScheduleOptions, 'scheduleId'>;
}

/** What staff have paused keeps their reason as its note. */
function stateOf(
  { state }: Pick<ScheduleDescription, 'state'>,
  { paused, note }: DeclaredSchedule,
): ScheduleUpdateOptions['state'] {
  if (paused !== undefined) return { ...state, paused, note };
  return state.paused ? state : { ...state, note };
}

type Action = ScheduleDescription['action'];

function keywordsOf(attributes: Action['typedSearchAttributes']): Record<string, unknown> {
  const pairs = attributes instanceof TypedSearchAttributes ? attributes.getAll() : (attributes ?? []);
  return Object.fromEntries(pairs.map(({ key, value }) => [key.name, value]));
}

function isAligned(current: ScheduleDescription, wanted: DeclaredSchedule): boolean {
  const { spec, action, policies, state } = current;
  const isOnTime =
    isSame(current.raw.schedule?.spec?.structuredCalendar ?? [], wanted.calendars) &&
    (spec.timezone || 'UTC') === 'UTC' &&
    !spec.intervals?.length &&
    !spec.skip?.length &&
    !spec.jitter &&
    !spec.startAt &&
    !spec.endAt;
  return (
    isOnTime &&
    action.workflowType === wanted.workflowType &&
    action.workflowId === wanted.workflowId &&
    action.taskQueue === wanted.taskQueue &&
    action.staticSummary === wanted.summary &&
    !action.staticDetails &&
    isDeepStrictEqual(action.args ?? [], wanted.args) &&
    isDeepStrictEqual(keywordsOf(action.typedSearchAttributes), wanted.keywords) &&
    policies.overlap === wanted.overlap &&
    policies.catchupWindow === wanted.catchUpMs &&
    !policies.pauseOnFailure &&
    isDeepStrictEqual(state, { ...state, ...stateOf(current, wanted) })
  );
}
