import { z } from 'zod';
import { jsonObject, pageQuery, recordId, withDayRange } from '../kernel/schema.ts';
import { EXECUTION_STATUSES, PRIORITIES } from './table.ts';

/**
 * The execution of a step. `rowKey` distinguishes it from a later one with the same id, and is absent in older runs.
 */
export const executionInput = z.object({ executionId: recordId, rowKey: z.string().optional() });

export const executionParams = z.object({ id: recordId.describe('Id of an execution.') });

/** Body of execute; a capability narrows `settings` to its own schema. */
export const executeBody = z.object({
  agent_id: recordId.nullish().describe('Agent that carries the execution out; chosen automatically when absent.'),
  settings: jsonObject().prefault({}).describe('Settings of the capability; unknown ones are ignored.'),
  context: jsonObject()
    .prefault({})
    .describe(
      'Free facts for the writer. `brand_voice_id` and `brand_voice_product_id` bring a brand voice and its product.',
    ),
  priority: z.enum(PRIORITIES).default('normal'),
  notify_on_complete: z.boolean().default(false).describe('Publishes `content.generated` when the execution ends.'),
});

export const listExecutionsQuery = withDayRange({
  status: z.enum(EXECUTION_STATUSES).optional().describe('Only executions in this state.'),
  agent_id: recordId.optional().describe('Only executions by this agent.'),
  priority: z.enum(PRIORITIES).optional().describe('Only executions of this priority.'),
  trigger_id: recordId.optional().describe('Only executions that this trigger started.'),
  ...pageQuery(),
});
