import { beforeAll, expect, jest, test } from '@jest/globals';
import { agentOf, challenge, challengeEnded } from '../environment/agent-audit.ts';
import { PASSED_PROMPT } from '../environment/agent-evaluations.ts';
import { createAgent } from '../environment/agents.ts';
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
import { exchangeIn, sendMessage, startSession } from '../environment/dry-run.ts';
import { complete } from '../environment/executions.ts';
import { createUser } from '../environment/oauth.ts';

jest.setTimeout(240_000);

const { browser, partner, person } = await openConsole({ credits: 1_000 });
/** The partner's own writer, which has made something. */
let writer: number;
beforeAll(async () => {
  writer = await agentOf(partner);
  await complete(partner, 'blog_post', { agent_id: writer, settings: { topic: 'Agents with figures' } });
});

test('the figures of an agent are found and seen as charts', async () => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/422/);
  const page = await visitor.open('/', person);
  await settled(page);
  await page.getByRole('link', { name: 'Agents', exact: true }).click();
  await page.waitForURL(addressOf('/agents'));
  await page.locator(`a[href="/console/agents/${writer}"]`).click();
  await page.getByRole('figure', { name: 'Executions by day' }).waitFor();
  await page.getByRole('figure', { name: 'Credits by day' }).waitFor();
  await page.getByRole('table', { name: 'By capability' }).getByText('Blog post').waitFor();
  // What switches to the table covers no heading, however narrow the window is.
  await expectToFit(page);
  const covered = await page.evaluate(`[...document.querySelectorAll('.chart-toggle')].filter((toggle) => {
    const place = toggle.getBoundingClientRect();
    return [...document.querySelectorAll('h2, h3')].some((heading) => {
      const range = document.createRange();
      range.selectNodeContents(heading);
      const text = range.getBoundingClientRect();
      return text.right > place.left && text.left < place.right && text.bottom > place.top && text.top < place.bottom;
    });
  }).length`);
  expect(covered).toBe(0);
  await page.getByLabel('From').fill('2020-01-01');
  await page.getByRole('alert').getByText('Some fields need attention').waitFor();
  await page.getByLabel('To').fill('2020-01-02');
  await page.getByText('No executions in this period').waitFor();
  await page.waitForURL(addressOf(`/agents/${writer}?from=2020-01-01&to=2020-01-02`));
  await visitor.leave();
});

test('an evaluation of agents is written, run over two revisions of one, and the run compares them', async () => {
  const { id } = await createAgent(partner, { name: 'Quill' });
  const body = { settings: { banned_phrases: ['your question'] } };
  await partner.request('PATCH /content-workflow/agents/{id}', { params: { id }, body });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/agents', person);
  await page.getByRole('link', { name: 'Agent evaluations' }).click();
  await page.getByText('No evaluations yet').waitFor();
  await page.getByRole('link', { name: 'New evaluation' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Beginnings');
  await page.getByRole('button', { name: 'Add a prompt' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Prompt' }).fill(PASSED_PROMPT.message);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await dialog.getByText('Enter at least one phrase, here or below.').waitFor();
  await dialog.locator('textarea:focus').waitFor();
  await dialog.getByRole('textbox', { name: 'The answer must say' }).fill(PASSED_PROMPT.must_say.join('\n'));
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('Must say: “your question”').waitFor();
  await page.getByRole('button', { name: 'Create the evaluation' }).click();
  await page.getByRole('heading', { level: 1, name: 'Beginnings' }).waitFor();
  await page.getByText('No runs yet').waitFor();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('First words');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'First words' }).waitFor();

  await page.getByRole('button', { name: 'Run' }).click();
  await dialog.getByRole('combobox', { name: 'Agent', exact: true }).selectOption(String(id));
  await dialog.getByLabel('Compare with').selectOption(String(id));
  await dialog.getByText('Choose another agent, or another revision.').waitFor();
  await dialog.getByLabel('Revision of Quill').first().selectOption('1');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Start the run/ }).click();
  const result = page.getByRole('region', { name: 'Result' });
  await result.getByText('Only Quill, revision 1 passed').waitFor();
  const agents = result.getByRole('table', { name: 'Agents' }).getByRole('row');
  await agents.filter({ hasText: 'Quill, revision 1' }).getByText('1 of 1').waitFor();
  await agents.filter({ hasText: 'Quill, revision 2' }).getByText('0 of 1').waitFor();
  const answers = page.getByRole('table', { name: 'By prompt' }).getByRole('row');
  await answers.getByText('Stopped by a guardrail').waitFor();
  await page.getByRole('switch', { name: 'Failed only' }).press('Space');
  await answers.getByText('Passed', { exact: true }).waitFor({ state: 'detached' });
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByRole('link', { name: 'Back to the evaluation' }).click();
  await page.getByRole('table', { name: 'Runs' }).getByText('Completed').waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByText('No evaluations yet').waitFor();
  await visitor.leave();
});

test('an agent is migrated and rolled back, and its history tells', async () => {
  const { id } = await createAgent(partner, { config_version: 1 });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/agents/${id}`, person);
  await settled(page);
  await page.getByRole('tab', { name: 'Configuration' }).click();
  // The agent has had one version only, so there is no rollback.
  await page.getByText(/^1; the latest is/).waitFor();
  await settled(page);
  expect(await page.getByRole('button', { name: 'Roll back' }).count()).toBe(0);
  await page.getByRole('button', { name: /^Migrate to version \d+$/ }).click();
  await page
    .getByRole('table', { name: 'History' })
    .getByText(/^Migrated from version 1 to \d+$/)
    .waitFor();
  await page.getByText(/^\d+, the latest$/).waitFor();
  await page
    .getByRole('button', { name: /^Migrate/ })
    .first()
    .waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Roll back' }).click();
  await page
    .getByRole('table', { name: 'History' })
    .getByText(/^Rolled back from version \d+ to 1$/)
    .waitFor();
  await page.getByRole('button', { name: /^Migrate/ }).waitFor();
  await page.getByRole('button', { name: 'Roll back' }).waitFor({ state: 'detached' });
  await visitor.leave();
});

test('an agent is challenged, and the report comes without a reload', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/agents/${writer}?tab=challenges`, person);
  await settled(page);
  await page.getByText('No challenges yet').waitFor();
  await page.getByText('about 5 credits').waitFor();
  await page.getByRole('button', { name: 'Challenge the agent' }).click();
  const report = page.getByRole('region', { name: /^Report/ });
  await report.getByText('Completed').waitFor({ timeout: 120_000 });
  await report.getByText(/^\d+ of 100$/).waitFor();
  await report.getByText(/^Leaks: \d+ of \d+$/).waitFor();
  await visitor.leave();
});

test('an agent is talked with in a dry run, which says how it went', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/agents/${writer}?tab=dry_runs`, person);
  await settled(page);
  await page.getByLabel('Your name').fill('Ann');
  await page.getByRole('button', { name: 'Start a dry run' }).click();
  await page.waitForURL(/\/dry-runs\/[0-9A-Za-z]{48}$/);
  await page.getByLabel('Message').fill('What can you write for us?');
  await page.getByLabel('Message').press('Control+Enter');
  const talk = page.getByRole('list', { name: 'Conversation' });
  await talk.getByRole('listitem').filter({ hasText: 'Agent' }).waitFor();
  await expectCount(talk.getByRole('listitem'), 2);
  await expectValue(page.getByLabel('Message'), '');
  await page.getByRole('button', { name: 'End the dry run' }).click();
  await page.getByRole('region', { name: 'Report' }).getByText('1 of 1').waitFor();
  await page.getByLabel('Message').waitFor({ state: 'detached' });
  await visitor.leave();
});

test('whoever may only look changes nothing, and others are refused', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/agents/${writer}?tab=configuration`, await createUser(partner.id, 'analyst'));
  await settled(page);
  await page.getByText(/, the latest$/).waitFor();
  expect(await page.getByRole('button', { name: /Migrate|Roll back/ }).count()).toBe(0);
  await page.getByRole('tab', { name: 'Challenges' }).click();
  await settled(page);
  expect(await page.getByRole('button', { name: 'Challenge the agent' }).count()).toBe(0);
  await visitor.leave();
  const stranger = await Visitor.arrive(browser);
  stranger.expectRefusal(/403/);
  const refused = await stranger.open('/agents', await createUser(partner.id, 'viewer'));
  await refused.getByRole('alert').getByText('Your role does not include this').waitFor();
  expect(await refused.getByRole('link', { name: 'Agents', exact: true }).count()).toBe(0);
  await stranger.leave();
});

test.each(['list', 'figures', 'configuration', 'challenges', 'dry_runs', 'chat'] as const)(
  'the view %s keeps to WCAG 2.2 AA in light and dark, and fits 360 px',
  async (view) => {
    let place = view === 'list' ? '' : `/${writer}?tab=${view}`;
    let shown = { list: 'Health', figures: 'By capability', configuration: 'History', dry_runs: 'A new dry run' }[
      view as string
    ];
    if (view === 'challenges') {
      await challengeEnded(partner, writer, (await challenge(partner, writer)).id);
      shown = 'at version';
    }
    if (view === 'chat') {
      const { id, attributes } = await startSession(partner);
      const { reply } = exchangeIn(await sendMessage(partner, id, 'What can you write for us?')).data;
      place = `/${attributes.agent_id}/dry-runs/${id}`;
      shown = reply?.content.slice(0, 20);
    }
    const visitor = await Visitor.arrive(browser);
    const page = await visitor.open(`/agents${place}`, person);
    await settled(page);
    await page
      .getByText(shown ?? 'You')
      .first()
      .waitFor();
    await settled(page);
    await expectAccessible(page);
    await expectToFit(page);
    await expectAccessible(page);
    await visitor.leave();
  },
);
