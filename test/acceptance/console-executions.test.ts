import { expect, jest, test } from '@jest/globals';
import {
  addressOf,
  expectAccessible,
  expectToFit,
  openConsole,
  settled,
  signInAt,
  Visitor,
} from '../environment/console.ts';
import { complete, ended, execute } from '../environment/executions.ts';
import { createUser } from '../environment/oauth.ts';
import { startOwnApi } from '../environment/own-api.ts';
import { createPartner } from '../environment/partners.ts';
import { addFault, marker, removeFaults } from '../environment/sandbox-ai.ts';

jest.setTimeout(240_000);

const { browser, partner, person } = await openConsole({ credits: 1_000 });

test('an execution is followed to its end without a reload', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/executions', person);
  await settled(page);
  await page.getByText('No executions').waitFor();
  const id = await execute(partner, 'blog_post', { settings: { topic: 'Why partners like dashboards' } });
  await page.goto(addressOf(`/executions/${id}`));
  await settled(page);
  await page.getByRole('region', { name: 'Content' }).getByText(/words/).waitFor();
  await page.getByText('Completed').first().waitFor();
  await page.getByRole('heading', { level: 1, name: `Blog post #${id}` }).waitFor();
  await page.getByRole('region', { name: 'Steps' }).getByText('Completed').waitFor();
  await page.getByRole('region', { name: 'Settings' }).getByText('Why partners like dashboards').waitFor();
  // As the form says it, not as the API does.
  const settings = page.getByRole('region', { name: 'Settings' });
  await settings.getByText('Length in words').waitFor();
  await settings.getByText('English', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Open the text' }).waitFor();
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByText('Execution archived.').waitFor();
  await page.getByText('Archived', { exact: true }).waitFor();
  await visitor.leave();
});

test('a plan of several steps is a graph, and once it is carried out what was made comes first', async () => {
  const { id } = await complete(partner, 'content_repurposing', {
    settings: { content: 'One text for three places.' },
  });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/executions/${id}`, person);
  await page
    .getByRole('region', { name: 'Plan' })
    .getByText(/\(Completed\)/)
    .first()
    .waitFor();
  await page
    .getByRole('heading', { level: 2 })
    .first()
    .filter({ hasText: /^Content$/ })
    .waitFor();
  await visitor.leave();
});

test('an execution is cancelled, and retried as another that is followed to its end', async () => {
  const audience = marker();
  await addFault({ kind: 'hang', match: audience });
  const id = await execute(partner, 'blog_post', { settings: { topic: 'Second thoughts', audience } });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/executions/${id}`, person);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Execution cancelled').waitFor();
  await page.getByText('Cancelled', { exact: true }).first().waitFor();
  expect((await ended(partner, id)).attributes.status).toBe('cancelled');
  await removeFaults(audience);
  await page.getByRole('button', { name: 'Retry' }).click();
  await page
    .getByText('Retry of')
    .getByRole('link', { name: `#${id}` })
    .waitFor();
  await page.getByText('Completed').first().waitFor();
  expect(page.url()).not.toBe(addressOf(`/executions/${id}`));
  await visitor.leave();
});

test('a run that is looked at goes on by itself after the API was restarted', async () => {
  const audience = marker();
  await addFault({ kind: 'rate_limit', match: audience });
  const id = await execute(partner, 'blog_post', { settings: { topic: 'Nine lives', audience } });
  const api = await startOwnApi();
  try {
    const visitor = await Visitor.arrive(browser);
    // Another origin than that of all other tests, which is away for a while.
    visitor.expectRefusal(new RegExp(`asked ${api.origin}|net::ERR_|The service cannot be reached`));
    const page = await visitor.window();
    await page.goto(`${api.origin}/console/executions/${id}`);
    await signInAt(page, person);
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
    await api.kill();
    await removeFaults(audience);
    expect((await ended(partner, id)).attributes.status).toBe('completed');
    await api.start();
    await page.getByText('Completed').first().waitFor();
    await page.getByRole('region', { name: 'Content' }).getByText(/words/).waitFor();
    await visitor.leave();
  } finally {
    await api.kill();
  }
});

test('owners are led to the run in the Temporal Web UI, others are not', async () => {
  const id = await execute(partner, 'blog_post', { settings: { topic: 'Behind the scenes' } });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/executions/${id}`, person);
  const address = await page.getByRole('link', { name: 'Run in Temporal' }).getAttribute('href');
  expect(address).toMatch(new RegExp(`/namespaces/[^/]+/workflows/execution-${id}$`));
  expect((await fetch(address ?? '')).status).toBe(200);
  await visitor.leave();

  const other = await Visitor.arrive(browser);
  const theirs = await other.open(`/executions/${id}`, await createUser(partner.id, 'editor'));
  await settled(theirs);
  await theirs.getByRole('button', { name: /Archive|Cancel/ }).waitFor();
  expect(await theirs.getByRole('link', { name: 'Run in Temporal' }).count()).toBe(0);
  await other.leave();
});

test('filters and pages stand in the address', async () => {
  for (let count = 0; count < 2; count += 1)
    await execute(partner, 'blog_post', { settings: { topic: `Filters ${count}` } });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/executions', person);
  await settled(page);
  await page.getByLabel('Priority').selectOption('urgent');
  await page.getByText('No executions').waitFor();
  await page.waitForURL(addressOf('/executions?priority=urgent'));
  await page.getByLabel('Priority').selectOption('');
  await page.getByRole('table').waitFor();
  await page.goto(addressOf('/executions?status=nonsense&page=-1'));
  await settled(page);
  await page.getByRole('table').waitFor();
  await visitor.leave();
});

test('whoever may only look is offered nothing else', async () => {
  const viewer = await createUser(partner.id, 'viewer');
  const id = await execute(partner, 'blog_post', { settings: { topic: 'What a viewer sees' } });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/executions/${id}`, viewer);
  await settled(page);
  await page.getByText('Completed').first().waitFor();
  expect(await page.getByRole('button', { name: /Archive|Cancel|Retry/ }).count()).toBe(0);
  await visitor.leave();
});

test('another partner’s execution is refused in words, with the number of the request', async () => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/403/);
  const stranger = await createUser((await createPartner()).id);
  const id = await execute(partner, 'blog_post', { settings: { topic: 'Not for strangers' } });
  const page = await visitor.open(`/executions/${id}`, stranger);
  await page
    .getByRole('alert')
    .getByText(/^Request/)
    .waitFor();
  await visitor.leave();
});

test.each([
  ['the overview', '/'],
  ['the executions', '/executions'],
  ['one execution', ''],
])('%s keeps to WCAG 2.2 AA in light and dark, and fits 360 px', async (_name, place) => {
  const id = await execute(partner, 'blog_post', { settings: { topic: 'Accessible texts' } });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(place || `/executions/${id}`, person);
  await settled(page);
  if (place === '') await page.getByRole('button', { name: 'Archive' }).waitFor();
  await expectAccessible(page);
  await expectToFit(page);
  await expectAccessible(page);
  await visitor.leave();
});

test('speaks German where the browser does', async () => {
  const visitor = await Visitor.arrive(browser, { locale: 'de-DE' });
  const page = await visitor.open('/', person);
  await settled(page);
  await page.getByRole('heading', { level: 1, name: 'Übersicht', exact: true }).waitFor();
  await visitor.leave();
});

test.each([
  ['en-GB', /^\d{1,2} \w{3,4} \d{4}, \d\d:\d\d$/],
  ['en-US', /^\w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d\s[AP]M$/],
  ['de-AT', /^\d\d\.\d\d\.\d{4}, \d\d:\d\d$/],
])('a browser of %s shows dates as they are written there', async (locale, form) => {
  const id = await execute(partner, 'blog_post', { settings: { topic: 'Here and there' } });
  const visitor = await Visitor.arrive(browser, { locale });
  const page = await visitor.open(`/executions/${id}`, person);
  await page.getByRole('main').getByRole('time').first().filter({ hasText: form }).waitFor();
  await visitor.leave();
});

test('the first load has at most 250 KB of JavaScript, compressed', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/executions', person);
  await settled(page);
  const bytes = await page.evaluate(
    `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
  );
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(250 * 1024);
  await visitor.leave();
});
