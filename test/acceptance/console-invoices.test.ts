import { beforeAll, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  addressOf,
  contentOf,
  expectAccessible,
  expectToFit,
  openConsole,
  settled,
  Visitor,
} from '../environment/console.ts';
import { backfill, reportOrder } from '../environment/invoices.ts';
import { createUser } from '../environment/oauth.ts';
import { waitUntil } from '../environment/wait-until.ts';

jest.setTimeout(240_000);

const { browser, partner, person } = await openConsole({ credits: 1_000 });
/** Number of an invoice over 49.90 EUR. */
let number: string;
beforeAll(async () => {
  await reportOrder(partner, { description: 'Credits for the spring campaign' });
  const [made = ''] = await backfill(partner);
  number = made;
});

/** What the browser saves when a button is pressed. */
async function savedBy(page: Page, button: string): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), content: await contentOf(download) };
}

test('an invoice is found, read, and saved as PDF', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/', person);
  await settled(page);
  await page.getByRole('link', { name: 'Invoices', exact: true }).click();
  await page.getByRole('region', { name: 'Totals EUR' }).getByText('1 invoice').waitFor();
  await page.getByRole('link', { name: number }).click();
  await page.waitForURL(addressOf(`/invoices/${number}`));
  await page.getByRole('region', { name: 'Lines' }).getByText('Credits for the spring campaign').waitFor();
  const { name, content } = await savedBy(page, 'Download PDF');
  expect(name).toBe(`${number}.pdf`);
  expect(content.subarray(0, 5).toString()).toBe('%PDF-');
  await visitor.leave();
});

test('the list is filtered by the address, and saved as CSV as it is filtered', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/invoices?type=nonsense', person);
  await settled(page);
  await page.getByRole('link', { name: number }).waitFor();
  const all = await savedBy(page, 'Download CSV');
  expect(all.name).toMatch(/^invoices-\d{4}-\d\d-\d\d\.csv$/);
  expect(all.content.toString('utf8')).toContain(number);
  await page.getByLabel('Type').selectOption('subscription');
  await page.getByText('No invoices').waitFor();
  await page.waitForURL(addressOf('/invoices?type=subscription'));
  const none = await savedBy(page, 'Download CSV');
  expect(none.content.toString('utf8')).not.toContain(number);
  await visitor.leave();
});

test('an owner changes the billing identity, and reads what was refused', async () => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/422/);
  const page = await visitor.open('/invoices', person);
  await page.getByRole('link', { name: 'Billing identity' }).click();
  await page.getByLabel('Legal name').fill('Acme GmbH');
  await page.getByLabel('City').fill('Wien');
  await page.getByRole('combobox', { name: 'Country' }).fill('austria');
  await page.getByRole('option', { name: 'Austria' }).click();
  await page.getByRole('combobox', { name: 'Language of invoices' }).click();
  await page.getByRole('option', { name: 'German' }).click();
  await page.getByLabel('E-mail for invoices').fill('nobody');
  await page.getByLabel('E-mail for invoices').press('Enter');
  await page.getByText('Must be an e-mail address').first().waitFor();
  await page.getByLabel('E-mail for invoices').fill('');
  await page.getByLabel('Tax numbers').fill('ATU12345678, us_ein 12-3456789');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Billing identity saved.').waitFor();
  const { body } = await partner.request('GET /app/billing-identity');
  expect(body).toMatchObject({
    data: {
      attributes: {
        legal_name: 'Acme GmbH',
        language: 'de',
        address: { city: 'Wien', country: 'AT', line1: null },
        tax_ids: [
          { type: 'eu_vat', value: 'ATU12345678' },
          { type: 'us_ein', value: '12-3456789' },
        ],
      },
    },
  });
  await page.getByLabel('Legal name').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  const cleared = await waitUntil(
    'the name to be cleared',
    async () => (await partner.request('GET /app/billing-identity')).body,
    (body) => JSON.stringify(body).includes('"legal_name":null'),
  );
  expect(cleared).toMatchObject({ data: { attributes: { address: { city: 'Wien' } } } });
  await visitor.leave();
});

test('whoever may not see bills is not shown them, and is refused', async () => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/403/);
  const page = await visitor.open(`/invoices/${number}`, await createUser(partner.id, 'editor'));
  await page.getByRole('alert').getByText('Your role does not include this').waitFor();
  expect(await page.getByRole('link', { name: 'Invoices', exact: true }).count()).toBe(0);
  await visitor.leave();
});

test.each([
  ['list', 'Totals'],
  ['invoice', 'Credits for the spring campaign'],
  ['usage', 'Credits used today'],
  ['identity', 'Legal name'],
] as const)('the view %s keeps to WCAG 2.2 AA in light and dark, and fits 360 px', async (view, shown) => {
  const place = { list: '', invoice: `/${number}`, usage: '/usage', identity: '/identity' }[view];
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/invoices${place}`, person);
  await settled(page);
  await (view === 'list' ? page.getByRole('region', { name: shown }) : page.getByText(shown)).first().waitFor();
  await settled(page);
  await expectAccessible(page);
  await expectToFit(page);
  await expectAccessible(page);
  await visitor.leave();
});

test('amounts are written as people of the language do', async () => {
  const visitor = await Visitor.arrive(browser, { locale: 'de-DE' });
  const page = await visitor.open('/invoices', person);
  await page.getByRole('heading', { level: 1, name: 'Rechnungen' }).waitFor();
  await page
    .getByRole('row')
    .filter({ hasText: number })
    .getByText(/\d+,\d\d\s€/)
    .waitFor();
  await visitor.leave();
});
