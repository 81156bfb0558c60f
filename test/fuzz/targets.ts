import { z } from 'zod';
import { ROLES } from '../../domain/kernel/permissions.ts';
import type { Stack } from '../../infra/local/stack.ts';
import { sendOk } from '../environment/client.ts';
import { createPartnerThrough, type PostAsAdmin, pathOfPartner } from '../environment/create-partner.ts';
import { waitUntil } from '../environment/wait-until.ts';

/** Each may send 1,000 requests a minute; schemathesis sends some thousand. */
const PARTNERS = 12;
/** Partners whose keys, users and plan are changed; the requests of others must go on. */
const VICTIMS = 6;
const MANY_CREDITS = 100_000_000;

const made = z.object({ data: z.object({ id: z.union([z.int(), z.string()]) }) });
const madeClient = z.object({
  data: z.object({ attributes: z.object({ client_id: z.string() }) }),
  client_secret: z.string(),
});
const listed = z.object({ data: z.array(z.object({ id: z.union([z.int(), z.string()]) })) });
const assets = z
  .object({ data: z.object({ attributes: z.object({ generated_assets: listed.shape.data }) }) })
  .transform(({ data }) => data.attributes.generated_assets.map(({ id }) => id));
const job = z.object({ id: z.int().optional() });

/** Names of records by the kind that a path asks for. */
type Ids = Record<string, (number | string)[]>;

/** A partner that sends requests, by its key and by a client of one role. */
interface Caller {
  key: string;
  client: { id: string; secret: string };
  ids: Ids;
}

/** What hooks.py knows of the stack. */
export interface Targets {
  adminKey: string;
  tokenEndpoint: string;
  baseUrl: string;
  callers: Caller[];
  victims: Ids;
}

/** Fills a stack with partners that have a record of each kind. */
export async function prepareTargets(stack: Stack, receiverUrl: string): Promise<Targets> {
  const call = (key: string, method: string, path: string, body?: object) =>
    sendOk<unknown>(`${stack.urls.baseUrl}${path}`, { method, key, body });
  const { admin_key: adminKey, listing_ids: listings, oauth } = stack.credentials;
  const post: PostAsAdmin = (path, id, body) => call(adminKey, 'POST', pathOfPartner(path, id), body);

  const victims: Ids = { partner_id: [], key_id: [], user_id: [], client_id: [] };
  for (let index = 0; index < VICTIMS; index += 1) {
    const { id, key } = await createPartnerThrough(post, { name: `Victim ${index}` });
    const user = {
      email: `victim-${index}@example.com`,
      name: 'Victim',
      role: 'viewer',
      password: `${id}-victim-password`,
    };
    victims['partner_id']?.push(id);
    victims['key_id']?.push(key.id);
    victims['user_id']?.push(made.parse(await call(adminKey, 'POST', `/3pi-partners/${id}/users`, user)).data.id);
    const client = await call(adminKey, 'POST', `/3pi-partners/${id}/oauth-clients`, { name: 'Victim' });
    victims['client_id']?.push(madeClient.parse(client).data.attributes.client_id);
  }

  const callers = await Promise.all(
    Array.from({ length: PARTNERS }, async (_, index): Promise<Caller> => {
      const { id, key } = await createPartnerThrough(post, { name: `Caller ${index}`, credits: MANY_CREDITS });
      const role = ROLES[index % ROLES.length];
      const client = madeClient.parse(
        await call(adminKey, 'POST', `/3pi-partners/${id}/oauth-clients`, { name: 'Caller', role }),
      );
      return {
        key: key.text,
        client: { id: client.data.attributes.client_id, secret: client.client_secret },
        ids: await records(
          (method, path, body) => call(key.text, method, path, body),
          listings?.[index % listings.length] ?? '',
          receiverUrl,
        ),
      };
    }),
  );
  return { adminKey, tokenEndpoint: oauth?.token_endpoint ?? '', baseUrl: stack.urls.baseUrl, callers, victims };
}

async function records(
  call: (method: string, path: string, body?: object) => Promise<unknown>,
  listing: string,
  url: string,
): Promise<Ids> {
  const webhook = made.parse(
    await call('POST', '/partners/webhooks', { url, events: ['content.generated', 'listing.updated'] }),
  ).data.id;
  const execute = '/content-workflow/capabilities/blog_post/execute';
  const body = { settings: { topic: 'Moving a data warehouse to the cloud' }, notify_on_complete: true };
  const executions = [made.parse(await call('POST', execute, body)).data.id];
  executions.push(made.parse(await call('POST', execute, body)).data.id);
  const analysis = job.parse(await call('POST', '/marketplace/seo-score/analyze', { listing_url: listing }));
  const idsOf = async (path: string) => listed.parse(await call('GET', path)).data.map(({ id }) => id);
  const deliveries = `/partners/webhooks/${webhook}/deliveries`;
  await waitUntil(
    'a delivery',
    () => idsOf(deliveries),
    (ids) => ids.length > 0,
  );
  const [item = 0] = await waitUntil(
    'an asset',
    async () => assets.parse(await call('GET', `/content-workflow/executions/${executions[0]}`)),
    (ids) => ids.length > 0,
  );
  return {
    executions,
    items: [item],
    agents: await idsOf('/content-workflow/agents'),
    webhooks: [webhook],
    deliveries: await idsOf(deliveries),
    analyses: analysis.id === undefined ? [] : [analysis.id],
    listings: [listing],
    slugs: ['blog_post', 'platform_knowledge_query'],
  };
}
