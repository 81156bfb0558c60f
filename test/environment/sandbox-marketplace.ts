import { z } from 'zod';
import { sendOk } from './client.ts';
import { withDatabase } from './database.ts';
import { runningStack } from './running-stack.ts';
import { newListingId } from './seo.ts';

/** Fields of a listing; sandbox/marketplace/listing.ts has them all. */
export interface ListingFields {
  title?: string;
  short_description?: string;
  long_description?: string;
  highlights?: string[];
  keywords?: string[];
  published_at?: string | null;
  [field: string]: unknown;
}

/** A failure of the pages of one listing; sandbox/marketplace/faults.ts has the settings of each kind. */
export interface ListingFault {
  kind: 'status' | 'delay' | 'drop' | 'hang';
  listing: string;
  [setting: string]: unknown;
}

/** Advisory lock under which test files take turns at changing the one list of failures. */
const FAULTS_LOCK = 7_310_901;

const LISTING: ListingFields = {
  title: 'Fabrikam Backup for Small Teams',
  short_description: 'Fabrikam copies your files every hour and brings them back within minutes, whoever deleted them.',
  long_description: 'Fabrikam copies files. It brings them back when somebody has deleted them.',
  highlights: ['Files come back within minutes, without a call to anybody.'],
  keywords: ['file recovery'],
  vendor: 'Fabrikam',
};

/** Adds a listing that no other test uses; returns its id. */
export async function createListing(fields: ListingFields = {}): Promise<string> {
  const id = newListingId();
  await changeListing(id, { ...LISTING, ...fields });
  return id;
}

/** Changes fields of a listing. */
export async function changeListing(id: string, fields: ListingFields): Promise<void> {
  await control('PUT', `listings/${id}`, fields);
}

/** How often the page of a listing was asked for, as far as the sandbox remembers. */
export async function pageRequests(id: string): Promise<{ if_none_match: string | null }[]> {
  const schema = z.object({ last: z.array(z.object({ path: z.string(), if_none_match: z.string().nullable() })) });
  const { last } = schema.parse(await control('GET', `requests?limit=200&listing=${id}`));
  return last.filter(({ path }) => path.endsWith(`/${id}`));
}

/** Lets the page of a listing fail; other tests keep their failures. */
export async function addListingFault(fault: ListingFault): Promise<void> {
  await withDatabase(async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [FAULTS_LOCK]);
    const { faults } = z.object({ faults: z.array(z.unknown()) }).parse(await control('GET', 'faults'));
    await control('PUT', 'faults', { faults: [...faults, fault] });
  });
}

function control(method: string, path: string, body?: unknown): Promise<unknown> {
  return sendOk(`${runningStack().marketplaceUrl}/__sandbox/${path}`, { method, body });
}
