import { expect, jest, test } from '@jest/globals';
import { createMessage, history, openOutput } from '../environment/ai-writer.ts';
import {
  addressOf,
  expectAccessible,
  expectToFit,
  expectValue,
  openConsole,
  pressIn,
  settled,
  Visitor,
} from '../environment/console.ts';
import { createUser } from '../environment/oauth.ts';
import { addFault, marker, removeFaults } from '../environment/sandbox-ai.ts';

jest.setTimeout(240_000);

const { browser, partner, person } = await openConsole({ credits: 1_000 });

test('a text is asked for, streams in, is changed and saved, and stands in the history', async () => {
  const visitor = await Visitor.arrive(browser);
  // An empty field is refused in words.
  visitor.expectRefusal(/412/);
  const page = await visitor.open('/writer', person);
  await settled(page);
  await page.getByRole('searchbox', { name: 'Search' }).fill('post about any subject');
  await page.getByRole('link', { name: 'Post', exact: true }).click();
  await page.waitForURL(addressOf('/writer/post_generator'));
  await page.getByText(/^\d+ credits for each 500 words or part of them\.$/).waitFor();
  await page.getByRole('button', { name: 'Write' }).click();
  await page.getByRole('alert').getByText('Some fields need attention').waitFor();
  await page.locator('[aria-invalid="true"]:focus').waitFor();
  await page.getByLabel('What is it about?').fill('Orders that fill themselves in');
  await page.getByRole('button', { name: 'Write' }).click();
  const written = page.getByRole('region', { name: 'Text' });
  const text = written.getByRole('textbox', { name: 'Text' });
  await text.waitFor();
  await written.locator('[aria-live]', { hasText: 'The text is complete.' }).waitFor();
  const whole = await text.inputValue();
  const [message] = await history(partner);
  expect(message?.attributes.outputs[0]?.results).toEqual([whole]);
  await text.fill(`${whole}\n\nWritten with care.`);
  await written.getByRole('button', { name: 'Save to the board' }).click();
  await page.getByText('Text saved to the board.').waitFor();
  await written.getByRole('link', { name: 'Open the board' }).click();
  await page.getByRole('main').getByRole('group').first().waitFor();
  await page.goto(addressOf('/writer/history'));
  await settled(page);
  await page.getByRole('button', { name: /^Show what was written about Orders that fill/ }).click();
  await expectValue(page.getByRole('dialog').getByRole('textbox'), whole);
  await visitor.leave();
});

test('texts are seen while they are written, stopped, gone on with, and stand each for itself', async () => {
  const tone = marker();
  const match = `${tone}\nVariant: 2 of 2`;
  await addFault({ kind: 'hang', match });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/writer/post_generator', person);
  await settled(page);
  await page.getByLabel('What is it about?').fill('Warehouses that count themselves');
  await page.getByLabel('Number of texts').fill('2');
  await page.getByLabel('Another tone').fill(tone);
  await page.getByRole('button', { name: 'Write' }).click();
  const written = page.getByRole('region', { name: 'Text' });
  await written.getByText('The text is being written.').waitFor();
  await written
    .getByText(/Warehouses/)
    .first()
    .waitFor();
  await written.getByRole('button', { name: 'Stop' }).click();
  await written.getByText(/^The text is incomplete/).waitFor();
  await removeFaults(match);
  await written.getByRole('button', { name: 'Continue' }).click();
  const texts = [written.getByRole('textbox', { name: 'Text 1' }), written.getByRole('textbox', { name: 'Text 2' })];
  for (const text of texts) await text.waitFor();
  const [message] = await history(partner);
  expect(message?.attributes.outputs[0]?.results).toEqual(await Promise.all(texts.map((text) => text.inputValue())));
  await visitor.leave();
});

test('what was written is found by its words and deleted, but not while it is being written', async () => {
  const about = `Pallets ${marker()}`;
  await addFault({ kind: 'hang', match: about });
  const { message_id } = await createMessage(partner, about);
  await createMessage(partner, 'Forklifts that charge themselves');
  const output = await openOutput(partner, message_id);
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/409/);
  const page = await visitor.open('/writer/history', person);
  await settled(page);
  const forklifts = page.getByRole('button', { name: 'Show what was written about Forklifts that charge themselves' });
  await forklifts.waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill('pall');
  const row = page.getByRole('row').filter({ hasText: about });
  await forklifts.waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('q')).toBe('pall');
  const remove = row.getByRole('button', { name: `Delete what was written about ${about}` });
  await remove.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByRole('alert').getByText('A text of the message is being written').waitFor();
  await output.body?.cancel();
  await removeFaults(about);
  await row.getByText('Stopped').waitFor();
  await remove.press('Enter');
  await pressIn(page.getByRole('dialog'), 'Delete permanently');
  await page.getByText('No matches').waitFor();
  await page.locator('#content:focus').waitFor();
  expect((await history(partner)).map(({ id }) => id)).not.toContain(message_id);
  await visitor.leave();
});

test('a template of one’s own is made, written by, changed beside somebody else, and deleted', async () => {
  const visitor = await Visitor.arrive(browser);
  // A name that prompts have already, and the change of a version that is no longer the newest.
  visitor.expectRefusal(/412|422/);
  const page = await visitor.open('/writer', person);
  await settled(page);
  await page.getByRole('link', { name: 'New template' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Shift note');
  const row = (number: number) => page.getByRole('group', { name: `Field ${number}` });
  await row(1).getByLabel('Question').fill('Tone');
  await page.getByRole('button', { name: 'Add a field' }).click();
  await row(2).getByLabel('Question').fill('What happened?');
  await expectValue(row(2).getByLabel('Field name'), 'what_happened');
  await row(2).getByLabel('Required').check();
  await page.getByRole('button', { name: 'Move up: What happened?' }).press('Enter');
  await row(1).getByLabel('Question').and(page.locator(':focus')).waitFor();
  await expectValue(row(1).getByLabel('Question'), 'What happened?');
  await page.getByLabel('Role and style').fill('You write short notes.');
  await page.getByLabel('Task').fill('Write the note about {{what_happened}}.');
  await page.getByRole('region', { name: 'Preview' }).getByLabel('What happened?').waitFor();
  await page.getByRole('button', { name: 'Create the template' }).click();
  await row(2).getByLabel('Field name').and(page.locator('[aria-invalid="true"]:focus')).waitFor();
  await row(2).getByLabel('Field name').fill('mood');
  await page.getByRole('button', { name: 'Create the template' }).click();
  await page.waitForURL(addressOf('/writer/shift_note'));
  await page.getByLabel('What happened?').fill('The forklift sang');
  await page.getByRole('textbox', { name: 'Tone', exact: true }).fill('merry');
  await page.getByRole('button', { name: 'Write' }).click();
  await page.getByRole('region', { name: 'Text' }).getByRole('textbox', { name: 'Text' }).waitFor();
  const [message] = await history(partner);
  expect(message?.attributes).toMatchObject({
    post_type: 'shift_note',
    template_name: 'Shift note',
    fields: { what_happened: 'The forklift sang', mood: 'merry' },
  });

  await page.getByRole('link', { name: 'Edit the template' }).click();
  await page.getByLabel('Role and style').waitFor();
  const { body } = await partner.request('GET /aiwriter/templates');
  const [{ id }] = (body as { data: [{ id: number }] }).data;
  const path = { params: { id } };
  await partner.request('PATCH /aiwriter/templates/{id}', { ...path, body: { task: 'Write a poem.' } });
  await page.getByLabel('Task').fill('Write a letter.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('cell', { name: 'Write a poem.' }).waitFor();
  await page.getByRole('button', { name: 'Save mine' }).click();
  await page.waitForURL(addressOf('/writer/shift_note'));
  expect((await partner.request('GET /aiwriter/templates/{id}', path)).body).toMatchObject({
    data: { attributes: { task: 'Write a letter.', version: 3 } },
  });

  await page.goto(addressOf('/writer?own=true'));
  await settled(page);
  await page.getByText('Own', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Shift note' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
  await page.waitForURL(addressOf('/writer'));
  await page.getByText('Template deleted.').waitFor();
  await page.getByRole('link', { name: 'Post', exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'Shift note' }).count()).toBe(0);
  // What was written by it is called as it was then.
  await page.goto(addressOf('/writer/history'));
  await page.getByRole('cell', { name: 'Shift note' }).waitFor();
  await visitor.leave();
});

test('a favourite stays one, by keyboard', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/writer', person);
  await settled(page);
  await page.getByRole('button', { name: 'Add Post to favourites' }).press('Enter');
  await page.getByRole('button', { name: 'Remove Post from favourites' }).waitFor();
  await page.goto(addressOf('/writer?favorites=true'));
  await settled(page);
  await page.getByRole('button', { name: 'Remove Post from favourites' }).press('Enter');
  await page.getByText('No matching templates').waitFor();
  await visitor.leave();
});

test('whoever may only look is offered no form', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/writer/post_generator', await createUser(partner.id, 'viewer'));
  await settled(page);
  await page.getByText('Your role may look at templates').waitFor();
  expect(await page.getByRole('button', { name: 'Write' }).count()).toBe(0);
  await visitor.leave();
});

test.each(['/writer', '/writer/post_generator', '/writer/history', '/writer/templates/new'])(
  '%s keeps to WCAG 2.2 AA in light and dark, and fits 360 px',
  async (place) => {
    const visitor = await Visitor.arrive(browser);
    const page = await visitor.open(place, person);
    await settled(page);
    await expectAccessible(page);
    await expectToFit(page);
    await expectAccessible(page);
    await visitor.leave();
  },
);
