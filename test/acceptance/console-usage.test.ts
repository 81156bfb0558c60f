import { expect, jest, test } from '@jest/globals';
import { contentOf, expectAccessible, expectToFit, openConsole, settled, Visitor } from '../environment/console.ts';
import { createUser } from '../environment/oauth.ts';
import { waitUntil } from '../environment/wait-until.ts';

jest.setTimeout(240_000);

const { browser, partner, person } = await openConsole();

/** Uses the partner's key, and waits until that is counted. */
async function useKey(): Promise<void> {
  for (let n = 0; n < 3; n += 1) await partner.request('GET /app/usage-data');
  await countedBy('key');
}

/** Requests are counted together, every two seconds. */
async function countedBy(group: 'key' | 'person'): Promise<void> {
  await waitUntil(
    'the requests to be counted',
    async () => (await partner.request('GET /app/usage', { query: { group } })).body,
    (body) => /"requests":[1-9]/.test(JSON.stringify(body)),
  );
}

test('usage by key and person with chart, table, period and export, and what may be asked for', async () => {
  await useKey();
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/', person);
  await settled(page);
  await page.getByRole('link', { name: 'Usage', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
  const limits = page.getByRole('region', { name: 'Limits' });
  await limits.getByText(/at most [\d,]+ per minute for each person/).waitFor();
  await limits.getByText(/^\d+ of [\d,]+ \(at most [\d,]+ per minute\)$/).waitFor();
  const entries = page.getByRole('region', { name: 'Details' });
  await entries.getByRole('columnheader', { name: 'API key' }).waitFor();
  await entries.getByRole('link').first().waitFor();
  await page.getByRole('figure', { name: 'Requests by day' }).getByRole('button', { name: /table/i }).click();
  await page.getByRole('figure', { name: 'Requests by day' }).getByRole('columnheader', { name: 'Errors' }).waitFor();
  await settled(page);
  await expectAccessible(page);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^usage-key-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  const text = (await contentOf(download)).toString();
  expect(text).toMatch(/^\uFEFF"Day","API key","Requests","Errors","Credits"\r\n/);
  expect(text).toMatch(/"All",[1-9]/);

  await countedBy('person');
  await page.getByLabel('Group by', { exact: true }).selectOption('person');
  await page.waitForURL(/group=person/);
  await entries.getByRole('columnheader', { name: 'Person' }).waitFor();
  await entries.getByRole('row').nth(1).waitFor();
  await page.getByLabel('From').fill('2026-01-01');
  await page.getByLabel('To').fill('2026-01-31');
  await page.getByText('No usage in this period.').waitFor();
  await page.getByLabel('To').fill('2026-12-31');
  visitor.expectRefusal(/status of 422/);
  await page.getByText(/at most 92 days/).waitFor();
  await visitor.leave();
});

test('speaks German, fits 360 px, and is not for those who may not see bills', async () => {
  await useKey();
  const visitor = await Visitor.arrive(browser, { locale: 'de-DE' });
  const page = await visitor.open('/usage', person);
  await page.getByRole('heading', { level: 1, name: 'Nutzung' }).waitFor();
  await page.getByRole('region', { name: 'Details' }).waitFor();
  await settled(page);
  await expectToFit(page);
  await expectAccessible(page);
  await visitor.leave();

  const other = await Visitor.arrive(browser);
  other.expectRefusal(/403/);
  const refused = await other.open('/usage', await createUser(partner.id, 'editor'));
  await refused.getByRole('alert').first().getByText('Your role does not include this').waitFor();
  expect(await refused.getByRole('link', { name: 'Usage', exact: true }).count()).toBe(0);
  await other.leave();
});
