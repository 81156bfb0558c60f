import type { z } from 'zod';
import { AiError, type AiPurpose } from '../../../infra/ai/port.ts';
import { ask } from '../../capabilities/ask.ts';
import { PRICES } from '../../capabilities/prices.ts';
import { UnusableAnswer } from '../../capabilities/types.ts';
import { holdFor } from '../../credits/ledger.ts';
import { payForRequest } from '../../credits/paid-request.ts';
import { findAllowedTerms } from '../../guardrails/store.ts';
import { type Call, isSandbox } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError, preconditionFailed } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { requireAi } from '../../kernel/require-ai.ts';
import {
  type ChosenConfiguration,
  CONFIGURATION_PROMPT,
  type ConfigurationRequest,
  configurationQuestion,
  readConfiguration,
} from '../configuration-question.ts';
import { recommendConfigurationBody } from '../schema.ts';

/** Capability that a recommendation is charged to. */
const CAPABILITY = 'agent_audit';
/** Time limit for all answers of the AI together. */
const LIMIT_MS = 60_000;
/** An unusable answer is requested once more. */
const MAX_ANSWERS = 2;

/** A recommended configuration; it is not stored. */
export interface RecommendedConfiguration extends ChosenConfiguration {
  id: string;
}

/** Recommends an agent for a use case, within the request. Throws SERVER_ERROR; charged on success. */
export const recommendConfiguration = operation({
  name: 'agents.recommend_configuration',
  permission: 'manage_agents',
  params: nothing,
  capability: () => CAPABILITY,
  input: recommendConfigurationBody,
  run,
});

/** Not one transaction: the AI answers between the hold and the charge. */
async function run(
  deps: Deps,
  call: Call,
  { use_case: useCase, budget_credits: budget }: z.output<typeof recommendConfigurationBody>,
): Promise<RecommendedConfiguration> {
  if (useCase === '') throw preconditionFailed('There is no use case.', { use_case: ['Must not be empty.'] });
  requireAi(deps, call);
  const id = deps.ids.uuid();
  const hold = holdFor(call, { amount: PRICES[CAPABILITY], reference: `agent-audit:${id}`, capability: CAPABILITY });
  const models = deps.ai.models.known.filter(({ isOffered }) => isOffered).map(({ name }) => name);
  const allowed = await findAllowedTerms(deps.db, partnerOf(call));
  const { chosen } = await payForRequest(deps, call, {
    hold,
    work: () => askForConfiguration(deps, call, id, { useCase, budgetCredits: budget ?? null, models, allowed }),
    onCharged(tx, { model }) {
      const details = { prompt: CONFIGURATION_PROMPT, model };
      tx.audit({ type: 'agent_recommendation', id, details });
    },
    late: () => new AppError('SERVER_ERROR', 'The recommendation took too long. Nothing was charged.'),
  });
  return { id, ...chosen };
}

async function askForConfiguration(
  deps: Deps,
  call: Call,
  id: string,
  request: ConfigurationRequest,
): Promise<{ chosen: ChosenConfiguration; model: string | null }> {
  const purpose: AiPurpose = { task: 'analyse', partnerId: partnerOf(call), subject: null };
  const limit = AbortSignal.timeout(LIMIT_MS);
  const caller = { purpose, sandbox: isSandbox(call), signal: AbortSignal.any([limit, call.signal]) };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const idempotencyKey = `agent-audit:${id}/${attempt}`;
      const { answer, model } = await ask(
        deps,
        { ...caller, idempotencyKey },
        configurationQuestion(deps.capabilities, request),
      );
      return { chosen: await readConfiguration(deps.capabilities, answer, request), model };
    } catch (error) {
      const isUnusable = error instanceof UnusableAnswer || (error instanceof AiError && error.kind === 'malformed');
      if (!isUnusable || attempt === MAX_ANSWERS) throw failureOf(error, limit);
    }
  }
}

/** Maps a failure of the provider to an API error; other errors pass unchanged. */
function failureOf(error: unknown, limit: AbortSignal): unknown {
  const isOurs = error !== limit.reason && !(error instanceof AiError) && !(error instanceof UnusableAnswer);
  if (isOurs) return error;
  return new AppError('SERVER_ERROR', 'The AI provider gave no usable answer. Nothing was charged.', { cause: error });
}
