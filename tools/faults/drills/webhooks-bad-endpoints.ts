import type { Received } from '../../../test/environment/receiver.ts';
import { waitUntil } from '../../../test/environment/wait-until.ts';
import { Api } from '../api.ts';
import {
  answering,
  type BadServer,
  dripping,
  flooding,
  hangingUp,
  redirecting,
  talkingNonsense,
} from '../bad-servers.ts';
import type { Drill, DrillEnvironment } from '../environment.ts';
import { startPublishing } from '../publishing.ts';
import { checkReceived, eventsOf, openEndpoint, subscribe, untilDelivered } from '../webhooks.ts';

/** Events a second for the healthy endpoint. */
const PER_SECOND = 50;
/** Events for each of the bad ones but the dripping one, which gets one. */
const BAD_EVENTS = 10;
const DRIP_TYPE = 'cosell.completed';
const BAD_TYPE = 'cosell.created';
/** One clock of 15 s covers the whole exchange; a margin for a busy machine, milliseconds. */
const TIMEOUT_MS = { from: 14_500, to: 17_000 };
/** An answer's first 64 KiB are read; the rest of this is in the buffers of both sides when the connection is closed, bytes. */
const FLOOD_TAKEN_LIMIT = 20_000_000;
/** From an event to its receipt at the healthy endpoint in 99 of 100 cases, milliseconds; generous, because drills run on busy machines. */
const LATENCY_LIMIT_MS = 2_000;

/** Endpoints misbehave in the ways that servers do, beside one that is well. */
export const webhooksBadEndpointsDrill: Drill = {
  name: 'webhooks-bad-endpoints',
  title:
    'Webhooks that drip a byte a second, redirect inwards, send 400 MB, hang up, talk nonsense; beside a healthy one',
  run,
};

interface Case {
  name: string;
  type: string;
  events: number;
  server: BadServer;
  /** What comes of each first attempt. */
  outcome: Pick<Attempt, 'outcome' | 'response_code' | 'error_class'>;
}

async function run(environment: DrillEnvironment): Promise<void> {
  const { stack, partnerId, findings } = environment;
  const inside = await answering();
  const cases = await badEndpoints(inside.url);
  const ids = new Map<Case, number>();
  for (const each of cases) ids.set(each, (await subscribe(environment, each.server.url, [each.type])).id);
  await using healthy = await openEndpoint(environment, 'healthy', ['cosell.updated']);
  const publishing = startPublishing({
    environment: stack.environment,
    partnerId,
    types: ['cosell.updated'],
    perSecond: PER_SECOND,
    together: 1,
  });
  const { received } = healthy.receiver;
  await waitUntil('the healthy endpoint to be served', () => received.length >= 2 * PER_SECOND, { limitMs: 60_000 });

  const startedAt = Date.now();
  const reported = await report(environment, [DRIP_TYPE, ...Array<string>(BAD_EVENTS).fill(BAD_TYPE)]);
  await Promise.all([...ids].map(([each, id]) => checkFirstAttempts(environment, each, id)));
  const endedAt = Date.now();
  const published = await publishing.stop();
  published.committed.push(...reported);
  await untilDelivered(environment, [healthy.id]);
  checkReceived(environment, healthy, await eventsOf(environment, published), { interrupted: new Map() });
  checkLatency(
    environment,
    received.filter(({ at }) => at >= startedAt && at <= endedAt),
  );
  findings.equal('Calls of the address to which a redirect led', inside.calls, 0);
  for (const { server } of [...cases, { server: inside }]) await server.close();
}

async function badEndpoints(inside: string): Promise<Case[]> {
  const many = { type: BAD_TYPE, events: BAD_EVENTS };
  const failed = (error_class: string, response_code: number | null = null) => ({
    outcome: 'failed',
    response_code,
    error_class,
  });
  return [
    { name: 'dripping', type: DRIP_TYPE, events: 1, server: await dripping(), outcome: failed('timeout') },
    { ...many, name: 'redirecting', server: await redirecting(inside), outcome: failed('http', 307) },
    {
      ...many,
      name: 'flooding',
      server: await flooding(),
      outcome: { outcome: 'succeeded', response_code: 200, error_class: null },
    },
    { ...many, name: 'hanging up', server: await hangingUp(), outcome: failed('reset') },
    { ...many, name: 'talking nonsense', server: await talkingNonsense(), outcome: failed('protocol') },
  ];
}

/** Reports events of these types to the API; returns their ids. */
async function report({ stack, partnerId }: DrillEnvironment, types: readonly string[]): Promise<string[]> {
  const admin = new Api(stack.urls.apiOrigin, stack.credentials.admin_key);
  const ids: string[] = [];
  for (const type of types) {
    const answer = await admin.post(`/3pi-partners/${partnerId}/events`, { type, data: {} });
    ids.push(String(answer.body.data?.id));
  }
  return ids;
}

interface Attempt {
  outcome: string;
  response_code: number | null;
  error_class: string | null;
  duration_ms: number;
}

/** Waits for the first attempts, switches the endpoint off before it is called much more, and checks what came of them. */
async function checkFirstAttempts(environment: DrillEnvironment, each: Case, id: number): Promise<void> {
  const { api, query, findings } = environment;
  const { name, events, server, outcome } = each;
  const attempts = await waitUntil(
    `the first attempts at the endpoint that is ${name}`,
    async () => {
      const found = await query<Attempt>(
        `SELECT a.outcome, a.response_code, a.error_class, a.duration_ms FROM webhook_attempt a
       JOIN webhook_delivery d ON d.id = a.delivery_id WHERE d.endpoint_id = $1 AND a.number = 1`,
        [id],
      );
      return found.length >= events && found;
    },
    { limitMs: 60_000, retryErrors: true },
  );
  const switchedOff = await api.call('PUT', `/partners/webhooks/${id}/toggle`);
  findings.equal('Status of switching a webhook off', switchedOff.status, 200);
  const others = attempts.filter(({ duration_ms, ...is }) => JSON.stringify(is) !== JSON.stringify(outcome));
  findings.equal(`First attempts at the endpoint that is ${name} that ended otherwise`, others, []);
  if (name === 'flooding') {
    findings.expect(
      server.bytesSent < events * FLOOD_TAKEN_LIMIT,
      `${server.bytesSent} bytes of ${events} floods were taken.`,
    );
  }
  if (name !== 'dripping') return;
  findings.equal('Requests to the dripping endpoint', server.calls, 1);
  for (const { duration_ms: ms } of attempts) {
    findings.seconds('dripping ended after', ms);
    findings.expect(ms >= TIMEOUT_MS.from && ms <= TIMEOUT_MS.to, `A dripping answer was ended after ${ms} ms.`);
  }
}

/** How late the requests came after their events. */
function checkLatency({ findings }: DrillEnvironment, requests: readonly Received[]): void {
  const late = requests.map(({ at, body }) => at - Date.parse(JSON.parse(body.toString()).timestamp));
  late.sort((a, b) => a - b);
  const p99 = late[Math.floor(late.length * 0.99)] ?? Number.POSITIVE_INFINITY;
  findings.note('healthy p99', `${p99} ms of ${late.length}`);
  findings.expect(p99 <= LATENCY_LIMIT_MS, `Events came ${p99} ms late at the healthy endpoint (p99).`);
}
