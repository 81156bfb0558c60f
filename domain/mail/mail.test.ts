import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { mailConfig } from '../../infra/config/mail.ts';
import { MailError, type MailFailure } from '../../infra/mail/port.ts';
import { createMail } from '../../infra/mail/smtp.ts';
import { type SandboxMail, startSandboxMail } from '../../sandbox/mail/server.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import type { Deps } from '../kernel/deps.ts';
import { perform } from '../kernel/step.ts';
import { type MailOrder, queueMail } from './queue-mail.ts';
import { renderMail } from './render.ts';
import { listStaleMails } from './steps/housekeeping.ts';
import { failMail, sendMail } from './steps/send-mail.ts';

jest.setTimeout(60_000);

let service: TestService;
let server: SandboxMail;
let deps: Deps;
let partnerId: number;

beforeAll(async () => {
  [service, server] = await Promise.all([startTestService(), startSandboxMail({ port: 0, smtpPort: 0 })]);
  const config = mailConfig({ SMTP_URL: server.smtpUrl, MAIL_FROM: 'from@example.com', SMTP_ALLOW_PLAINTEXT: true });
  deps = { ...service.deps, mail: createMail(config, 'https://service.example.com') };
});
beforeEach(async () => {
  partnerId = (await service.createPartner()).id;
});
afterAll(() => Promise.all([service.stop(), server.close()]));

const SECRET = 'aVerySecretToken';
const inAnHour = () => new Date(deps.clock.now().getTime() + 3_600_000);

function order(changes: Partial<MailOrder<'password_reset'>> = {}): MailOrder<'password_reset'> {
  return {
    template: 'password_reset',
    partnerId,
    userId: null,
    recipient: `person${partnerId}@example.com`,
    language: 'en',
    values: { minutes: 60 },
    path: `/set-password#${SECRET}`,
    expiresAt: inAnHour(),
    ...changes,
  };
}

async function queue(changes: Partial<MailOrder<'password_reset'>> = {}, using: Deps = deps) {
  return using.transaction(service.admin, (tx) => queueMail(tx, { deps: using, call: service.admin }, order(changes)));
}

async function rows() {
  return service.dataSource.query('SELECT * FROM mail WHERE partner_id = $1 ORDER BY id', [partnerId]);
}

async function only() {
  const [row] = await rows();
  return { row, reference: { mailId: Number(row.id), rowKey: String(row.row_key) } };
}

test('a mail is sent once, and its link is gone from the database then', async () => {
  expect(await queue()).toBe('queued');
  const { row, reference } = await only();
  expect(row).toMatchObject({ status: 'queued', template: 'password_reset' });
  const kept = await service.dataSource.query('SELECT command::text FROM outbox WHERE command::text LIKE $1', [
    `%${reference.rowKey}%`,
  ]);
  expect(kept).toHaveLength(1);
  expect(JSON.stringify([row.link.toString('latin1'), row.values, kept])).not.toContain(SECRET);

  expect(await perform(deps, sendMail, reference)).toBe(true);
  expect(await perform(deps, sendMail, reference)).toBe(false);
  const caught = server.mails.filter(({ to }) => to.includes(order().recipient));
  expect(caught).toHaveLength(1);
  expect(caught[0]?.text).toContain(`https://service.example.com/set-password#${SECRET}`);
  expect(caught[0]?.html).toContain(`href="https://service.example.com/set-password#${SECRET}"`);
  expect(caught[0]?.headers['message-id']).toBe(`<${reference.rowKey}@service.example.com>`);
  expect((await only()).row).toMatchObject({ status: 'sent', link: null });
});

test('without a mail server nothing is queued, and the caller knows', async () => {
  expect(await queue({}, service.deps)).toBe('off');
  expect(await rows()).toEqual([]);
});

test('a transaction that is rolled back sends nothing', async () => {
  const rolledBack = deps.transaction(service.admin, async (tx) => {
    await queueMail(tx, { deps, call: service.admin }, order());
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  expect(await rows()).toEqual([]);
});

test('a partner cannot fill a mailbox, and others are not limited by it', async () => {
  for (let sent = 0; sent < 10; sent += 1) expect(await queue()).toBe('queued');
  expect(await queue()).toBe('limited');
  expect(await queue({ recipient: 'other@example.com' })).toBe('queued');
  const other = (await service.createPartner()).id;
  expect(await queue({ partnerId: other })).toBe('queued');
  service.setClock(new Date(Date.now() + 86_400_000));
  try {
    expect(await queue()).toBe('queued');
  } finally {
    service.setClock(undefined);
  }
});

test('a mail that its server may have taken goes three times, and others as often as it takes', async () => {
  await queue();
  const { reference } = await only();
  const failing = (kind: MailFailure) => ({
    ...deps,
    mail: { ...deps.mail, send: () => Promise.reject(new MailError(kind, 'No.')) },
  });
  const attempt = (kind: MailFailure) => perform(failing(kind), sendMail, reference);
  for (const kind of ['unreachable', 'unconfirmed', 'unreachable', 'unconfirmed', 'busy', 'unreachable'] as const) {
    await expect(attempt(kind)).rejects.toMatchObject({ kind });
  }
  expect((await only()).row).toMatchObject({ status: 'queued' });
  expect(await attempt('unconfirmed')).toBe(false);
  expect((await only()).row).toMatchObject({ status: 'failed', reason: 'unconfirmed', link: null });
});

test('a mail whose link has expired is not sent', async () => {
  await queue({ expiresAt: new Date(deps.clock.now().getTime() - 1) });
  const { reference } = await only();
  expect(await perform(deps, sendMail, reference)).toBe(false);
  expect((await only()).row).toMatchObject({ status: 'failed', reason: 'expired', link: null });
  expect(server.mails.filter(({ to }) => to.includes(order().recipient))).toEqual([]);
});

test('a failure ends a mail that waits, and leaves one that was sent', async () => {
  await queue();
  const { reference } = await only();
  expect(await perform(deps, failMail, { ...reference, rowKey: crypto.randomUUID(), reason: 'lost' })).toBe(false);
  expect(await perform(deps, failMail, { ...reference, reason: 'refused_550' })).toBe(true);
  expect(await perform(deps, failMail, { ...reference, reason: 'lost' })).toBe(false);
  expect((await only()).row).toMatchObject({ status: 'failed', reason: 'refused_550', link: null });
  expect(await perform(deps, sendMail, reference)).toBe(false);
});

test('a mail that waits without a command is found', async () => {
  await queue();
  const { reference } = await only();
  const search = { untouchedSince: new Date(Date.now() + 1_000).toISOString(), afterId: 0, limit: 1_000 };
  const stale = async () => (await perform(deps, listStaleMails, search)).map(({ id }) => id);
  expect(await stale()).not.toContain(reference.mailId);
  await service.dataSource.query('DELETE FROM outbox');
  expect(await stale()).toContain(reference.mailId);
});

test.each([
  ['de', 'Einladung annehmen', 'de'],
  ['de-AT', 'Einladung annehmen', 'de'],
  ['es-MX', 'Aceptar la invitación', 'es'],
  ['en', 'Accept the invitation', 'en'],
  ['xx', 'Accept the invitation', 'en'],
  ['__proto__', 'Accept the invitation', 'en'],
])('a mail in %s', (language, action, shown) => {
  const values = { inviter: 'Ann', partner: 'Acme', days: 7 };
  const mail = renderMail('invitation', language, values, 'https://service.example.com/x');
  expect(mail.text).toContain(action);
  expect(mail.html).toContain(`<html lang="${shown}">`);
});

test('names in a mail are text on one line, cut where they are long', () => {
  const values = { inviter: '<b>Ann</b>\r\nBcc: eve@example.com', partner: 'A'.repeat(5_000), days: 7 };
  const mail = renderMail('invitation', 'en', values, 'https://service.example.com/?a=1&b="2"');
  expect(mail.subject).not.toMatch(/[\r\n]/);
  expect(mail.subject.length).toBeLessThan(250);
  expect(mail.html).not.toContain('<b>');
  expect(mail.html).toContain('&lt;b&gt;Ann');
  expect(mail.html).toContain('?a=1&amp;b=&quot;2&quot;');
  expect(mail.text).toContain('<b>Ann</b> Bcc: eve@example.com');
});
