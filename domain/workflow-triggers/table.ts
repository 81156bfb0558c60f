import {
  bigint,
  boolean,
  identity,
  integer,
  json,
  oneOf,
  type Row,
  smallint,
  table,
  timestamp,
  uuid,
  varchar,
} from '../../infra/database/table.ts';
import type { Comparison, Scalar } from '../kernel/conditions.ts';

/** What makes a trigger fire. */
export const TRIGGER_TYPES = ['schedule', 'event'] as const;
/** Why the service switched a trigger off. */
export const PAUSE_REASONS = ['credential_ended', 'schedule_refused', 'failures'] as const;
/** Result of an occurrence. */
export const TRIGGER_RESULTS = [
  'fired',
  'storm',
  'loop',
  'missed',
  'paused',
  'credential_ended',
  'no_credits',
  'daily_credit_limit',
  'not_allowed',
  'invalid',
  'unavailable',
  'lost',
  'schedule_refused',
  'value_missing',
  'over_budget',
] as const;
export type TriggerResult = (typeof TRIGGER_RESULTS)[number];

/** Equality on dotted paths of an event's data. */
export type EventFilter = Record<string, Scalar>;

/** Settings of the target that are taken from the event, each with the dotted path of its value. */
export type EventMapping = Record<string, string>;

/** What must hold of the value at a dotted path of an event's data. */
type EventCondition = Comparison & { path: string };

/** Starts executions at scheduled times or on events, with the authority of the credential that created it. */
export const workflowTriggerTable = table(
  'workflow_trigger',
  {
    id: identity(),
    row_key: uuid(),
    partner_id: bigint(),
    name: varchar(120),
    template_slug: varchar(64).nullable(),
    capability_slug: varchar(64).nullable(),
    type: oneOf(TRIGGER_TYPES, 10),
    cron: varchar(100).nullable(),
    timezone: varchar(64).nullable(),
    event_name: varchar(64).nullable(),
    filter: json<EventFilter>().nullable(),
    /** Beside the filter; all must hold. null: none. */
    conditions: json<EventCondition[]>().nullable(),
    /** null: none. */
    mapping: json<EventMapping>().nullable(),
    /** Settings of the capability, or input of the template, without what the mapping has. */
    input: json<Record<string, unknown>>(),
    active: boolean(),
    pause_reason: varchar<(typeof PAUSE_REASONS)[number]>(20).nullable(),
    /** The creator: a user, a client or a rotation family of keys; all null: the credential has ended. */
    user_id: bigint().nullable(),
    client_id: bigint().nullable(),
    lineage_id: bigint().nullable(),
    sandbox: boolean(),
    /** Set for active schedules. */
    next_fire_at: timestamp().nullable(),
    last_fired_at: timestamp().nullable(),
    /** Of the last occurrence that is not `storm`. */
    last_result: oneOf(TRIGGER_RESULTS, 20).nullable(),
    /** Until then it has fired as often as it may in an hour; set with the first occurrence that is dropped for it. */
    silenced_until: timestamp().nullable(),
    /** Executions that it starts on a UTC day at most; null: no limit. */
    max_runs_per_day: integer().nullable(),
    /** Credits that its executions of a UTC day hold at most when they are accepted; null: no limit. */
    max_credits_per_day: integer().nullable(),
    /** Failures in a row that pause it; null: none do. */
    pause_after_failures: smallint().nullable(),
    /** The person who works on the content items that its executions make. */
    assignee_id: bigint().nullable(),
    /** The person who is asked to review them. */
    reviewer_id: bigint().nullable(),
    /** Since it was switched on, or an execution of it has completed. */
    failures_in_a_row: integer().default(0),
    /** When it was last switched on; executions that it started before count no more. */
    failures_since: timestamp().nullable(),
    /** When subscribers and people were last notified of a failure. */
    failure_noted_at: timestamp().nullable(),
    executions_count: integer().default(0),
    missed_count: integer().default(0),
    /** When Temporal was last asked to align its Schedule. */
    checked_at: timestamp().nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { because: 'Partners delete their own.' },
  { personal: ['text', 'activity'], people: { by: 'user_id', erased: 'cleared', cleared: { user_id: 'NULL' } } },
);
export type WorkflowTriggerRow = Row<typeof workflowTriggerTable>;

/** An occurrence of a trigger, unique by trigger and scheduled time or event. */
export const triggerFiringTable = table(
  'trigger_firing',
  {
    id: identity(),
    row_key: uuid(),
    trigger_id: bigint(),
    /** Id of the event, the scheduled time, or a key of its own when it is by hand. */
    occurrence: varchar(40),
    event_id: varchar(30).nullable(),
    scheduled_for: timestamp().nullable(),
    /** Triggers that led to the event, first to last. */
    chain: json<number[]>(),
    status: oneOf(['pending', 'fired', 'dropped'], 10),
    result: oneOf(TRIGGER_RESULTS, 20).nullable(),
    execution_id: bigint().nullable(),
    /** Credits that the execution held when it was accepted. */
    credits: integer().nullable(),
    /** The setting whose value was not in the event, or did not fit. */
    setting: varchar(64).nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { since: 'created_at', days: 90, setting: 'RETENTION_TRIGGER_FIRING_DAYS' },
  { personal: [], of: [{ to: 'workflow_trigger', by: 'trigger_id' }] },
);
export type TriggerFiringRow = Row<typeof triggerFiringTable>;
