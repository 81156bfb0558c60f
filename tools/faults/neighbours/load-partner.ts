import { send } from '../../../test/environment/client.ts';
import type { Query } from '../../../test/invariants/database.ts';
import type { Api, Body } from '../api.ts';
import { eachOf } from '../each-of.ts';
import type { LoadRequest } from './load.ts';

/** What a load is prepared with: its own partner, and administrator requests about it. */
export interface LoadPartner {
  id: number;
  api: Api;
  admin: Api;
  /** Of the API, ends in /api/v1. */
  baseUrl: string;
  query: Query;
}

/** An expensive kind of request at its limit. */
export interface Load {
  /** A route as the API document names it, or what is done to several. */
  name: string;
  atOnce: number;
  /** Most requests of a phase; without it as many as are answered. */
  most?: number;
  /** Statuses that show that the work was done, or refused at the expected place. */
  expected: readonly number[];
  /** Makes the records that the requests need. */
  requests(partner: LoadPartner): Promise<LoadRequest[]>;
  /** Streams of events that are open meanwhile. */
  streams?: LoadRequest[];
}

const V1 = '/api/v1';
/** A POST of a load. */
export const post = (path: string, body: unknown): LoadRequest => ({ method: 'POST', path: V1 + path, body });
/** A GET of a load. */
export const get = (path: string): LoadRequest => ({ method: 'GET', path: V1 + path });
/** Text of so many characters. */
export const words = (length: number) =>
  'Shipping costs five euros within the country. '.repeat(length / 40).slice(0, length);

/** The id of a record that was made. Throws when it was refused. */
export const idOf = ({ data, error }: Body): number => {
  if (data === undefined) throw new Error(`A record of the load was refused: ${JSON.stringify(error)}`);
  return data.id;
};
/** Makes a record; returns its id. */
export const make = async ({ api }: LoadPartner, path: string, body: unknown): Promise<number> =>
  idOf((await api.post(path, body)).body);

/** Issues so many invoices; returns their numbers. */
export async function invoices({ id, api, admin }: LoadPartner, count: number): Promise<string[]> {
  const order = { billing_type: 'token_pack', amount: '10', currency: 'EUR', description: 'Credits' };
  const numbers = Array.from({ length: count }, (_, index) => index);
  await eachOf(numbers, 8, (index) =>
    admin.post(`/3pi-partners/${id}/orders`, { ...order, reference: `order-${index}` }),
  );
  const { body } = await api.post('/invoice-receipts/backfill', { limit: 200 });
  return (body as { invoice_numbers?: string[] }).invoice_numbers ?? [];
}

/**
 * Adds lines to the partner's invoices until each has so many: metered use would take an hour to become as many. The books are
 * immutable but for replication.
 */
export async function addLines({ id, query }: LoadPartner, count: number): Promise<void> {
  await query(
    `BEGIN;
     SET LOCAL session_replication_role = replica;
     INSERT INTO invoice_line (invoice_id, position, description, quantity, unit_amount, amount_minor, tax_rate, tax_minor, tax_category)
     SELECT invoice.id, n, 'Use of dimension ' || n, 1, 1, 100, 0.19, 19, 'S' FROM invoice, generate_series(2, ${count}) AS n
     WHERE partner_id = ${id};
     COMMIT`,
  );
}

/** The headers of an MCP session of the partner, and its token. */
export async function mcpSession({
  id,
  api,
  admin,
  baseUrl,
}: LoadPartner): Promise<Pick<Required<LoadRequest>, 'headers' | 'key'>> {
  const client = { name: 'Load', role: 'owner', redirect_uris: ['https://load.example/callback'] };
  const made = (await admin.post(`/3pi-partners/${id}/oauth-clients`, client)).body as {
    data?: { attributes?: { client_id?: string } };
    client_secret?: string;
  };
  const basic = Buffer.from(`${made.data?.attributes?.client_id}:${made.client_secret}`).toString('base64');
  const token = await send(`${api.origin}/oauth/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${basic}` },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: 'mcp:full',
      resource: `${baseUrl}/mcp`,
    }),
  });
  const key: string = token.body.access_token;
  const accept = { Accept: 'application/json, text/event-stream' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'load', version: '1' } };
  const { headers } = await send(`${api.origin}${V1}/mcp`, {
    method: 'POST',
    key,
    headers: accept,
    body: { jsonrpc: '2.0', id: 0, method: 'initialize', params },
  });
  return { key, headers: { ...accept, 'Mcp-Session-Id': headers.get('Mcp-Session-Id') ?? '' } };
}
