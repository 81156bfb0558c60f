import { z } from 'zod';
import { checkComparison, comparisonFields, ONCE_COMPARABLE, scalarWith } from '../kernel/conditions.ts';
import type { ErrorDetails } from '../kernel/problems.ts';
import {
  creationOrName,
  includeBody,
  integer,
  jsonObject,
  moment,
  ofSandbox,
  onceValid,
  pageQuery,
  recordId,
  recordOf,
  resettable,
  text,
  timezone,
} from '../kernel/schema.ts';
import { EVENT_TYPES } from '../webhooks/catalogue.ts';
import { cronProblem } from './rules.ts';
import { type EventFilter, type EventMapping, TRIGGER_TYPES } from './table.ts';

export const triggerParams = z.object({ id: recordId.describe('Id of a trigger.') });

/** An event by its name. */
export const triggerEventParams = z.object({
  name: z.string().min(1).max(64).describe('Name of a platform event, such as `listing.updated`.'),
});

export const triggerQuery = z.object({
  include: z
    .enum(['input_schema'], 'Must be `input_schema`.')
    .optional()
    .describe('`input_schema`: also returns the current JSON Schema of `input` for the target.'),
});

export const firingsQuery = z.object(pageQuery());

export const listTriggersQuery = z.object({ ...ofSandbox, ...creationOrName, ...pageQuery(), ...includeBody });
export type TriggersQuery = z.output<typeof listTriggersQuery>;

/** Input of a step on a trigger; `rowKey` distinguishes it from a later one with the same id. */
export const triggerInput = z.object({ triggerId: recordId, rowKey: z.uuid() });

/** An occurrence: of an event, by its row, or of a schedule, by its time. */
export const occurrenceInput = triggerInput.extend({ firingId: recordId.optional(), scheduledFor: moment.optional() });

const slug = text(64);

/** The target fields of a body. */
export const targetBody = z
  .object({
    template_slug: slug.nullish().describe('Slug of a workflow template.'),
    capability_slug: slug.nullish().describe('Slug of a capability.'),
  })
  .refine(({ template_slug, capability_slug }) => (template_slug == null) !== (capability_slug == null), {
    error: 'Must name a template or a capability.',
    ...onceValid('template_slug', 'capability_slug'),
  });

const TIMEZONE = 'IANA time zone of the cron expression, in any letter case.';

const schedule = z.object({
  cron: text(100).describe(
    'Cron expression with five fields: minute, hour, day of the month, month, day of the week; at least 15 minutes apart.',
  ),
  timezone: timezone.default('UTC').describe(TIMEZONE),
});

const MAX_CONDITIONS = 10;
const MAX_PATH_LENGTH = 200;

/** Segments of a path must not be empty. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as in WITHOUT_NUL
const PATH = /^[^.\x00]+(\.[^.\x00]+)*$/;
/** The database takes these for indexes of a list, too: `-1` is its last entry, `00` and ` 0` the first. */
const INDEX = /^\s*[+-]?\d+$/;
const USUAL_INDEX = /^(?:0|[1-9]\d*)$/;
/** A number is an index of a list, written in one way; `__proto__` is the name of no field. */
const isPath = (path: string) =>
  PATH.test(path) &&
  path.split('.').every((name) => name !== '__proto__' && (!INDEX.test(name) || USUAL_INDEX.test(name)));

const dottedPath = z
  .string()
  .max(MAX_PATH_LENGTH, `Must be at most ${MAX_PATH_LENGTH} characters.`)
  .regex(PATH, 'Must be a dotted path such as `stage` or `company.country`.')
  .refine(isPath, 'Must have indexes such as `items.0`, and no `__proto__`.');
const filter: z.ZodType<EventFilter, EventFilter> = recordOf(dottedPath, scalarWith(z.number()), MAX_CONDITIONS);

const condition = z
  .object({ path: dottedPath.describe('Dotted path of the event’s `data`.'), ...comparisonFields })
  .superRefine(checkComparison, ONCE_COMPARABLE);

const conditions = z.array(condition).max(MAX_CONDITIONS, `Must have at most ${MAX_CONDITIONS} entries.`);

const MAX_MAPPED = 20;
const MAX_NAMES = 8;
const mapping: z.ZodType<EventMapping, EventMapping> = recordOf(
  z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'Must be the name of a setting.'),
  dottedPath.refine((path) => path.split('.').length <= MAX_NAMES, `Must have at most ${MAX_NAMES} names.`),
  MAX_MAPPED,
);

/** Most failures in a row that a trigger may be paused after. */
const MAX_FAILURES = 20;
/** As often as it can fire on a day, at sixty times an hour. */
const MAX_RUNS_PER_DAY = 1_440;
const MAX_CREDITS_PER_DAY = 1_000_000;
const runsPerDay = integer(1, MAX_RUNS_PER_DAY)
  .nullable()
  .describe('Maximum executions per UTC day; further occurrences are `over_budget`. null means no limit.');
const creditsPerDay = integer(1, MAX_CREDITS_PER_DAY)
  .nullable()
  .describe(
    'Maximum credits that its executions of a UTC day may hold, by their price on acceptance. null means no limit.',
  );
const failures = integer(1, MAX_FAILURES)
  .nullable()
  .describe('Consecutive failures after which it is paused. null means never.');

const assignee = recordId
  .nullable()
  .describe('Number of the person assigned to the content items that its executions create. null means nobody.');
const reviewer = recordId
  .nullable()
  .describe(
    'Number of the person asked to review them; requires a role with manage_content. If the person has lost it by then, the items have no reviewer.',
  );

const FILTER = 'Dotted paths of the event’s `data`, each with its required value; all must match.';
const CONDITIONS = 'Further conditions on the event’s `data`, all of which must be met.';
const MAPPING =
  'Settings, or fields of the template’s input, each mapped to a dotted path of the event’s `data`. Omit them from `input`. Listing events also have `listing.title`, `listing.short_description` and `listing.vendor`.';

const event = z.object({
  name: z.enum(EVENT_TYPES.map(({ name }) => name)).describe('Name of a platform event.'),
  filter: filter.prefault({}).describe(FILTER),
  conditions: conditions.prefault([]).describe(CONDITIONS),
  mapping: mapping.prefault({}).describe(MAPPING),
});

const TARGET = 'What the trigger executes: a workflow template or a capability.';

export const createTriggerBody = z.object({
  name: text(120).describe('Display name.'),
  target: targetBody.describe(TARGET),
  type: z.enum(TRIGGER_TYPES).describe('`schedule` fires at the times of `schedule`, `event` on events.'),
  schedule: schedule.nullish().describe('Required if `type` is `schedule`; otherwise omit it or pass null.'),
  event: event.nullish().describe('Required if `type` is `event`; otherwise omit it or pass null.'),
  input: jsonObject().prefault({}).describe('Input of the template, or settings of the capability.'),
  active: z.boolean().default(true).describe('Whether it is active on creation.'),
  max_runs_per_day: runsPerDay.default(null),
  max_credits_per_day: creditsPerDay.default(null),
  pause_after_failures: failures.default(null),
  assignee_id: assignee.default(null),
  reviewer_id: reviewer.default(null),
});

/** Body of an update; absent fields keep their values. */
export const updateTriggerBody = z.object({
  name: createTriggerBody.shape.name.optional(),
  target: targetBody.optional().describe(TARGET),
  type: z
    .enum(TRIGGER_TYPES)
    .optional()
    .describe('If the type changes, the matching `schedule` or `event` is required.'),
  schedule: z
    .object({ cron: schedule.shape.cron.optional(), timezone: timezone.optional().describe(TIMEZONE) })
    .nullish()
    .describe('Omitted fields stay unchanged.'),
  event: z
    .object({
      name: event.shape.name.optional(),
      filter: filter.optional().describe(FILTER),
      conditions: conditions.optional().describe(CONDITIONS),
      mapping: mapping.optional().describe(MAPPING),
    })
    .nullish()
    .describe('Omitted fields stay unchanged; a filter, conditions and a mapping are replaced.'),
  input: resettable(jsonObject(), {}).describe(
    'Replaces the input of the template, or the settings of the capability.',
  ),
  active: z.boolean().optional().describe('Whether it is active; switching it on clears a pause by the service.'),
  max_runs_per_day: runsPerDay.optional(),
  max_credits_per_day: creditsPerDay.optional(),
  pause_after_failures: failures.optional(),
  assignee_id: assignee.optional(),
  reviewer_id: reviewer.optional(),
});

const typed = z.object({
  type: z.enum(TRIGGER_TYPES),
  schedule: z.unknown().optional(),
  event: z.unknown().optional(),
});
const scheduled = z.object({ schedule: schedule.pick({ cron: true }) });

/**
 * Errors in a body beyond its schema: fields that do not go with its type, and a schedule that is invalid at the
 * current time.
 */
export function triggerProblems(now: Date, raw: unknown): ErrorDetails {
  const problems: ErrorDetails = {};
  const body = typed.safeParse(raw).data;
  for (const name of body ? TRIGGER_TYPES : []) {
    if (name === body?.type && body[name] == null) problems[name] = ['Is required.'];
    if (name !== body?.type && body?.[name] != null)
      problems[name] = [`Must be left out when \`type\` is \`${body?.type}\`.`];
  }
  const given = scheduled.safeParse(raw).data?.schedule;
  const problem = given ? cronProblem(given.cron, now) : null;
  return problem === null ? problems : { ...problems, 'schedule.cron': [problem] };
}
