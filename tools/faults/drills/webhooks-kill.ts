import { waitUntil } from '../../../test/environment/wait-until.ts';
import { Api } from '../api.ts';
import type { Drill, DrillEnvironment } from '../environment.ts';
import { type Published, type Publishing, startPosting, startPublishing } from '../publishing.ts';
import {
  checkReceived,
  type Endpoint,
  type Excuse,
  eventsOf,
  interruptionsOf,
  longestSilence,
  openEndpoint,
  untilDelivered,
} from '../webhooks.ts';

type Victim = 'worker' | 'api' | 'temporal' | 'postgres';

const PER_SECOND = 500;
/** Keeps the drains awake. */
const TRICKLE_PER_SECOND = 20;
/** Events in one transaction. */
const TOGETHER = 5;
/** Events that come before the kill, and more that come afterwards. */
const BEFORE = 5 * PER_SECOND;
const AFTER = 5 * PER_SECOND;
/** Longest time without a request, milliseconds. */
const RECOVERY_LIMIT_MS = 10_000;
const RECEIVED_LIMIT_MS = 180_000;
/** Callers that publish through the API that is killed, one event after the other. */
const CALLERS = 4;
/**
 * Claims are committed without waiting for the disk, so a crash of the database loses those of its last moments (three rounds of its
 * WAL writer, 0.6 s, and a margin for a busy machine); what was claimed is sent within five seconds.
 */
const LOST_CLAIM = { beforeMs: 2_000, afterMs: 6_000 };

/** Kills a process at once while events are published and delivered; nothing is lost, and only what was under way comes twice. */
export function webhooksKillDrill(victim: Victim): Drill {
  return {
    name: `webhooks-kill-${victim}`,
    title: `kill -9 of ${victim} while ${PER_SECOND} events a second go to three webhooks`,
    run: (environment) => runKill(environment, victim),
  };
}

/** Kills the worker that sends, for good, while another one has nothing to do. */
export const webhooksTakeOverDrill: Drill = {
  name: 'webhooks-take-over',
  title: `kill -9 of the worker that sends ${PER_SECOND} events a second to three webhooks; another one takes over`,
  run: runTakeOver,
};

async function runKill(environment: DrillEnvironment, victim: Victim): Promise<void> {
  const { stack, findings } = environment;
  const endpoints = await openEndpoints(environment);
  await using _closing = closing(endpoints);
  const publishing = startAll(environment);
  const { apiOrigin } = stack.urls;
  const posting =
    victim === 'api' ? startPosting(environment, new Api(apiOrigin, stack.credentials.admin_key), CALLERS) : undefined;
  await untilMore(endpoints, BEFORE);

  const killedAt = Date.now();
  await stack.kill(victim, 'SIGKILL');
  await stack.ready(victim);
  const servesAt = Date.now();
  findings.seconds('serves again after', servesAt - killedAt);
  await untilMore(endpoints, AFTER);
  expectRecovery(environment, endpoints, killedAt, servesAt);
  const published = await publishing.stop();
  published.committed.push(...((await posting?.stop()) ?? []));

  const inFlightAt = (firstAtMs: number) =>
    victim === 'postgres' && firstAtMs > killedAt - LOST_CLAIM.beforeMs && firstAtMs < killedAt + LOST_CLAIM.afterMs;
  await check(environment, endpoints, published, inFlightAt);
}

async function runTakeOver(environment: DrillEnvironment): Promise<void> {
  const { stack } = environment;
  const endpoints = await openEndpoints(environment);
  await using _closing = closing(endpoints);
  const trickle = startAll(environment, TRICKLE_PER_SECOND);
  await untilMore(endpoints, TRICKLE_PER_SECOND);
  // It comes when the drains run already, so it has none of them.
  await stack.add('worker', 'worker-heir');
  const publishing = startAll(environment);
  await untilMore(endpoints, BEFORE);

  const killedAt = Date.now();
  await stack.kill('worker', 'SIGKILL');
  await stack.pause('worker');
  await untilMore(endpoints, AFTER);
  expectRecovery(environment, endpoints, killedAt, killedAt);
  const published = await publishing.stop();
  published.committed.push(...(await trickle.stop()).committed);
  await check(environment, endpoints, published);
  await stack.start('worker');
  await stack.pause('worker-heir');
}

/** One webhook for all events of the drill and one for each half of them. */
function openEndpoints(environment: DrillEnvironment): Promise<Endpoint[]> {
  return Promise.all([
    openEndpoint(environment, 'all', ['cosell.created', 'cosell.updated']),
    openEndpoint(environment, 'created', ['cosell.created']),
    openEndpoint(environment, 'updated', ['cosell.updated']),
  ]);
}

function closing(endpoints: readonly Endpoint[]): AsyncDisposable {
  return {
    async [Symbol.asyncDispose]() {
      for (const endpoint of endpoints) await endpoint[Symbol.asyncDispose]();
    },
  };
}

function startAll({ stack, partnerId }: DrillEnvironment, perSecond = PER_SECOND): Publishing {
  return startPublishing({
    environment: stack.environment,
    partnerId,
    types: ['cosell.created', 'cosell.updated'],
    perSecond,
    together: TOGETHER,
  });
}

/** Waits until so many more requests have come to the endpoint of all events. */
async function untilMore([all]: readonly Endpoint[], count: number): Promise<void> {
  const wanted = (all?.receiver.received.length ?? 0) + count;
  await waitUntil(`${wanted} requests`, () => (all?.receiver.received.length ?? 0) >= wanted, {
    limitMs: RECEIVED_LIMIT_MS,
  });
}

async function check(
  environment: DrillEnvironment,
  endpoints: readonly Endpoint[],
  published: Published,
  inFlightAt?: Excuse['inFlightAt'],
): Promise<void> {
  const ids = endpoints.map(({ id }) => id);
  await untilDelivered(environment, ids);
  const events = await eventsOf(environment, published);
  let requests = 0;
  let repeated = 0;
  let interruptions = 0;
  for (const endpoint of endpoints) {
    const interrupted = await interruptionsOf(environment, endpoint.id);
    const excuse = inFlightAt ? { interrupted, inFlightAt } : { interrupted };
    repeated += checkReceived(environment, endpoint, events, excuse);
    requests += endpoint.receiver.received.length;
    for (const count of interrupted.values()) interruptions += count;
  }
  environment.findings.note('requests', requests);
  environment.findings.note('interrupted', interruptions);
  environment.findings.note('came twice', repeated);
}

/** Requests must go on soon after a moment: that at which the process is back, or that of its death where another takes over. */
function expectRecovery(
  { findings }: DrillEnvironment,
  endpoints: readonly Endpoint[],
  killedAt: number,
  from: number,
): void {
  findings.seconds('longest silence', longestSilence(endpoints, killedAt));
  const silence = longestSilence(endpoints, from);
  if (from > killedAt) findings.seconds('longest once it was back', silence);
  findings.expect(silence < RECOVERY_LIMIT_MS, `A webhook was silent for ${silence} ms.`);
}
