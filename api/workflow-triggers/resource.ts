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
    name: text.describe('A name for people.'),
    target: z
      .object({
        template_slug: text.nullable().describe('Slug of a workflow template; null: the target is a capability.'),
        capability_slug: text.nullable().describe('Slug of a capability; null: the target is a template.'),
      })
      .describe('What the trigger executes.'),
    type: z.enum(TRIGGER_TYPES).describe('What makes the trigger fire: the times of a schedule, or events.'),
    schedule: z
      .object({
        cron: text.describe('Five fields of cron: minute, hour, day of the month, month, day of the week.'),
        timezone: text.describe('IANA time zone in which the fields are read.'),
      })
      .nullable()
      .describe('When the trigger fires; null for a trigger on events.'),
    event: z
      .object({
        name: text.describe('Name of a platform event, such as `listing.updated`.'),
        filter: z
          .record(text, scalarSchema)
          .describe('Dotted paths of the event’s `data`, each with the value that must stand there; all must match.'),
        conditions: z
          .array(
            z.object({
              path: text.describe('Dotted path of the event’s `data`.'),
              operator: z.enum(OPERATORS).describe('How the value at the path is compared with `values`.'),
              values: z
                .array(scalarSchema)
                .describe('What is compared with; one value for `equals`, `greater` and `less`.'),
            }),
          )
          .describe('What must hold of the event’s `data` besides the filter; all of it.'),
        mapping: z
          .record(text, text)
          .describe(
            'Settings that come from the event, each with the dotted path of the event’s `data` that has its value.',
          ),
      })
      .nullable()
      .describe('Which events fire the trigger; null for a trigger on a schedule.'),
    input: z
      .record(text, z.unknown())
      .describe('Input of the template, or settings of the capability, without those of the mapping.'),
    input_schema: z
      .record(text, z.unknown())
      .optional()
      .describe('With `include=input_schema`, while the target is in the catalogue: JSON Schema 2020-12 of `input`.'),
    active: z.boolean().describe('Whether the trigger fires; switched by toggle, an update, or the service.'),
    pause_reason: z
      .enum(PAUSE_REASONS)
      .nullable()
      .describe('Why the service switched it off; null where nobody did, or the partner.'),
    sandbox: z.boolean().describe('It was made with a sandbox key: its executions cost nothing.'),
    next_fire_at: datetimeSchema.nullable().describe('Of an active schedule.'),
    last_fired_at: datetimeSchema.nullable().describe('When it last started an execution; null: it has not yet.'),
    last_result: resultSchema.nullable().describe('What came of the last occurrence.'),
    max_runs_per_day: countSchema.nullable().describe('Executions on a UTC day at most; null: no limit.'),
    max_credits_per_day: countSchema
      .nullable()
      .describe('Credits that its executions of a UTC day hold at most; null: no limit.'),
    pause_after_failures: countSchema.nullable().describe('Failures in a row that pause it; null: none do.'),
    assignee_id: idSchema
      .nullable()
      .describe('Number of the person who works on the content items that its executions make.'),
    reviewer_id: idSchema.nullable().describe('Number of the person who is asked to review them.'),
    failures_in_a_row: countSchema.describe('Since it was switched on, or an execution of it has completed.'),
    executions_count: countSchema.describe('Executions that it has started.'),
    missed_count: countSchema.describe('Scheduled moments that were not made up for after a downtime.'),
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
    event_id: text.nullable().describe('The newest event; null: there was none yet, and the examples are made up.'),
    occurred_at: datetimeSchema.nullable().describe('When the newest event was published; null: there was none yet.'),
    paths: z
      .array(
        z.object({
          path: text.describe('Dotted path of the event’s `data`, as filters, conditions and mappings take it.'),
          types: z.array(text).describe('Types of JSON; empty where any may stand there.'),
          example: z.unknown().describe('What the event has there; null where it has nothing. Long texts are cut.'),
        }),
      )
      .describe('At most 100, those that each event may have first.'),
  },
  present: (_event: TriggerEvent) => ({}),
});

/** The result of an occurrence. */
export const firingResource = resource({
  type: 'trigger_firing',
  attributes: {
    trigger_id: idSchema.describe('The trigger that fired.'),
    event_id: text.nullable().describe('The event that fired it; null for a scheduled moment.'),
    scheduled_for: datetimeSchema.nullable().describe('The scheduled moment; null for an event.'),
    result: resultSchema.nullable().describe('null: it is under way.'),
    execution_id: idSchema.nullable().describe('The execution that was started; null: none was.'),
    setting: text
      .nullable()
      .describe('The mapped setting whose value was not in the event (`value_missing`), or did not fit (`invalid`).'),
    created_at: datetimeSchema,
  },
  present: (_firing: TriggerFiringRow) => ({}),
});
