import { type Reply, type RequestOptions, type RouteName, request } from '../environment/http.ts';
import { createOauthClient, createUser, signIn, signInToConsole } from '../environment/oauth.ts';
import { createPartner } from '../environment/partners.ts';
import { runningStack } from '../environment/running-stack.ts';
import { waitUntil } from '../environment/wait-until.ts';
import type { SampleId, SamplePartner } from './sample.ts';
import { callerOf, inputOf, keysIn, ROUTES, ROW_MAKERS, recordAt, recordsIn } from './table.ts';

const AT_ONCE = 6;

/** A partner for sample records, which are made when they are first asked for. */
export async function createSamplePartner(): Promise<SamplePartner> {
  const partner = await createPartner({ credits: 100_000 });
  const program = await createOauthClient(partner.id);
  const user = await createUser(partner.id);
  const person = (await signIn(program, user)).access_token;
  const ids = new Map<string, Promise<SampleId>>();
  const sampled: SamplePartner = {
    ...partner,
    person,
    console: (await signInToConsole(user)).access_token,
    program,
    idOf(key) {
      const id = ids.get(key) ?? recordAt(key, 'GET /').make(sampled);
      ids.set(key, id);
      return id;
    },
  };
  return sampled;
}

/** Makes every record that any route names, and the rows of all lists. */
export async function makeAllRecords(partner: SamplePartner): Promise<void> {
  const records = [...new Set(ROUTES.flatMap(keysIn))].map((key) => () => partner.idOf(key));
  await fewAtOnce([...records, ...ROW_MAKERS.map((makeRows) => () => makeRows(partner))]);
}

/** Runs them a few at a time: a partner's requests that wait for the database longer than two seconds are a 503. */
export async function fewAtOnce(work: readonly (() => Promise<unknown>)[]): Promise<void> {
  const left = work.values();
  const run = async () => {
    for (const next of left) await next();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
}

/** Path parameters of a route that name the partner's records. */
export async function paramsFor(partner: SamplePartner, name: RouteName): Promise<Record<string, SampleId>> {
  const named = recordsIn(name).map(async ({ param, key }) => [param, await partner.idOf(key)] as const);
  return Object.fromEntries(await Promise.all(named));
}

/** The smallest input of a route that is accepted from the partner. */
export async function inputFor(partner: SamplePartner, name: RouteName): Promise<object> {
  const { input = {} } = inputOf(name);
  return typeof input === 'function' ? input(partner) : input;
}

/** The credential with which the partner, or an administrator for it, calls a route. */
export function keyFor(partner: SamplePartner, name: RouteName): string {
  const { person, console, key } = partner;
  return { administrator: runningStack().adminKey, person, console, key: key.text }[callerOf(name)];
}

/** Calls a route with its sample input, unless another is given, about the partner's records, unless others are named. */
export async function callRoute(
  partner: SamplePartner,
  name: RouteName,
  { params, input, ...options }: { params?: Record<string, SampleId>; input?: object } & Partial<RequestOptions> = {},
): Promise<Reply> {
  const given = input ?? (await inputFor(partner, name));
  return request(name, {
    key: keyFor(partner, name),
    params: { ...(await paramsFor(partner, name)), ...params },
    ...(name.startsWith('GET') ? { query: given as Record<string, string> } : { body: given }),
    ...options,
  });
}

/** What is refused for the moment, by a limit of a minute or for want of a free place. */
const REFUSED_FOR_NOW: ReadonlySet<number> = new Set([429, 503]);

/** As callRoute, asked again while it is refused for the moment: a fast machine asks for more than a minute's limit, and a busy one draws no file in time. */
export function answerOf(
  partner: SamplePartner,
  name: RouteName,
  options?: Parameters<typeof callRoute>[2],
): Promise<Reply> {
  return waitUntil(
    'an answer that is no refusal for the moment',
    () => callRoute(partner, name, options),
    (reply) => !REFUSED_FOR_NOW.has(reply.status),
    { limitMs: 60_000, longestPauseMs: 2_000 },
  );
}
