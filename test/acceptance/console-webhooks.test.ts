import { expect, jest, test } from '@jest/globals';
import { addressOf, expectAccessible, expectToFit, openConsole, settled, Visitor } from '../environment/console.ts';
import { createUser } from '../environment/oauth.ts';
import { startReceiver } from '../environment/receiver.ts';
import { waitUntil } from '../environment/wait-until.ts';
import { attemptsOf, createWebhook, delivered, publish } from '../environment/webhooks.ts';

jest.setTimeout(240_000);

const { browser, partner, person } = await openConsole();

/** Waits until the first attempt has failed. */
function triedOnce(id: number, evt: string): Promise<unknown> {
  return waitUntil(
    'an attempt',
    () => attemptsOf(partner, id, evt),
    (attempts) => attempts.length > 0,
  );
}

test('it is found out why a delivery failed, and it is sent again', async () => {
  await using receiver = await startReceiver();
  receiver.respond = (_request, nth) =>
    nth === 1
      ? { status: 503, headers: { 'Retry-After': '7200' }, body: 'The table of orders is locked.' }
      : { status: 200 };
  const { id } = await createWebhook(partner, { url: receiver.url, events: ['cosell.updated'] });
  const evt = await publish(partner, 'cosell.updated', { opportunity_id: 'opp-1842' });
  await triedOnce(id, evt);
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/', person);
  await settled(page);
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: receiver.url });
  await row.getByText('Failing').waitFor();
  await row.getByRole('link').click();
  await page.waitForURL(addressOf(`/webhooks/${id}`));
  await page
    .getByRole('alert')
    .getByText(/^Your endpoint failed\./)
    .waitFor();
  await page.getByRole('row').filter({ hasText: 'cosell.updated' }).getByText('Retrying').waitFor();
  await page.getByRole('link', { name: 'cosell.updated' }).click();
  await page.waitForURL(addressOf(`/webhooks/${id}/deliveries/${evt}`));
  const alert = page.getByRole('alert');
  await alert.getByText(/503/).waitFor();
  await alert.getByText(/^Your endpoint failed\./).waitFor();
  await page.getByRole('region', { name: 'Attempts' }).getByText('The table of orders is locked.').waitFor();
  const sent = await page.getByRole('group', { name: 'Body, byte for byte' }).textContent();
  expect(sent).toBe(receiver.received[0]?.body.toString('utf8'));
  await page.getByRole('button', { name: 'Resend' }).click();
  await page.getByText('Delivered', { exact: true }).waitFor();
  await page.getByRole('region', { name: 'Attempts' }).getByText('Attempt 2').waitFor();
  expect(receiver.received.map((got) => got.id)).toEqual([evt, evt]);
  await visitor.leave();
});

test('a webhook is added, shows its secret once, and is sent a test', async () => {
  await using receiver = await startReceiver();
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/422/);
  const page = await visitor.open('/webhooks', person);
  await settled(page);
  await page.getByRole('link', { name: 'Add a webhook' }).click();
  await page.getByLabel('Address').fill('nowhere');
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await page.getByRole('alert').getByText('Some fields need attention').waitFor();
  expect(await page.getByRole('alert').getByText('url', { exact: true }).count()).toBe(0);
  await page.locator('input[aria-invalid="true"]:focus').waitFor();
  await page.getByLabel('Address').fill(receiver.url);
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await page.getByText(/^[0-9A-Za-z]{64}$/).waitFor();
  await page.getByRole('link', { name: 'Go to the webhook' }).click();
  await page.getByText('Nothing sent yet').waitFor();
  await page.getByText(/^[0-9A-Za-z]{64}$/).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText(/^Test delivered: the response was 200/).waitFor();
  expect(receiver.received[0]?.headers['x-service-event']).toBe('webhook.test');
  await visitor.leave();
});

test('what a webhook missed while it was off is counted and recovered', async () => {
  await using receiver = await startReceiver();
  const { id } = await createWebhook(partner, { url: receiver.url, events: ['cosell.created'], active: false });
  const evts = [await publish(partner, 'cosell.created'), await publish(partner, 'cosell.created')];
  for (const evt of evts) await delivered(partner, id, evt, 'skipped');
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/webhooks/${id}`, person);
  await settled(page);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Switch on' }).click();
  await page.getByText('Webhook saved.').waitFor();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Recover a range' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Count' }).click();
  await dialog.getByText('2 deliveries would be sent.').waitFor();
  expect(receiver.received).toEqual([]);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send these 2' }).click();
  await page.getByText('2 deliveries are being sent.').waitFor();
  for (const evt of evts) await delivered(partner, id, evt);
  await visitor.leave();
});

test('a webhook is changed, its secret rotated, and it is deleted', async () => {
  const { id, secret } = await createWebhook(partner, { url: 'http://127.0.0.1:9/', events: ['listing.failed'] });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/webhooks/${id}`, person);
  await settled(page);
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const dialog = page.getByRole('dialog');
  await choose('Edit');
  await dialog.getByLabel('Description').fill('Orders of the shop');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/Orders of the shop/).waitFor();
  await choose('Pause');
  await page.getByRole('alert').getByText('Paused', { exact: true }).waitFor();
  await expectAccessible(page);
  await choose('Rotate the secret');
  await dialog.getByRole('button', { name: 'Rotate the secret' }).click();
  const shown = await dialog.getByText(/^[0-9A-Za-z]{64}$/).textContent();
  expect(shown).not.toBe(secret);
  await dialog.getByRole('button', { name: 'Close' }).click();
  // The view polls deliveries and may poll once more when there are none.
  visitor.expectRefusal(/404 .*\/deliveries/);
  await choose('Delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL(addressOf('/webhooks'));
  await page.getByText('Webhook deleted.').waitFor();
  await visitor.leave();
});

test('filters of deliveries stand in the address', async () => {
  await using receiver = await startReceiver();
  const { id } = await createWebhook(partner, { url: receiver.url, events: ['cosell.completed'] });
  await delivered(partner, id, await publish(partner, 'cosell.completed'));
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/webhooks/${id}?event=nonsense&from=2026-13-99`, person);
  await settled(page);
  await page.getByRole('link', { name: 'cosell.completed' }).waitFor();
  await page.getByLabel('Status').selectOption('failed');
  await page.getByText('No deliveries').waitFor();
  await page.waitForURL(addressOf(`/webhooks/${id}?status=failed`));
  await visitor.leave();
});

test('whoever may not manage webhooks is not shown them, and is refused', async () => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/403/);
  const page = await visitor.open('/webhooks', await createUser(partner.id, 'editor'));
  await page.getByRole('alert').getByText('Your role does not include this').waitFor();
  expect(await page.getByRole('link', { name: 'Webhooks', exact: true }).count()).toBe(0);
  await visitor.leave();
});

test.each(['list', 'new', 'events', 'webhook', 'delivery'] as const)(
  'the view %s keeps to WCAG 2.2 AA in light and dark, and fits 360 px',
  async (view) => {
    await using receiver = await startReceiver();
    receiver.respond = () => ({ status: 500, body: `A long answer ${'x'.repeat(600)}` });
    const { id } = await createWebhook(partner, { url: receiver.url, events: ['listing.updated'] });
    const evt = await publish(partner, 'listing.updated', { listing_id: 'prod-1', changes: ['title'] });
    await triedOnce(id, evt);
    const [place, shown] = {
      list: ['', receiver.url],
      new: ['/new', 'The events that the webhook receives.'],
      events: ['/events', 'A marketplace listing was changed.'],
      webhook: [`/${id}`, 'listing.updated'],
      delivery: [`/${id}/deliveries/${evt}`, 'Attempt 1'],
    }[view] as [string, string];
    const visitor = await Visitor.arrive(browser);
    const page = await visitor.open(`/webhooks${place}`, person);
    await settled(page);
    await page.getByText(shown).first().waitFor();
    await expectAccessible(page);
    await expectToFit(page);
    await expectAccessible(page);
    await visitor.leave();
  },
);

test('a webhook that somebody else has changed meanwhile is shown in both versions before it is saved', async () => {
  const { id } = await createWebhook(partner, {
    url: 'https://198.51.99.1/hook',
    active: false,
    description: 'Orders',
  });
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/412/);
  const page = await visitor.open(`/webhooks/${id}`, person);
  await settled(page);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Description').fill('Mine');
  const body = { description: 'Theirs', events: ['cosell.created'] };
  await partner.request('PATCH /partners/webhooks/{id}', { params: { id }, body });
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByRole('row', { name: 'Description Theirs Mine' }).waitFor();
  await dialog.getByRole('button', { name: 'Save mine' }).click();
  await dialog.waitFor({ state: 'detached' });
  const saved = await partner.request('GET /partners/webhooks/{id}', { params: { id } });
  expect(saved.body).toMatchObject({ data: { attributes: { description: 'Mine', events: ['cosell.created'] } } });
  await visitor.leave();
});
