import { expect } from '@jest/globals';
import type { z } from 'zod';
import { agentMetricsResource } from '../../api/agent-audit/resource.ts';
import { agentChallengeResource } from '../../api/agent-audit/runs.ts';
import { agentResource } from '../../api/agents/resource.ts';
import { one, pageWithRange } from '../../api/resource.ts';
import { withDatabase } from './database.ts';
import { read } from './http.ts';
import type { Partner } from './partners.ts';
import { waitUntil } from './wait-until.ts';

const challengePage = pageWithRange(agentChallengeResource).schema;

export type Challenge = z.output<typeof agentChallengeResource.schema>;

/** The partner's own agent of a type. */
export async function agentOf(partner: Partner, type = 'writer'): Promise<number> {
  const reply = await partner.request('GET /content-workflow/agents', { query: { type } });
  const { data } = read(reply, pageWithRange(agentResource).schema);
  return data[0]?.id ?? 0;
}

/** Has an agent challenged; returns the challenge as it was accepted. */
export async function challenge(partner: Partner, agent: number, body: object = {}): Promise<Challenge> {
  const reply = await partner.request('POST /agents/audit/{agent}/challenge', { params: { agent }, body });
  expect({ status: reply.status, text: reply.text }).toMatchObject({ status: 202 });
  return read(reply, one(agentChallengeResource).schema).data;
}

/** The challenges of an agent, newest first. */
export async function challengesOf(partner: Partner, agent: number): Promise<Challenge[]> {
  const reply = await partner.request('GET /agents/audit/{agent}/challenges', { params: { agent } });
  return read(reply, challengePage).data;
}

/** A challenge once it has ended. */
export function challengeEnded(partner: Partner, agent: number, id: number): Promise<Challenge> {
  return waitUntil(
    `the end of challenge ${id}`,
    async () => (await challengesOf(partner, agent)).find((each) => each.id === id),
    (found): found is Challenge => found !== undefined && found.attributes.status !== 'running',
    { limitMs: 120_000 },
  );
}

/** The metrics of an agent. */
export async function metricsOf(
  partner: Partner,
  agent: number,
  query: Record<string, string> = {},
): Promise<z.output<typeof agentMetricsResource.schema>['attributes']> {
  const reply = await partner.request('GET /agents/audit/{agent}/metrics', { params: { agent }, query });
  return read(reply, one(agentMetricsResource).schema).data.attributes;
}

/** Gives an agent a word in its instructions, so that failures of the sandbox AI hit only its questions. */
export function markAgent(agent: number, word: string): Promise<void> {
  return withDatabase(async (client) => {
    const settings = JSON.stringify({ instructions: `Sign as ${word}.` });
    await client.query('UPDATE agent SET settings = $2 WHERE id = $1', [agent, settings]);
    await client.query('UPDATE agent_revision SET settings = $2 WHERE agent_id = $1', [agent, settings]);
  });
}
