import { randomInt } from 'node:crypto';
import type { Call } from '../../domain/kernel/call.ts';
import type { Deps, Sender } from '../../domain/kernel/deps.ts';
import { perform } from '../../domain/kernel/step.ts';
import type { Partner } from '../../domain/partners/types.ts';
import { EVENT_NAMES } from '../../domain/webhooks/catalogue.ts';
import { createWebhook } from '../../domain/webhooks/operations/create-webhook.ts';
import { drainEndpoint } from '../../domain/webhooks/steps/drain-endpoint.ts';
import type { WebhookAttemptRow, WebhookDeliveryRow, WebhookEndpointRow } from '../../domain/webhooks/table.ts';
import { INSTANCE_LOCK_CLASS } from '../../infra/database/port.ts';
import type { TestOperations, TestService } from './service.ts';

/** A partner with a key's call and its webhook for all events. */
export interface Subscriber {
  partner: Partner;
  call: Call;
  id: number;
  secret: string;
}

/** A new partner with a webhook. */
export async function createSubscriber(service: TestOperations, url = 'http://127.0.0.1:9/hook'): Promise<Subscriber> {
  const partner = await service.createPartner();
  await service.deps.db.query(`UPDATE partner SET plan = 'enterprise' WHERE id = $1`, [partner.id]);
  const { call } = await service.createKey(partner);
  return { partner, call, ...(await addEndpoint(service, call, { url })) };
}

/** One more webhook. */
export async function addEndpoint(
  service: TestOperations,
  call: Call,
  input: object,
): Promise<{ id: number; secret: string }> {
  const given = { url: 'http://127.0.0.1:9/hook', events: EVENT_NAMES, ...input };
  const { endpoint, secret } = await service.run(call, createWebhook, { input: given });
  return { id: endpoint.id, secret: secret ?? '' };
}

/** Writes so many events of a partner in one transaction; returns their ids. */
export function publish(
  service: Pick<TestOperations, 'deps' | 'admin'>,
  partnerId: number,
  count = 1,
): Promise<string[]> {
  return service.deps.transaction(service.admin, async (tx) =>
    Array.from({ length: count }, (_, n) => tx.publish({ partnerId, type: 'cosell.updated', data: { n } })),
  );
}

/** A process of the service as others see it, by its advisory lock. */
export interface TestInstance {
  number: number;
  /** Ends it, as a kill would. */
  die(): Promise<void>;
}

export async function startInstance(service: TestService): Promise<TestInstance> {
  const number = randomInt(1, 2 ** 31 - 1);
  const runner = service.dataSource.createQueryRunner();
  await runner.query('SELECT pg_advisory_lock($1, $2)', [INSTANCE_LOCK_CLASS, number]);
  return {
    number,
    async die() {
      await runner.query('SELECT pg_advisory_unlock($1, $2)', [INSTANCE_LOCK_CLASS, number]);
      await runner.release();
    },
  };
}

export type Send = Sender['send'];

/** The service's database with a hook before each statement, which throws where it is to fail; for drains, which take turns with it. */
export function hookedDatabase(
  service: TestOperations,
  before: (text: string) => void,
): Pick<Deps, 'db' | 'fairShare'> {
  const db: Deps['db'] = {
    query: async (text: string, values?: unknown[]) => {
      before(text);
      return service.deps.db.query(text, values);
    },
  } as Deps['db'];
  return { db, fairShare: () => ({ db, transaction: service.deps.transaction }) };
}

/** How long drains of tests wait for more; long enough to take what is published at that moment. */
export const LINGER_MS = 200;

/** Drains an endpoint until it is idle, or until so many answers are written. */
export async function drain(
  service: TestService,
  endpointId: number,
  options: { instance: TestInstance | Deps['instance']; send?: Send; answers?: number; deps?: Partial<Deps> },
) {
  const { instance, send, answers = Number.POSITIVE_INFINITY, deps: more } = options;
  const enough = new AbortController();
  let seen = 0;
  const deps: Deps = {
    ...service.deps,
    drainLingerMs: LINGER_MS,
    instance: typeof instance === 'function' ? instance : () => instance.number,
    stopping: enough.signal,
    ...(send && { sender: { send, objection: async () => null } }),
    meters: {
      ...service.deps.meters,
      deliveryAttempted() {
        seen += 1;
        if (seen >= answers) enough.abort();
      },
    },
    ...more,
  };
  return perform(deps, drainEndpoint, { endpointId });
}

/** An endpoint as it is now. */
export async function endpointOf(service: TestOperations, id: number): Promise<WebhookEndpointRow> {
  const [row] = (await service.deps.db.query('SELECT * FROM webhook_endpoint WHERE id = $1', [
    id,
  ])) as WebhookEndpointRow[];
  if (!row) throw new Error('The endpoint is gone.');
  return row;
}

/** Deliveries of an endpoint, oldest first. */
export function deliveriesOf(service: TestOperations, id: number): Promise<WebhookDeliveryRow[]> {
  return service.deps.db.query('SELECT * FROM webhook_delivery WHERE endpoint_id = $1 ORDER BY id', [id]);
}

/** Attempts at an endpoint's deliveries, in order. */
export function attemptsOf(service: TestOperations, id: number): Promise<WebhookAttemptRow[]> {
  return service.deps.db.query(
    `SELECT a.* FROM webhook_attempt a JOIN webhook_delivery d ON d.id = a.delivery_id
     WHERE d.endpoint_id = $1 ORDER BY a.delivery_id, a.number`,
    [id],
  );
}

/** How often a drain of the endpoint was asked for. */
export async function wakesOf(service: TestOperations, id: number): Promise<number> {
  const rows: { count: number }[] = await service.deps.db.query(
    `SELECT count(*) AS count FROM outbox WHERE kind = 'webhook.wake' AND (command->>'endpointId')::bigint = $1`,
    [id],
  );
  return Number(rows[0]?.count ?? 0);
}
