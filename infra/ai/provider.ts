import type { AiTask } from './port.ts';
import type { PriceTable } from './prices.ts';

/** How objects are requested: with an enforced schema, as any JSON with the schema in the prompt, or by the prompt alone. */
export const STRUCTURED_MODES = ['json_schema', 'json_object', 'words'] as const;
export type StructuredMode = (typeof STRUCTURED_MODES)[number];

/** Where an OpenAI-compatible provider is, and the models to ask. */
export interface AiProvider {
  /** With the version prefix, such as `https://api.openai.com/v1`. */
  baseUrl: string;
  /** undefined: it needs none. */
  apiKey: string | undefined;
  /** Default model. */
  model: string;
  models?: Partial<Record<AiTask, string>>;
  /** Further models that requests may name. */
  offered?: readonly string[];
  /** A number overrides the temperature of every request, `omit` sends none; undefined: as requested. */
  temperature?: number | 'omit' | undefined;
  /** The mode to try first for objects; `json_schema` when absent. */
  structured?: StructuredMode | undefined;
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
