import { waitUntil } from '../../../test/environment/wait-until.ts';
import type { Drill, DrillEnvironment } from '../environment.ts';
import { startPublishing } from '../publishing.ts';
import { checkReceived, eventsOf, interruptionsOf, longestSilence, openEndpoint, untilDelivered } from '../webhooks.ts';

/** More than the endpoint takes with five requests at once, so that the frozen drain has some claimed that it has not sent. */
const PER_SECOND = 60;
const ANSWER_MS = 100;
const BEFORE = 300;
/** Events that wait when the other worker goes on. */
const WAITING = 300;
/** Longer than a lease, milliseconds. */
const FROZEN_MS = 40_000;
/**
 * Until another worker goes on: a lease (25 s), a look of the sweep, and a new drain each five seconds for as long as the frozen process
 * still has polls open that are given the drain (five); with a margin for a busy machine, milliseconds.
 */
const TAKE_OVER_LIMIT_MS = 75_000;

/** A worker stands still while it sends, and goes on when another one has sent all that it held. */
export const webhooksFrozenWorkerDrill: Drill = {
  name: 'webhooks-frozen-worker',
  title: 'SIGSTOP of the worker that sends, SIGCONT after its leases have lapsed and another one has done its work',
  run,
};

async function run(environment: DrillEnvironment): Promise<void> {
  const { stack, query, findings } = environment;
  await using endpoint = await openEndpoint(environment, 'one', ['cosell.updated']);
  const { receiver } = endpoint;
  receiver.respond = () => ({ status: 200, delayMs: ANSWER_MS });
  const publishing = startPublishing({
    environment: stack.environment,
    partnerId: environment.partnerId,
    types: ['cosell.updated'],
    perSecond: PER_SECOND,
    together: 1,
  });
  await waitUntil(`${BEFORE} requests`, () => receiver.received.length >= BEFORE, { limitMs: 60_000 });
  // It comes when the drain runs already, so it does not have it.
  await stack.add('worker', 'worker-awake-too');

  const frozenAt = Date.now();
  await stack.kill('worker', 'SIGSTOP');
  const [held] = await query<{ n: number }>(
    'SELECT count(*)::int AS n FROM webhook_delivery WHERE endpoint_id = $1 AND lease_token IS NOT NULL',
    [endpoint.id],
  );
  findings.note('held by the frozen worker', held?.n ?? 0);
  findings.expect((held?.n ?? 0) > 0, 'The frozen worker held nothing.');
  const seen = receiver.received.length;
  await waitUntil(
    `${WAITING} deliveries to wait`,
    async () => (await waitingFor(environment, endpoint.id)) >= WAITING,
    {
      limitMs: 60_000,
      retryErrors: true,
    },
  );
  const published = await publishing.stop();
  const wanted = seen + WAITING / 2;
  await waitUntil('another worker to go on', () => receiver.received.length >= wanted, { limitMs: TAKE_OVER_LIMIT_MS });
  findings.seconds('taken over after', longestSilence([endpoint], frozenAt));
  await untilDelivered(environment, [endpoint.id]);
  await waitUntil('the leases to have long lapsed', async () => Date.now() - frozenAt > FROZEN_MS, {
    limitMs: FROZEN_MS,
    retryErrors: true,
  });

  const before = await recordOf(environment, endpoint.id);
  await stack.kill('worker', 'SIGCONT');
  // A worker that is asked to stop first finishes what it has begun.
  await stack.pause('worker');
  findings.equal('Deliveries and attempts after the worker went on', await recordOf(environment, endpoint.id), before);
  const interrupted = await interruptionsOf(environment, endpoint.id);
  findings.note('interrupted', interrupted.size);
  findings.equal('Interrupted attempts', interrupted.size, held?.n);
  checkReceived(environment, endpoint, await eventsOf(environment, published), { interrupted });
  await stack.start('worker');
  await stack.pause('worker-awake-too');
}

async function waitingFor({ query }: DrillEnvironment, endpointId: number): Promise<number> {
  const [row] = await query<{ n: number }>(
    `SELECT count(*)::int AS n FROM webhook_delivery WHERE endpoint_id = $1 AND status = 'pending'`,
    [endpointId],
  );
  return row?.n ?? 0;
}

/** All that is written about the endpoint's deliveries. */
async function recordOf({ query }: DrillEnvironment, endpointId: number): Promise<unknown> {
  const [row] = await query<{ record: string }>(
    `SELECT md5(string_agg(d::text || coalesce(a::text, ''), ',' ORDER BY d.id, a.number)) AS record
     FROM webhook_delivery d LEFT JOIN webhook_attempt a ON a.delivery_id = d.id WHERE d.endpoint_id = $1`,
    [endpointId],
  );
  return row?.record;
}
