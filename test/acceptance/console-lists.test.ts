import { expect, jest, test } from '@jest/globals';
import {
  addressOf,
  expectAccessible,
  expectCount,
  expectToFit,
  openConsole,
  settled,
  Visitor,
} from '../environment/console.ts';
import { createUser } from '../environment/oauth.ts';
import { createPartner } from '../environment/partners.ts';
import { startReceiver } from '../environment/receiver.ts';
import { waitUntil } from '../environment/wait-until.ts';
import { createWebhook } from '../environment/webhooks.ts';

jest.setTimeout(240_000);

const { browser, partner, person } = await openConsole();

const isAt = (place: string) => (url: URL) => url.href === addressOf(place);

test('a filter is saved, opens its list, is applied by keyboard, renamed and deleted', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/executions', person);
  await settled(page);
  await page.getByLabel('Status').selectOption('Failed');
  await page.waitForURL(isAt('/executions?status=failed'));
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('menuitem', { name: 'Save this filter' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Went wrong');
  await dialog.getByLabel('Use by default').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Went wrong' }).waitFor();

  await page.getByRole('link', { name: 'Case studies', exact: true }).click();
  // Until then the list has not been left.
  await page.getByRole('heading', { name: 'Case studies', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Executions', exact: true }).click();
  await page.waitForURL(isAt('/executions?status=failed'));

  await page.getByRole('button', { name: 'Went wrong' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Clear filters' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(isAt('/executions'));
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('menuitem', { name: 'Went wrong' }).click();
  await page.waitForURL(isAt('/executions?status=failed'));

  await page.getByRole('button', { name: 'Went wrong' }).click();
  await page.getByRole('menuitem', { name: 'Manage saved filters' }).click();
  await dialog.getByLabel('Name').fill('Failures');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await dialog.getByRole('button', { name: 'Delete Failures' }).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete Failures' }).click();
  await dialog.getByText('There are no saved filters for this list.').waitFor();
  await visitor.leave();
});

test('a list has as many rows as the person chose, and is sorted by its heads', async () => {
  for (let made = 0; made < 26; made += 1) {
    const reply = await partner.request('POST /content-workflow/brand-voices', {
      body: { name: `Voice ${90 - made}` },
    });
    expect(reply.status).toBe(201);
  }
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/brand-voices', person);
  await settled(page);
  await page.getByText('26 total').waitFor();
  await expectCount(page.locator('tbody tr'), 25);
  await page.locator('tbody tr').first().getByText('Voice 65').waitFor();
  await page.getByLabel('Rows per page').selectOption('50 per page');
  await page.waitForURL(isAt('/brand-voices?per_page=50'));
  await page.locator('tbody tr').nth(25).waitFor();

  const head = page.getByRole('columnheader', { name: 'Name' });
  await page.locator('th[aria-sort="none"]').and(head).waitFor();
  const change = async (order: string, address: string) => {
    await head.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(isAt(address));
    await page.locator(`th[aria-sort="${order}"]`).waitFor();
  };
  await change('ascending', '/brand-voices?per_page=50&sort=name&dir=asc');
  await page.locator('tbody tr').first().getByText('Voice 65').waitFor();
  await change('descending', '/brand-voices?per_page=50&sort=name&dir=desc');
  await page.locator('tbody tr').first().getByText('Voice 90').waitFor();
  await expectAccessible(page);
  await change('none', '/brand-voices?per_page=50');

  // The choice is the person's, in other lists and after a reload.
  await page.goto(addressOf('/brand-voices'));
  await page.waitForURL(isAt('/brand-voices?per_page=50'));
  await visitor.leave();
});

test('a failed test of a webhook shows what was sent and answered', async () => {
  await using receiver = await startReceiver();
  receiver.respond = () => ({ status: 401, headers: { 'WWW-Authenticate': 'HMAC' }, body: 'Wrong signature.' });
  const { id } = await createWebhook(partner, { url: receiver.url });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/webhooks/${id}`, person);
  await settled(page);
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText(/^The test failed:/).waitFor();
  await page.getByRole('row').filter({ hasText: 'webhook.test' }).getByText('Failed').waitFor();
  await page.getByRole('link', { name: 'View request and response' }).click();
  await page.waitForURL(new RegExp(`/webhooks/${id}/deliveries/evt_`));
  await page
    .getByRole('alert')
    .getByText(/^Your endpoint rejected the request\./)
    .waitFor();
  await page.getByText('Wrong signature.').waitFor();
  await page.getByText('Request headers, without signatures').click();
  const sent = await page.getByRole('group', { name: 'Request headers, without signatures' }).textContent();
  expect(sent).toContain('X-Service-Event: webhook.test');
  expect(sent).not.toMatch(/signature/i);
  await page.getByText('Response headers').click();
  await page.getByText(/www-authenticate: HMAC/).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send another test' }).click();
  // The page may still show the words about the first one.
  await waitUntil('the second test', () => receiver.received.length === 2);
  await page.getByText(/^The test failed:/).waitFor();
  await visitor.leave();
});

test('lists fit a narrow window, in German', async () => {
  const viewer = await createUser(partner.id, 'viewer');
  const visitor = await Visitor.arrive(browser, { locale: 'de-DE' });
  const page = await visitor.open('/brand-voices?per_page=100&sort=name&dir=desc', viewer);
  await settled(page);
  await page.getByLabel('Zeilen pro Seite').waitFor();
  await expectToFit(page);
  await page.goto(addressOf('/executions?status=failed&priority=high'));
  await page.getByRole('button', { name: 'Gespeicherte Filter' }).click();
  await page.getByRole('menuitem', { name: 'Diesen Filter speichern' }).waitFor();
  await expectAccessible(page);
  await expectToFit(page);
  await visitor.leave();
});

test('filters by day say that it is one of UTC where it is, whatever day it is for the person', async () => {
  const { body } = await partner.request('POST /content-workflow/content-items', {
    body: { title: 'Made far away', content_type: 'text_content', body: 'A text.' },
  });
  const { created_at } = (body as { data: { attributes: { created_at: string } } }).data.attributes;
  const visitor = await Visitor.arrive(browser, { timezoneId: 'Pacific/Kiritimati' });
  const page = await visitor.open('/content', person);
  for (const label of ['From (UTC)', 'To (UTC)']) {
    await page.getByLabel(label, { exact: true }).fill(created_at.slice(0, 10));
  }
  await page.waitForURL(/\?from=.*&to=/);
  await settled(page);
  await page.getByRole('link', { name: 'Made far away' }).waitFor();
  await visitor.leave();
});

test('whoever deletes all that stands on the last page goes on at the page before it', async () => {
  const own = await createPartner();
  for (let number = 1; number <= 26; number += 1) {
    const body = { title: `Text ${number}`, content_type: 'text_content', body: 'A text.' };
    expect((await own.request('POST /content-workflow/content-items', { body })).status).toBe(201);
  }
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/content?page=2', await createUser(own.id));
  await page.getByLabel('Select Text 1').check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Move to the trash' }).click();
  await page.getByRole('link', { name: 'Text 26', exact: true }).waitFor();
  await page.waitForURL(isAt('/content?page=1'));
  expect(await page.getByText('No texts found').count()).toBe(0);
  await visitor.leave();
});
