import { checkAgentGuardrails } from '../agents/configuration.ts';
import type { AgentGuardrails } from '../agents/definitions.ts';
import type { StepContext, StepResult } from '../capabilities/types.ts';
import type { GuardrailHit } from '../guardrails/types.ts';

/** A guardrail forbids the step's output. Retrying does not help. */
export class StepBlocked extends Error {
  readonly rule: string;

  constructor(stepTitle: string, hit: GuardrailHit) {
    super(`The step "${stepTitle}" was stopped: ${hit.message}`);
    this.name = 'StepBlocked';
    this.rule = hit.rule;
  }
}

/**
 * Guardrail hits in a step's output, one per rule. A block takes precedence over a review, and the agent may turn a
 * review into a block.
 */
export function inspect(context: StepContext, result: StepResult, agent: AgentGuardrails): GuardrailHit[] {
  const { deliverable } = context.step;
  const bounds =
    deliverable?.type === 'content' ? { words: { min: deliverable.min_words, max: deliverable.max_words } } : {};
  const donts = dontsOf(context.context);
  const subjects =
    result.drafts.length > 0
      ? result.drafts.flatMap(({ title, body }) => [{ text: title }, { text: body, ...bounds }])
      : [{ text: JSON.stringify(result.output) }];
  for (const text of result.inspected ?? []) subjects.push({ text });
  const hits = new Map<string, GuardrailHit>();
  for (const hit of subjects.flatMap((subject) => checkAgentGuardrails(agent, { ...subject, donts }))) {
    if (hits.get(hit.rule)?.action !== 'block') hits.set(hit.rule, hit);
  }
  return [...hits.values()];
}

/** Phrases that the brand avoids, from the execution's context. */
function dontsOf(context: Record<string, unknown>): string[] {
  const voice = context['brand_voice'];
  const donts = voice !== null && typeof voice === 'object' && 'donts' in voice ? voice.donts : [];
  return Array.isArray(donts)
    ? donts.filter((phrase): phrase is string => typeof phrase === 'string').slice(0, 100)
    : [];
}
