import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ProviderBehaviour } from './ai-providers.ts';

/** A request as the provider got it. */
interface ReceivedRequest {
  authorization: string | undefined;
  idempotencyKey: string | undefined;
  body: Record<string, unknown> & {
    messages: { role: string; content: string }[];
    response_format?: { type: string };
  };
}

interface Refusal {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** A provider with a scripted behaviour. */
export interface ProviderServer {
  /** With `/v1`. */
  url: string;
  requests: ReceivedRequest[];
  /** Gives every request this answer; undefined: it behaves again. */
  refuseAll(answer: Refusal | undefined): void;
  /** Ends every answer half-way with this finish reason; null: with none, undefined: it behaves again. */
  endWith(finishReason: string | null | undefined): void;
  close(): Promise<void>;
}

/** Its text answer, and its reasoning, which must never be visible. */
export const ANSWER = 'A calm answer.';
export const REASONING = 'Hidden thoughts of the model';
/** Tokens of each answer. */
const ANSWER_TOKENS = 300;

/** Starts a provider of this behaviour on a free port. */
export async function startProviderServer(behaviour: ProviderBehaviour): Promise<ProviderServer> {
  const requests: ReceivedRequest[] = [];
  let refusal: Refusal | undefined;
  let ending: string | null | undefined;
  const server = createServer(async (incoming, response) => {
    const text = await new Response(Readable.toWeb(incoming) as ReadableStream).text();
    const body = JSON.parse(text) as ReceivedRequest['body'];
    requests.push({
      authorization: incoming.headers.authorization,
      idempotencyKey: header(incoming, 'idempotency-key'),
      body,
    });
    const refused: Refusal | undefined = refusal ?? behaviour.refuses.find(({ parameter }) => isAsked(body, parameter));
    if (refused) return send(response, refused.status, refused.body, refused.headers);
    const answer = ending === undefined ? answerOf(behaviour, body) : { text: ANSWER.slice(0, 6), finish: ending };
    if (body['stream']) return stream(response, behaviour, body, answer);
    send(response, 200, completion(behaviour, answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    refuseAll(answer) {
      refusal = answer;
    },
    endWith(finishReason) {
      ending = finishReason;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function header(incoming: IncomingMessage, name: string): string | undefined {
  return incoming.headers[name]?.toString();
}

function isAsked(body: ReceivedRequest['body'], parameter: string | null): boolean {
  if (parameter === null) return true;
  if (parameter === 'system') return body.messages.some(({ role }) => role === 'system');
  const [name = '', type] = parameter.split('.');
  return type === undefined ? name in body : body.response_format?.type === type;
}

function send(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers });
  response.end(isText ? body : JSON.stringify(body));
}

/** An answer's text, and why it ended. */
interface Written {
  text: string;
  finish: string | null;
}

function answerOf(behaviour: ProviderBehaviour, body: ReceivedRequest['body']): Written {
  const limit = Number(body['max_completion_tokens'] ?? body['max_tokens'] ?? Number.POSITIVE_INFINITY);
  if (behaviour.reasoningTokens + ANSWER_TOKENS > limit) return { text: '', finish: 'length' };
  return { text: structuredText(behaviour, body) ?? ANSWER, finish: 'stop' };
}

function structuredText({ looseJson }: ProviderBehaviour, body: ReceivedRequest['body']): string | undefined {
  const json = JSON.stringify({ title: ANSWER, score: 7 });
  if (body.response_format?.type === 'json_schema') return json;
  // Without an enforced schema it knows the form only from the prompt.
  const hasSchemaInPrompt = body.messages.some(({ content }) => /JSON Schema/.test(content) && /"score"/.test(content));
  if (!hasSchemaInPrompt) return body.response_format ? '{}' : undefined;
  if (looseJson === 'plain') return json;
  const object = looseJson === 'wrapped' ? `{"answer": ${json}}` : json;
  return `Here you are:\n\n\`\`\`json\n${object}\n\`\`\`\nI hope it serves.`;
}

/** The answer with its reasoning, as the field of a message or of a chunk. */
function message({ reasoning }: ProviderBehaviour, text: string): Record<string, unknown> {
  const thoughts = `${REASONING} { "a": 1 }`;
  switch (reasoning) {
    case 'none':
      return { content: text };
    case 'field':
      return { content: text, reasoning_content: thoughts, reasoning: thoughts };
    case 'tags':
      return { content: `<think>\n${thoughts}\n</think>\n\n${text}` };
    case 'closing-tag':
      return { content: `${thoughts}\n</think>\n\n${text}` };
    case 'parts':
      return {
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: thoughts }] },
          { type: 'text', text },
        ],
      };
  }
}

const usage = ({ reasoningTokens }: ProviderBehaviour) => ({
  prompt_tokens: 100,
  completion_tokens: ANSWER_TOKENS + reasoningTokens,
  total_tokens: 400 + reasoningTokens,
});

function completion(behaviour: ProviderBehaviour, { text, finish }: Written): unknown {
  const choices = [{ index: 0, finish_reason: finish, message: { role: 'assistant', ...message(behaviour, text) } }];
  return { id: 'c', object: 'chat.completion', model: behaviour.model, choices, usage: usage(behaviour) };
}

/** In pieces of three characters, so that tags are cut in two. */
function stream(
  response: ServerResponse,
  behaviour: ProviderBehaviour,
  body: ReceivedRequest['body'],
  { text, finish }: Written,
): void {
  const whole = message(behaviour, text);
  const deltas =
    typeof whole['content'] === 'string'
      ? (whole['content'].match(/[\s\S]{1,3}/g) ?? []).map((content) => ({ ...whole, content }))
      : [whole];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const event = (data: object) =>
    response.write(`data: ${JSON.stringify({ object: 'chat.completion.chunk', ...data })}\n\n`);
  const total = usage(behaviour);
  deltas.forEach((delta, index) => {
    const soFar = { ...total, completion_tokens: index + 1 };
    const counted = behaviour.streamUsage === 'cumulative' ? { usage: soFar } : {};
    event({ choices: [{ index: 0, delta, finish_reason: null }], ...counted });
  });
  const last = behaviour.streamUsage === 'last' ? {} : { usage: total };
  const inChoice = behaviour.streamUsage === 'in-choice' ? last : {};
  const beside = behaviour.streamUsage === 'cumulative' ? last : {};
  event({ choices: [{ index: 0, delta: {}, finish_reason: finish, ...inChoice }], ...beside });
  if (body['stream_options'] && behaviour.streamUsage === 'last') event({ choices: [], usage: total });
  response.end('data: [DONE]\n\n');
}
