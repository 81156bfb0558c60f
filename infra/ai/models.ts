import { AI_TASKS, type AiModel, type AiModels, type AiTask } from './port.ts';
import { LIST_PRICES } from './prices.ts';
import type { AiConfig } from './provider.ts';

/** The models that the settings name, and those that have a price. */
export function modelsOf({ provider, prices = LIST_PRICES }: Pick<AiConfig, 'provider'> & Partial<AiConfig>): AiModels {
  const byTask = Object.fromEntries(AI_TASKS.map((task) => [task, provider.models?.[task] ?? provider.model]));
  const offered = new Set([provider.model, ...Object.values(byTask), ...(provider.offered ?? [])]);
  const known = [...new Set([...offered, ...Object.keys(prices)])].map(
    (name): AiModel => ({ name, isOffered: offered.has(name), price: prices[name] ?? null }),
  );
  return { known, byTask: byTask as Record<AiTask, string> };
}
