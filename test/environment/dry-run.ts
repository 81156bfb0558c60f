import { expect } from '@jest/globals';
import type { z } from 'zod';
import { agentResource } from '../../api/agents/resource.ts';
import { answeredMessage, changedSession, sessionPage } from '../../api/dry-run/resource.ts';
import { pageWithRange } from '../../api/resource.ts';
import { type FollowedEvents, followEvents } from './events.ts';
import { type Reply, type RequestOptions, read } from './http.ts';
import type { Partner } from './partners.ts';

export type DryRunSession = z.output<typeof changedSession.schema>['data'];

/** The session of an answer. */
export function sessionIn(reply: Reply): DryRunSession {
  return read(reply, changedSession.schema).data;
}

/** Number of an agent of the partner. */
export async function agentOf(partner: Partner, type = 'writer'): Promise<number> {
  const reply = await partner.request('GET /content-workflow/agents', { query: { type } });
  const [agent] = read(reply, pageWithRange(agentResource).schema).data;
  if (!agent) throw new Error(`The partner has no ${type}.`);
  return agent.id;
}

/** Starts a session with the partner's writer. */
export async function startSession(partner: Partner, more: object = {}): Promise<DryRunSession> {
  const body = { agent_id: await agentOf(partner), ...more };
  const reply = await partner.request('POST /dry-run/sessions/start', { body });
  expect({ status: reply.status, text: reply.text }).toMatchObject({ status: 201 });
  return sessionIn(reply);
}

/** Sends a message to the agent. */
export function sendMessage(
  partner: Partner,
  token: string,
  message: string,
  more: object = {},
  options: Partial<RequestOptions> = {},
): Promise<Reply> {
  const body = { message, ...more };
  return partner.request('POST /dry-run/sessions/{token}/message', { params: { token }, body, ...options });
}

/** Sends a message, and streams the reply. */
export function follow(partner: Partner, token: string, message: string, more: object = {}): Promise<FollowedEvents> {
  return followEvents(
    `/api/v1/dry-run/sessions/${token}/message`,
    {
      method: 'POST',
      key: partner.key.text,
      body: { message, ...more },
      headers: { Accept: 'text/event-stream' },
    },
    120_000,
  );
}

/** The message and the reply of an answer. */
export function exchangeIn(reply: Reply): z.output<typeof answeredMessage.schema> {
  return read(reply, answeredMessage.schema);
}

/** A session with a page of its messages. */
export async function sessionOf(
  partner: Partner,
  token: string,
  query: Record<string, string> = {},
): Promise<z.output<typeof sessionPage.schema>> {
  return read(await partner.request('GET /dry-run/sessions/{token}', { params: { token }, query }), sessionPage.schema);
}
