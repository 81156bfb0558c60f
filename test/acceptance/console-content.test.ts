import { expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import {
  addressOf,
  expectAccessible,
  expectCount,
  expectToFit,
  expectValue,
  openConsole,
  pressIn,
  settled,
  Visitor,
} from '../environment/console.ts';
import { complete, contentItemOf } from '../environment/executions.ts';
import { pngOf } from '../environment/images.ts';
import { createUser } from '../environment/oauth.ts';
import { addFault, marker, removeFaults } from '../environment/sandbox-ai.ts';
import { waitUntil } from '../environment/wait-until.ts';

jest.setTimeout(240_000);

const TOPIC = 'Texts that people mend';
/** Versions of a text, as the API returns them. */
const versionPage = z.object({ data: z.array(z.object({ id: z.number() })) });

const { browser, partner, person } = await openConsole({ credits: 1_000 });

/** A content item that nobody has changed; returns its id and that of its execution. */
async function writeItem(donts: string[] = []): Promise<{ id: number; execution: number }> {
  const { id: execution, attributes } = await complete(partner, 'blog_post', {
    settings: { topic: TOPIC },
    context: { brand_voice: { donts } },
  });
  return { id: attributes.generated_assets[0]?.id ?? 0, execution };
}

const change = (id: number, body: object) =>
  partner.request('PATCH /content-workflow/content-items/{id}', { params: { id }, body });

/** Opens a text that is saved by its button alone. */
async function openByHand(visitor: Visitor, id: number): Promise<Page> {
  const page = await visitor.open(`/content/${id}`, person);
  await page.getByRole('checkbox', { name: 'Autosave' }).uncheck();
  return page;
}

/** Selects a passage of the text, by its first character and the one behind it. */
const select = (page: Page, start: number, end: number) =>
  page
    .getByLabel('Text (Markdown)')
    .evaluate(
      (field, [from, to]) =>
        (field as unknown as { setSelectionRange(from: number, to: number): void }).setSelectionRange(
          from ?? 0,
          to ?? 0,
        ),
      [start, end],
    );

test('a text is opened from its execution, mended, compared with what it was, and taken up again', async () => {
  const { id, execution } = await writeItem();
  const before = await contentItemOf(partner, id);
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/executions/${execution}`, person);
  await page.getByRole('region', { name: 'Content' }).getByRole('link', { name: before.title }).click();
  await page.getByRole('heading', { level: 1, name: before.title }).waitFor();

  await page.getByRole('checkbox', { name: 'Autosave' }).uncheck();
  const text = page.getByLabel('Text (Markdown)');
  await text.fill(`# A calmer heading\n\n${before.body}`);
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByRole('heading', { name: 'A calmer heading' }).waitFor();
  await page.getByText('Unsaved').waitFor();
  await text.press('ControlOrMeta+s');
  await page.getByText('Saved as version 2.').waitFor();
  expect((await contentItemOf(partner, id)).body).toBe(`# A calmer heading\n\n${before.body}`);

  await page.getByRole('tab', { name: 'Versions' }).click();
  const difference = page.getByRole('region', { name: 'Difference' });
  await difference.getByRole('insertion').getByText('A calmer heading').waitFor();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByText('Saved as version 3.').waitFor();
  expect(await contentItemOf(partner, id)).toMatchObject({ version: 3, body: before.body, title: before.title });
  await visitor.leave();
});

test.each([
  ['emphasis that never ends', '*a_'.repeat(66_000)],
  ['lists in one another', `${'- '.repeat(99_000)}a`],
  ['quotes in one another', '> '.repeat(100_000)],
  ['brackets in one another', '['.repeat(199_000)],
])('a text of %s leaves the page alive', async (_what, body) => {
  const { id } = await writeItem();
  expect((await change(id, { body })).status).toBe(200);
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/content/${id}`, person);
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText(body.slice(0, 3)).first().waitFor();
  // The page reacts: it would not for minutes.
  const title = page.getByLabel('Title');
  await title.fill('Still alive', { timeout: 10_000 });
  expect(await title.inputValue()).toBe('Still alive');
  await visitor.leave();
});

test('whoever is slower is shown what the faster has written, and chooses', async () => {
  const { id } = await writeItem();
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/409/);
  const page = await openByHand(visitor, id);
  await page.getByLabel('Title').fill('Mine');
  expect((await change(id, { title: 'Theirs' })).status).toBe(200);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('Somebody else has changed it in the meantime').waitFor();
  await alert.getByText(/^It was last saved by .+\. Version 2 was saved in the meantime/).waitFor();
  await alert.getByRole('deletion').getByText('Theirs').waitFor();
  await alert.getByRole('button', { name: 'Overwrite with mine' }).click();
  await page.getByText('Saved as version 3.').waitFor();
  expect(await contentItemOf(partner, id)).toMatchObject({ title: 'Mine', version: 3 });
  await visitor.leave();
});

test('what is typed saves itself as one version, survives a failure, and takes no approval back', async () => {
  const { id } = await writeItem();
  const { body } = await contentItemOf(partner, id);
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/ERR_FAILED|409/);
  const page = await visitor.open(`/content/${id}`, person);
  page.on('dialog', (dialog) => void dialog.accept());
  const text = page.getByLabel('Text (Markdown)');
  const title = page.getByRole('textbox', { name: 'Title' });
  const state = page.getByText('Saved', { exact: true });
  const stored = (version: number) =>
    waitUntil(`version ${version}`, async () => (await contentItemOf(partner, id)).version === version);
  const versions = async () => {
    const route = 'GET /content-workflow/content-items/{id}/versions';
    return versionPage.parse((await partner.request(route, { params: { id } })).body).data.map((version) => version.id);
  };
  await text.focus();
  await select(page, 2, 2);
  await page.keyboard.type('Typed ');
  await state.waitFor();
  await stored(2);
  // The cursor is where it was, and what was typed can be undone.
  await page.keyboard.type('on ');
  await page.getByText('Saving…').waitFor();
  await stored(3);
  expect(await text.inputValue()).toBe(`${body.slice(0, 2)}Typed on ${body.slice(2)}`);
  await state.waitFor();
  while ((await text.inputValue()) !== body) await page.keyboard.press('ControlOrMeta+z');
  await stored(4);
  expect(await versions()).toEqual([4, 1]);
  expect((await contentItemOf(partner, id)).body).toBe(body);

  // The service trims what is still being written.
  await title.fill('A title that ');
  await stored(5);
  await state.waitFor();
  expect(await title.inputValue()).toBe('A title that ');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved as version 5.').waitFor();

  const address = `**/content-items/${id}`;
  await page.route(address, (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()));
  await text.fill('Written without a network.');
  await page.getByText(/^Not saved: the service cannot be reached/).waitFor();
  await page.reload();
  await expectValue(text, 'Written without a network.');
  await page.unroute(address);
  await stored(6);
  await state.waitFor();
  expect(await versions()).toEqual([6, 5, 1]);

  // Whoever goes on before it was saved loses nothing, and is asked nothing.
  await text.fill('Written in a hurry.');
  await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Board' }).click();
  await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor();
  expect((await contentItemOf(partner, id)).body).toBe('Written in a hurry.');

  await page.goBack();
  await text.waitFor();
  expect((await change(id, { title: 'Theirs' })).status).toBe(200);
  await text.fill('Mine.');
  const alert = page.getByRole('alert');
  await alert.getByText('Somebody else has changed it in the meantime').waitFor();
  await alert.getByRole('button', { name: 'Discard mine' }).click();
  await alert.waitFor({ state: 'detached' });

  const approval = await partner.request('POST /content-workflow/content-items/{id}/approve', { params: { id } });
  expect(approval.status).toBe(200);
  // Nothing has been read since: the service holds the approval against what is typed.
  await text.fill('Mine after all.');
  await page.getByText(/Autosave is off for approved, ready and published texts/).waitFor();
  expect((await contentItemOf(partner, id)).approved).toBe(true);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved as version 9.').waitFor();
  expect(await contentItemOf(partner, id)).toMatchObject({ approved: false, body: 'Mine after all.', title: 'Theirs' });
  await expectToFit(page);

  await page.getByRole('checkbox', { name: 'Autosave' }).uncheck();
  await page.reload();
  await page.getByRole('checkbox', { name: 'Autosave', checked: false }).waitFor();
  await visitor.leave();
});

test('what is not saved is not lost by a wrong click', async () => {
  const { id } = await writeItem();
  const visitor = await Visitor.arrive(browser);
  const page = await openByHand(visitor, id);
  await page.getByLabel('Title').fill('Half a title');
  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByRole('tab', { name: 'Text', exact: true }).click();
  await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Board' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  expect(await page.getByLabel('Title').inputValue()).toBe('Half a title');
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Content' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { level: 1, name: 'Content' }).waitFor();
  await visitor.leave();
});

test('HTML in a text is shown as it is written, and no link of it runs anything', async () => {
  const { id } = await writeItem();
  const body =
    'Before <img src=x onerror="document.title=1"> after\n\n[run](javascript:alert(1)) [go](https://a.example/)';
  expect((await change(id, { body })).status).toBe(200);
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/content/${id}`, person);
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText('<img src=x').waitFor();
  expect(await preview.getByRole('link').allTextContents()).toEqual(['go']);
  expect(await preview.getByRole('img').count()).toBe(0);
  await visitor.leave();
});

test('a text that a guardrail sent to review says why', async () => {
  const text = (await contentItemOf(partner, (await writeItem()).id)).body_text;
  const words = [...new Set(text.toLowerCase().match(/\b[a-z]{5,}\b/g) ?? [])].slice(0, 90);
  const { id } = await writeItem(words);
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/content/${id}`, person);
  await page.getByText('Guardrail findings at creation').waitFor();
  await page.getByText(/\(to be reviewed\)/).waitFor();
  await expectValue(page.getByLabel('Column'), 'review');
  await page.getByLabel('Column').selectOption('ready');
  await page.getByText('Moved to “Ready”.').waitFor();
  expect((await contentItemOf(partner, id)).kanban_status).toBe('ready');
  await visitor.leave();
});

test('whoever may only look reads the text, and is offered nothing else', async () => {
  const { id } = await writeItem();
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/board', await createUser(partner.id, 'viewer'));
  await settled(page);
  const { title } = await contentItemOf(partner, id);
  await page.locator(`a[href$="/content/${id}"]`).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await page.getByText('Your role may read this text but not change it.').waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
  expect(await page.getByLabel('Column').count()).toBe(0);
  await visitor.leave();
});

test('a text is reviewed: people, a comment on a passage with its thread, and the approval', async () => {
  const { id } = await writeItem();
  const { body } = await contentItemOf(partner, id);
  const colleague = await createUser(partner.id, 'editor');
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/content/${id}`, person);
  await page.getByRole('button', { name: 'Review' }).click();
  const review = page.getByRole('region', { name: 'Review' });
  await review.getByText('No open comments').waitFor();
  await review.getByLabel('Assigned to').selectOption(String(colleague.id));
  await waitUntil('the assignee', async () => (await contentItemOf(partner, id)).assignee_id === colleague.id);

  await review.getByLabel('Due on').fill('2031-05-01');
  await review.getByLabel('Due on').blur();
  await waitUntil('the due date', async () => (await contentItemOf(partner, id)).due_at !== null);

  await review.getByRole('button', { name: 'Comment on the selected passage' }).click();
  await review.getByText('Select a passage of the text first.').waitFor();
  const text = page.getByLabel('Text (Markdown)');
  await text.evaluate((field) =>
    (field as unknown as { setSelectionRange(from: number, to: number): void }).setSelectionRange(2, 20),
  );
  await review.getByRole('button', { name: 'Comment on the selected passage' }).click();
  await review.getByRole('blockquote').waitFor();
  await review.getByLabel('Comment', { exact: true }).fill('Is this right?');
  await review.getByRole('button', { name: 'Send' }).click();
  const thread = review.getByRole('region', { name: /^Thread of / });
  await thread.getByText('Is this right?').waitFor();
  expect(await thread.getByRole('blockquote').textContent()).toBe(body.slice(2, 20));
  await page.getByRole('button', { name: 'Review (1)' }).waitFor();

  await thread.getByRole('button', { name: 'Reply' }).click();
  await thread.getByLabel(/^Reply to /).fill('Yes.');
  await thread.getByRole('button', { name: 'Send' }).click();
  await thread.getByLabel(/^Reply to /).waitFor({ state: 'detached' });
  await thread.getByText('Yes.').waitFor();
  await thread.getByRole('button', { name: 'Delete' }).last().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the comment' }).click();
  await thread.getByText('Yes.').waitFor({ state: 'detached' });
  await thread.getByRole('button', { name: 'Edit' }).click();
  await thread.getByLabel('Edit').fill('Is this still right?');
  await thread.getByRole('button', { name: 'Save' }).click();
  await thread.getByText('Is this still right?').waitFor();
  await expectAccessible(page);
  await expectToFit(page);
  await thread.getByRole('button', { name: 'Resolve' }).click();
  await review.getByText('No open comments').waitFor();

  await review.getByRole('button', { name: 'Approve version 1' }).click();
  await review.getByText(/^Version 1 was approved by Test/).waitFor();
  expect((await contentItemOf(partner, id)).approved).toBe(true);
  await review.getByRole('button', { name: 'Withdraw the approval' }).click();
  await review.getByText('This version is not approved.').waitFor();
  await page.goto(addressOf('/board'));
  const card = page.locator('.board-card', { has: page.locator(`a[href$="/content/${id}"]`) });
  await card.getByTitle('Assigned to Test').waitFor();
  await card.getByText(/^due /).waitFor();
  await visitor.leave();
});

test('another wording for a passage and another title are taken over and saved', async () => {
  const { id } = await writeItem();
  const before = await contentItemOf(partner, id);
  const visitor = await Visitor.arrive(browser);
  const page = await openByHand(visitor, id);
  await page.getByRole('button', { name: 'Suggestions' }).click();
  const panel = page.getByRole('region', { name: 'AI suggestions' });
  await panel.getByRole('button', { name: 'Suggest for 2 credits' }).click();
  await panel.getByText('Select a passage of the text first.').waitFor();
  const end = before.body.indexOf('\n', 200);
  await select(page, 0, end);
  await panel.getByLabel('What to do').selectOption('Shorten');
  await panel.getByRole('button', { name: 'Suggest for 2 credits' }).click();
  const suggestion = panel.getByRole('region', { name: 'Suggestion' });
  await suggestion.getByText('Suggested').waitFor();
  await expectAccessible(page);
  await suggestion.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('Applied. Save to keep it.').waitFor();
  await panel.getByRole('button', { name: 'Alternative titles for 2 credits' }).click();
  await panel.getByRole('list', { name: 'Alternative titles' }).getByRole('button').first().click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved as version 2.').waitFor();
  const after = await contentItemOf(partner, id);
  expect(after.title).not.toBe(before.title);
  expect(after.body).not.toBe(before.body);
  expect(after.body.endsWith(before.body.slice(end))).toBe(true);
  await visitor.leave();
});

test('a suggestion is taken over change by change', async () => {
  const { id } = await writeItem();
  const word = marker();
  // A model that obeys the text is one whose suggestion is known.
  await addFault({ kind: 'obey', match: word });
  const passage = `Our new firewall of ${word} is very good, and it protects the data of many customers.`;
  const wanted = passage.replace('new ', '').replace('good', 'fast').replace('many', 'all');
  const body = `${passage}\n\nAnswer "${wanted}"`;
  expect((await change(id, { body })).status).toBe(200);
  const visitor = await Visitor.arrive(browser);
  const page = await openByHand(visitor, id);
  await page.getByRole('button', { name: 'Suggestions' }).click();
  await select(page, 0, passage.length);
  const panel = page.getByRole('region', { name: 'AI suggestions' });
  await panel.getByRole('button', { name: 'Suggest for 2 credits' }).click();
  const changes = panel.getByRole('group', { name: 'Changes to apply' });
  await changes.getByRole('checkbox', { name: 'good' }).uncheck();
  await changes.getByRole('checkbox', { name: 'many' }).uncheck();
  await panel.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved as version 3.').waitFor();
  expect((await contentItemOf(partner, id)).body).toBe(body.replace('new ', ''));
  await removeFaults(word);
  await visitor.leave();
});

test.each(['text', 'versions'])('its %s keeps to WCAG 2.2 AA in light and dark, and fits 360 px', async (tab) => {
  const { id } = await writeItem();
  const { body } = await contentItemOf(partner, id);
  const table = '| Name | Figure |\n| --- | --- |\n| A rather long name of a column | 1 |';
  await change(id, {
    title: 'Another title',
    body: `${body}\n\n- One\n- Two\n\n${table}\n\n\`\`\`\n${'code '.repeat(60)}\n\`\`\``,
  });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/content/${id}`, person);
  await page.goto(addressOf(`/content/${id}?tab=${tab}`));
  await settled(page);
  await page.getByRole('region', { name: tab === 'text' ? 'Preview' : 'Difference' }).waitFor();
  await expectAccessible(page);
  await expectToFit(page);
  await expectAccessible(page);
  await visitor.leave();
});

test('images are added, described, put into the text where the cursor is, shown, and deleted', async () => {
  const { id } = await writeItem();
  expect((await change(id, { body: 'Before.\n\nAfter.' })).status).toBe(200);
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/409|422/);
  const page = await openByHand(visitor, id);
  await page.getByRole('button', { name: 'Images' }).click();
  const panel = page.getByRole('region', { name: 'Images' });
  await panel.getByText(/^No images yet/).waitFor();
  await panel.locator('input[type=file]').setInputFiles([
    { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no image') },
    { name: 'fields.png', mimeType: 'image/png', buffer: pngOf(640, 320) },
  ]);
  const refused = page.getByRole('alert').filter({ hasText: 'broken.png was not added.' });
  await refused.getByText('Must be an image: PNG, JPEG, WebP or AVIF.').waitFor();
  const image = panel.getByRole('list', { name: 'Images of this text' }).getByRole('listitem');
  await image.getByText('640 × 320 pixels').waitFor();
  await image.getByText('No alternative text yet').waitFor();
  await expectCount(image, 1);
  // What is not in sight is not read.
  await image.scrollIntoViewIfNeeded();
  await image.locator('img[src^="data:image/png;base64,"]').waitFor();

  const text = page.getByLabel('Text (Markdown)');
  await text.evaluate((field) =>
    (field as unknown as { setSelectionRange(from: number, to: number): void }).setSelectionRange(9, 9),
  );
  await image.getByRole('button', { name: /^Insert into the text: Image \d+$/ }).click();
  await expectValue(text, /^Before\.\n\n!\[\]\(image:\d+\)\n\nAfter\.$/);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved as version 3.').waitFor();
  await page.getByLabel('Column').selectOption('ready');
  await page
    .getByRole('alert')
    .getByText(/^Image \d+ of content item/)
    .waitFor();

  await image.getByLabel('Alternative text').fill('A red and a blue field.');
  await image.getByLabel('Alternative text').press('Enter');
  await image.getByText('No alternative text yet').waitFor({ state: 'detached' });
  const shown = page.getByRole('region', { name: 'Preview' }).getByRole('img', { name: 'A red and a blue field.' });
  await shown.waitFor();
  await waitUntil('the image', () => page.evaluate<boolean>("document.querySelector('.own-image').naturalWidth > 0"));
  await page.getByLabel('Column').selectOption('ready');
  await page.getByText('Moved to “Ready”.').waitFor();
  await expectAccessible(page);
  await expectToFit(page);

  await page.goto(addressOf(`/calendar?event=new&content=${id}`));
  const event = page.getByRole('dialog', { name: 'New event' });
  await event.getByRole('img', { name: 'A red and a blue field.' }).waitFor();
  await event.getByText('Before.').waitFor();
  await expectAccessible(page);
  await page.goto(addressOf(`/content/${id}`));
  await page.getByRole('button', { name: 'Images' }).click();
  await image.getByRole('button', { name: /^Delete Image/ }).press('Enter');
  await pressIn(page.getByRole('dialog'), 'Delete the image');
  await panel.getByText(/^No images yet/).waitFor();
  await page.getByRole('region', { name: 'Preview' }).getByText('Missing image').waitFor();
  await visitor.leave();
});
