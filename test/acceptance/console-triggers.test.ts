import { expect, jest, test } from '@jest/globals';
import {
  addressOf,
  contentOf,
  expectAccessible,
  expectToFit,
  expectValue,
  openConsole,
  settled,
  Visitor,
} from '../environment/console.ts';
import { createUser } from '../environment/oauth.ts';
import { waitUntil } from '../environment/wait-until.ts';
import { publish } from '../environment/webhooks.ts';
import { createWorkflowTemplate } from '../environment/workflow-templates.ts';
import { createTrigger, ON_EVENT, triggerOf } from '../environment/workflow-triggers.ts';

jest.setTimeout(240_000);

const { browser, partner, person } = await openConsole({ credits: 1_000 });

test('a template tells its steps and cost, says which field is wrong, and starts', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/templates', person);
  await settled(page);
  await page.getByLabel('Kind').selectOption({ index: 1 });
  await page.waitForURL(/category=/);
  await page.goto(addressOf('/templates/feature_announcement'));
  await settled(page);
  await page.getByRole('region', { name: 'Steps' }).getByRole('listitem').first().waitFor();
  await page.getByRole('button', { name: /^Start for about \d+ credits$/ }).click();
  await page.getByText('Required.').waitFor();
  const topic = page.getByLabel(/topic/i);
  await topic.and(page.locator('[aria-invalid="true"]:focus')).waitFor();
  await topic.fill('Alerts for warehouses without a desk');
  await page.getByRole('button', { name: /^Start for/ }).click();
  await page.waitForURL(/\/console\/executions\/\d+$/);
  await visitor.leave();
});

test('a template of one’s own is made with the keyboard: what the API finds stands beside its step', async () => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/422/);
  const page = await visitor.open('/templates', person);
  await settled(page);
  await page.getByRole('link', { name: 'New template' }).press('Enter');
  await page.getByLabel('Name', { exact: false }).first().fill('Post and summary');
  await expectValue(page.getByLabel('Short name'), 'post_and_summary');
  await page.getByRole('button', { name: 'Add a field' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Field name').fill('Topic!');
  await dialog.getByLabel('Required').press('Space');
  await dialog.getByRole('button', { name: 'Apply' }).press('Enter');
  await dialog.locator('[aria-invalid="true"]:focus').fill('topic');
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: 'Fields' }).getByText('Text, required').waitFor();
  for (const capability of ['Blog post', 'Summary']) {
    await page.getByRole('button', { name: 'Add a step' }).press('Enter');
    await dialog.getByLabel('Capability').fill(capability);
    await page.getByRole('option', { name: capability, exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog.getByRole('group', { name: 'Settings' }).waitFor();
    await dialog.getByRole('button', { name: 'Apply' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
  }
  await page.getByRole('textbox', { name: 'Topic' }).fill('Stock that orders itself');
  const create = page.getByRole('button', { name: 'Create the template' });
  await create.press('Enter');
  const steps = page.getByRole('list', { name: 'Steps' });
  await steps.getByText('Setting “Content”: Is required.').waitFor();
  await expectAccessible(page);
  await steps.getByRole('button', { name: 'Edit: Summary' }).press('Enter');
  const text = dialog.getByLabel('Setting “Text”');
  expect(await text.getAttribute('aria-invalid')).toBe('true');
  await text.selectOption({ label: 'The text of “Blog post”' });
  await dialog.getByLabel('Blog post').and(page.locator(':checked')).waitFor({ state: 'attached' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Apply' }).press('Enter');
  await create.press('Enter');
  await page.getByText('Template created.').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Post and summary' }).waitFor();
  await visitor.leave();
});

test('a template of one’s own is changed: each change is a version that can be brought back', async () => {
  const slug = await createWorkflowTemplate(partner, { slug: 'versions_of_one', name: 'Versions of one' });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/templates/${slug}`, person);
  await settled(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const buffer = await contentOf(await download);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await waitUntil('the form', async () => (await page.title()).startsWith('Edit the template: '));
  await page.getByRole('button', { name: 'Edit: posts', exact: true }).click();
  await page.getByLabel('Field name').fill('how_many');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'Remove: Translate the article into German' }).click();
  await page.getByRole('button', { name: 'Remove: language_to' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Template saved.').waitFor();
  await page.getByRole('link', { name: 'Versions' }).click();
  await page.getByRole('link', { name: 'Version 2' }).click();
  const changes = page.getByRole('region', { name: 'What version 2 changed' });
  await changes.getByText('Step “Translate the article into German” removed').waitFor();
  await changes.getByText('Setting “Post count”: The field “posts” → The field “how_many”').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Version 1' }).click();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByText('Version 1 restored.').waitFor();
  await page.getByRole('link', { name: 'Version 3' }).waitFor();
  await page.goto(addressOf('/templates/own/new'));
  await settled(page);
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'template.json', mimeType: 'application/json', buffer });
  await page.getByText('File loaded.').waitFor();
  await expectValue(page.getByLabel('Short name'), slug);
  await expectToFit(page);
  await page.goto(addressOf(`/templates/${slug}`));
  await settled(page);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByText('Template deleted.').waitFor();
  await visitor.leave();
});

test('a trigger is made, fires on its event, and shows what it has started without a reload', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/triggers', person);
  await settled(page);
  await page.getByRole('link', { name: 'New trigger' }).click();
  await page.getByLabel('Name').fill('When a deal is won');
  await page.getByText('On an event', { exact: true }).click();
  await page.getByLabel('Event', { exact: true }).selectOption('cosell.created');
  await page.getByRole('button', { name: 'Add a condition' }).click();
  await page.getByLabel('Path, such as').fill('deal.stage');
  await page.getByLabel('Value').fill('won');
  await page.getByLabel('Starts').selectOption('capability summarization');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill(ON_EVENT.input.content);
  await page.getByRole('button', { name: 'Create the trigger' }).click();
  await page.waitForURL(/\/triggers\/\d+$/);
  const id = Number(page.url().split('/').at(-1));
  expect((await triggerOf(partner, id)).attributes.event).toEqual({
    name: 'cosell.created',
    filter: { 'deal.stage': 'won' },
    conditions: [],
    mapping: {},
  });
  await page.getByText('No runs yet').waitFor();
  // Named as in the form.
  await page.getByText('Text', { exact: true }).waitFor();
  await publish(partner, 'cosell.created', { deal: { stage: 'lost' } });
  await publish(partner, 'cosell.created', { deal: { stage: 'won' } });
  const firings = page.getByRole('region', { name: 'Runs' });
  await firings.getByText('Started').waitFor();
  await firings.getByRole('link', { name: /^#\d+$/ }).click();
  await page.waitForURL(/\/console\/executions\/\d+$/);
  await visitor.leave();
});

test('a schedule shows when it fires next, is paused, turned on, and deleted', async () => {
  const visitor = await Visitor.arrive(browser, { timezoneId: 'Europe/Berlin' });
  const page = await visitor.open('/triggers/new?capability=summarization', person);
  await settled(page);
  await page.getByLabel('Name').fill('Every morning');
  await page.getByLabel('How often').selectOption('weekly');
  await expectValue(page.getByLabel('Cron expression'), '0 9 * * 1');
  await expectValue(page.getByLabel('Time zone'), 'Europe/Berlin');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill(ON_EVENT.input.content);
  await page.getByRole('button', { name: 'Create the trigger' }).click();
  await page.waitForURL(/\/triggers\/\d+$/);
  const next = page.getByRole('row', { name: /^Next run/ }).getByRole('time');
  await next.waitFor();
  const at = new Date((await next.getAttribute('datetime')) ?? '');
  expect({ day: at.getUTCDay(), minute: at.getUTCMinutes() }).toEqual({ day: 1, minute: 0 });
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('row', { name: 'Next run Paused' }).waitFor();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await next.waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByText('Trigger deleted.').waitFor();
  await page.waitForURL(addressOf('/triggers'));
  await visitor.leave();
});

test('a trigger is changed: what fires it, its conditions, what it takes from the event, its limits, its people', async () => {
  const viewer = await createUser(partner.id, 'viewer');
  const conditions = [{ path: 'deal.amount', operator: 'greater', values: [5_000] }];
  const id = await createTrigger(partner, {
    ...ON_EVENT,
    event: { name: 'cosell.created', filter: { stage: '5' }, conditions },
  });
  const before = (await triggerOf(partner, id)).attributes;
  const visitor = await Visitor.arrive(browser, { timezoneId: 'Europe/Berlin' });
  visitor.expectRefusal(/422/);
  const page = await visitor.open(`/triggers/${id}`, person);
  await settled(page);
  await page.getByRole('link', { name: 'Edit the trigger' }).click();
  await page.waitForURL(addressOf(`/triggers/${id}/edit`));
  await page.getByLabel('Name').fill('When a deal is lost');
  const [stage, amount] = [page.getByLabel('Value').first(), page.getByLabel('Value').nth(1)];
  await expectValue(stage, '"5"');
  await expectValue(amount, '5000');
  await expectValue(page.getByLabel('Comparison').nth(1), 'greater');
  await stage.fill('lost');
  await expectValue(page.getByLabel('Starts'), 'capability summarization');
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await expectValue(text, ON_EVENT.input.content);
  await page.getByRole('button', { name: 'Add a setting from the event' }).click();
  await page.getByLabel('Setting', { exact: true }).selectOption({ label: 'Text' });
  await text.waitFor({ state: 'detached' });
  await page.getByLabel('From the path').fill('deal.notes');
  await page.getByLabel('Maximum executions per day (UTC)').fill('3');
  await page.getByLabel('Pause after this many failures in a row').fill('2');
  await page.getByLabel('Assignee').selectOption(String(viewer.id));
  // Who may not approve is not offered as a reviewer.
  const reviewer = page.getByLabel('Reviewer');
  expect(await reviewer.locator(`option[value="${viewer.id}"]`).count()).toBe(0);
  await reviewer.selectOption({ index: 1 });
  const reviewer_id = Number(await reviewer.inputValue());
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Trigger saved.').waitFor();
  await page.getByRole('heading', { level: 1, name: 'When a deal is lost' }).waitFor();
  expect((await triggerOf(partner, id)).attributes).toMatchObject({
    name: 'When a deal is lost',
    event: { name: 'cosell.created', filter: { stage: 'lost' }, conditions, mapping: { content: 'deal.notes' } },
    max_runs_per_day: 3,
    max_credits_per_day: null,
    pause_after_failures: 2,
    assignee_id: viewer.id,
    reviewer_id,
  });
  await page.getByRole('row', { name: /^Assignee/ }).waitFor();
  await page.getByRole('row', { name: /^Reviewer/ }).waitFor();
  await page.getByText('deal.notes', { exact: true }).waitFor();
  await page.getByRole('row', { name: 'Maximum executions per day (UTC) 3' }).waitFor();
  await page.getByRole('link', { name: 'Edit the trigger' }).click();
  await page.getByText('On a schedule', { exact: true }).click();
  await text.fill(ON_EVENT.input.content);
  await page.getByLabel('Cron expression').fill('* * * * *');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').getByText('Some fields need attention').waitFor();
  await page.locator('[aria-invalid="true"]:focus').waitFor();
  await page.getByLabel('How often').selectOption('weekdays');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /On weekdays at 9 \(Europe\/Berlin\)/ }).waitFor();
  expect((await triggerOf(partner, id)).attributes).toMatchObject({
    type: 'schedule',
    schedule: { cron: '0 9 * * 1-5', timezone: 'Europe/Berlin' },
    event: null,
    input: before.input,
  });
  await visitor.leave();
});

test('whoever may only look is offered nothing else', async () => {
  const id = await createTrigger(partner);
  const viewer = await createUser(partner.id, 'viewer');
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/triggers/${id}`, viewer);
  await settled(page);
  await page.getByRole('region', { name: 'Runs' }).waitFor();
  expect(await page.getByRole('button', { name: /Pause|Delete/ }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Edit the trigger' }).count()).toBe(0);
  await page.goto(addressOf(`/triggers/${id}/edit`));
  await page.getByText('Your role may look at triggers').waitFor();
  await page.goto(addressOf('/templates/feature_announcement'));
  await page.getByText('Your role may look at templates').waitFor();
  const slug = await createWorkflowTemplate(partner, { slug: 'for_looking', name: 'For looking' });
  await page.goto(addressOf(`/templates/${slug}/versions?version=1`));
  await page.getByText('This is the oldest version kept.').waitFor();
  await page.goto(addressOf(`/templates/${slug}/edit`));
  await page.getByText('Your role may look at templates, but not make').waitFor();
  await visitor.leave();
});

test.each([
  '/templates',
  '/templates/feature_announcement',
  '/triggers',
  '/triggers/new?capability=summarization',
  '',
  '/edit',
])('%s keeps to WCAG 2.2 AA in light and dark, and fits 360 px', async (place) => {
  const id = await createTrigger(partner);
  const visitor = await Visitor.arrive(browser);
  const isOfTrigger = place === '' || place === '/edit';
  const page = await visitor.open(isOfTrigger ? `/triggers/${id}${place}` : place, person);
  await settled(page);
  await expectAccessible(page);
  await expectToFit(page);
  await expectAccessible(page);
  await visitor.leave();
});
