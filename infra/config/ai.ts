import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { AI_TASKS, type ChosenEmbeddingModel, type EmbeddingInputs, type EmbeddingRole } from '../ai/port.ts';
import {
  type AiConfig,
  type AiEndpoint,
  type AiProvider,
  LIST_PRICES,
  type PriceTable,
  STRUCTURED_MODES,
} from '../ai/provider.ts';
import { baseUrl, environment, SettingsError } from './environment.ts';

/** Fewest numbers of an embedding that distinguish meanings, and most that a row of the database holds in place. */
const MIN_DIMENSIONS = 64;
const MAX_DIMENSIONS = 1_536;
/** Most passages of a request, as long as they are. */
const MAX_BATCH = 100;
/** Longest prefix of a text: an instruction of a sentence or two. */
const MAX_PREFIX = 500;
/**
 * From which similarity a passage is an answer, by the sandbox's model and by others: so high that nothing passes of the half `dev` of
 * test/knowledge that no document answers (docs/decisions/0150-similarity-is-calibrated.md).
 */
const SANDBOX_SIMILARITY = 0.49;
const ANSWER_SIMILARITY = 0.52;

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
  EMBEDDINGS_BASE_URL: baseUrl.optional(),
  EMBEDDINGS_API_KEY: z.string().optional(),
  EMBEDDINGS_QUERY_PREFIX: z.string().max(MAX_PREFIX).optional(),
  EMBEDDINGS_PASSAGE_PREFIX: z.string().max(MAX_PREFIX).optional(),
  EMBEDDINGS_QUERY_TYPE: z.string().max(60).optional(),
  EMBEDDINGS_PASSAGE_TYPE: z.string().max(60).optional(),
  EMBEDDINGS_CONCURRENCY: z.coerce.number().int().min(1).max(200).default(50),
  EMBEDDINGS_BATCH_SIZE: z.coerce.number().int().min(1).max(MAX_BATCH).default(MAX_BATCH),
  EMBEDDINGS_ANSWER_SIMILARITY: z.coerce.number().min(0).max(1).default(ANSWER_SIMILARITY),
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
          inputs: {},
          answerSimilarity: SANDBOX_SIMILARITY,
        }),
      }
    : undefined;
  const named = apiKey || address ? namedProvider(values) : undefined;
  const provider = named ?? (values.AI_PROVIDER === 'sandbox' ? sandbox && withEmbeddings(values, sandbox) : undefined);
  if (!provider) {
    throw new SettingsError(
      values.AI_PROVIDER === 'sandbox'
        ? 'AI_PROVIDER=sandbox needs the address of a sandbox AI: set SANDBOX_AI_BASE_URL, such as to the one that `npm run sandbox` prints.'
        : 'There is no AI provider: set OPENAI_API_KEY, or OPENAI_BASE_URL for one that needs no key, or AI_PROVIDER=sandbox to have the sandbox AI write for everybody.',
    );
  }
  return { provider, sandbox, timeoutMs: values.AI_TIMEOUT_SECONDS * 1000, prices: prices(values.AI_PRICES_FILE) };
}

/** The sandbox AI as everybody's provider: embeddings may come from elsewhere all the same. */
function withEmbeddings(values: z.output<typeof schema>, sandbox: AiProvider): AiProvider {
  const embeddingsAt = embeddingsEndpoint(values, sandbox);
  const embeddingsConcurrency = values.EMBEDDINGS_CONCURRENCY;
  return embeddingsAt ? { ...sandbox, embeddings: embeddings(values), embeddingsAt, embeddingsConcurrency } : sandbox;
}

/** Where embeddings are made, unless it is where texts are. A key is never sent to an address that it was not given for. */
function embeddingsEndpoint(
  { EMBEDDINGS_BASE_URL: baseUrl, EMBEDDINGS_API_KEY: apiKey }: z.output<typeof schema>,
  provider: AiEndpoint,
): AiEndpoint | undefined {
  if (baseUrl !== undefined) return { baseUrl, apiKey };
  return apiKey === undefined ? undefined : { baseUrl: provider.baseUrl, apiKey };
}

function namedProvider(values: z.output<typeof schema>): AiConfig['provider'] {
  const byTask = { plan: values.AI_MODEL_PLAN, write: values.AI_MODEL_WRITE, analyse: values.AI_MODEL_ANALYSE };
  const models = Object.fromEntries(AI_TASKS.flatMap((task) => (byTask[task] ? [[task, byTask[task]]] : [])));
  const endpoint = {
    baseUrl: values.OPENAI_BASE_URL ?? 'https://api.openai.com/v1',
    apiKey: values.OPENAI_API_KEY,
  };
  return {
    ...endpoint,
    model: values.AI_MODEL,
    models,
    offered: listed(values.AI_MODELS),
    temperature: values.AI_TEMPERATURE,
    structured: values.AI_STRUCTURED,
    embeddings: embeddings(values),
    embeddingsConcurrency: values.EMBEDDINGS_CONCURRENCY,
    embeddingsAt: embeddingsEndpoint(values, endpoint),
  };
}

/** The model for embeddings, or the one of the sandbox AI in its place; undefined where embeddings are switched off. */
function embeddings(
  {
    EMBEDDINGS_MODEL: chosen,
    EMBEDDINGS_DIMENSIONS: dimensions,
    EMBEDDINGS_BATCH_SIZE: batchSize,
    EMBEDDINGS_ANSWER_SIMILARITY: answerSimilarity,
    ...values
  }: z.output<typeof schema>,
  instead?: Omit<ChosenEmbeddingModel, 'dimensions' | 'batchSize'>,
): ChosenEmbeddingModel | undefined {
  const inputs = {
    ...inputOf('query', values.EMBEDDINGS_QUERY_PREFIX, values.EMBEDDINGS_QUERY_TYPE),
    ...inputOf('passage', values.EMBEDDINGS_PASSAGE_PREFIX, values.EMBEDDINGS_PASSAGE_TYPE),
  };
  return chosen ? { name: chosen, dimensions, inputs, batchSize, answerSimilarity, ...instead } : undefined;
}

function inputOf(role: EmbeddingRole, prefix: string | undefined, type: string | undefined): EmbeddingInputs {
  if (prefix === undefined && type === undefined) return {};
  return { [role]: { ...(prefix !== undefined && { prefix }), ...(type !== undefined && { type }) } };
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
