import type { z } from 'zod';
import type { AiModels } from '../../../infra/ai/port.ts';
import { checkModels } from '../../agents/schema.ts';
import { bodyOfJob } from '../../agents/target.ts';
import { capabilityOfBody, namedCapability, priceOf } from '../../capabilities/request.ts';
import type { Capability } from '../../capabilities/types.ts';
import { readCapabilityCharges } from '../../credits/store.ts';
import { DRY_RUN_SESSION_CAPABILITY, maxReplyPrice, rateOf, TOKENS_PER_PRICE } from '../../dry-run/rules.ts';
import { referencesInSettings, resolveReferencedRecords } from '../../executions/accept.ts';
import type { Call } from '../../kernel/call.ts';
import { utcDay } from '../../kernel/days.ts';
import type { Deps } from '../../kernel/deps.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { HISTORY_DAYS, historyStart, type MeasuredCost, measureCost } from '../measured-store.ts';
import { estimateBody } from '../schema.ts';

/** Estimated cost of a capability, in credits. */
export interface CostEstimate {
  capability: string;
  quantity: number;
  estimated_credits: number;
  low: number;
  high: number;
  /** Sentences on the source of the figures. */
  basis: string;
  /** Completed executions in the sample; 0: no history. */
  executions: number;
}

/** Estimates the cost of a capability from the price table and from the partner's history. */
export const estimateCost = operation({
  name: 'agents.estimate_cost',
  permission: 'view_companies',
  params: nothing,
  target: capabilityOfBody,
  references: referencesInSettings,
  input: estimateBody,
  inputFor: bodyOfJob(estimateBody, (settings) => settings.optional()),
  checkInput: checkModels(),
  run,
});

/** Only reads. */
async function run(deps: Deps, call: Call, body: z.output<typeof estimateBody>): Promise<CostEstimate> {
  const capability = namedCapability(deps, body.capability);
  const { slug } = capability;
  const { settings, quantity } = body;
  if (settings) await resolveReferencedRecords(deps, call, { capability, settings, context: {} });
  const { price, most, sentence } = pricing(deps.ai.models, capability, body);
  const now = deps.clock.now();
  const since = historyStart(now);
  const partnerId = partnerOf(call);
  const [measured, charges] = await Promise.all([
    measureCost(deps.db, partnerId, { capability: slug, since }),
    readCapabilityCharges(deps.db, partnerId, { from: utcDay(since), to: utcDay(now) }),
  ]);
  return {
    capability: slug,
    quantity,
    estimated_credits: price * quantity,
    low: Math.min(price, measured?.low ?? price) * quantity,
    high: Math.max(most, measured?.high ?? most) * quantity,
    basis: [sentence, ...historySentences(measured, charges.get(slug) ?? 0)].join(' '),
    executions: measured?.executions ?? 0,
  };
}

/** Cost of one run, its maximum and the reasons. */
function pricing(
  models: AiModels,
  capability: Capability,
  { quantity, settings, model }: z.output<typeof estimateBody>,
): { price: number; most: number; sentence: string } {
  const times = quantity === 1 ? '' : `, ${quantity} times`;
  // With settings, an execution is meant; without them, the messages of dry-run sessions.
  if (capability.slug === DRY_RUN_SESSION_CAPABILITY && !settings) {
    const isOffered = models.known.some((each) => each.isOffered && each.name === model);
    const asked = isOffered && model !== undefined ? model : models.byTask.write;
    const price = rateOf(models, asked);
    const most = maxReplyPrice(price);
    const instead = model === undefined || isOffered ? '' : `${model} is not on offer; the configured model is asked. `;
    const sentence = `${instead}A reply by ${asked} costs ${price} credits for each ${TOKENS_PER_PRICE} tokens that it has begun, ${most} at most${times}.`;
    return { price, most, sentence };
  }
  const price = settings ? priceOf(capability, settings) : capability.estimated_credits;
  const what = settings ? 'with these settings' : 'before its settings are known';
  const whichever = model === undefined ? '' : ` The price is the same whatever model is asked, ${model} included.`;
  return { price, most: price, sentence: `The price table has ${price} credits ${what}${times}.${whichever}` };
}

function historySentences(measured: MeasuredCost | null, charged: number): string[] {
  const period = `the last ${HISTORY_DAYS} days`;
  if (!measured && charged === 0) return [`There is no history: nothing of this kind was charged in ${period}.`];
  const sentences = [`In ${period} ${charged} credits were charged for it.`];
  if (!measured) return sentences;
  const { executions, low, high } = measured;
  return [
    ...sentences,
    `Of ${executions} executions completed in that time, a tenth cost no more than ${low} credits and nine tenths no more than ${high}.`,
  ];
}
