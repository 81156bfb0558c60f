import { AiError } from '../../infra/ai/port.ts';
import { type AgentConfiguration, applyAgent } from '../agents/configuration.ts';
import { type Asker, ask } from '../capabilities/ask.ts';
import { UnusableAnswer } from '../capabilities/types.ts';
import { inspect, textsIn } from '../executions/step-io.ts';
import { findAllowedTerms } from '../guardrails/store.ts';
import type { GuardrailHit } from '../guardrails/types.ts';
import type { Deps } from '../kernel/deps.ts';
import { CHALLENGED_CAPABILITY, contextOf } from './challenge/judge.ts';

/** A message to an agent under its normal conditions. */
export interface AgentPrompt {
  agent: AgentConfiguration;
  message: string;
  /** Added to the instructions of the capability, before those of the agent. */
  instruction?: string;
  partnerId: number;
  /** Record that the AI call is for. */
  subject: { type: string; id: number };
  sandbox: boolean;
  acceptedAt: Date;
}

/** What an agent answered. */
export interface AgentAnswer {
  /** All texts of the answer. */
  text: string;
  /** Hits of the product's and the agent's guardrails. */
  hits: readonly GuardrailHit[];
  /** The instructions that the agent had. */
  instructions: string;
  model: string | null;
}

const WITHHELD: ReadonlySet<AiError['kind']> = new Set(['refused', 'too_long', 'malformed']);

/**
 * Sends a message to an agent, with its instructions, model and guardrails; null: there was no answer to show, since the provider declined
 * or the answer did not have the form. Throws AiError.
 */
export async function promptAgent(deps: Deps, asker: Asker, prompt: AgentPrompt): Promise<AgentAnswer | null> {
  const context = contextOf(deps.capabilities, prompt.message, prompt.acceptedAt);
  const kind = deps.capabilities.stepKind(context.step.kind);
  const { task } = kind;
  const asked = kind.question(context);
  if (!asked) throw new Error(`A step of kind ${context.step.kind} asks nothing.`);
  const instructions = prompt.instruction ? `${asked.instructions}\n- ${prompt.instruction}` : asked.instructions;
  const capability = { task, capability: CHALLENGED_CAPABILITY, models: deps.ai.models };
  const question = applyAgent(prompt.agent, capability, { ...asked, instructions });
  const purpose = { task, partnerId: prompt.partnerId, subject: prompt.subject };
  try {
    const { answer, model } = await ask(deps, { ...asker, sandbox: prompt.sandbox, purpose }, question);
    const result = kind.interpret(context, answer);
    const allowed = await findAllowedTerms(deps.db, prompt.partnerId);
    const hits = await inspect(context, result, { agent: prompt.agent.guardrails, allowed });
    return { text: textsIn(result.output).join('\n'), hits, instructions: question.instructions, model };
  } catch (error) {
    const isWithheld = error instanceof UnusableAnswer || (error instanceof AiError && WITHHELD.has(error.kind));
    if (!isWithheld) throw error;
    return null;
  }
}
