import { expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { contentItemDetailResource } from '../../api/content-items/resource.ts';
import { one } from '../../api/resource.ts';
import {
  addressOf,
  contentOf,
  expectAccessible,
  expectCount,
  expectToFit,
  expectValue,
  openConsole,
  settled,
  Visitor,
} from '../environment/console.ts';
import { read } from '../environment/http.ts';
import { createUser } from '../environment/oauth.ts';
import { createPartner, type Partner } from '../environment/partners.ts';
import { waitUntil } from '../environment/wait-until.ts';

jest.setTimeout(240_000);

const { browser, partner, person } = await openConsole();

/** Writes a text by hand; returns its id. */
async function write(by: Partner, title: string, more: object = {}): Promise<number> {
  const reply = await by.request('POST /content-workflow/content-items', {
    body: { title, body: `# ${title}\n\nWritten by *hand*.`, ...more },
  });
  expect(reply.status).toBe(201);
  return read(reply, one(contentItemDetailResource).schema).data.id;
}

/** The tags of a text. */
async function tagsOf(by: Partner, id: number): Promise<string[]> {
  const reply = await by.request('GET /content-workflow/content-items/{id}', { params: { id } });
  return read(reply, one(contentItemDetailResource).schema).data.attributes.tags;
}

/** A partner with three texts, and somebody of it. */
async function withTexts() {
  const own = await createPartner();
  for (const [title, more] of [
    ['Spring launch', { content_type: 'blog_post', status: 'review' }],
    ['Autumn fair', {}],
    ['Winter sale', { content_type: 'social_post' }],
  ] as const) {
    await write(own, title, more);
  }
  return { own, owner: await createUser(own.id) };
}

const rowOf = (page: Page, title: string) => page.getByRole('table').getByRole('row').filter({ hasText: title });
const toolbarOf = (page: Page) => page.getByRole('toolbar', { name: 'Selected texts' });

test('a text is written by hand, found again, copied, duplicated, saved as files, deleted and restored', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/board', person);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await settled(page);
  await page.getByRole('link', { name: 'New text' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Notes of the fair');
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Blog post');
  await page.getByRole('combobox', { name: 'Column on the board' }).selectOption('In review');
  await page.getByLabel('Text (Markdown)').fill('# Fair\n\nWe met **many** people.');
  await page.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'Fair' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create text' }).click();
  await page.getByRole('heading', { level: 1, name: 'Notes of the fair' }).waitFor();
  const item = page.url();

  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Copy the Markdown');
  await page.getByText('Text copied.').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('# Fair\n\nWe met **many** people.');
  const saving = page.waitForEvent('download');
  await choose('Save as Markdown');
  expect((await contentOf(await saving)).toString()).toContain('We met **many** people.');
  // A Word document is a ZIP archive, too.
  for (const [format, extension] of [
    ['Word', 'docx'],
    ['ZIP with images', 'zip'],
  ] as const) {
    const saved = page.waitForEvent('download');
    await choose(`Save as ${format}`);
    expect((await saved).suggestedFilename()).toMatch(new RegExp(`\\.${extension}$`));
    expect((await contentOf(await saved)).subarray(0, 2).toString()).toBe('PK');
  }
  await choose('Duplicate');
  await page.getByText('Notes of the fair duplicated.').waitFor();
  await page.getByLabel('Text (Markdown)').fill('Not saved');
  await choose('Move to the trash');
  await page.waitForURL(addressOf('/content'));
  await page.getByText('Notes of the fair moved to the trash.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Notes of the fair restored.').waitFor();
  await page.getByRole('searchbox', { name: 'Search titles' }).fill('fair zeppelin');
  await page.getByText('No texts found').waitFor();
  await page.getByRole('searchbox', { name: 'Search titles' }).fill('copy fai');
  await rowOf(page, 'Notes of the fair (copy)').waitFor();
  await expectCount(page.getByRole('table').getByRole('row'), 2);
  const star = { name: 'Favourite: Notes of the fair (copy)' };
  await page.getByRole('button', star).press('Enter');
  await page.getByRole('button', { ...star, pressed: true }).waitFor();
  await page.getByRole('searchbox', { name: 'Search titles' }).fill('');
  await rowOf(page, 'Notes of the fair').nth(1).waitFor();
  await page.getByLabel('Favourites only').press('Space');
  await page.waitForURL(/favorite=true/);
  await rowOf(page, 'Notes of the fair').nth(1).waitFor({ state: 'detached' });
  await rowOf(page, 'Notes of the fair (copy)').waitFor();
  await page.goto(item);
  await page.getByRole('heading', { level: 1, name: 'Notes of the fair' }).waitFor();
  await visitor.leave();
});

test('several are selected by keyboard, duplicated, saved and deleted together, and restored from the trash', async () => {
  const { owner } = await withTexts();
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/content', owner);
  await rowOf(page, 'Spring launch').waitFor();
  await page.getByRole('combobox', { name: 'Column' }).selectOption('Generated');
  await rowOf(page, 'Spring launch').waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: 'Select Autumn fair' }).press('Space');
  await toolbarOf(page).getByText('1 selected').waitFor();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space');
  await toolbarOf(page).getByText('2 selected').waitFor();
  await expectAccessible(page);
  const files: string[] = [];
  page.on('download', (download) => files.push(download.suggestedFilename()));
  const first = page.waitForEvent('download');
  await toolbarOf(page).getByRole('button', { name: 'Save as' }).click();
  await page.getByRole('menuitem', { name: 'HTML' }).click();
  await first;
  await toolbarOf(page).getByRole('button', { name: 'Duplicate' }).press('Enter');
  await page.getByText('2 texts duplicated.').waitFor();
  await toolbarOf(page).waitFor({ state: 'detached' });
  await rowOf(page, 'Autumn fair').nth(1).waitFor();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await toolbarOf(page).getByRole('button', { name: 'Move to the trash' }).press('Enter');
  await page.getByText('4 texts moved to the trash.').waitFor();
  await page.getByText('No texts found').waitFor();
  expect(files.every((name) => name.endsWith('.html'))).toBe(true);

  await page.getByRole('link', { name: 'Trash' }).click();
  await rowOf(page, 'Winter sale').nth(1).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Restore Winter sale', exact: true }).click();
  await page.getByText('Winter sale restored.', { exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await toolbarOf(page).getByRole('button', { name: 'Restore' }).press('Enter');
  await page.getByText('3 texts restored.').waitFor();
  await page.getByText('The trash is empty').waitFor();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Content' }).click();
  await rowOf(page, 'Autumn fair').nth(1).waitFor();
  await visitor.leave();
});

test('the address of a deleted text leads to the trash', async () => {
  const id = await write(partner, 'Old news');
  await partner.request('DELETE /content-workflow/content-items/{id}', { params: { id } });
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/404/);
  const page = await visitor.open(`/content/${id}`, person);
  await page.getByText('Text not found').waitFor();
  await page.getByRole('link', { name: 'Open the trash' }).click();
  await page.getByRole('button', { name: 'Restore Old news' }).waitFor();
  await visitor.leave();
});

test('a text without a title says so beside the field, and what was typed is there after a reload', async () => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/422/);
  const page = await visitor.open('/content/new', person);
  await page.getByLabel('Text (Markdown)').fill('Half a text');
  await page.getByRole('button', { name: 'Create text' }).click();
  await page.locator('input[aria-invalid="true"]:focus').waitFor();
  await page.reload();
  await page.getByText('Half a text').first().waitFor();
  await expectValue(page.getByLabel('Text (Markdown)'), 'Half a text');
  await visitor.leave();
});

test('whoever may only look finds, copies and saves texts, and changes nothing', async () => {
  const { own } = await withTexts();
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/content', await createUser(own.id, 'viewer'));
  await page.getByRole('checkbox', { name: 'Select Autumn fair' }).check();
  await toolbarOf(page).getByRole('button', { name: 'Save as' }).waitFor();
  expect(await page.getByRole('button', { name: /Duplicate|trash/ }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'New text' }).count()).toBe(0);
  await rowOf(page, 'Autumn fair').getByRole('link').click();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save as HTML' }).waitFor();
  expect(await page.getByRole('menuitem', { name: /Duplicate|trash/ }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.goto(addressOf('/content/new'));
  await page.getByText('Your role may read texts, but not write them.').waitFor();
  await visitor.leave();
});

test.each(['/content', '/content/trash', '/content/new'])(
  '%s keeps to WCAG 2.2 AA in light and dark, and fits 360 px',
  async (place) => {
    const { own, owner } = await withTexts();
    const id = await write(own, 'Thrown away');
    await own.request('DELETE /content-workflow/content-items/{id}', { params: { id } });
    const visitor = await Visitor.arrive(browser);
    const page = await visitor.open(place, owner);
    await settled(page);
    if (place !== '/content/new') await page.getByRole('checkbox').last().check();
    await expectAccessible(page);
    await expectToFit(page);
    // The toolbar of a selection covers what is below it until the page is scrolled to its end.
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await expectAccessible(page);
    await visitor.leave();
  },
);

test('tags are typed, filtered by, put on several texts at once, renamed and deleted', async () => {
  const { own, owner } = await withTexts();
  const long = await write(own, 'Long list', { tags: ['Alpha', 'Beta', 'Gamma', 'Delta', 'Omega'] });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/content/${long}`, owner);
  await page.getByRole('button', { name: 'Tags …' }).press('Enter');
  const field = page.getByRole('combobox', { name: 'Tags' });
  await field.waitFor();
  // Somebody else is faster.
  await own.request('PATCH /content-workflow/content-items/{id}', {
    params: { id: long },
    body: { tags: ['Alpha', 'Beta', 'Gamma', 'Delta', 'Theirs'] },
  });
  await field.fill('Campaign');
  await field.press('Enter');
  await waitUntil('the tag', async () => (await tagsOf(own, long)).includes('Campaign'));
  expect(await tagsOf(own, long)).toEqual(['Alpha', 'Beta', 'Campaign', 'Delta', 'Gamma', 'Theirs']);
  await expectAccessible(page);

  await page.goto(addressOf('/content'));
  await rowOf(page, 'Long list').getByText('+3').waitFor();
  for (const title of ['Spring launch', 'Autumn fair'])
    await page.getByRole('checkbox', { name: `Select ${title}` }).check();
  await toolbarOf(page).getByRole('button', { name: 'Tags …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tags of the selected texts' });
  const names = dialog.getByRole('combobox', { name: 'Tags' });
  await names.fill('campaign');
  await expectAccessible(page);
  // Leaving the field takes what is typed, and closes what it offers.
  await names.press('Tab');
  await dialog.getByRole('button', { name: 'Add tags' }).click();
  await page.getByText('Tags added to 2 texts.').waitFor();
  await rowOf(page, 'Autumn fair').getByText('Campaign').waitFor();
  await page.getByRole('combobox', { name: 'Tag', exact: true }).selectOption('Campaign');
  await page.waitForURL(/tag=Campaign/);
  await rowOf(page, 'Winter sale').waitFor({ state: 'detached' });
  await rowOf(page, 'Spring launch').waitFor();
  // A text has to have all of them.
  const tag = page.getByRole('combobox', { name: 'Tag', exact: true });
  await tag.locator('option', { hasText: /^Campaign$/ }).waitFor({ state: 'detached' });
  await tag.selectOption('Delta');
  await page.waitForURL(/tag=Campaign(,|%2C)Delta/);
  await rowOf(page, 'Spring launch').waitFor({ state: 'detached' });
  await rowOf(page, 'Long list').waitFor();
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByRole('button', { name: 'Remove the filter Delta' }).press('Enter');
  await page.waitForURL(/tag=Campaign$/);
  await rowOf(page, 'Spring launch').waitFor();
  await tag.and(page.locator(':focus')).waitFor();
  // What is typed into the address is held to what the list takes.
  await page.goto(addressOf('/content?tag=Alpha,Beta,,Alpha,%20Delta,Gamma,Theirs,Campaign'));
  await rowOf(page, 'Long list').waitFor();
  await expectCount(page.getByRole('button', { name: /^Remove the filter/ }), 5);
  await expectCount(tag.locator('option'), 1);

  await page.getByRole('button', { name: 'Manage tags' }).click();
  const all = page.getByRole('dialog', { name: 'Manage tags' });
  await all.getByRole('textbox', { name: 'Name of Campaign' }).fill('Launch');
  await all.getByRole('button', { name: 'Rename Campaign' }).click();
  await all.getByRole('textbox', { name: 'Name of Launch' }).waitFor();
  await expectAccessible(page);
  await all.getByRole('button', { name: 'Delete Alpha' }).click();
  await page.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete Alpha' }).click();
  await all.getByRole('textbox', { name: 'Name of Alpha' }).waitFor({ state: 'detached' });
  await page.goto(addressOf('/board'));
  const card = page.getByRole('group', { name: 'Long list' });
  await card.getByText('+2').waitFor();
  await expectAccessible(page);
  await visitor.leave();
});
