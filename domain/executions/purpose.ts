import type { AiPurpose, AiTask } from '../../infra/ai/port.ts';
import type { StepKind } from '../capabilities/types.ts';
import type { ExecutionRow } from './table.ts';

/** Kinds of steps that read and judge; the others write. */
const ANALYSING: ReadonlySet<StepKind> = new Set([
  'research',
  'analyze',
  'answer',
  'cited_answer',
  'cited_questions',
  'review',
]);

/** What a step of this kind asks the AI for. */
export function taskOf(kind: StepKind): AiTask {
  return ANALYSING.has(kind) ? 'analyse' : 'write';
}

/** What the AI is asked for on behalf of an execution. */
export function purposeOf({ id, partner_id }: Pick<ExecutionRow, 'id' | 'partner_id'>, task: AiTask): AiPurpose {
  return { task, partnerId: partner_id, subject: { type: 'execution', id } };
}
