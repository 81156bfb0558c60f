import type { z } from 'zod';
import type { fireTrigger } from '../../domain/workflow-triggers/steps/fire-trigger.ts';
import { type CommandedFlow, priorityOf } from '../commands.ts';

/**
 * Which occurrence, by its own key; without `firingId`, as a Schedule starts the run, that of the scheduled moment, by the key of the
 * trigger.
 */
export type TriggerFiringInput = Omit<z.input<typeof fireTrigger.input>, 'scheduledFor'>;

/** Has an occurrence of a trigger executed. The Schedule names its runs by the trigger and the moment, a command by the occurrence. */
export const TRIGGER_FIRING = {
  workflow: 'triggerFiring',
  id: 'trigger-firing',
  row: 'firingId',
  command: 'trigger.fire',
  start: ({ firingId, rowKey, triggerId, partnerId }, publicUrl) => ({
    input: { triggerId, rowKey, firingId },
    memo: { link: `${publicUrl}/api/v1/content-workflow/workflow-triggers/${triggerId}` },
    keywords: { MwPartnerId: String(partnerId), MwResourceId: `workflow-trigger:${triggerId}` },
    summary: `Trigger ${triggerId} of partner ${partnerId}, on an event`,
    details: 'Starts an execution. Safe to cancel or terminate: the trigger then says `lost`.',
    priority: priorityOf(partnerId),
  }),
} as const satisfies CommandedFlow<'trigger.fire', TriggerFiringInput>;
