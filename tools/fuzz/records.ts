import { z } from 'zod';
import { CASE_STUDY } from '../../test/environment/case-study-body.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';

/** Sends a request of the caller; returns the body of the answer, and throws unless it is a success. */
export type Send = (method: string, path: string, body?: object) => Promise<unknown>;
/** Names of records by the kind that a path or a field asks for. */
export type Ids = Record<string, (number | string)[]>;

/** Of what can be deleted, so that there is some left. */
const SPARE = 8;
const LIMIT = { limitMs: 300_000 };

const id = z.union([z.int(), z.string()]);
const made = z.object({ data: z.object({ id }) });
const listed = z.object({ data: z.array(z.object({ id })) });
const job = z.object({ id: z.int().optional() });
const message = z.object({ message_id: z.int() });
const subscription = z.object({ data: z.object({ token: z.string() }) });
const voice = z.object({
  data: z.object({ id: z.int(), attributes: z.object({ products: z.array(z.object({ id: z.int() })) }) }),
});
const backfilled = z.object({ invoice_numbers: z.array(z.string()) });
const assets = z
  .object({ data: z.object({ attributes: z.object({ generated_assets: listed.shape.data }) }) })
  .transform(({ data }) => data.attributes.generated_assets.map((asset) => asset.id));

/** Makes a record by a POST, several times; returns the ids. */
async function make(
  send: Send,
  path: string,
  body: (index: number) => object,
  times = 1,
): Promise<(number | string)[]> {
  const ids: (number | string)[] = [];
  for (let index = 0; index < times; index += 1) ids.push(made.parse(await send('POST', path, body(index))).data.id);
  return ids;
}

async function idsOf(send: Send, path: string): Promise<(number | string)[]> {
  return listed.parse(await send('GET', path)).data.map((record) => record.id);
}

/** A record of each kind that a partner has. */
export async function makeRecords(send: Send, listing: string, receiverUrl: string): Promise<Ids> {
  return {
    ...(await makeWork(send, receiverUrl)),
    ...(await makeAgentRecords(send)),
    ...(await makeTexts(send)),
    ...(await makeSchedule(send)),
    analyses: [job.parse(await send('POST', '/marketplace/seo-score/analyze', { listing_url: listing })).id ?? 0],
    listings: [listing],
    slugs: ['blog_post', 'platform_knowledge_query'],
    templates: ['feature_announcement', 'multilingual_article'],
    writers: ['post_generator'],
  };
}

async function makeWork(send: Send, url: string): Promise<Ids> {
  const webhooks = await make(
    send,
    '/partners/webhooks',
    () => ({ url, events: ['content.generated', 'listing.updated'] }),
    SPARE,
  );
  const settings = { topic: 'Moving a data warehouse to the cloud' };
  const execute = '/content-workflow/capabilities/blog_post/execute';
  const executions = await make(send, execute, () => ({ settings, notify_on_complete: true }), 2);
  const deliveries = `/partners/webhooks/${webhooks[0]}/deliveries`;
  await waitUntil(
    'a delivery',
    () => idsOf(send, deliveries),
    (ids) => ids.length > 0,
    LIMIT,
  );
  const items = await waitUntil(
    'an asset',
    async () => assets.parse(await send('GET', `/content-workflow/executions/${executions[0]}`)),
    (ids) => ids.length > 0,
    LIMIT,
  );
  const trigger = { name: 'Weekly', target: { capability_slug: 'blog_post' }, input: settings };
  return {
    webhooks,
    deliveries: await idsOf(send, deliveries),
    executions,
    items,
    triggers: [
      ...(await make(send, '/content-workflow/workflow-triggers', () => ({
        ...trigger,
        type: 'schedule',
        schedule: { cron: '0 9 * * 1', timezone: 'Europe/Berlin' },
      }))),
      ...(await make(
        send,
        '/content-workflow/workflow-triggers',
        () => ({ ...trigger, type: 'event', event: { name: 'cosell.created' } }),
        SPARE,
      )),
    ],
  };
}

async function makeAgentRecords(send: Send): Promise<Ids> {
  const agents = await idsOf(send, '/content-workflow/agents');
  const [agent] = await idsOf(send, '/content-workflow/agents?type=writer');
  const dryRun = { capability: 'blog_post', settings: { topic: 'Reports that take minutes instead of hours' } };
  const sessions = await make(send, '/dry-run/sessions/start', () => ({ agent_id: agent }), SPARE);
  await send('POST', `/dry-run/sessions/${sessions[0]}/message`, { message: 'What do you do?' });
  return {
    agents,
    batches: await make(send, '/agents/audit/batch-migrate', () => ({ agent_ids: [agent], dry_run: true })),
    agentDryRuns: await make(send, `/agents/audit/${agent}/dry-run`, () => dryRun),
    sessions,
  };
}

async function makeTexts(send: Send): Promise<Ids> {
  const bases = await make(send, '/content-workflow/knowledge-bases', (index) => ({ name: `Base ${index}` }), SPARE);
  const documents = `/content-workflow/knowledge-bases/${bases[0]}/documents`;
  const voiceBody = { name: 'Plain', products: [{ name: 'Warehouse' }] };
  const withProduct = voice.parse(await send('POST', '/content-workflow/brand-voices', voiceBody)).data;
  const messages = [message.parse(await send('POST', '/aiwriter/generate', WRITER)).message_id];
  return {
    bases,
    filledBases: bases.slice(0, 1),
    documents: await make(
      send,
      documents,
      (index) => ({ title: `Returns ${index}`, format: 'markdown', content: '# Returns\n\nWithin 30 days.' }),
      SPARE,
    ),
    voices: [
      withProduct.id,
      ...(await make(send, '/content-workflow/brand-voices', (index) => ({ name: `Voice ${index}` }), SPARE)),
    ],
    products: withProduct.attributes.products.map((product) => product.id),
    messages,
    caseStudies: await make(send, '/partners/case-studies', () => CASE_STUDY, SPARE),
  };
}

const WRITER = { post_type: 'post_generator', description: 'A warehouse that orders before shelves are empty.' };
const EVENT = { title: 'Launch', scheduled_at: '2026-05-04T09:00:00Z', event_type: 'webinar', channel: 'email' };

async function makeSchedule(send: Send): Promise<Ids> {
  return {
    campaigns: await make(send, '/gtm-schedule/campaigns', () => ({ name: 'Spring' })),
    events: await make(send, '/gtm-schedule/events', () => EVENT, SPARE),
    feeds: [subscription.parse(await send('POST', '/gtm-schedule/subscription', {})).data.token],
  };
}

/** Invoices for orders of the partner that an administrator reports. */
export async function makeInvoices(send: Send, order: (body: object) => Promise<unknown>): Promise<string[]> {
  for (let index = 0; index < SPARE; index += 1) {
    const reference = `order-${index}`;
    await order({ billing_type: 'token_pack', amount: '49.90', currency: 'EUR', description: 'Credits', reference });
  }
  return backfilled.parse(await send('POST', '/invoice-receipts/backfill', {})).invoice_numbers;
}
