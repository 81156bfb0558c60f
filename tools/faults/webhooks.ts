import { isSigned, messageOf, type Receiver, startReceiver } from '../../test/environment/receiver.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import type { DrillEnvironment } from './environment.ts';
import type { Published } from './publishing.ts';

/** An endpoint of the drill's partner with the receiver behind it. */
export interface Endpoint extends AsyncDisposable {
  name: string;
  id: number;
  secret: string;
  types: readonly string[];
  receiver: Receiver;
}

/** Adds a webhook for events of these types, with its own receiver. */
export async function openEndpoint(
  environment: DrillEnvironment,
  name: string,
  types: readonly string[],
): Promise<Endpoint> {
  const receiver = await startReceiver();
  const { id, secret } = await subscribe(environment, receiver.url, types);
  return { name, id, secret, types, receiver, [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose]() };
}

/** Adds a webhook. */
export async function subscribe(
  { api, findings }: DrillEnvironment,
  url: string,
  types: readonly string[],
): Promise<{ id: number; secret: string }> {
  const answer = await api.post('/partners/webhooks', { url, events: types });
  findings.equal('Status of a new webhook', answer.status, 201);
  return { id: answer.body.data?.id ?? 0, secret: answer.body.meta?.secret ?? '' };
}

/** An event as the database has it. */
export interface EventSeen {
  id: string;
  type: string;
  occurred_at: Date;
  data: unknown;
}

/** The drill's events by id, checked against what the publisher knows: the committed ones are there, and no others. */
export async function eventsOf(
  { query, partnerId, findings }: DrillEnvironment,
  { committed, unknown, failed }: Published,
): Promise<Map<string, EventSeen>> {
  const rows = await query<EventSeen>('SELECT id, type, occurred_at, data FROM platform_event WHERE partner_id = $1', [
    partnerId,
  ]);
  const events = new Map(rows.map((row) => [row.id, row]));
  findings.equal('Committed events that are gone', first(committed.filter((id) => !events.has(id))), []);
  const known = new Set([...committed, ...unknown]);
  findings.equal('Events that nobody published', first([...events.keys()].filter((id) => !known.has(id))), []);
  findings.note('events', events.size);
  if (failed > 0) {
    const kept = unknown.filter((id) => events.has(id)).length;
    findings.note('transactions that failed', `${failed} (${kept} of their events were committed)`);
  }
  return events;
}

/** Waits until nothing is pending for these endpoints. */
export async function untilDelivered(
  { query }: DrillEnvironment,
  ids: readonly number[],
  limitMs = 240_000,
): Promise<void> {
  await waitUntil(
    'all deliveries to end',
    async () => {
      const [row] = await query<{ pending: boolean }>(
        `SELECT EXISTS (SELECT FROM webhook_delivery WHERE endpoint_id = ANY ($1) AND status = 'pending') AS pending`,
        [ids],
      );
      return row?.pending === false;
    },
    { limitMs: limitMs, retryErrors: true },
  );
}

/** Which events an endpoint may have got more than once. */
export interface Excuse {
  /** Interrupted attempts, by event. */
  interrupted: ReadonlyMap<string, number>;
  /** Whether an event without one may have come twice, by when it came first, milliseconds since 1970. */
  inFlightAt?: (firstAtMs: number) => boolean;
}

/**
 * Checks what an endpoint got: every event it subscribes to and no other, with the body that the event has, always the same, and a signature
 * that holds; twice only what is excused. Returns how many came more than once.
 */
export function checkReceived(
  { findings }: DrillEnvironment,
  endpoint: Endpoint,
  events: ReadonlyMap<string, EventSeen>,
  { interrupted, inFlightAt = () => false }: Excuse,
): number {
  const { name, types, secret, receiver } = endpoint;
  const requests = Map.groupBy(receiver.received, ({ id }) => id);
  const wanted = [...events.values()].filter(({ type }) => types.includes(type));
  findings.expect(wanted.length > 0, `${name}: there was nothing to deliver.`);
  const lost = wanted.filter(({ id }) => !requests.has(id)).map(({ id }) => id);
  findings.equal(`${name}: events that never came`, first(lost), []);
  const wantedIds = new Set(wanted.map(({ id }) => id));
  const strange = [...requests.keys()].filter((id) => !wantedIds.has(id));
  findings.equal(`${name}: requests for no event of its own`, first(strange), []);

  const unsigned = receiver.received.filter((request) => !isSigned(request, secret));
  findings.equal(`${name}: requests with a wrong signature`, unsigned.length, 0);
  const wrong = wanted.filter((event) => (requests.get(event.id) ?? []).some(({ body }) => !isMessageOf(body, event)));
  findings.equal(`${name}: events with a wrong payload`, first(wrong.map(({ id }) => id)), []);

  let repeated = 0;
  const unexcused: string[] = [];
  for (const [id, [earliest, ...again]] of requests) {
    if (!earliest || again.length === 0) continue;
    repeated += 1;
    const same = again.every(({ body }) => body.equals(earliest.body));
    findings.expect(same, `${name}: ${id} came with two bodies.`);
    if (again.length > (interrupted.get(id) ?? 0) && !inFlightAt(earliest.at)) unexcused.push(id);
  }
  findings.equal(`${name}: events that came twice without a reason`, first(unexcused), []);
  return repeated;
}

function isMessageOf(body: Buffer, event: EventSeen): boolean {
  const { id, type, timestamp, data } = messageOf({ body });
  const same = JSON.stringify(data) === JSON.stringify(event.data);
  return same && id === event.id && type === event.type && timestamp === event.occurred_at.toISOString();
}

/** Interrupted attempts of an endpoint, by event. */
export async function interruptionsOf({ query }: DrillEnvironment, endpointId: number): Promise<Map<string, number>> {
  const rows = await query<{ event_id: string; n: number }>(
    `SELECT d.event_id, count(*)::int AS n FROM webhook_attempt a JOIN webhook_delivery d ON d.id = a.delivery_id
     WHERE d.endpoint_id = $1 AND a.outcome = 'interrupted' GROUP BY 1`,
    [endpointId],
  );
  return new Map(rows.map(({ event_id, n }) => [event_id, n]));
}

/** The longest time without a request to one of the endpoints from a moment, milliseconds since 1970, to now; milliseconds. */
export function longestSilence(endpoints: readonly Endpoint[], sinceMs: number): number {
  const silences = endpoints.map(({ receiver }) => {
    let longest = 0;
    let fromMs = sinceMs;
    for (const toMs of [...receiver.received.map(({ at }) => at), Date.now()]) {
      if (toMs < sinceMs) continue;
      longest = Math.max(longest, toMs - fromMs);
      fromMs = toMs;
    }
    return longest;
  });
  return Math.max(...silences);
}

/** The first few, for a message. */
function first<Item>(items: readonly Item[]): Item[] {
  return items.slice(0, 5);
}
