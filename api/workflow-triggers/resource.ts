import { z } from 'zod';
import { settingsSchema } from '../../domain/capabilities/request.ts';
import { OPERATORS } from '../../domain/kernel/conditions.ts';
import type { TriggerEvent, TriggerWithForm } from '../../domain/workflow-triggers/operations/reads.ts';
import {
  PAUSE_REASONS,
  TRIGGER_RESULTS,
  TRIGGER_TYPES,
  type TriggerFiringRow,
} from '../../domain/workflow-triggers/table.ts';
import { translatedSchema } from '../language/translate.ts';
import { countSchema, datetimeSchema, idSchema, resource } from '../resource.ts';

const text = z.string();
const resultSchema = z.enum(TRIGGER_RESULTS);
const scalarSchema = z.union([text, z.number(), z.boolean(), z.null()]);

/** A trigger, with the result of its last occurrence. */
export const triggerResource = resource({
  type: 'workflow_trigger',
  attributes: {
    name: text.describe('Display name.'),
    target: z
      .object({
        template_slug: text.nullable().describe('Slug of a workflow template; null if the target is a capability.'),
        capability_slug: text.nullable().describe('Slug of a capability; null if the target is a template.'),
      })
      .describe('What the trigger executes.'),
    type: z.enum(TRIGGER_TYPES).describe('`schedule` fires at the times of a schedule, `event` on events.'),
    schedule: z
      .object({
        cron: text.describe(
          'Cron expression with five fields: minute, hour, day of the month, month, day of the week.',
        ),
        timezone: text.describe('IANA time zone of the cron expression.'),
      })
      .nullable()
      .describe('When the trigger fires; null for an event trigger.'),
    event: z
      .object({
        name: text.describe('Name of a platform event, such as `listing.updated`.'),
        filter: z
          .record(text, scalarSchema)
          .describe('Dotted paths of the event’s `data`, each with its required value; all must match.'),
        conditions: z
          .array(
            z.object({
              path: text.describe('Dotted path of the event’s `data`.'),
              operator: z.enum(OPERATORS).describe('How the value at the path is compared with `values`.'),
              values: z
                .array(scalarSchema)
                .describe('Comparison values; exactly one for `equals`, `greater` and `less`.'),
            }),
          )
          .describe('Further conditions on the event’s `data`, all of which must be met.'),
        mapping: z
          .record(text, text)
          .describe('Settings taken from the event: each maps to a dotted path of the event’s `data`.'),
      })
      .nullable()
      .describe('Which events fire the trigger; null for a scheduled trigger.'),
    input: z
      .record(text, z.unknown())
      .describe('Input of the template, or settings of the capability, without mapped ones.'),
    input_schema: z
      .record(text, z.unknown())
      .optional()
      .describe('With `include=input_schema`, while the target is in the catalog: JSON Schema 2020-12 of `input`.'),
    active: z.boolean().describe('Whether the trigger fires; changed by toggle, an update, or the service.'),
    pause_reason: z
      .enum(PAUSE_REASONS)
      .nullable()
      .describe('Why the service switched it off; null unless the service did.'),
    sandbox: z.boolean().describe('Created with a sandbox key: its executions are free of charge.'),
    next_fire_at: datetimeSchema.nullable().describe('For an active schedule.'),
    last_fired_at: datetimeSchema.nullable().describe('When it last started an execution; null if it has not.'),
    last_result: resultSchema.nullable().describe('Result of the last occurrence.'),
    max_runs_per_day: countSchema.nullable().describe('Maximum executions per UTC day; null means no limit.'),
    max_credits_per_day: countSchema
      .nullable()
      .describe('Maximum credits that its executions of a UTC day may hold; null means no limit.'),
    pause_after_failures: countSchema
      .nullable()
      .describe('Consecutive failures after which it is paused; null means never.'),
    assignee_id: idSchema
      .nullable()
      .describe('Number of the person assigned to the content items that its executions create.'),
    reviewer_id: idSchema.nullable().describe('Number of the person asked to review them.'),
    failures_in_a_row: countSchema.describe(
      'Consecutive failures since it was switched on, or since an execution of it completed.',
    ),
    executions_count: countSchema.describe('Number of executions started.'),
    missed_count: countSchema.describe('Scheduled times missed during downtime and not made up for.'),
    created_at: datetimeSchema,
    updated_at: datetimeSchema,
  },
  links: { self: text, toggle: text, firings: text, executions: text },
  present(trigger: TriggerWithForm, { language }) {
    const self = `/api/v1/content-workflow/workflow-triggers/${trigger.id}`;
    const { cron, timezone, event_name: name, filter, conditions, mapping, settings } = trigger;
    return {
      attributes: {
        target: { template_slug: trigger.template_slug, capability_slug: trigger.capability_slug },
        schedule: cron !== null && timezone !== null ? { cron, timezone } : null,
        event:
          name !== null ? { name, filter: filter ?? {}, conditions: conditions ?? [], mapping: mapping ?? {} } : null,
        ...(settings && { input_schema: translatedSchema(settingsSchema({ settings }), language) }),
      },
      links: {
        self,
        toggle: `${self}/toggle`,
        firings: `${self}/firings`,
        executions: `/api/v1/content-workflow/executions?trigger_id=${trigger.id}`,
      },
    };
  },
});

/** An event as a mapping sees it: what the newest one has at its paths. */
export const triggerEventResource = resource({
  type: 'trigger_event',
  id: text.describe('Name of the event.'),
  attributes: {
    description: text.describe('When the event is published.'),
    event_id: text
      .nullable()
      .describe('The newest event; null if there has been none, so that the examples are made up.'),
    occurred_at: datetimeSchema
      .nullable()
      .describe('When the newest event was published; null if there has been none.'),
    paths: z
      .array(
        z.object({
          path: text.describe('Dotted path of the event’s `data`, for filters, conditions and mappings.'),
          types: z.array(text).describe('JSON types; empty if any type is possible.'),
          example: z.unknown().describe('Value in the event; null if there is none. Long texts are cut.'),
        }),
      )
      .describe('At most 100, with those common to all events first.'),
  },
  present: (_event: TriggerEvent) => ({}),
});

/** The result of an occurrence. */
export const firingResource = resource({
  type: 'trigger_firing',
  attributes: {
    trigger_id: idSchema.describe('The trigger that fired.'),
    event_id: text.nullable().describe('The event that fired it; null for a scheduled time.'),
    scheduled_for: datetimeSchema.nullable().describe('The scheduled time; null for an event.'),
    result: resultSchema.nullable().describe('null while in progress.'),
    execution_id: idSchema.nullable().describe('The execution that was started; null if none.'),
    setting: text
      .nullable()
      .describe('The mapped setting whose value was missing from the event (`value_missing`) or invalid (`invalid`).'),
    created_at: datetimeSchema,
  },
  present: (_firing: TriggerFiringRow) => ({}),
});
