import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mcpSchemaSchema } from '../../api/mcp/schema.ts';
import { TRY_LISTINGS } from '../../sandbox/marketplace/catalogue/index.ts';
import { CASE_STUDY } from '../environment/case-study-body.ts';
import { withDatabase } from '../environment/database.ts';
import { ended, execute } from '../environment/executions.ts';
import { expectError, read, request } from '../environment/http.ts';
import { McpCaller, type McpReply } from '../environment/mcp.ts';
import { createWriterTemplate } from '../environment/own-writer-template.ts';
import { createPartner, type Partner, usageOf } from '../environment/partners.ts';
import { runningStack } from '../environment/running-stack.ts';
import { addFault, marker, removeFaults } from '../environment/sandbox-ai.ts';
import { waitUntil } from '../environment/wait-until.ts';
import { type McpProcess, startMcpProcess } from '../mcp/process.ts';

const TOPIC = { topic: 'Moving a data warehouse to the cloud' };

let process_: McpProcess;
let partner: Partner;
let other: Partner;

beforeAll(async () => {
  process_ = await startMcpProcess(runningStack().environment);
  [partner, other] = await Promise.all([createPartner(), createPartner()]);
});
afterAll(() => process_?.stop());

async function opened(claims: object = {}): Promise<McpCaller> {
  const client = new McpCaller(process_.origin, { partnerId: partner.id, ...claims });
  await client.initialize();
  return client;
}

async function allTools(client: McpCaller): Promise<{ pages: number[]; tools: { name: string }[] }> {
  const pages: number[] = [];
  const tools: { name: string }[] = [];
  let cursor: string | null = null;
  do {
    const reply: McpReply = await client.request('tools/list', { cursor });
    const { result } = reply.message;
    pages.push(result.tools.length);
    tools.push(...result.tools);
    cursor = result.nextCursor ?? null;
  } while (cursor !== null);
  return { pages, tools };
}

describe('tools/list', () => {
  test('pages through at least 25 tools, ten a page, each with schemas, title and hints', async () => {
    const { pages, tools } = await allTools(await opened());
    expect(tools.length).toBeGreaterThanOrEqual(25);
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
    expect(pages.slice(0, -1).every((size) => size === 10)).toBe(true);
    for (const tool of tools) {
      expect(tool).toMatchObject({
        title: expect.any(String),
        description: expect.stringMatching(/.{20}/),
        inputSchema: { type: 'object' },
        outputSchema: { type: 'object' },
        annotations: { readOnlyHint: expect.any(Boolean) },
      });
    }
  });

  test('shows only what the role permits, and calling the rest is -32603', async () => {
    const client = await opened({ role: 'viewer', subject: 'viewer' });
    const names = (await allTools(client)).tools.map(({ name }) => name);
    expect(names).toContain('list_executions');
    expect(names).not.toContain('execute_capability');
    expect(names).not.toContain('create_webhook');
    const reply = await client.request('tools/call', { name: 'execute_capability', arguments: { slug: 'blog_post' } });
    expect({ status: reply.status, message: reply.message }).toMatchObject({
      status: 200,
      message: { error: { code: -32603, data: { permission: 'manage_content' } } },
    });
  });

  test('GET /content-workflow/mcp-schema tells of the same tools', async () => {
    const name = 'GET /content-workflow/mcp-schema';
    const schema = read(await partner.request(name), mcpSchemaSchema);
    expect(schema).toMatchObject({ mcp_version: '2025-11-25', server_name: 'marketwright' });
    const { tools } = await allTools(await opened());
    expect(schema.tools).toEqual(tools);
    expectError(await request(name, { key: null }), 'UNAUTHORIZED');
    expectError(await request(name, { key: runningStack().adminKey }), 'FORBIDDEN');
  });
});

describe('tools/call', () => {
  test('execute_capability starts an execution that REST sees, for the same price', async () => {
    const client = await opened();
    const before = (await usageOf(partner)).credits.available;
    const result = await client.tool('execute_capability', { slug: 'blog_post', settings: TOPIC });
    const { execution_id: id, status } = result.structuredContent;
    expect(status).toBe('pending');
    expect(result).toMatchObject({
      isError: false,
      content: [{ type: 'text', text: expect.stringMatching(`^Execution ${id} started`) }],
    });
    const execution = await ended(partner, id);
    expect(execution.attributes.status).toBe('completed');
    expect((await usageOf(partner)).credits.available).toBe(before - execution.attributes.credits_used);
    const seen = await client.tool('get_execution', { execution_id: id });
    expect(seen.structuredContent.data.status).toBe('completed');
    expect(seen.structuredContent.data.execution_id).toBe(id);
    expect(seen.content[0].text).toContain(`execution_id: ${id}`);
  });

  test('reports progress over a stream and answers when the execution has ended', async () => {
    const client = await opened();
    const params = {
      name: 'execute_capability',
      arguments: { slug: 'blog_post', settings: TOPIC },
      _meta: { progressToken: 'mine' },
    };
    const reply = await client.request('tools/call', params, { Accept: 'text/event-stream' });
    const progress = reply.before
      .filter(({ method }) => method === 'notifications/progress')
      .map(({ params }) => params);
    expect(progress.length).toBeGreaterThanOrEqual(3);
    expect(progress.every(({ progressToken, total }) => progressToken === 'mine' && total === 100)).toBe(true);
    const values = progress.map((report) => report.progress);
    expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
    expect(reply.message.result).toMatchObject({ isError: false, structuredContent: { status: 'completed' } });
  });

  test('a cancelled call cancels its execution, and costs nothing', async () => {
    const client = await opened();
    const before = (await usageOf(partner)).credits.available;
    const audience = marker();
    await addFault({ kind: 'hang', match: audience });
    const params = {
      name: 'execute_capability',
      arguments: { slug: 'blog_post', settings: { ...TOPIC, audience } },
      _meta: { progressToken: 1 },
    };
    const waiting = client.request('tools/call', params, { Accept: 'text/event-stream' }, 'to-cancel');
    const mine = await waitUntil(
      'the execution',
      async () => (await client.tool('list_executions', { per_page: 1 })).structuredContent.data[0],
      (execution) => execution?.status === 'planning',
    );
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'to-cancel' } };
    expect((await client.send({ body: cancel })).status).toBe(202);
    const reply = await waiting;
    expect(reply.message?.result).toBeUndefined();
    expect((await ended(partner, mine.execution_id)).attributes.status).toBe('cancelled');
    expect((await usageOf(partner)).credits.available).toBe(before);
    await removeFaults(audience);
  });

  test.each([
    ['a missing slug', 'execute_capability', {}, /^VALIDATION_ERROR.*\nslug: Is required/],
    ['a slug that is no text', 'execute_capability', { slug: 7 }, /^VALIDATION_ERROR/],
    ['an unknown slug', 'execute_capability', { slug: 'dance' }, /^NOT_FOUND.*\nslug: list_capabilities /],
    ['missing settings', 'execute_capability', { slug: 'blog_post' }, /^VALIDATION_ERROR.*\nsettings\.topic/],
    ['a blank prompt', 'execute_capability', { slug: 'blog_post', settings: { topic: ' ' } }, /^PRECONDITION_FAILED/],
    ['an id that is text', 'get_execution', { execution_id: 'one' }, /^VALIDATION_ERROR/],
    [
      'an id that names nothing',
      'get_execution',
      { execution_id: 9_007_199_254_740_991 },
      /^NOT_FOUND.*\nexecution_id: list_executions /,
    ],
  ])('%s is a result that says so', async (_what, name, given, text) => {
    const result = await (await opened()).tool(name, given);
    expect(result).toMatchObject({ isError: true, content: [{ type: 'text', text: expect.stringMatching(text) }] });
  });

  test('another partner’s execution is refused as a resource, too', async () => {
    const id = await execute(other, 'platform_knowledge_query', { settings: { query: 'What are credits?' } });
    const client = await opened();
    const reply = await client.request('resources/read', { uri: `service://executions/${id}` });
    expect(reply.message.error).toMatchObject({ code: -32603, data: { code: 'FORBIDDEN' } });
  });

  test('an execution without credits is a result that says so', async () => {
    const poor = await createPartner({ credits: 0 });
    const client = await opened({ partnerId: poor.id });
    const result = await client.tool('execute_capability', { slug: 'blog_post', settings: TOPIC });
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^NO_CREDITS/) }] });
  });

  test('every tool that only lists answers with what its schema says', async () => {
    const client = await opened();
    const names = [
      'list_capabilities',
      'list_executions',
      'show_board',
      'list_agents',
      'get_usage',
      'list_webhooks',
      'list_webhook_events',
    ];
    for (const name of names) expect(await client.tool(name)).toMatchObject({ isError: false });
  });

  test('webhooks are made, changed, tested, and removed', async () => {
    const client = await opened();
    const made = await client.tool('create_webhook', {
      url: 'http://127.0.0.1:9/hook',
      events: ['content.generated'],
    });
    const { data, meta } = made.structuredContent;
    expect(meta.secret).toHaveLength(64);
    const changed = await client.tool('update_webhook', { webhook_id: data.webhook_id, description: 'Mine' });
    expect(changed.structuredContent.data.description).toBe('Mine');
    const toggled = await client.tool('toggle_webhook', { webhook_id: data.webhook_id });
    expect(toggled.structuredContent.data.active).toBe(false);
    expect(
      (await client.tool('list_webhook_deliveries', { webhook_id: data.webhook_id })).structuredContent.data,
    ).toEqual([]);
    expect((await client.tool('delete_webhook', { webhook_id: data.webhook_id })).structuredContent).toEqual({
      deleted: true,
    });
    expect((await client.tool('get_webhook', { webhook_id: data.webhook_id })).content[0].text).toMatch(/^NOT_FOUND/);
  });
});

describe('listings', () => {
  test('are scored, read and listed, each partner seeing its own', async () => {
    const client = await opened();
    const [listingId = ''] = TRY_LISTINGS.listing_ids;
    const scored = await client.tool('analyze_listing', { listing_url: listingId, sync: true });
    expect(scored.structuredContent).toMatchObject({ status: 'completed', data: { listing_id: listingId } });
    const again = await client.tool('get_listing_score', { listing_id: listingId });
    expect(again.structuredContent).toMatchObject({ cached: true, data: scored.structuredContent.data });
    const analysis = await client.tool('get_seo_analysis', { analysis_id: scored.structuredContent.analysis_id });
    expect(analysis.structuredContent).toMatchObject({ status: 'completed', data: scored.structuredContent.data });
    const { data } = (await client.tool('list_listings')).structuredContent;
    expect(data).toMatchObject([{ listing_id: listingId, readable: true }]);
    const uri = `service://listings/${listingId}`;
    const [content] = (await client.request('resources/read', { uri })).message.result.contents;
    const { id: listing_id, attributes } = JSON.parse(content.text);
    expect({ listing_id, ...attributes }).toEqual(data[0]);
    const stranger = await opened({ partnerId: other.id });
    expect((await stranger.tool('get_listing', { listing_id: listingId })).content[0].text).toMatch(/^NOT_FOUND/);
    expect((await stranger.tool('get_listing_score', { listing_id: 'short' })).content[0].text).toMatch(
      /^VALIDATION_ERROR/,
    );
  });
});

describe('case studies and brand voices', () => {
  test('are made, written, changed, read and removed', async () => {
    const client = await opened();
    const made = async (name: string, args: object) => {
      const { structuredContent, isError, content } = await client.tool(name, args);
      expect({ name, isError, text: isError ? content[0].text : '' }).toEqual({ name, isError: false, text: '' });
      return structuredContent;
    };
    const voice = (await made('create_brand_voice', { name: 'Acme', donts: ['synergy'] })).data;
    expect((await made('update_brand_voice', { brand_voice_id: voice.brand_voice_id, tone: 'bold' })).data.tone).toBe(
      'bold',
    );
    expect((await made('get_brand_voice', { brand_voice_id: voice.brand_voice_id })).data).toMatchObject({
      name: 'Acme',
    });
    expect((await made('list_brand_voices', {})).data[0].brand_voice_id).toBe(voice.brand_voice_id);
    const written = (await made('generate_case_study', { ...CASE_STUDY, brand_voice_id: voice.brand_voice_id })).data;
    expect(written.has_generated_content).toBe(true);
    const draft = (await made('create_case_study', CASE_STUDY)).data;
    await made('suggest_case_study_field', { case_study_id: draft.case_study_id, field: 'outcomes' });
    await made('update_case_study', { case_study_id: draft.case_study_id, case_study_title: 'Told by a model' });
    expect(
      (await made('export_case_study', { case_study_id: draft.case_study_id })).data.metadata.title_char_count,
    ).toBe(15);
    expect((await made('get_case_study', { case_study_id: draft.case_study_id })).data.case_study_title).toBe(
      'Told by a model',
    );
    expect((await made('list_case_studies', {})).meta.total).toBeGreaterThanOrEqual(2);
    expect((await made('get_case_study_schema', {})).data.attributes.required).toContain('company_name');
    const uri = `service://case-studies/${draft.case_study_id}`;
    const { contents } = (await client.request('resources/read', { uri })).message.result;
    expect(JSON.parse(contents[0].text)).toMatchObject({ type: 'case_study', id: draft.case_study_id });
    await createWriterTemplate(partner, { slug: 'for_models' });
    const { templates } = await made('list_writer_templates', {});
    expect(templates).toHaveLength(26);
    expect(templates[25]).toMatchObject({ post_type: 'for_models', own: true, fields: [{ name: 'topic' }, {}] });
    const own = { post_type: 'for_models', fields: { topic: 'Pallets' }, maximum_length: 50 };
    expect((await made('generate_text', own)).results).toEqual([expect.stringMatching(/\w/)]);
    const unasked = { ...own, fields: { subject: 'x' } };
    expect((await client.tool('generate_text', unasked)).content[0].text).toMatch(/fields\.topic/);
    const args = {
      post_type: templates[0].post_type,
      description: 'Audit trails',
      brand_voice_id: voice.brand_voice_id,
      maximum_length: 50,
    };
    expect((await made('generate_text', args)).results).toEqual([expect.stringMatching(/\w/)]);
    expect((await client.tool('generate_text', { post_type: 'faq_generator' })).content[0].text).toMatch(/title/);
    await made('delete_case_study', { case_study_id: draft.case_study_id });
    await made('delete_brand_voice', { brand_voice_id: voice.brand_voice_id });
    expect((await client.tool('get_case_study', { case_study_id: draft.case_study_id })).content[0].text).toMatch(
      /^CASE_STUDY_NOT_FOUND/,
    );
  });

  test('keep the go-to-market schedule', async () => {
    const client = await opened();
    const made = async (name: string, args: object) => {
      const { structuredContent, isError, content } = await client.tool(name, args);
      expect({ name, isError, text: isError ? content[0].text : '' }).toEqual({ name, isError: false, text: '' });
      return structuredContent;
    };
    const campaign = (await made('create_gtm_campaign', { name: 'Spring' })).data;
    expect((await made('list_gtm_campaigns', {})).data[0].campaign_id).toBe(campaign.campaign_id);
    const event = (
      await made('create_gtm_event', {
        title: 'Launch',
        scheduled_at: '2026-05-04T09:00:00Z',
        event_type: 'product_launch',
        channel: 'blog',
        campaign_id: campaign.campaign_id,
      })
    ).data;
    expect((await made('update_gtm_event', { gtm_event_id: event.gtm_event_id, all_day: true })).data.all_day).toBe(
      true,
    );
    expect((await made('get_gtm_event', { gtm_event_id: event.gtm_event_id })).data.title).toBe('Launch');
    const days = { start_date: '2026-05-01', end_date: '2026-05-31', campaign_id: campaign.campaign_id };
    expect((await made('list_gtm_events', days)).data).toMatchObject([{ gtm_event_id: event.gtm_event_id }]);
    await made('cancel_gtm_event', { gtm_event_id: event.gtm_event_id });
    expect((await made('list_gtm_events', days)).data).toEqual([]);
    expect((await client.tool('list_gtm_events', { start_date: '2026-05-01' })).content[0].text).toMatch(/end_date/);
    const { campaign_id } = campaign;
    expect((await made('update_gtm_campaign', { campaign_id, name: 'Summer' })).data.name).toBe('Summer');
    expect((await made('get_gtm_campaign', { campaign_id })).data.name).toBe('Summer');
    await made('delete_gtm_campaign', { campaign_id });
    expect((await made('list_gtm_campaigns', {})).data).toEqual([]);
  });
});

const LISTING = {
  title: 'Acme Backup',
  shortDescription: 'Backs up.',
  longDescription: { text: 'Backs up and restores.', headings: 0, paragraphs: 1, bulletItems: 0 },
  highlights: [],
  keywords: [],
  categories: [],
  vendor: 'Acme',
  logo: null,
  media: [],
  publishedAt: null,
};

/** Has a partner watch listings, as scoring them does. */
function watched(partnerId: number, listingIds: readonly string[]): Promise<void> {
  return withDatabase(async (database) => {
    await database.query(
      `INSERT INTO listing_snapshot (listing_id, content, fetched_at, changed_at)
       SELECT id, $2, now(), now() FROM unnest($1::text[]) id
       ON CONFLICT DO NOTHING`,
      [listingIds, JSON.stringify(LISTING)],
    );
    await database.query(
      'INSERT INTO listing_watch (partner_id, listing_id, created_at) SELECT $1, id, now() FROM unnest($2::text[]) id',
      [partnerId, listingIds],
    );
  });
}

describe('resources and prompts', () => {
  test('five templates, each with completion', async () => {
    const client = await opened();
    const { resourceTemplates } = (await client.request('resources/templates/list')).message.result;
    expect(resourceTemplates).toHaveLength(5);
    const ref = { type: 'ref/resource', uri: 'service://capabilities/{slug}' };
    const reply = await client.request('completion/complete', { ref, argument: { name: 'slug', value: 'blog' } });
    expect(reply.message.result.completion.values).toContain('blog_post');
  });

  test('completion says whether there are more values than it knows', async () => {
    const { id: partnerId } = await createPartner();
    const client = await opened({ partnerId });
    const ids = Array.from({ length: 51 }, (_, n) => `prod-${partnerId}-${String(n).padStart(11, '0')}`);
    await watched(partnerId, ids.slice(0, 49));
    const complete = async (value: string) => {
      const ref = { type: 'ref/resource', uri: 'service://listings/{id}' };
      const reply = await client.request('completion/complete', { ref, argument: { name: 'id', value } });
      return reply.message.result.completion;
    };
    expect(await complete('prod')).toMatchObject({ total: 49, hasMore: false });
    expect(await complete('prod-x')).toEqual({ values: [], total: 0, hasMore: false });
    await watched(partnerId, ids.slice(49));
    const some = await complete('prod');
    expect(some).toEqual({ values: expect.any(Array), hasMore: true });
    expect(some.values).toHaveLength(50);
  });

  test('what is listed can be read', async () => {
    await watched(partner.id, [`prod-${'x'.repeat(250)}`]);
    const client = await opened();
    const uris: string[] = [];
    let cursor: string | undefined;
    do {
      const { result } = (await client.request('resources/list', { cursor })).message;
      uris.push(...result.resources.map(({ uri }: { uri: string }) => uri));
      cursor = result.nextCursor;
    } while (cursor !== undefined);
    const one = [...new Map(uris.map((uri) => [uri.split('/')[2], uri])).values()];
    expect(one.length).toBeGreaterThanOrEqual(3);
    const longest = uris.toSorted((some, other) => other.length - some.length).slice(0, 1);
    expect(longest).toEqual([`service://listings/prod-${'x'.repeat(250)}`]);
    for (const uri of [...one, ...longest]) {
      const { contents } = (await client.request('resources/read', { uri })).message.result;
      expect(contents).toEqual([{ uri, mimeType: 'application/json', text: expect.any(String) }]);
    }
  });

  test('four prompts, filled in', async () => {
    const client = await opened();
    const { prompts } = (await client.request('prompts/list')).message.result;
    expect(prompts).toHaveLength(4);
    const tools = new Set((await allTools(client)).tools.map(({ name }) => name));
    const reply = await client.request('prompts/get', {
      name: 'write_content',
      arguments: { topic: 'Zebras', tone: 'formal' },
    });
    expect(reply.message.result.messages[0]).toMatchObject({
      role: 'user',
      content: { text: expect.stringContaining('Zebras') },
    });
    const named = reply.message.result.messages[0].content.text.match(/\b[a-z]+(_[a-z]+)+\b/g);
    expect(named).toContain('execute_capability');
    for (const name of named) expect(tools).toContain(name);
    const ref = { type: 'ref/prompt', name: 'write_content' };
    const values = await client.request('completion/complete', { ref, argument: { name: 'tone', value: 'f' } });
    expect(values.message.result.completion.values.slice(0, 2)).toEqual(['formal', 'friendly']);
  });

  test('log messages come on the stream of a call, for who asked for their level', async () => {
    const client = await opened();
    const call = () =>
      client.request('tools/call', { name: 'get_usage', arguments: {} }, { Accept: 'text/event-stream' });
    expect((await call()).before).toEqual([]);
    await client.request('logging/setLevel', { level: 'debug' });
    expect((await call()).before).toMatchObject([{ method: 'notifications/message', params: { level: 'debug' } }]);
  });
});
