import { Buffer } from 'node:buffer';
import type OpenAI from 'openai';
import { APIError } from 'openai';
import type { EmbeddingCreateParams } from 'openai/resources/embeddings';
import type { Attempt } from './attempt.ts';
import { modelIn, plainText } from './completion.ts';
import { type AiEmbedRequest, AiError, type AiUsage, EMBED_LIMITS } from './port.ts';
import { refusalOf } from './refusal.ts';

/** The optional parameters that a provider takes; it says so by refusing them. */
export interface EmbeddingsForm {
  dimensions: boolean;
  encoding_format: boolean;
}

/** The form to try first. */
export function embeddingsForm(): EmbeddingsForm {
  return { dimensions: true, encoding_format: true };
}

/** Statuses with which providers reject a parameter. */
const MALFORMED_REQUEST = new Set([400, 422]);

/**
 * Requests the embeddings of texts, as unit vectors. A parameter that the provider refuses is left out from then on (`form` is
 * changed), but never a vector of another length taken. Throws AiError and errors of the client.
 */
export async function embedTexts(
  client: OpenAI,
  attempt: Attempt,
  request: AiEmbedRequest,
  form: EmbeddingsForm,
): Promise<{ vectors: Float32Array[]; usage: AiUsage }> {
  for (;;) {
    attempt.startRequest();
    try {
      const { response, data } = await send(client, attempt, request, form);
      attempt.reportUsage(response?.usage);
      attempt.answeredBy = modelIn(response);
      const vectors = data.map((item) => unitVector(item, request.model.dimensions));
      attempt.succeed();
      return { vectors, usage: attempt.usageOfRequest };
    } catch (error) {
      if (attempt.signal.aborted || !isLeftOut(error, form)) throw error;
    }
  }
}

/** Throws RangeError for more texts than EMBED_LIMITS, or none. */
export function checkLimits(texts: readonly string[]): void {
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  const isLong = texts.some(({ length }) => length > EMBED_LIMITS.charactersOfText);
  if (texts.length === 0 || texts.length > EMBED_LIMITS.texts || isLong || characters > EMBED_LIMITS.characters) {
    throw new RangeError('These are more texts than one request for embeddings takes, or none.');
  }
}

async function send(
  client: OpenAI,
  attempt: Attempt,
  { model, role, texts, idempotencyKey }: AiEmbedRequest,
  form: EmbeddingsForm,
) {
  const { prefix = '', type } = model.inputs[role] ?? {};
  const params: EmbeddingCreateParams & { input_type?: string } = {
    model: model.name,
    input: texts.map((text) => `${prefix}${plainText(text)}`),
    // The client asks for base64 itself where no format is given, and then reads nothing else.
    encoding_format: form.encoding_format ? 'base64' : 'float',
    ...(form.dimensions ? { dimensions: model.dimensions } : {}),
    ...(type === undefined ? {} : { input_type: type }),
  };
  const left = Object.entries(form).flatMap(([name, sent]) => (sent ? [] : [`no-${name}`]));
  const headers = { 'Idempotency-Key': [idempotencyKey, ...left].join('/') };
  const response = await client.embeddings.create(params, { signal: attempt.signal, headers });
  return { response, data: inOrder(response?.data, texts.length) };
}

/** Leaves out the parameter that the provider refused; false when it refused none that may be left out. */
function isLeftOut(error: unknown, form: EmbeddingsForm): boolean {
  if (!(error instanceof APIError)) return false;
  const refusal = refusalOf(error);
  if (!MALFORMED_REQUEST.has(refusal.status ?? 0)) return false;
  for (const name of ['dimensions', 'encoding_format'] as const) {
    if (form[name] && (refusal.param === name || (refusal.param === undefined && refusal.mentions(name)))) {
      form[name] = false;
      return true;
    }
  }
  return false;
}

/** The embeddings by their `index`, of which each number must be there once. */
function inOrder(data: unknown, count: number): unknown[] {
  const items: unknown[] = Array.isArray(data) ? data : [];
  const byIndex = new Map(
    items.map((item, place) => {
      const { index = place, embedding } = Object(item) as { index?: unknown; embedding?: unknown };
      return [index, embedding];
    }),
  );
  const ordered = Array.from({ length: count }, (_, index) => byIndex.get(index));
  if (items.length !== count || ordered.includes(undefined)) {
    throw new AiError('malformed', 'The AI provider did not send one embedding for each text');
  }
  return ordered;
}

/** An embedding with length 1: base64 of little-endian 32-bit numbers, or a list of numbers. */
function unitVector(embedding: unknown, dimensions: number): Float32Array {
  const vector = typeof embedding === 'string' ? fromBase64(embedding) : fromList(embedding);
  if (vector.length !== dimensions) {
    throw new AiError(
      'misconfigured',
      `The AI provider sends embeddings of ${vector.length} numbers instead of ${dimensions}: look at EMBEDDINGS_DIMENSIONS`,
    );
  }
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length) || length === 0) {
    throw new AiError('malformed', 'The AI provider sent an embedding that is no direction');
  }
  for (let index = 0; index < vector.length; index += 1) vector[index] = (vector[index] ?? 0) / length;
  return vector;
}

function fromBase64(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  const vector = new Float32Array(Math.floor(bytes.length / 4));
  for (let index = 0; index < vector.length; index += 1) vector[index] = bytes.readFloatLE(index * 4);
  return vector;
}

function fromList(value: unknown): Float32Array {
  if (!Array.isArray(value)) throw new AiError('malformed', 'The AI provider sent no embedding');
  return Float32Array.from(value, (each) => (typeof each === 'number' ? each : Number.NaN));
}
