import type { AiPurpose, AiUsage } from '../../infra/ai/port.ts';
import type { Deps } from '../kernel/deps.ts';
import type { StepCall } from '../kernel/step.ts';
import { type StepQuestion, UnusableAnswer } from './types.ts';

/** An answer, and what it took. */
export interface Answered {
  answer: unknown;
  model: string | null;
  usage: AiUsage | null;
}

/** What the AI is asked with: who waits for it and what for, and whose provider it is. */
type Asker = Pick<StepCall, 'idempotencyKey' | 'signal'> & { sandbox: boolean; purpose: AiPurpose };

/** Asks the AI what there is to ask; nothing where the answer is computed. Throws AiError and UnusableAnswer. */
export async function ask(deps: Pick<Deps, 'ai'>, asker: Asker, question: StepQuestion | null): Promise<Answered> {
  if (question === null) return { answer: null, model: null, usage: null };
  const first = await askOnce(deps, asker, question);
  const problems = question.problemsOf?.(first.answer) ?? [];
  if (problems.length === 0) return first;
  const prompt = promptAgain(question, 'answer', problems);
  const again = { ...asker, idempotencyKey: `${asker.idempotencyKey}/again` };
  const second = await askOnce(deps, again, { ...question, prompt });
  return { ...second, usage: sumOf(first.usage, second.usage) };
}

/** The prompt of a question that is asked again, with what was wrong. */
export function promptAgain({ prompt }: StepQuestion, what: 'answer' | 'plan', problems: readonly string[]): string {
  return `${prompt}\nProblems of the last ${what}:\n- ${problems.join('\n- ')}`;
}

async function askOnce(
  deps: Pick<Deps, 'ai'>,
  { purpose, sandbox, idempotencyKey, signal }: Asker,
  question: StepQuestion,
): Promise<Answered> {
  const { model, instructions, prompt, maxOutputTokens, temperature } = question;
  const asked = { model, instructions, prompt, maxOutputTokens, temperature };
  const request = { ...asked, purpose, sandbox, idempotencyKey, signal };
  if (!question.answer) {
    const { text, ...rest } = await deps.ai.generateText(request);
    return { answer: text, model: rest.model, usage: rest.usage };
  }
  const { schema, name } = question.answer;
  const { value, ...rest } = await deps.ai.generateObject({ ...request, schema, schemaName: name });
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new UnusableAnswer('The answer does not have the form that was asked for.');
  return { answer: parsed.data, model: rest.model, usage: rest.usage };
}

function sumOf(first: AiUsage | null, second: AiUsage | null): AiUsage | null {
  if (!first || !second) return first ?? second;
  return {
    inputTokens: first.inputTokens + second.inputTokens,
    outputTokens: first.outputTokens + second.outputTokens,
  };
}
