import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ROLES } from '../../domain/kernel/permissions.ts';
import type { Stack } from '../../infra/local/stack.ts';
import { signGeneric } from '../../sandbox/gateway/sign.ts';
import { CASE_STUDY } from '../../test/environment/case-study-body.ts';
import { sendOk } from '../../test/environment/client.ts';
import { createPartnerThrough, type PostAsAdmin, pathOfPartner } from '../../test/environment/create-partner.ts';
import { type Ids, makeInvoices, makeRecords, type Send } from './records.ts';

/** Each may send 1,000 requests a minute; schemathesis sends some thousand. */
const PARTNERS = 12;
/** Partners whose keys, users and plan are changed; the requests of others must go on. */
const VICTIMS = 6;
const MANY_CREDITS = 100_000_000;

const made = z.object({ data: z.object({ id: z.union([z.int(), z.string()]) }) });
const listed = z.object({ data: z.array(made.shape.data) });
const madeClient = z.object({
  data: z.object({ attributes: z.object({ client_id: z.string() }) }),
  client_secret: z.string(),
});

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

  const victims: Ids = {};
  for (let index = 0; index < VICTIMS; index += 1) {
    const { id, key } = await createPartnerThrough(post, { name: `Victim ${index}` });
    const user = {
      email: `victim-${index}@example.com`,
      name: 'Victim',
      role: 'viewer',
      password: `${id}-victim-password`,
    };
    const asVictim: Send = (method, path, sent) => call(key.text, method, path, sent);
    const order = (sent: object) => call(adminKey, 'POST', `/3pi-partners/${id}/orders`, sent);
    const add = (name: string, value: number | string | undefined) => {
      if (value !== undefined) victims[name] = [...(victims[name] ?? []), value];
    };
    add('partner_id', id);
    add('key_id', key.id);
    add('user_id', made.parse(await call(adminKey, 'POST', `/3pi-partners/${id}/users`, user)).data.id);
    const client = await call(adminKey, 'POST', `/3pi-partners/${id}/oauth-clients`, { name: 'Victim' });
    add('client_id', madeClient.parse(client).data.attributes.client_id);
    add('case_study_id', made.parse(await asVictim('POST', '/partners/case-studies', CASE_STUDY)).data.id);
    add('invoiceNumber', (await makeInvoices(asVictim, order))[0]);
    add('payment_event_id', await sendPaymentEvent(stack));
  }

  const callers = await Promise.all(
    Array.from({ length: PARTNERS }, async (_, index): Promise<Caller> => {
      const { id, key } = await createPartnerThrough(post, { name: `Caller ${index}`, credits: MANY_CREDITS });
      const role = ROLES[index % ROLES.length];
      const client = madeClient.parse(
        await call(adminKey, 'POST', `/3pi-partners/${id}/oauth-clients`, { name: 'Caller', role }),
      );
      // Only such partners are billed for what they use.
      await call(adminKey, 'PATCH', `/3pi-partners/${id}`, { marketplace_customer_id: randomUUID() });
      const send: Send = (method, path, body) => call(key.text, method, path, body);
      return {
        key: key.text,
        client: { id: client.data.attributes.client_id, secret: client.client_secret },
        ids: {
          ...(await makeRecords(send, listings?.[index % listings.length] ?? '', receiverUrl)),
          invoices: await makeInvoices(send, (body) => call(adminKey, 'POST', `/3pi-partners/${id}/orders`, body)),
        },
      };
    }),
  );
  return { adminKey, tokenEndpoint: oauth?.token_endpoint ?? '', baseUrl: stack.urls.baseUrl, callers, victims };
}

/** Sends an event of a payment gateway that changes nothing; returns its number. */
async function sendPaymentEvent({ urls, credentials }: Stack): Promise<number | string | undefined> {
  const event = { id: randomUUID(), type: 'unknown', occurred_at: new Date().toISOString(), data: {} };
  const body = JSON.stringify(event);
  const headers = signGeneric(credentials.gateway_secrets?.generic ?? '', body);
  await sendOk(`${urls.apiOrigin}/webhooks/v1/generic`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
  const events = await sendOk<unknown>(`${urls.baseUrl}/3pi-partners/payment-events`, {
    key: credentials.admin_key,
    query: { per_page: 1 },
  });
  return listed.parse(events).data[0]?.id;
}
