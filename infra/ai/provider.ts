import Big from 'big.js';
import {
  AI_TASKS,
  type AiModel,
  type AiModels,
  type AiPort,
  type AiTask,
  type AiUsage,
  type ChosenEmbeddingModel,
} from './port.ts';

/** How objects are requested: with an enforced schema, as any JSON with the schema in the prompt, or by the prompt alone. */
export const STRUCTURED_MODES = ['json_schema', 'json_object', 'words'] as const;
export type StructuredMode = (typeof STRUCTURED_MODES)[number];

/** Where an OpenAI-compatible API is. */
export interface AiEndpoint {
  /** With the version prefix, such as `https://api.openai.com/v1`. */
  baseUrl: string;
  /** undefined: it needs none. */
  apiKey: string | undefined;
}

/** Where an OpenAI-compatible provider is, and the models to ask. */
export interface AiProvider extends AiEndpoint {
  /** Default model. */
  model: string;
  models?: Partial<Record<AiTask, string>>;
  /** Further models that requests may name. */
  offered?: readonly string[];
  /** A number overrides the temperature of every request, `omit` sends none; undefined: as requested. */
  temperature?: number | 'omit' | undefined;
  /** The mode to try first for objects; `json_schema` when absent. */
  structured?: StructuredMode | undefined;
  /** The model for embeddings; undefined: none are asked for. */
  embeddings?: ChosenEmbeddingModel | undefined;
  /** Requests for embeddings of passages that a process makes at once; 50 when absent. */
  embeddingsConcurrency?: number;
  /** Where embeddings are made, when that is elsewhere or with another key. */
  embeddingsAt?: AiEndpoint | undefined;
}

/** The providers of a process. */
export interface AiConfig {
  provider: AiProvider;
  /** Used for sandbox keys; undefined: their AI requests are refused. */
  sandbox: AiProvider | undefined;
  timeoutMs: number;
  prices: PriceTable;
}

/** Host and models of the provider, for people and logs; never the key. */
export function describeProvider({ baseUrl, model, models = {} }: AiProvider): { host: string; model: string } {
  const others = Object.entries(models).filter(([, other]) => other !== model);
  const named = others.map(([task, other]) => `${task}: ${other}`).join(', ');
  return { host: new URL(baseUrl).host, model: named === '' ? model : `${model} (${named})` };
}

/** US dollars for a million tokens, as decimal strings. */
interface ModelPrice {
  input: string;
  output: string;
}

/** Prices by model. */
export type PriceTable = Readonly<Record<string, ModelPrice>>;

/** List prices without discounts (cache, batch), from the providers' public price pages as of 2025; a file of the operator's goes first. */
export const LIST_PRICES: PriceTable = {
  'gpt-5': { input: '1.25', output: '10' },
  'gpt-5-mini': { input: '0.25', output: '2' },
  'gpt-5-nano': { input: '0.05', output: '0.4' },
  'gpt-4.1': { input: '2', output: '8' },
  'gpt-4.1-mini': { input: '0.4', output: '1.6' },
  'gpt-4.1-nano': { input: '0.1', output: '0.4' },
  'gpt-4o': { input: '2.5', output: '10' },
  'gpt-4o-mini': { input: '0.15', output: '0.6' },
  'gemini-2.5-pro': { input: '1.25', output: '10' },
  'gemini-2.5-flash': { input: '0.3', output: '2.5' },
  'mistral-large-latest': { input: '2', output: '6' },
  'mistral-small-latest': { input: '0.1', output: '0.3' },
  'marketwright-sandbox': { input: '0', output: '0' },
  'marketwright-sandbox-mini': { input: '0', output: '0' },
};

/** List prices of models for embeddings (https://platform.openai.com/docs/pricing, 2025), which write nothing and are on offer for nothing else. */
export const EMBEDDING_PRICES: PriceTable = {
  'text-embedding-3-small': { input: '0.02', output: '0' },
  'text-embedding-3-large': { input: '0.13', output: '0' },
  'mistral-embed': { input: '0.1', output: '0' },
  'marketwright-sandbox-embeddings': { input: '0', output: '0' },
};

/** Cost of the tokens in millionths of a US dollar; null when the model has no price. */
export function priceMicros(prices: PriceTable, model: string, { inputTokens, outputTokens }: AiUsage): number | null {
  const price = prices[model] ?? prices[bareName(model)];
  if (!price) return null;
  // A dollar for a million tokens is a millionth of a dollar for one.
  return new Big(price.input).times(inputTokens).plus(new Big(price.output).times(outputTokens)).round(0).toNumber();
}

/** `openai/gpt-5-mini-2025-08-07` of a gateway is `gpt-5-mini`. */
function bareName(model: string): string {
  return (model.split('/').at(-1) ?? model).replace(/-\d{4}-?\d{2}-?\d{2}$/, '');
}

/** The models for embeddings of the providers; null where there are none. */
export function embeddingsOf({ provider, sandbox }: Pick<AiConfig, 'provider' | 'sandbox'>): AiPort['embeddings'] {
  return { live: provider.embeddings ?? null, sandbox: sandbox?.embeddings ?? null };
}

/** The models that the settings name, and those that have a price. */
export function modelsOf({ provider, prices = LIST_PRICES }: Pick<AiConfig, 'provider'> & Partial<AiConfig>): AiModels {
  const byTask = Object.fromEntries(AI_TASKS.map((task) => [task, provider.models?.[task] ?? provider.model]));
  const offered = new Set([provider.model, ...Object.values(byTask), ...(provider.offered ?? [])]);
  const known = [...new Set([...offered, ...Object.keys(prices)])].map(
    (name): AiModel => ({ name, isOffered: offered.has(name), price: prices[name] ?? null }),
  );
  return { known, byTask: byTask as Record<AiTask, string> };
}
