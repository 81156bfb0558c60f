import type { AiPurpose, AiTask, AiUsage } from '../../infra/ai/port.ts';
import { type StepKind, type StepQuestion, UnusableAnswer } from '../capabilities/types.ts';
import type { Deps } from '../kernel/deps.ts';
import type { StepCall } from '../kernel/step.ts';
import type { ExecutionSummary } from './types.ts';

/** Kinds of steps that read and judge; the others write. */
const ANALYSING: ReadonlySet<StepKind> = new Set(['research', 'analyze', 'answer', 'review']);

/** What the AI is asked for on behalf of an execution. */
export function purposeOf({ id, partner_id }: ExecutionSummary, task: AiTask): AiPurpose {
  return { task, partnerId: partner_id, subject: { type: 'execution', id } };
}

/** An answer, and what it took. */
interface Answered {
  answer: unknown;
  model: string | null;
  usage: AiUsage | null;
}

/** Asks the AI what a step has to ask; nothing where the step is computed. Throws AiError and UnusableAnswer. */
export async function ask(
  deps: Deps,
  call: StepCall,
  execution: ExecutionSummary,
  kind: StepKind,
  question: StepQuestion | null,
): Promise<Answered> {
  if (question === null) return { answer: null, model: null, usage: null };
  const request = {
    purpose: purposeOf(execution, ANALYSING.has(kind) ? 'analyse' : 'write'),
    instructions: question.instructions,
    prompt: question.prompt,
    maxOutputTokens: question.maxOutputTokens,
    temperature: question.temperature,
    sandbox: execution.sandbox,
    idempotencyKey: call.idempotencyKey,
    signal: call.signal,
  };
  if (!question.answer) {
    const { text, model, usage } = await deps.ai.generateText(request);
    return { answer: text, model, usage };
  }
  const { schema, name } = question.answer;
  const { value, model, usage } = await deps.ai.generateObject({ ...request, schema, schemaName: name });
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new UnusableAnswer('The answer does not have the form that was asked for.');
  return { answer: parsed.data, model, usage };
}
