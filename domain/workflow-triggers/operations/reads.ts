import type { Capability } from '../../capabilities/types.ts';
import { isSandbox } from '../../kernel/call.ts';
import { notFound } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { truncate } from '../../kernel/words.ts';
import { findEventType } from '../../webhooks/catalogue.ts';
import { eventValueSchema, eventValues } from '../event-values.ts';
import { findNewestEvent, selectFirings } from '../firing-store.ts';
import { type EventPath, eventPaths } from '../mapping.ts';
import { firingsQuery, listTriggersQuery, triggerEventParams, triggerParams, triggerQuery } from '../schema.ts';
import { selectTriggers, shownAt } from '../store.ts';
import type { WorkflowTriggerRow } from '../table.ts';
import { ownTrigger, settingsOfTarget, targetOf } from '../target.ts';

/** A trigger, and what its target takes where that was asked for; undefined where the target is no longer in the catalogue. */
export type TriggerWithForm = WorkflowTriggerRow & { settings?: Capability['settings'] | undefined };

/** A trigger with the result of its last occurrence. */
export const getTrigger = operation({
  name: 'workflow_triggers.get',
  permission: 'view_content',
  params: triggerParams,
  target: ownTrigger,
  input: triggerQuery,
  run: async ({ clock, capabilities, db }, _call, { include }, trigger): Promise<TriggerWithForm> => ({
    ...shownAt(clock.now(), trigger),
    ...(include !== undefined && { settings: settingsOfTarget(capabilities, await targetOf({ db }, trigger)) }),
  }),
});

/** Longest text of an example, characters. */
const MAX_EXAMPLE = 200;

/** An event as a mapping sees it. */
export interface TriggerEvent {
  /** Its name. */
  id: string;
  description: string;
  /** The newest event; null: there was none yet. */
  event_id: string | null;
  occurred_at: Date | null;
  paths: EventPath[];
}

/** What a mapping can take from an event, as the partner's newest one has it; else as the example of the catalogue. */
export const getTriggerEvent = operation({
  name: 'workflow_triggers.get_event',
  // Events also have data of billing, which those who only view content do not see.
  permission: 'manage_content',
  params: triggerEventParams,
  target: async (_deps, _call, { name }) => {
    const [type, schema] = [findEventType(name), eventValueSchema(name)];
    if (!type || !schema) throw notFound('Platform event');
    return { type, schema };
  },
  input: nothing,
  async run({ db }, call, _input, { type: { name, description, example }, schema }): Promise<TriggerEvent> {
    const newest = await findNewestEvent(db, partnerOf(call), { type: name, sandbox: isSandbox(call) });
    const { event: _name, ...data } = example;
    const values = await eventValues(db, newest ?? { type: name, data });
    return {
      id: name,
      description,
      event_id: newest?.id ?? null,
      occurred_at: newest?.occurred_at ?? null,
      paths: eventPaths(schema, values).map(shortened),
    };
  },
});

function shortened({ example = null, ...path }: EventPath): EventPath {
  const text = typeof example === 'string' ? example : JSON.stringify(example);
  return { ...path, example: text.length <= MAX_EXAMPLE ? example : truncate(text, MAX_EXAMPLE) };
}

/** A trigger's occurrences with their results, newest first. */
export const listFirings = operation({
  name: 'workflow_triggers.list_firings',
  permission: 'view_content',
  params: triggerParams,
  target: ownTrigger,
  input: firingsQuery,
  run: (deps, _call, page, trigger) => selectFirings(deps.db, trigger.id, page),
});

/** The partner's triggers, newest first. */
export const listTriggers = operation({
  name: 'workflow_triggers.list',
  permission: 'view_content',
  params: nothing,
  input: listTriggersQuery,
  async run({ db, clock }, call, page) {
    const found = await selectTriggers(db, partnerOf(call), page);
    return { ...found, rows: found.rows.map((trigger) => shownAt(clock.now(), trigger)) };
  },
});
