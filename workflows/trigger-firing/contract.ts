import type { z } from 'zod';
import type { fireTrigger } from '../../domain/workflow-triggers/steps/fire-trigger.ts';
import { type CommandedFlow, priorityOf } from '../commands.ts';

/**
 * Identifies an occurrence by its key. Without `firingId`, as a Schedule starts the run: the occurrence at the
 * scheduled time, by the trigger's key.
 */
export type TriggerFiringInput = Omit<z.input<typeof fireTrigger.input>, 'scheduledFor'>;

/** Executes an occurrence of a trigger. A Schedule names its runs by trigger and time, a command by the occurrence. */
export const TRIGGER_FIRING = {
  workflow: 'triggerFiring',
  id: 'trigger-firing',
  row: 'firingId',
  command: 'trigger.fire',
  start: ({ firingId, rowKey, triggerId, partnerId }, publicUrl) => ({
    input: { triggerId, rowKey, firingId },
    memo: { link: `${publicUrl}/api/v1/content-workflow/workflow-triggers/${triggerId}` },
    keywords: { MwPartnerId: String(partnerId), MwResourceId: `workflow-trigger:${triggerId}` },
    summary: `Trigger ${triggerId} of partner ${partnerId}, on an event or by hand`,
    details: 'Starts an execution. Safe to cancel or terminate: the trigger then says `lost`.',
    priority: priorityOf(partnerId),
  }),
} as const satisfies CommandedFlow<'trigger.fire', TriggerFiringInput>;
