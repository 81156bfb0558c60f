import type { AiPurpose, AiTask } from '../../infra/ai/port.ts';
import type { ExecutionRow } from './table.ts';

/** What the AI is asked for on behalf of an execution. */
export function purposeOf({ id, partner_id }: Pick<ExecutionRow, 'id' | 'partner_id'>, task: AiTask): AiPurpose {
  return { task, partnerId: partner_id, subject: { type: 'execution', id } };
}
