import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rowsOf, withDatabase } from '../environment/database.ts';
import { ended, execute } from '../environment/executions.ts';
import { createKey, createPartner, type Partner, partnerWith } from '../environment/partners.ts';
import { runningStack } from '../environment/running-stack.ts';
import { addFault, marker } from '../environment/sandbox-ai.ts';
import { createListing } from '../environment/sandbox-marketplace.ts';
import { type McpProcess, startMcpProcess } from '../mcp/process.ts';

/** An API process as in production: a paid provider, no sandbox AI for sandbox keys. */
let production: McpProcess;
let partner: Partner;
beforeAll(async () => {
  production = await startMcpProcess({
    ...runningStack().environment,
    AI_PROVIDER: '',
    SANDBOX_AI_BASE_URL: '',
    OPENAI_BASE_URL: `${runningStack().sandboxAiUrl}/v1`,
  });
  const { id } = await createPartner({ credits: 0 });
  partner = partnerWith(id, await createKey(id, { sandbox: true }));
});
afterAll(() => production?.stop());

async function post(path: string, body: object): Promise<Response> {
  const headers = {
    authorization: `Bearer ${partner.key.text}`,
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
  };
  return fetch(`${production.origin}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Stored responses of the partner's sandbox keys. */
function keptAnswers(): Promise<number> {
  return withDatabase(async (client) => {
    const sql = 'SELECT count(*)::int AS count FROM idempotency_key WHERE owner = $1';
    return (await client.query(sql, [`partner:${partner.id}:sandbox`])).rows[0].count;
  });
}

async function expectRefused(path: string, body: object = {}): Promise<void> {
  const before = [await rowsOf(partner.id), await keptAnswers()];
  const response = await post(path, body);
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await response.json()).toMatchObject({ success: false, error: { code: 'SERVICE_UNAVAILABLE' } });
  expect([await rowsOf(partner.id), await keptAnswers()]).toEqual(before);
}

test('an execution is not accepted, and nothing is left of it', async () => {
  await expectRefused('/content-workflow/capabilities/blog_post/execute', { settings: { topic: 'Backups' } });
});

test('a retry is not accepted either', async () => {
  const match = marker();
  await addFault({ kind: 'refuse', match });
  const id = await execute(partner, 'blog_post', { settings: { topic: match } });
  expect((await ended(partner, id)).attributes.status).toBe('failed');
  await expectRefused(`/content-workflow/executions/${id}/retry`);
});

test('an analysis with a comment is not accepted; one without needs no AI', async () => {
  const listing = await createListing();
  await expectRefused('/marketplace/seo-score/analyze', { listing_url: listing, include_content_analysis: true });
  const accepted = await post('/marketplace/seo-score/analyze', { listing_url: listing });
  expect(accepted.ok).toBe(true);
});
