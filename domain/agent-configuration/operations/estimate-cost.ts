import type { z } from 'zod';
import { checkModels } from '../../agents/check-models.ts';
import { priceOf } from '../../capabilities/settings.ts';
import { namedRecords } from '../../executions/records-in-context.ts';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { type MeasuredCost, measureCost } from '../measured-store.ts';
import { HISTORY_DAYS, historyStart } from '../rules.ts';
import { estimateBody } from '../schema.ts';
import { settingsOf } from '../settings-of.ts';
import { namedCapability } from '../target.ts';

/** What carrying a capability out would cost, in credits. */
export interface CostEstimate {
  capability: string;
  quantity: number;
  estimated_credits: number;
  low: number;
  high: number;
  /** What the figures rest on, in sentences. */
  basis: string;
  /** Completed executions that were looked at; 0: there is no history. */
  executions: number;
}

/** Estimates what a capability costs: by the price table, and by what it has cost the partner. */
export const estimateCost = operation({
  name: 'agents.estimate_cost',
  permission: 'view_companies',
  params: nothing,
  input: estimateBody,
  checkInput: checkModels(),
  run,
});

/** Only reads. */
async function run(deps: Deps, call: Call, body: z.output<typeof estimateBody>): Promise<CostEstimate> {
  const capability = namedCapability(body.capability);
  const settings = body.settings && settingsOf(capability, body.settings);
  if (settings) await namedRecords(deps, call, capability, { settings, context: {} });
  const price = settings ? priceOf(capability, settings) : capability.estimated_credits;
  const since = historyStart(deps.clock.now());
  const measured = await measureCost(deps.db, partnerOf(call), { capability: capability.slug, since });
  return {
    capability: capability.slug,
    quantity: body.quantity,
    estimated_credits: price * body.quantity,
    low: Math.min(price, measured?.low ?? price) * body.quantity,
    high: Math.max(price, measured?.high ?? price) * body.quantity,
    basis: [priceSentence(price, body), historySentence(measured)].join(' '),
    executions: measured?.executions ?? 0,
  };
}

function priceSentence(price: number, { quantity, settings, model }: z.output<typeof estimateBody>): string {
  const times = quantity === 1 ? '' : `, ${quantity} times`;
  const what = settings ? 'with these settings' : 'before its settings are known';
  const whichever = model === undefined ? '' : ` The price is the same whatever model is asked, ${model} included.`;
  return `The price table has ${price} credits ${what}${times}.${whichever}`;
}

function historySentence(measured: MeasuredCost | null): string {
  if (!measured) return `There is no history: nothing of this kind was completed in the last ${HISTORY_DAYS} days.`;
  const { executions, low, high } = measured;
  return `Of ${executions} executions completed in the last ${HISTORY_DAYS} days, a tenth cost no more than ${low} credits and nine tenths no more than ${high}.`;
}
