import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { ROLE_PERMISSIONS, type Role } from '../../domain/kernel/permissions.ts';
import { answerOf, codeOf, startTestService, type TestService } from '../../test/environment/service.ts';
import { createSubscriber, publish, type Subscriber } from '../../test/environment/webhook-operations.ts';
import { webhooksArea } from './area.ts';

jest.setTimeout(60_000);

let service: TestService;
let subscriber: Subscriber;
let evt: string;
beforeAll(async () => {
  service = await startTestService();
  subscriber = await createSubscriber(service);
  evt = (await publish(service, subscriber.partner.id))[0] ?? '';
});
afterAll(() => service.stop());

const OF_PARTNERS = webhooksArea.routes
  .filter(({ operation }) => operation.permission !== 'administrator')
  .map(({ method, path }) => `${method} ${path}`);

function roleCall(role: Role) {
  const actor = { kind: 'user' as const, partnerId: subscriber.partner.id, userId: 1, role, scopedCapabilities: null };
  return { ...subscriber.call, actor };
}

describe('a user', () => {
  const roles = Object.keys(ROLE_PERMISSIONS) as Role[];

  test.each(roles.filter((role) => !ROLE_PERMISSIONS[role].includes('manage_webhooks')))(
    'with the role %s has no way to webhooks',
    async (role) => {
      for (const name of OF_PARTNERS) {
        const request = { params: { id: subscriber.id, evt }, input: {} };
        const code = await codeOf(answerOf(service, webhooksArea.routes, name, request, roleCall(role)));
        expect({ name, code }).toEqual({ name, code: 'FORBIDDEN' });
      }
    },
  );

  test.each(roles.filter((role) => ROLE_PERMISSIONS[role].includes('manage_webhooks')))(
    'with the role %s sees webhooks',
    async (role) => {
      const request = { params: { id: subscriber.id } };
      const { body } = await answerOf(
        service,
        webhooksArea.routes,
        'GET /partners/webhooks/{id}',
        request,
        roleCall(role),
      );
      expect(body).toMatchObject({ data: { id: subscriber.id } });
    },
  );
});

test.each(['POST /partners/webhooks', 'POST /partners/webhooks/{id}/rotate-secret'])(
  'a repeat of %s after a crash shows no secret',
  async (name) => {
    const { body } = await answerOf(service, webhooksArea.routes, name, { madeId: subscriber.id }, subscriber.call);
    expect(body).toMatchObject({ data: { id: subscriber.id }, meta: { secret: null } });
  },
);

test('a repeat of an event after a crash names the event that was published', async () => {
  const { partner } = subscriber;
  const name = 'POST /3pi-partners/{partner_id}/events';
  const input = { type: 'cosell.created', data: { stage: 'won' } };
  const request = { params: { partner_id: partner.id }, input };
  const [row] = await service.dataSource.query(
    `INSERT INTO idempotency_key (owner, method, path, key, fingerprint, lock_token, locked_until, created_at, expires_at)
     VALUES ('admin', 'POST', '/events', 'k', '', $1, now() + interval '1 minute', now(), now() + interval '1 day')
     RETURNING id, lock_token`,
    [service.deps.ids.uuid()],
  );
  const call = { ...service.admin, idempotency: { rowId: row.id, lockToken: row.lock_token } };
  const { body } = await answerOf(service, webhooksArea.routes, name, request, call);
  const [{ made_id: madeId }] = await service.dataSource.query('SELECT made_id FROM idempotency_key WHERE id = $1', [
    row.id,
  ]);
  expect((await answerOf(service, webhooksArea.routes, name, { ...request, madeId }, call)).body).toEqual(body);
});

test('no answer but that of creating and rotating holds a secret', async () => {
  const { id, call, secret } = subscriber;
  for (const name of OF_PARTNERS.filter((each) => each.startsWith('GET'))) {
    const { body } = await answerOf(service, webhooksArea.routes, name, { params: { id: id, evt } }, call);
    expect(JSON.stringify(body)).not.toContain(secret);
  }
});
