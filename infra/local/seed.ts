import { rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { PROGRAMS } from '../deploy/programs.ts';
import { type Credentials, credentialsSchema, shellVariables } from './credentials.ts';
import { parseJson, readFileIfPresent, writeFileAtomic } from './files.ts';
import { type AdminApi, adminApi, oauthProgress, seedOauth } from './seed-oauth.ts';
import { runProgram } from './services.ts';
import type { StatePaths } from './state.ts';

const DEMO_PARTNER = { name: 'Demo Partner', plan: 'enterprise', marketplace_customer_id: 'cust_demo' };
const WELCOME_CREDITS = { amount: 100_000, reason: 'Welcome credits' };
const DEMO_KEY = { name: 'Demo key', rate_limit_per_minute: 10_000 };
const SANDBOX_KEY = { ...DEMO_KEY, name: 'Demo sandbox key', sandbox: true };

/** What seeding creates; the rest of credentials.json are addresses. */
const keysSchema = credentialsSchema.pick({
  admin_key: true,
  partner_id: true,
  api_key: true,
  sandbox_api_key: true,
  oauth: true,
});
type Keys = z.output<typeof keysSchema>;

const progressSchema = keysSchema.omit({ oauth: true }).partial().extend(oauthProgress);
type Progress = z.output<typeof progressSchema>;

const partnerSchema = z.object({
  id: z.number().int(),
  marketplace_customer_id: z.string().nullish(),
  credit_balance: z.number(),
});
const madePartner = z.object({ data: z.object({ id: z.number().int() }) });
const partnerPage = z.object({ data: z.array(partnerSchema) });
const onePartner = z.object({ data: partnerSchema });
const madeKey = z.object({ plaintext: z.string() });
const adminKeyLine = z.object({ key: z.string() });

/** Settings of seeding. */
interface SeedOptions {
  paths: StatePaths;
  /** Where the API answers this process, with /api/v1. */
  apiUrl: string;
  /** Contents of credentials.json besides the keys. */
  places: Omit<Credentials, keyof Keys>;
  /** The service's own OAuth issuer; undefined: tokens come from elsewhere. */
  issuer: string | undefined;
  /** The service's environment. */
  environment: Record<string, string>;
  /** Ends once the API answers; the first key is made while it starts. */
  serves: Promise<void> | undefined;
  signal: AbortSignal;
}

/**
 * Makes the demonstration partner with its credits and keys, once, and writes credentials.json. Each step is recorded before the
 * next, and what a crash left unrecorded is looked up, so a start that was cut off goes on where it stopped.
 */
export async function seed(options: SeedOptions): Promise<Credentials> {
  const { paths, places } = options;
  const known = await readCredentials(paths);
  const isComplete = known && (known.oauth !== undefined || options.issuer === undefined);
  const valid = isComplete && (await isAccepted(options, known.api_key)) ? known : await make(options, known);
  // Only the keys: what an earlier start wrote of places may be elsewhere now.
  const keys = keysSchema.parse(valid);
  const credentials = withIssuer({ ...keys, ...places }, options.issuer);
  await writeFileAtomic(paths.credentials, `${JSON.stringify(credentials, null, 2)}\n`);
  await writeFileAtomic(paths.credentialsEnv, shellVariables(credentials));
  await rm(paths.seedProgress, { force: true });
  return credentials;
}

/** The OAuth part as long as the service has an issuer of its own, whose address may have changed since. */
function withIssuer({ oauth, ...others }: Credentials, issuer: string | undefined): Credentials {
  if (!oauth || !issuer) return others;
  return { ...others, oauth: { ...oauth, issuer, token_endpoint: `${issuer}/token` } };
}

async function readCredentials(paths: StatePaths): Promise<Credentials | undefined> {
  return credentialsSchema.safeParse(parseJson((await readFileIfPresent(paths.credentials)) ?? '')).data;
}

/** Whether the API knows the key: those of a database that has been replaced since are not accepted any more. */
async function isAccepted({ apiUrl, serves, signal }: SeedOptions, key: string): Promise<boolean> {
  await serves;
  // A partner's key is refused there, too, but as one that is known: 403, not 401.
  const response = await fetch(`${apiUrl}/3pi-partners`, { headers: { authorization: `Bearer ${key}` }, signal });
  await response.body?.cancel();
  return response.status !== 401;
}

async function make(options: SeedOptions, known: Credentials | undefined): Promise<Keys> {
  const done = await readProgress(options, known);
  const record = async (step: Progress) => {
    Object.assign(done, step);
    await writeFileAtomic(options.paths.seedProgress, `${JSON.stringify(done, null, 2)}\n`);
  };

  const admin_key = done.admin_key ?? (await createAdminKey(options));
  await record({ admin_key });
  await options.serves;
  const call = adminApi(options, admin_key);

  const partner_id = done.partner_id ?? (await findPartner(call)) ?? (await createPartner(call));
  await record({ partner_id });
  await grantCredits(call, partner_id);

  const createKey = async (body: object) =>
    madeKey.parse(await call('POST', `/3pi-partners/${partner_id}/keys`, body)).plaintext;
  // The text of a key is given once: a key whose text a crash lost stays unused and another is made.
  const api_key = done.api_key ?? (await createKey(DEMO_KEY));
  await record({ api_key });
  const sandbox_api_key = done.sandbox_api_key ?? (await createKey(SANDBOX_KEY));
  await record({ sandbox_api_key });
  const keys = { admin_key, partner_id, api_key, sandbox_api_key };
  if (!options.issuer) return keys;

  return { ...keys, oauth: await seedOauth({ call, partnerId: partner_id, issuer: options.issuer, done, record }) };
}

/**
 * What an earlier start made, perhaps an earlier version that made less; nothing when its administrator key is unknown to the
 * database, which then is another one.
 */
async function readProgress(options: SeedOptions, known: Credentials | undefined): Promise<Progress> {
  const text = (await readFileIfPresent(options.paths.seedProgress)) ?? '';
  const progress = progressSchema.safeParse(parseJson(text) ?? known).data;
  return progress?.admin_key && (await isAccepted(options, progress.admin_key)) ? progress : {};
}

async function createAdminKey({ paths, environment, signal }: SeedOptions): Promise<string> {
  const logFile = path.join(paths.logs, 'seed.log');
  const args = ['--name', 'bootstrap'];
  const output = await runProgram(PROGRAMS['admin-key'], { args, env: environment, logFile, capture: true, signal });
  return adminKeyLine.parse(parseJson(output)).key;
}

async function findPartner(call: AdminApi): Promise<number | undefined> {
  for (let page = 1; ; page += 1) {
    const { data } = partnerPage.parse(await call('GET', `/3pi-partners?per_page=100&page=${page}`));
    const found = data.find((partner) => partner.marketplace_customer_id === DEMO_PARTNER.marketplace_customer_id);
    if (found) return found.id;
    if (data.length === 0) return undefined;
  }
}

async function createPartner(call: AdminApi): Promise<number> {
  return madePartner.parse(await call('POST', '/3pi-partners', DEMO_PARTNER)).data.id;
}

/** A balance says that the credits were granted already. */
async function grantCredits(call: AdminApi, partnerId: number): Promise<void> {
  const { data } = onePartner.parse(await call('GET', `/3pi-partners/${partnerId}`));
  if (data.credit_balance === 0) await call('POST', `/3pi-partners/${partnerId}/credits`, WELCOME_CREDITS);
}
