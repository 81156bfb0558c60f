import type { OpenSpan, Tracing } from '../telemetry/tracing.ts';
import type { OutboundResponse } from './exchange.ts';
import type { GuardedClient } from './guarded-client.ts';
import { momentOfHttpDate } from './http-date.ts';
import { OutboundError } from './outbound-error.ts';

/** Milliseconds from the call to the last byte of the response. */
const TIMEOUT_MS = 15_000;

/** A message to an address that a partner named. */
interface Message {
  url: string;
  headers: Record<string, string>;
  body: string;
  onBehalfOf: string;
  /** The span that it is sent for; the active one when absent. */
  traceparent?: string | null;
}

/** Posts messages to addresses that partners named, through the guarded client; returns failures instead of throwing. */
export function createSender(client: GuardedClient, tracing?: Tracing) {
  const post = async (message: Message) => {
    const startedAt = performance.now();
    try {
      const answer = await client.send({ ...message, method: 'POST', timeoutMs: TIMEOUT_MS });
      const success = answer.status >= 200 && answer.status < 300;
      return {
        responseCode: answer.status,
        errorClass: success ? null : 'http',
        error: success ? null : `The endpoint answered ${answer.status}.`,
        excerpt: excerptOf(answer.excerpt),
        responseHeaders: headersOf(answer.headers),
        durationMs: answer.durationMs,
        retryAfterMs: retryAfterOf(answer),
      };
    } catch (error) {
      const known = error instanceof OutboundError;
      return {
        responseCode: null,
        errorClass: known ? error.kind : 'unexpected',
        error: known ? error.message : 'The endpoint could not be called.',
        excerpt: null,
        responseHeaders: null,
        durationMs: performance.now() - startedAt,
        retryAfterMs: null,
      };
    }
  };

  return {
    send: (message: Message) => (tracing ? sendTraced(tracing, message, post) : post(message)),

    async objection(url: string): Promise<string | null> {
      try {
        await client.checkUrl(url);
        return null;
      } catch (error) {
        // As a sentence, like every problem with a field.
        if (error instanceof OutboundError) return `${error.message}.`;
        throw error;
      }
    },
  };
}

/**
 * Sends in two spans: one in the trace of what is sent, and one in a trace of its own, which the receiver gets. So
 * receivers can follow a delivery, but not see which of them belong together.
 */
function sendTraced<Result extends { responseCode: number | null; errorClass: string | null }>(
  tracing: Tracing,
  message: Message,
  post: (message: Message) => Promise<Result>,
): Promise<Result> {
  const url = URL.parse(message.url);
  const address = { 'server.address': url?.hostname, 'server.port': url?.port ? Number(url.port) : undefined };
  const settle = (span: OpenSpan, { responseCode, errorClass }: Result) => {
    span.set({ 'http.response.status_code': responseCode ?? undefined });
    if (errorClass !== null) span.fail(errorClass === 'http' ? String(responseCode) : errorClass);
  };
  const origin = message.traceparent ? { origin: { own: message.traceparent } } : {};
  return tracing.run({ name: 'send webhook', kind: 'producer', attributes: address, ...origin }, (sending) =>
    tracing.run(
      { name: 'POST', kind: 'client', origin: 'fresh', attributes: { 'http.request.method': 'POST', ...address } },
      async (call) => {
        const { traceparent } = call;
        const headers = traceparent === undefined ? message.headers : { ...message.headers, traceparent };
        const result = await post({ ...message, headers });
        settle(call, result);
        settle(sending, result);
        return result;
      },
    ),
  );
}

/** Text of the answer that a database can keep: valid UTF-8 without NUL. */
function excerptOf(bytes: Buffer): string | null {
  return bytes.length === 0 ? null : bytes.toString('utf8').replaceAll('\0', '\uFFFD');
}

/** Characters of the names and values of headers that are kept. */
const MAX_HEADERS_LENGTH = 2_048;

/** The headers of an answer, as far as they are kept: cookies are credentials, and their setter knows them. */
function headersOf(headers: OutboundResponse['headers']): Record<string, string> {
  const kept: Record<string, string> = {};
  let left = MAX_HEADERS_LENGTH;
  for (const [name, field] of Object.entries(headers)) {
    if (field === undefined || name.startsWith('set-cookie')) continue;
    const value = [field].flat().join(', ').replaceAll('\0', '\uFFFD');
    left -= name.length + value.length;
    if (left < 0) break;
    kept[name] = value;
  }
  return kept;
}

/** Retry-After in milliseconds, given in seconds or as a date; null when absent or past. */
function retryAfterOf(answer: OutboundResponse): number | null {
  const field = answer.headers['retry-after'];
  const value = Array.isArray(field) ? field[0] : field;
  if (value === undefined) return null;
  const waitMs = /^\d{1,9}$/.test(value.trim()) ? Number(value) * 1000 : momentOfHttpDate(value) - Date.now();
  return waitMs > 0 ? waitMs : null;
}
