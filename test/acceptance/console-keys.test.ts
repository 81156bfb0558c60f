import { expect, jest, test } from '@jest/globals';
import {
  expectAccessible,
  expectCount,
  expectToFit,
  expectValue,
  openConsole,
  settled,
  Visitor,
} from '../environment/console.ts';
import { expectError, request } from '../environment/http.ts';
import { createKey } from '../environment/partners.ts';

jest.setTimeout(240_000);

const { browser, partner, person } = await openConsole({ credits: 1_000 });

test('a key is made, shown once, restricted, rotated and revoked, and the log tells so', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/keys', person);
  await settled(page);
  await page.getByRole('link', { name: 'Create a key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Nightly report');
  await page.getByRole('button', { name: 'Create key' }).click();
  const text = (await page.getByText(/^vp3_\w{48}$/).textContent()) ?? '';
  expect((await request('GET /app/me', { key: text })).status).toBe(200);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByRole('heading', { level: 1, name: 'Nightly report' }).waitFor();
  // A dialog leaves the page once it has faded out.
  await page.getByText(text).waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(text);

  await page.getByRole('button', { name: 'Restrict' }).click();
  await page.getByRole('textbox', { name: 'IP addresses' }).fill('192.0.2.1');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved; effective from the next request on.').waitFor();
  expectError(await request('GET /app/me', { key: text }), 'IP_NOT_ALLOWED');

  await page.getByRole('button', { name: 'Rotate' }).click();
  await page.getByRole('button', { name: 'Replace the key' }).click();
  await page.getByText(/^vp3_\w{48}$/).waitFor();
  expectError(await request('GET /app/me', { key: text }), 'UNAUTHORIZED');
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Revoke the key' }).click();
  await page.getByText('Revoked', { exact: true }).waitFor();

  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByText('partner_keys.revoke').first().waitFor();
  await visitor.leave();
});

test('a problem is said once, beside its field, which has the focus', async () => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/422/);
  const page = await visitor.open('/keys/new', person);
  await settled(page);
  await page.getByRole('textbox', { name: 'Name' }).fill('Website');
  await page.getByRole('textbox', { name: 'IP addresses' }).fill('nonsense');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('Some fields need attention').waitFor();
  await expectCount(page.getByText('is neither an IP address nor a range'), 1);
  expect(await page.getByText(/allowed_ip_addresses|req_/).count()).toBe(0);
  await page.locator('textarea[aria-invalid="true"]:focus').waitFor();
  await visitor.leave();
});

test('the log leads from an action to all of its kind', async () => {
  const { id } = await createKey(partner.id);
  expect(id).toBeGreaterThan(0);
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/audit-log', person);
  await page.getByRole('link', { name: 'users.sign_in' }).first().click();
  await page.waitForURL(/action=users\.sign_in/);
  await expectValue(page.getByLabel('Action'), 'users.sign_in');
  await page.getByRole('link', { name: 'partner_keys.create' }).first().waitFor({ state: 'detached' });
  await visitor.leave();
});

test.each(['/keys', '/keys/new', '', '/audit-log'])(
  '%s keeps to WCAG 2.2 AA in light and dark, and fits 360 px',
  async (place) => {
    const { id } = await createKey(partner.id);
    const visitor = await Visitor.arrive(browser);
    const page = await visitor.open(place || `/keys/${id}`, person);
    await settled(page);
    await expectAccessible(page);
    await expectToFit(page);
    await expectAccessible(page);
    await visitor.leave();
  },
);
