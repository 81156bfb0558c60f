import { expect } from '@jest/globals';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { z } from 'zod';
import { messageResource, outputRecord } from '../../api/ai-writer/resource.ts';
import { page } from '../../api/resource.ts';
import { open, type RouteName, read } from './http.ts';
import type { Partner } from './partners.ts';

export const GENERATE: RouteName = 'POST /aiwriter/generate';
export const OUTPUT_PATH = '/api/v1/aiwriter/generate-output';

/** Options of a stream. */
export interface Options {
  creativity: number;
  maximum_length: number;
  number_of_results: number;
}
export const OPTIONS: Options = { creativity: 0.7, maximum_length: 120, number_of_results: 1 };

/** Creates a message with a description to write a text about. */
export async function createMessage(
  partner: Partner,
  description: string,
  more: object = {},
): Promise<z.output<typeof outputRecord.schema>> {
  const reply = await partner.request(GENERATE, { body: { post_type: 'post_generator', description, ...more } });
  expect({ status: reply.status, text: reply.status < 300 ? '' : reply.text }).toEqual({ status: 200, text: '' });
  return read(reply, outputRecord.schema);
}

/** The response that streams the texts of a message; the caller reads or cancels its body. */
export function openOutput(
  partner: Partner,
  messageId: number,
  options: Partial<Options> & { process?: 0 | 1; signal?: AbortSignal } = {},
): Promise<Response> {
  const { process = 0, signal = AbortSignal.timeout(45_000), ...given } = options;
  const body = { message_id: messageId, ...OPTIONS, ...given };
  return open('POST', OUTPUT_PATH, { key: partner.key.text, body, process }, signal);
}

/** A stream of texts as an EventSource sees it. */
export interface Output {
  text: string;
  events: EventSourceMessage[];
  comments: string[];
  raw: string;
}

/** Reads a stream to its end. */
export async function readOutput(response: Response): Promise<Output> {
  expect(response.status).toBe(200);
  const raw = await response.text();
  const events: EventSourceMessage[] = [];
  const comments: string[] = [];
  createParser({ onEvent: (event) => events.push(event), onComment: (comment) => comments.push(comment) }).feed(raw);
  return { text: textOf(events), events, comments, raw };
}

/** What the data of the events are, put together, without the mark of the end. */
function textOf(events: readonly EventSourceMessage[]): string {
  return events
    .filter(({ event, data }) => event === undefined && data !== '[DONE]')
    .map(({ data }) => data)
    .join('');
}

/** Texts of a message in one. */
export async function write(partner: Partner, messageId: number, options: Partial<Options> = {}): Promise<Output> {
  return readOutput(await openOutput(partner, messageId, options));
}

/** What was written of the messages of a partner, newest message first. */
export async function history(partner: Partner): Promise<z.output<typeof messageResource.schema>[]> {
  const reply = await partner.request('GET /aiwriter/history', { query: { per_page: 100, include: 'body' } });
  return read(reply, page(messageResource).schema).data;
}
