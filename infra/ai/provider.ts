import type { AiTask } from './port.ts';
import type { PriceTable } from './prices.ts';

/** How a provider is asked for an object: by a schema that it enforces, for any JSON with the schema in words, or in words alone. */
export const STRUCTURED_MODES = ['json_schema', 'json_object', 'words'] as const;
export type StructuredMode = (typeof STRUCTURED_MODES)[number];

/** Where an OpenAI-compatible provider is, and the models to ask. */
export interface AiProvider {
  /** With the version prefix, such as `https://api.openai.com/v1`. */
  baseUrl: string;
  /** undefined: it needs none. */
  apiKey: string | undefined;
  /** Asked where neither the request nor the task names another. */
  model: string;
  models?: Partial<Record<AiTask, string>>;
  /** Further models that requests may name. */
  offered?: readonly string[];
  /** A number goes with every question, `omit` with none; undefined: what each question wants. */
  temperature?: number | 'omit' | undefined;
  /** The first way in which objects are asked for; `json_schema` when absent. */
  structured?: StructuredMode | undefined;
}

/** The providers of a process. */
export interface AiConfig {
  provider: AiProvider;
  /** Asked for sandbox keys; undefined: there is none, and what they ask of the AI is refused. */
  sandbox: AiProvider | undefined;
  timeoutMs: number;
  prices: PriceTable;
}

/** Who writes: host and models, never a key; for people and logs. */
export function describeProvider({ baseUrl, model, models = {} }: AiProvider): { host: string; model: string } {
  const others = Object.entries(models).filter(([, other]) => other !== model);
  const named = others.map(([task, other]) => `${task}: ${other}`).join(', ');
  return { host: new URL(baseUrl).host, model: named === '' ? model : `${model} (${named})` };
}
