import { expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  addressOf,
  expectAccessible,
  expectCount,
  expectToFit,
  openConsole,
  settled,
  Visitor,
} from '../environment/console.ts';
import { docxOf, pdfOf } from '../environment/documents.ts';
import { createKnowledgeBase } from '../environment/knowledge-bases.ts';
import { createUser } from '../environment/oauth.ts';

jest.setTimeout(240_000);

/** The most that a document may have, and one byte more. */
const TOO_LARGE = 5 * 1_048_576 + 1;

const { browser, partner, person } = await openConsole();

/** Picks files of the person's machine. */
async function addFiles(page: Page, files: Readonly<Record<string, Buffer>>): Promise<void> {
  const asked = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add documents' }).click();
  const chooser = await asked;
  await chooser.setFiles(
    Object.entries(files).map(([name, buffer]) => ({ name, mimeType: 'application/octet-stream', buffer })),
  );
}

test('documents of every kind are added, read, asked with citations, and deleted', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/', person);
  await settled(page);
  await page.getByRole('list', { name: 'Make' }).getByRole('link', { name: 'Knowledge' }).click();
  await page.getByText('No knowledge bases yet').waitFor();
  await page.getByRole('button', { name: 'New knowledge base' }).click();
  await page.getByLabel('Name').fill('Support');
  await page.getByRole('button', { name: 'Create the knowledge base' }).click();
  await page.getByRole('heading', { level: 1, name: 'Support' }).waitFor();
  await addFiles(page, {
    'returns.md': Buffer.from('# Returns\n\nGoods can be returned within 30 days.'),
    'hours.txt': Buffer.from('The hotline answers on weekdays from eight to six.'),
    'prices.pdf': pdfOf(['Shipping costs five euros within the country.']),
    'warranty.docx': docxOf(['# Warranty', 'Batteries have a warranty of two years.']),
  });
  const documents = page.getByRole('table', { name: 'Documents' });
  for (const title of ['returns', 'hours', 'prices', 'warranty']) {
    await documents.getByRole('row').filter({ hasText: title }).getByText('Ready').waitFor({ timeout: 60_000 });
  }
  await page.getByLabel('Words or a question').fill('How long is the warranty of batteries?');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const first = page.getByRole('list', { name: 'Passages' }).getByRole('listitem').first();
  await first.getByText('Batteries have a warranty of two years.').waitFor();
  await first.getByText(/warranty.*, Warranty ·/).waitFor();
  expect(new URL(page.url()).searchParams.get('q')).toBe('How long is the warranty of batteries?');
  await documents
    .getByRole('row')
    .filter({ hasText: 'hours' })
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
  await documents.getByRole('row').filter({ hasText: 'hours' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
  await page.waitForURL(addressOf('/knowledge'));
  await page.getByText('No knowledge bases yet').waitFor();
  await visitor.leave();
});

test('what cannot be read says why, and what is too large is not sent', async () => {
  const id = await createKnowledgeBase(partner);
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/knowledge/${id}`, person);
  await settled(page);
  await addFiles(page, { 'huge.txt': Buffer.alloc(TOO_LARGE, 'a'), 'broken.pdf': Buffer.from('%PDF-1.4 and no more') });
  await page.getByText('huge.txt was not added.').waitFor();
  const row = page.getByRole('table', { name: 'Documents' }).getByRole('row').filter({ hasText: 'broken' });
  await row.getByText('Unreadable').waitFor({ timeout: 60_000 });
  await expectCount(page.getByRole('table', { name: 'Documents' }).getByRole('row'), 2);
  await visitor.leave();
});

test('a document is given another title, by which passages cite it', async () => {
  const id = await createKnowledgeBase(partner, { Returns: 'Goods can be returned within 30 days.' });
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/422/);
  const page = await visitor.open(`/knowledge/${id}?q=returned+goods`, person);
  const passages = page.getByRole('list', { name: 'Passages' });
  await passages.getByText(/^Returns ·/).waitFor();
  await page.getByRole('button', { name: 'Rename Returns' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename Returns' });
  await dialog.getByLabel('Title').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Title').fill('Terms of return');
  await dialog.getByLabel('Title').press('Enter');
  await page.getByText('Renamed to Terms of return.').waitFor();
  await page.getByRole('table', { name: 'Documents' }).getByText('Terms of return', { exact: true }).waitFor();
  await passages.getByText(/^Terms of return ·/).waitFor();
  await dialog.waitFor({ state: 'detached' });
  await visitor.leave();
});

test('passages are read out in the language of their document', async () => {
  const text = 'Waren können innerhalb von dreißig Tagen ohne Angabe von Gründen an uns zurückgegeben werden.';
  const more =
    'Das Geld überweisen wir, sobald die Sendung bei uns eingetroffen und geprüft ist. Die Kosten der Rücksendung tragen wir nur, wenn die Ware beschädigt war.';
  const id = await createKnowledgeBase(partner, { Rückgabe: `${text} ${more}` });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/knowledge/${id}`, person);
  await page.getByRole('table', { name: 'Documents' }).getByRole('link', { name: 'Rückgabe' }).click();
  await page.locator('[lang=de]').filter({ hasText: text }).waitFor();
  await page.getByRole('table', { name: 'Passages' }).getByRole('link').first().click();
  await page.getByRole('heading', { name: /^Passage 1/ }).waitFor();
  await page.locator('[lang=de]').filter({ hasText: text }).waitFor();
  await visitor.leave();
});

test('a document is replaced: the old passages serve until the new ones are there, and its versions are listed', async () => {
  const id = await createKnowledgeBase(partner, { Returns: 'Goods can be returned within 30 days.' });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/knowledge/${id}`, person);
  await settled(page);
  const documents = page.getByRole('table', { name: 'Documents' });
  const replaceBy = async (name: string, buffer: Buffer) => {
    await page.getByRole('button', { name: 'Replace Returns' }).click();
    const dialog = page.getByRole('dialog', { name: 'Replace Returns' });
    await expectAccessible(page);
    const asked = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Choose the new file' }).click();
    await (await asked).setFiles({ name, mimeType: 'application/octet-stream', buffer });
    return dialog;
  };
  const dialog = await replaceBy('huge.txt', Buffer.alloc(TOO_LARGE, 'a'));
  await dialog.getByText('The file is larger than 5 MiB.').waitFor();
  await page.keyboard.press('Escape');
  await replaceBy('broken.pdf', Buffer.from('%PDF-1.4 and no more'));
  await documents.getByText(/^The new version could not be read/).waitFor({ timeout: 60_000 });
  await replaceBy('new.csv', Buffer.from('Goods,Days\nBooks,60 days\n'));
  await documents.getByText(/^The new version could not be read/).waitFor({ state: 'detached' });
  await documents.getByRole('link', { name: 'Returns' }).click();
  await page
    .getByRole('table', { name: 'Passages' })
    .getByText('Goods: Books | Days: 60 days')
    .waitFor({ timeout: 60_000 });
  await replaceBy('same.csv', Buffer.from('Goods,Days\nBooks,60 days\n'));
  await page.getByText('Returns already has this content. Nothing was changed.').waitFor();
  await page.getByRole('tab', { name: 'Versions' }).click();
  const versions = page.getByRole('table', { name: 'Versions' });
  await versions.getByRole('row').filter({ hasText: 'Version 3' }).getByText('Ready').waitFor();
  await versions.getByRole('row').filter({ hasText: 'Version 2' }).getByText('Unreadable').waitFor();
  await versions.getByRole('row').filter({ hasText: 'Version 1' }).getByText('Replaced').waitFor();
  await expectAccessible(page);
  await expectToFit(page);
  await visitor.leave();
});

test('a search says why each passage was found', async () => {
  const id = await createKnowledgeBase(partner, { Returns: 'Goods can be returned within 30 days.' });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/knowledge/${id}?q=goods+returned+zeppelin`, person);
  const first = page.getByRole('list', { name: 'Passages' }).getByRole('listitem').first();
  await first.getByText(/^Found by its words: .*goods.*\./).waitFor();
  expect(await first.getByText(/Found by its words: .*zeppelin/).count()).toBe(0);
  await first.getByText(/match \d+/).waitFor();
  await page.getByText(/^Searched by words/).waitFor();
  await visitor.leave();
});

test('whoever may only look asks the documents, and changes nothing', async () => {
  const id = await createKnowledgeBase(partner, { Returns: 'Goods can be returned within 30 days.' });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/knowledge/${id}?q=returned+goods`, await createUser(partner.id, 'viewer'));
  await page.getByRole('list', { name: 'Passages' }).getByText('within 30 days').waitFor();
  expect(await page.getByRole('button', { name: /Add|Delete|Rename|Replace/ }).count()).toBe(0);
  await page.getByLabel('Words or a question').fill('zeppelin');
  await page.getByLabel('Words or a question').press('Enter');
  await page.getByText('No passage says anything about this').waitFor();
  await visitor.leave();
});

test.each(['list', 'base', 'form'] as const)(
  'the view %s keeps to WCAG 2.2 AA in light and dark, and fits 360 px',
  async (view) => {
    const id = await createKnowledgeBase(partner, { Returns: '# Returns\n\nGoods can be returned within 30 days.' });
    const visitor = await Visitor.arrive(browser);
    const page = await visitor.open(view === 'base' ? `/knowledge/${id}?q=returned` : '/knowledge', person);
    await settled(page);
    if (view === 'base') {
      await page.getByRole('list', { name: 'Passages' }).waitFor();
      await page.getByRole('table', { name: 'Documents' }).waitFor();
    }
    if (view === 'form') {
      await page.getByRole('button', { name: 'New knowledge base' }).click();
      await page.getByLabel('Name').waitFor();
    }
    await expectAccessible(page);
    await expectToFit(page);
    await expectAccessible(page);
    await visitor.leave();
  },
);
