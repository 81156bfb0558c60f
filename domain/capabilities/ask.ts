import { serialize } from 'node:v8';
import { LRUCache } from 'lru-cache';
import type { AiPurpose, AiUsage } from '../../infra/ai/port.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { type StepQuestion, UnusableAnswer } from './types.ts';

/** An answer with its model and token usage. */
export interface ModelAnswer {
  /** The user message that was answered; null: nothing was asked. */
  prompt: string | null;
  answer: unknown;
  model: string | null;
  usage: AiUsage | null;
}

/** Who waits for an answer, and the name of the question: that of its row, by which the provider recognises a repeat. */
export type Asker = Pick<Call, 'signal'> & { idempotencyKey: string };

/** Context of a question: who asks it, its purpose, and live or sandbox provider. */
type AskContext = Asker & { sandbox: boolean; purpose: AiPurpose };

/** Asks the AI, twice if the first answer has problems; null for computed steps asks nothing. Throws AiError and UnusableAnswer. */
export async function ask(
  deps: Pick<Deps, 'ai'>,
  context: AskContext,
  question: StepQuestion | null,
): Promise<ModelAnswer> {
  if (question === null) return { prompt: null, answer: null, model: null, usage: null };
  const first = await askOnce(deps, context, question);
  const problems = question.problemsOf?.(first.answer) ?? [];
  if (problems.length === 0) return first;
  const prompt = retryPrompt(question, 'answer', problems);
  const again = { ...context, idempotencyKey: `${context.idempotencyKey}/again` };
  const second = await askOnce(deps, again, { ...question, prompt });
  return { ...second, usage: sumOf(first.usage, second.usage) };
}

/** The prompt of a repeated question with the problems of the last answer. */
export function retryPrompt({ prompt }: StepQuestion, what: 'answer' | 'plan', problems: readonly string[]): string {
  return `${prompt}\nProblems of the last ${what}:\n- ${problems.join('\n- ')}`;
}

async function askOnce(
  deps: Pick<Deps, 'ai'>,
  { purpose, sandbox, idempotencyKey, signal }: AskContext,
  question: StepQuestion,
): Promise<ModelAnswer> {
  const { model, instructions, prompt, maxOutputTokens, temperature } = question;
  const config = { model, instructions, prompt, maxOutputTokens, temperature };
  const request = { ...config, purpose, sandbox, idempotencyKey, signal };
  if (!question.answer) {
    const { text, ...rest } = await deps.ai.generateText(request);
    return { prompt, answer: text, model: rest.model, usage: rest.usage };
  }
  const { schema, name } = question.answer;
  const { value, ...rest } = await deps.ai.generateObject({ ...request, schema, schemaName: name });
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new UnusableAnswer('The answer does not have the form that was asked for.');
  return { prompt, answer: parsed.data, model: rest.model, usage: rest.usage };
}

function sumOf(first: AiUsage | null, second: AiUsage | null): AiUsage | null {
  if (!first || !second) return first ?? second;
  return {
    inputTokens: first.inputTokens + second.inputTokens,
    outputTokens: first.outputTokens + second.outputTokens,
  };
}

/** A retry comes within minutes; older answers are not worth their memory. */
const KEEP_MS = 10 * 60_000;
const MAX_ANSWERS = 500;
/** Total size, bytes. */
const MAX_BYTES = 32 * 1024 * 1024;

const answers = new LRUCache<string, { answer: unknown }>({
  max: MAX_ANSWERS,
  maxSize: MAX_BYTES,
  // As JSON the vectors of 100 passages take tens of milliseconds: each byte is a number there.
  sizeCalculation: ({ answer }) => serialize(answer).length,
  ttl: KEEP_MS,
  ttlAutopurge: true,
});

/**
 * Gets an answer of the AI and saves it. When saving throws, for example while the database is down, the next attempt with the
 * same key saves the same answer instead of paying for another. The answers are in the memory of this process only.
 */
export async function savePaidAnswer<Answer, Saved>(
  key: string,
  ask: () => Promise<Answer>,
  save: (answer: Answer) => Promise<Saved>,
): Promise<Saved> {
  const kept = answers.get(key) as { answer: Answer } | undefined;
  const answer = kept ? kept.answer : await ask();
  if (!kept) answers.set(key, { answer });
  const saved = await save(answer);
  answers.delete(key);
  return saved;
}
