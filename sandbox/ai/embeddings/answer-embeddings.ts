import { Buffer } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { HttpProblem, readJson, sendJson } from '../../http.ts';
import { inSlices } from '../../slices.ts';
import type { Fault, Faults } from '../faults.ts';
import { sendError } from '../reply.ts';
import type { RequestLog } from '../request-log.ts';
import { embedText } from './embed-text.ts';

/** Name of the sandbox's model for embeddings. */
export const sandboxEmbeddings = 'marketwright-sandbox-embeddings';

const MAX_TEXTS = 2_048;
const DEFAULT_DIMENSIONS = 1_536;
const CHARACTERS_PER_TOKEN = 4;

const requestSchema = z.object({
  model: z.string(),
  input: z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(MAX_TEXTS)]),
  dimensions: z.int().min(1).max(DEFAULT_DIMENSIONS).default(DEFAULT_DIMENSIONS),
  encoding_format: z.enum(['float', 'base64']).default('float'),
});

/** POST /v1/embeddings: plays the failure that is due, if any, and answers. */
export async function answerEmbeddings(
  request: IncomingMessage,
  response: ServerResponse,
  faults: Faults,
  log: RequestLog,
): Promise<void> {
  const { input, dimensions, encoding_format } = requestSchema.parse(await readJson(request));
  if (!/^Bearer \S/.test(request.headers.authorization ?? '')) {
    throw new HttpProblem(401, 'You did not provide an API key', 'invalid_api_key');
  }
  const texts = [input].flat();
  const { latency_ms: latencyMs } = faults.current();
  const fault = faults.take(texts.join('\n'));
  log.add({
    idempotency_key: request.headers['idempotency-key']?.toString() ?? null,
    schema: 'embeddings',
    stream: false,
    fault: fault?.kind ?? null,
  });
  const leaving = new AbortController();
  response.once('close', () => leaving.abort());
  const gone = leaving.signal;
  try {
    const waitMs = latencyMs + (fault?.kind === 'slow' ? fault.delay_ms : 0);
    if (waitMs > 0) await sleep(waitMs, undefined, { signal: gone });
    if (fault?.kind === 'rate_limit') {
      response.setHeader('retry-after', String(fault.retry_after_seconds));
      return sendError(response, 429, 'Rate limit reached', 'rate_limit_exceeded');
    }
    if (fault?.kind === 'error')
      return sendError(response, fault.status, `The sandbox was told to answer ${fault.status}`);
    if (fault?.kind === 'refuse') return sendError(response, 400, 'The input was refused', 'content_filter');
    if (fault?.kind === 'hang') return faults.hang(fault.match, response);
    if (fault?.kind === 'cut_off') return void response.write('{"object":"list","data":[', () => response.destroy());
    await sendEmbeddings(response, texts, { encoding_format, ...spoiled(dimensions, texts.length, fault) });
  } catch (error) {
    if (!gone.aborted) throw error;
  }
}

/** The form with the failure in it: vectors of another length, or one fewer than texts. */
function spoiled(dimensions: number, count: number, fault: Fault | undefined): { dimensions: number; count: number } {
  if (fault?.kind !== 'nonsense') return { dimensions, count };
  return fault.how === 'missing_key' ? { dimensions, count: count - 1 } : { dimensions: dimensions + 1, count };
}

async function sendEmbeddings(
  response: ServerResponse,
  texts: readonly string[],
  { encoding_format, dimensions, count }: { encoding_format: 'float' | 'base64'; dimensions: number; count: number },
): Promise<void> {
  const vectors = await inSlices(embedEach(texts.slice(0, count), dimensions));
  const data = vectors.map((vector, index) => {
    return { object: 'embedding', index, embedding: encoding_format === 'base64' ? base64Of(vector) : [...vector] };
  });
  const prompt_tokens = texts.reduce((sum, { length }) => sum + Math.ceil(length / CHARACTERS_PER_TOKEN), 0);
  sendJson(response, 200, {
    object: 'list',
    data,
    model: sandboxEmbeddings,
    usage: { prompt_tokens, total_tokens: prompt_tokens },
  });
}

function* embedEach(texts: readonly string[], dimensions: number): Generator<undefined, Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (const text of texts) {
    vectors.push(embedText(text, dimensions));
    yield;
  }
  return vectors;
}

/** Little-endian 32-bit numbers, as OpenAI writes them. */
function base64Of(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes.toString('base64');
}
