import { expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { TRY_LISTINGS } from '../../sandbox/marketplace/catalogue/index.ts';
import {
  addressOf,
  expectAccessible,
  expectCount,
  expectToFit,
  expectValue,
  openConsole,
  settled,
  Visitor,
} from '../environment/console.ts';
import { withDatabase } from '../environment/database.ts';
import { createUser } from '../environment/oauth.ts';
import { changeListing, createListing } from '../environment/sandbox-marketplace.ts';
import { analyze, seoJobEnded } from '../environment/seo.ts';

jest.setTimeout(240_000);

const { browser, partner, person } = await openConsole({ credits: 1_000 });

/** The score that the gauge shows. */
async function scoreOn(page: Page): Promise<number> {
  return Number(await page.getByRole('meter', { name: 'Score of the listing' }).getAttribute('aria-valuenow'));
}

test('a listing is scored, mended as recommended, and scored again', async () => {
  const id = await createListing({ title: 'the best fabrikam backup!!' });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/', person);
  await settled(page);
  await page.getByRole('list', { name: 'Measure' }).getByRole('link', { name: 'Listings' }).click();
  await page.getByText('No listings yet').waitFor();
  await page.getByRole('button', { name: 'Analyse a listing' }).click();
  await page.getByLabel('Address or id of the listing').fill(id);
  await page.getByLabel('Brand', { exact: true }).fill('Fabrikam');
  await page.getByRole('button', { name: 'Start the analysis' }).click();
  await page.waitForURL(addressOf(`/listings/${id}`));
  await page.getByRole('heading', { level: 1, name: 'the best fabrikam backup!!' }).waitFor();
  const before = await scoreOn(page);
  const advice = page.getByRole('list', { name: 'Recommendations' }).getByRole('listitem').filter({ hasText: 'Title' });
  await advice
    .filter({ hasText: /^\+\d+ points?/ })
    .first()
    .waitFor();
  for (const part of ['Title', 'Description', 'Highlights', 'Keywords', 'Images']) {
    // A bar of a part without points has no width.
    await page.getByRole('progressbar', { name: part }).waitFor({ state: 'attached' });
  }
  await changeListing(id, { title: 'Fabrikam Backup for Small Teams' });
  await page.getByRole('button', { name: 'Analyse again' }).click();
  await expectValue(page.getByLabel('Brand', { exact: true }), 'Fabrikam');
  await page.getByRole('button', { name: 'Start the analysis' }).click();
  await page.getByRole('heading', { level: 1, name: 'Fabrikam Backup for Small Teams' }).waitFor();
  await page.getByRole('figure', { name: 'Score over time' }).waitFor();
  const history = page.getByRole('table', { name: 'History' });
  await expectCount(history.getByRole('row'), 3);
  expect(await scoreOn(page)).toBeGreaterThan(before);
  await history.getByRole('link').last().click();
  await page.getByText('You are viewing an older score.').waitFor();
  await settled(page);
  expect(await scoreOn(page)).toBe(before);
  await page.getByRole('link', { name: 'Show the latest' }).click();
  await page.getByText('You are viewing an older score.').waitFor({ state: 'detached' });
  await visitor.leave();
});

test('the comment of the AI says what it costs before, and is there after', async () => {
  const id = await createListing();
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/listings', person);
  await settled(page);
  await page.getByRole('button', { name: 'Analyse a listing' }).click();
  await page.getByLabel('Address or id of the listing').fill(id);
  await page.getByText(/^About \d+ credits/).waitFor();
  await page.getByLabel('Readability, and a comment by the AI').check();
  await page.getByRole('button', { name: 'Start the analysis' }).click();
  await page.getByRole('region', { name: 'Content analysis' }).getByText('Comment by the AI').waitFor();
  await visitor.leave();
});

test('why a listing cannot be scored is told, and what is no listing at once', async () => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/422/);
  const page = await visitor.open('/listings', person);
  await settled(page);
  await page.getByRole('button', { name: 'Analyse a listing' }).click();
  await page.getByRole('button', { name: 'Start the analysis' }).click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
  await page.getByLabel('Address or id of the listing').fill(TRY_LISTINGS.missing_listing_id);
  await page.getByRole('button', { name: 'Start the analysis' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'The listing could not be scored' });
  await alert.waitFor();
  await alert.getByRole('button', { name: 'Close' }).click();
  await page.waitForURL(addressOf('/listings'));
  await visitor.leave();
});

test('a listing is scored by itself as it was scored last, and advice that says a text becomes a draft', async () => {
  const id = await createListing({ title: 'the best fabrikam backup!!' });
  await seoJobEnded(partner, await analyze(partner, id, { brand_keyword: 'Fabrikam' }));
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/listings/${id}`, person);
  const again = page.getByRole('region', { name: 'Scheduled scoring' });
  await again.getByText('Off').waitFor();
  await again.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Scheduled scoring' });
  await expectValue(dialog.getByLabel('Brand', { exact: true }), 'Fabrikam');
  await dialog.getByLabel('How often').selectOption('Weekly');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await again.getByText('Weekly').waitFor();
  await again.getByText('Next run').waitFor();
  const saved = await partner.request('GET /marketplace/listings/{id}/rescoring', { params: { id } });
  expect(saved).toMatchObject({ body: { data: { attributes: { every: 'weekly', brand_keyword: 'Fabrikam' } } } });

  const pause = `UPDATE listing_watch SET next_rescore_at = NULL, rescore_failures = 5, rescore_paused_at = now()
    WHERE partner_id = $1 AND listing_id = $2`;
  await withDatabase((client) => client.query(pause, [partner.id, id]));
  await page.reload();
  await again.getByText(/could not be read 5 times in a row/).waitFor();
  await again.getByRole('button', { name: 'Resume' }).click();
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await again.getByText('Next run').waitFor();

  const draft = page.getByRole('button', { name: /^Create a draft: / });
  await draft.first().click();
  await page.getByText('Draft created on the board.').waitFor();
  await page.waitForURL(/\/content\/\d+$/);
  const item = page.url();
  await expectValue(page.getByLabel('Text (Markdown)'), /fabrikam/i);
  await page.goBack();
  await draft.first().click();
  await page.waitForURL(item);
  await visitor.leave();
});

test('whose role does not include listings is not led there, and refused', async () => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/403/);
  const page = await visitor.open('/listings', await createUser(partner.id, 'viewer'));
  await page.getByRole('alert').getByText('Your role does not include this').waitFor();
  expect(await page.getByRole('link', { name: 'Listings' }).count()).toBe(0);
  await visitor.leave();
});

test.each(['list', 'listing', 'form'] as const)(
  'the view %s keeps to WCAG 2.2 AA in light and dark, and fits 360 px',
  async (view) => {
    const id = await createListing();
    await seoJobEnded(partner, await analyze(partner, id, { include_content_analysis: true }));
    await seoJobEnded(partner, await analyze(partner, id));
    const visitor = await Visitor.arrive(browser);
    const page = await visitor.open(view === 'listing' ? `/listings/${id}` : '/listings', person);
    if (view === 'listing') await page.getByRole('figure', { name: 'Score over time' }).waitFor();
    else await page.locator(`a[href="/console/listings/${id}"]`).waitFor();
    if (view === 'form') {
      await page.getByRole('button', { name: 'Analyse a listing' }).click();
      await page.getByText(/^About \d+ credits/).waitFor();
    }
    await settled(page);
    await expectAccessible(page);
    await expectToFit(page);
    await expectAccessible(page);
    await visitor.leave();
  },
);
