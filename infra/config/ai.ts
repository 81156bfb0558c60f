import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { AI_TASKS } from '../ai/port.ts';
import { type AiConfig, LIST_PRICES, type PriceTable, STRUCTURED_MODES } from '../ai/provider.ts';
import { baseUrl, environment, SettingsError } from './environment.ts';

/** Fewest numbers of an embedding that distinguish meanings, and most that a row of the database holds in place. */
const MIN_DIMENSIONS = 64;
const MAX_DIMENSIONS = 1_536;
/** From which cosine the sandbox's model makes a passage an answer; chosen on the questions of test/knowledge. */
const SANDBOX_SIMILARITY = 0.5;

/** Settings of the AI provider. */
export const aiSettings = {
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: baseUrl.optional(),
  AI_MODEL: z.string().default('gpt-5-mini'),
  AI_MODEL_PLAN: z.string().optional(),
  AI_MODEL_WRITE: z.string().optional(),
  AI_MODEL_ANALYSE: z.string().optional(),
  AI_MODELS: z.string().default(''),
  AI_TEMPERATURE: z
    .union([z.literal('omit'), z.coerce.number().min(0).max(2)], 'must be `omit` or a number from 0 to 2')
    .optional(),
  AI_STRUCTURED: z.enum(STRUCTURED_MODES).optional(),
  AI_PRICES_FILE: z.string().optional(),
  AI_TIMEOUT_SECONDS: z.coerce.number().min(1).max(600).default(120),
  EMBEDDINGS_MODEL: z.string().max(120).optional(),
  EMBEDDINGS_DIMENSIONS: z.coerce.number().int().min(MIN_DIMENSIONS).max(MAX_DIMENSIONS).default(512),
  EMBEDDINGS_ANSWER_SIMILARITY: z.coerce.number().min(0).max(1).default(0.5),
  AI_PROVIDER: z.literal('sandbox', 'can only be `sandbox`').optional(),
  SANDBOX_AI_BASE_URL: baseUrl.optional(),
};
const schema = z.object(aiSettings);

const PRICE_FORM = 'must be US dollars for a million tokens, as a text such as "0.25"';
const price = z.string(PRICE_FORM).regex(/^\d{1,6}(\.\d{1,6})?$/, PRICE_FORM);
const priceFile = z.record(z.string(), z.strictObject({ input: price, output: price }));

/** The settings of the AI alone, for a command that needs no other; throws one SettingsError that names every bad variable. */
export function loadAiConfig(env: NodeJS.ProcessEnv = process.env): AiConfig {
  return aiConfig(environment(schema, env));
}

/** Generated filler must never be sold by mistake: the sandbox AI serves live keys only when configured explicitly. */
export function aiConfig(values: z.output<typeof schema>): AiConfig {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: address, SANDBOX_AI_BASE_URL: sandboxUrl } = values;
  const sandbox = sandboxUrl
    ? {
        baseUrl: sandboxUrl,
        apiKey: 'sandbox',
        model: 'marketwright-sandbox',
        offered: ['marketwright-sandbox-mini'],
        embeddings: embeddings(values, {
          name: 'marketwright-sandbox-embeddings',
          answerSimilarity: SANDBOX_SIMILARITY,
        }),
      }
    : undefined;
  const named = apiKey || address ? namedProvider(values) : undefined;
  const provider = named ?? (values.AI_PROVIDER === 'sandbox' ? sandbox : undefined);
  if (!provider) {
    throw new SettingsError(
      values.AI_PROVIDER === 'sandbox'
        ? 'AI_PROVIDER=sandbox needs the address of a sandbox AI: set SANDBOX_AI_BASE_URL, such as to the one that `npm run sandbox` prints.'
        : 'There is no AI provider: set OPENAI_API_KEY, or OPENAI_BASE_URL for one that needs no key, or AI_PROVIDER=sandbox to have the sandbox AI write for everybody.',
    );
  }
  return { provider, sandbox, timeoutMs: values.AI_TIMEOUT_SECONDS * 1000, prices: prices(values.AI_PRICES_FILE) };
}

function namedProvider(values: z.output<typeof schema>): AiConfig['provider'] {
  const byTask = { plan: values.AI_MODEL_PLAN, write: values.AI_MODEL_WRITE, analyse: values.AI_MODEL_ANALYSE };
  const models = Object.fromEntries(AI_TASKS.flatMap((task) => (byTask[task] ? [[task, byTask[task]]] : [])));
  return {
    baseUrl: values.OPENAI_BASE_URL ?? 'https://api.openai.com/v1',
    apiKey: values.OPENAI_API_KEY,
    model: values.AI_MODEL,
    models,
    offered: listed(values.AI_MODELS),
    temperature: values.AI_TEMPERATURE,
    structured: values.AI_STRUCTURED,
    embeddings: embeddings(values),
  };
}

/** The model for embeddings, or the one of the sandbox AI in its place; undefined where embeddings are switched off. */
function embeddings(
  {
    EMBEDDINGS_MODEL: chosen,
    EMBEDDINGS_DIMENSIONS: dimensions,
    EMBEDDINGS_ANSWER_SIMILARITY: answerSimilarity,
  }: z.output<typeof schema>,
  instead?: { name: string; answerSimilarity: number },
): AiConfig['provider']['embeddings'] {
  return chosen ? { name: chosen, dimensions, answerSimilarity, ...instead } : undefined;
}

/** The names of a list, which commas separate. */
function listed(names: string): string[] {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** The list prices, with those of the operator's file in their place. */
function prices(file: string | undefined): PriceTable {
  if (file === undefined) return LIST_PRICES;
  try {
    return { ...LIST_PRICES, ...priceFile.parse(JSON.parse(readFileSync(file, 'utf8'))) };
  } catch (error) {
    const problem = error instanceof z.ZodError ? z.prettifyError(error).replaceAll('\n', ' ') : String(error);
    throw new SettingsError(`AI_PRICES_FILE: ${problem}`);
  }
}
