import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { codeOf, startTestService, type TestService } from '../../../test/environment/service.ts';
import {
  addEndpoint,
  createSubscriber,
  deliveriesOf,
  endpointOf,
  publish,
  type Subscriber,
} from '../../../test/environment/webhook-operations.ts';
import { ATTEMPTS_SHOWN, MAX_ATTEMPTS_TO_RESEND } from '../deliveries-store.ts';
import { SKIP_BATCH_SIZE } from '../drain-store.ts';
import { ENDPOINTS_BY_PLAN } from '../rules.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { pauseWebhook, resumeWebhook } from './pause-webhook.ts';
import { publishEvent } from './publish-event.ts';
import { getWebhook, listAttempts, listDeliveries } from './reads.ts';
import { recoverDeliveries, resendDelivery } from './recover-deliveries.ts';
import { rotateSecret } from './rotate-secret.ts';
import { testWebhook } from './test-webhook.ts';
import { toggleWebhook, updateWebhook } from './update-webhook.ts';

jest.setTimeout(60_000);

const LONG_AGO = '2020-01-01T00:00:00Z';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** Audit entries of a record, oldest first. */
function auditOf(type: string, id: number | string): Promise<{ action: string; details: unknown; partner: number }[]> {
  return service.deps.db.query(
    `SELECT action, details, partner_id::int AS partner FROM audit_log
     WHERE resource_type = $1 AND resource_id = $2 ORDER BY id`,
    [type, String(id)],
  );
}

test('requests at once cannot take more places than the plan has', async () => {
  const partner = await service.createPartner();
  await service.deps.db.query(`UPDATE partner SET plan = 'starter' WHERE id = $1`, [partner.id]);
  const { call } = await service.createKey(partner);
  const codes = await Promise.all(Array.from({ length: 6 }, () => codeOf(addEndpoint(service, call, {}))));
  const limit = ENDPOINTS_BY_PLAN.starter;
  expect(codes.sort()).toEqual([...Array(6 - limit).fill('WEBHOOK_LIMIT_REACHED'), ...Array(limit).fill('none')]);
});

test('a delivery that was sent again and again shows its newest attempts', async () => {
  const { id, call, partner } = await createSubscriber(service);
  const [evt = ''] = await publish(service, partner.id);
  await service.deps.db.query(
    `INSERT INTO webhook_attempt (delivery_id, number, outcome, started_at)
     SELECT d.id, n, 'interrupted', now() FROM webhook_delivery d, generate_series(1, $2) AS n WHERE d.endpoint_id = $1`,
    [id, ATTEMPTS_SHOWN + 5],
  );
  const shown = await service.run(call, listAttempts, { params: { id, evt } });
  expect(shown.map(({ number }) => number)).toEqual(Array.from({ length: ATTEMPTS_SHOWN }, (_, n) => n + 6));
});

test('a delivery that has been tried as often as can be counted is not sent again', async () => {
  const { id, call, partner } = await createSubscriber(service);
  const [evt = ''] = await publish(service, partner.id);
  const tried = (attempts: number) =>
    service.deps.db.query(`UPDATE webhook_delivery SET status = 'failed', attempts = $2 WHERE endpoint_id = $1`, [
      id,
      attempts,
    ]);
  const recovered = async () =>
    (
      await service.run(call, recoverDeliveries, {
        params: { id },
        input: { since: LONG_AGO, only_failed: true, dry_run: false },
      })
    ).recovered;
  await tried(MAX_ATTEMPTS_TO_RESEND);
  expect(await codeOf(service.run(call, resendDelivery, { params: { id, evt } }))).toBe('CONFLICT');
  expect(await recovered()).toBe(0);
  await tried(MAX_ATTEMPTS_TO_RESEND - 1);
  expect(await codeOf(service.run(call, resendDelivery, { params: { id, evt } }))).toBe('none');
  await tried(MAX_ATTEMPTS_TO_RESEND - 1);
  expect(await recovered()).toBe(1);
});

test('each change leaves a line of its own in the audit log', async () => {
  const { id, call, partner } = await createSubscriber(service);
  const params = { id };
  await service.run(call, updateWebhook, { params, input: { description: 'Ours.', active: true } });
  await service.run(call, toggleWebhook, { params });
  await service.run(call, pauseWebhook, { params });
  await service.run(call, resumeWebhook, { params });
  await service.run(call, rotateSecret, { params, input: { overlap_hours: 2 } });
  await service.run(call, deleteWebhook, { params });
  expect(await auditOf('webhook', id)).toEqual(
    [
      { action: 'webhooks.create', details: null },
      { action: 'webhooks.update', details: { fields: ['description', 'active'] } },
      { action: 'webhooks.toggle', details: { active: false } },
      { action: 'webhooks.pause', details: null },
      { action: 'webhooks.resume', details: null },
      { action: 'webhooks.rotate_secret', details: { overlap_hours: 2 } },
      { action: 'webhooks.delete', details: null },
    ].map((line) => ({ ...line, partner: partner.id })),
  );
});

test('what fails leaves no line', async () => {
  const { id, call } = await createSubscriber(service);
  await service.run(call, deleteWebhook, { params: { id } });
  const lines = await auditOf('webhook', id);
  for (const change of [updateWebhook, toggleWebhook, pauseWebhook, resumeWebhook, rotateSecret, deleteWebhook]) {
    expect(await codeOf(service.run(call, change as typeof toggleWebhook, { params: { id } }))).toBe('NOT_FOUND');
  }
  expect(await auditOf('webhook', id)).toEqual(lines);
});

test('an event that an upstream system reports is written down as the partner’s', async () => {
  const { id, partner } = await createSubscriber(service);
  const input = { type: 'cosell.created', data: { stage: 'won' } };
  const evt = await service.run(service.admin, publishEvent, { params: { partner_id: partner.id }, input });
  expect(await auditOf('event', evt)).toEqual([
    { action: 'events.publish', details: { type: 'cosell.created' }, partner: partner.id },
  ]);
  expect(await deliveriesOf(service, id)).toMatchObject([{ event_id: evt, event_type: 'cosell.created' }]);
});

describe('another partner’s webhook', () => {
  let owner: Subscriber;
  let stranger: Subscriber;
  let evt: string;
  beforeAll(async () => {
    [owner, stranger] = [await createSubscriber(service), await createSubscriber(service)];
    [evt = ''] = await publish(service, owner.partner.id);
  });

  test.each(
    Object.entries({
      deleteWebhook,
      getWebhook,
      listAttempts,
      listDeliveries,
      pauseWebhook,
      recoverDeliveries,
      resendDelivery,
      resumeWebhook,
      rotateSecret,
      toggleWebhook,
      updateWebhook,
    }),
  )('is closed to %s', async (_name, operation) => {
    const request = { params: { id: owner.id, evt }, input: { since: LONG_AGO } };
    const before = await endpointOf(service, owner.id);
    expect(await codeOf(service.run(stranger.call, operation as typeof getWebhook, request))).toBe('FORBIDDEN');
    expect(await endpointOf(service, owner.id)).toEqual(before);
  });

  test('is not tested', async () => {
    const input = { webhook_id: owner.id };
    expect(await codeOf(service.run(stranger.call, testWebhook, { input }))).toBe('FORBIDDEN');
  });

  test('counts for nobody else', async () => {
    const created = await service.run(stranger.call, createWebhook, {
      input: { url: 'http://127.0.0.1:9/hook', events: ['listing.created'] },
    });
    expect(created.endpoint.partner_id).toBe(stranger.partner.id);
  });
});

/** Whether a drain of the endpoint was requested. */
async function isWoken(id: number): Promise<boolean> {
  return (await endpointOf(service, id)).woken_at !== null;
}

describe('a recovery', () => {
  /** An endpoint with three deliveries that have failed. */
  async function failed(): Promise<Subscriber> {
    const subscriber = await createSubscriber(service);
    await publish(service, subscriber.partner.id, 3);
    await service.deps.db.query(
      `UPDATE webhook_delivery SET status = 'failed', failures = 11, finished_at = now() WHERE endpoint_id = $1`,
      [subscriber.id],
    );
    await service.deps.db.query('UPDATE webhook_endpoint SET woken_at = NULL, next_due_at = NULL WHERE id = $1', [
      subscriber.id,
    ]);
    return subscriber;
  }

  test('that is only tried changes nothing and leaves no line', async () => {
    const { id, call } = await failed();
    const lines = await auditOf('webhook', id);
    const request = { params: { id }, input: { since: LONG_AGO, dry_run: true } };
    expect(await service.run(call, recoverDeliveries, request)).toEqual({ matched: 3, recovered: 0, dryRun: true });
    expect((await deliveriesOf(service, id)).map(({ status }) => status)).toEqual(Array(3).fill('failed'));
    expect(await auditOf('webhook', id)).toEqual(lines);
    expect(await isWoken(id)).toBe(false);
  });

  test('makes each delivery due once, however many ask at once, and asks for a drain', async () => {
    const { id, call } = await failed();
    const request = { params: { id }, input: { since: LONG_AGO } };
    const recoveries = await Promise.all([1, 2, 3].map(() => service.run(call, recoverDeliveries, request)));
    expect(recoveries.reduce((sum, { recovered }) => sum + recovered, 0)).toBe(3);
    expect(await deliveriesOf(service, id)).toMatchObject(Array(3).fill({ status: 'pending', failures: 0 }));
    expect(await isWoken(id)).toBe(true);
    expect((await auditOf('webhook', id)).filter(({ action }) => action === 'webhooks.recover')).toHaveLength(3);
  });

  test('that finds nothing asks for no drain', async () => {
    const { id, call } = await failed();
    const request = { params: { id }, input: { since: LONG_AGO, until: LONG_AGO } };
    expect(await service.run(call, recoverDeliveries, request)).toEqual({ matched: 0, recovered: 0, dryRun: false });
    expect(await isWoken(id)).toBe(false);
  });
});

test('a delivery that is being sent, or whose payload is gone, is not sent once more', async () => {
  const { id, call, partner } = await createSubscriber(service);
  const [sending = '', lost = ''] = await publish(service, partner.id, 2);
  await service.deps.db.query(
    `UPDATE webhook_delivery SET lease_token = gen_random_uuid(), lease_instance = 1, lease_until = now() + interval '20 s'
     WHERE endpoint_id = $1 AND event_id = $2`,
    [id, sending],
  );
  await service.deps.db.query('DELETE FROM platform_event WHERE id = $1', [lost]);
  const resend = (evt: string) => codeOf(service.run(call, resendDelivery, { params: { id, evt } }));
  expect(await resend(sending)).toBe('CONFLICT');
  expect(await resend(lost)).toBe('GONE');
  for (const evt of [sending, lost]) expect(await auditOf('webhook_delivery', evt)).toEqual([]);
});

test.each([
  ['no more than a batch waits', SKIP_BATCH_SIZE - 1, false],
  ['more waits than a batch', SKIP_BATCH_SIZE + 1, true],
])(
  'an endpoint that is switched off skips what waits; a drain does the rest when %s',
  async (_what, waiting, woken) => {
    const { id, call } = await createSubscriber(service);
    await service.deps.db.query(
      `INSERT INTO webhook_delivery (endpoint_id, event_id, event_type, status, due_at, created_at)
     SELECT $1, 'evt_' || lpad(n::text, 26, '0'), 'cosell.updated', 'pending', now(), now() FROM generate_series(1, $2::int) n`,
      [id, waiting],
    );
    await service.run(call, toggleWebhook, { params: { id } });
    const pending = (await deliveriesOf(service, id)).filter(({ status }) => status === 'pending');
    expect(pending).toHaveLength(Math.max(0, waiting - SKIP_BATCH_SIZE));
    expect(await isWoken(id)).toBe(woken);
    expect(await endpointOf(service, id)).toMatchObject({ active: false });
  },
);
