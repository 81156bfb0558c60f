import { expect, jest, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { createBrandVoice } from '../environment/brand-voices.ts';
import { addressOf, openConsole, settled, Visitor } from '../environment/console.ts';
import { complete } from '../environment/executions.ts';
import { createUser } from '../environment/oauth.ts';
import { createPartner } from '../environment/partners.ts';
import { createTrigger } from '../environment/workflow-triggers.ts';

jest.setTimeout(240_000);

const { browser, partner, person } = await openConsole({ credits: 1_000 });

/** Presses a control by the keyboard. */
async function press(control: Locator, key = 'Enter'): Promise<void> {
  await control.focus();
  await control.press(key);
}

const focusOn = (control: Locator) => control.and(control.page().locator(':focus')).waitFor();

/** What has the focus and is not seen: it is beside the window, or something else lies over all of it. */
const UNSEEN = `(() => {
  const element = document.activeElement;
  if (element === document.body || element.matches('.skip-link')) return null;
  const shown = element.getBoundingClientRect().width > 2 ? element : element.labels?.[0] ?? element;
  const { left, top, right, bottom } = shown.getBoundingClientRect();
  const [x, y, x2, y2] = [Math.max(left, 0), Math.max(top, 0), Math.min(right, innerWidth), Math.min(bottom, innerHeight)];
  if (x2 <= x || y2 <= y) return element.outerHTML.slice(0, 160);
  const around = shown.closest('.mantine-Input-wrapper, .mantine-Switch-root, .mantine-Checkbox-root, .mantine-SegmentedControl-control') ?? shown;
  const isSeen = [0.1, 0.5, 0.9].some((across) => [0.2, 0.5, 0.8].some((down) => {
    const upper = document.elementFromPoint(x + (x2 - x) * across, y + (y2 - y) * down);
    return upper && (around.contains(upper) || upper.contains(around));
  }));
  return isSeen ? null : element.outerHTML.slice(0, 160);
})()`;

/** Goes through a page by a key until the focus is out of it, and returns what had the focus unseen. */
async function unseenBy(page: Page, key: 'Tab' | 'Shift+Tab', steps: number): Promise<string[]> {
  const unseen: string[] = [];
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press(key);
    const found: string | null = await page.evaluate(UNSEEN);
    if (found) unseen.push(found);
  }
  return unseen;
}

test.each([
  ['wide', { width: 1_280, height: 720 }],
  ['narrow', { width: 320, height: 512 }],
] as const)('in a %s window nothing has the focus unseen, forwards or backwards', async (_, viewport) => {
  const execution = await complete(partner, 'blog_post', { settings: { topic: 'What is seen' } });
  const [item] = execution.attributes.generated_assets;
  const visitor = await Visitor.arrive(browser, { viewport });
  const page = await visitor.open('/', person);
  const unseen: Record<string, string[]> = {};
  for (const place of [
    '/board',
    `/content/${item?.id}`,
    '/calendar?event=new',
    '/triggers/new',
    '/webhooks/events',
    '/notifications',
  ]) {
    await page.goto(addressOf(place));
    await settled(page);
    const found = [...(await unseenBy(page, 'Tab', 50)), ...(await unseenBy(page, 'Shift+Tab', 50))];
    if (found.length > 0) unseen[place] = found;
  }
  expect(unseen).toEqual({});
  await visitor.leave();
});

test('what has the focus has it again after its request, whatever came of that', async () => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/status of 409/);
  const page = await visitor.open('/notifications', person);
  const choice = page.getByRole('checkbox', { name: 'Execution finished: In the console' });
  const answer = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok());
  await press(choice, 'Space');
  await answer;
  await focusOn(choice);
  const voice = await createBrandVoice(partner);
  await page.goto(addressOf(`/brand-voices/${voice.id}`));
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Heard again');
  await page.route('**/brand-voices/*', (route) =>
    route.fulfill({ status: 409, json: { error: { code: 'CONFLICT', message: 'Not now.' } } }),
  );
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await press(save);
  await page.getByRole('alert').getByText('Not now.').waitFor();
  await focusOn(save);
  await visitor.leave();
});

test('what goes away leaves the focus to what comes in its place, or to what it was opened from', async () => {
  const id = await createTrigger(partner);
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/triggers/${id}`, person);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await press(button('Pause'));
  await focusOn(button('Turn on'));
  await page.keyboard.press('Control+k');
  await page
    .getByRole('combobox', { name: /^Search views/ })
    .and(page.locator(':focus'))
    .waitFor();
  await page.keyboard.press('Escape');
  await focusOn(button('Turn on'));
  await press(button('Delete'));
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await focusOn(button('Delete'));
  await visitor.leave();
});

test('who presses beside everything takes the focus away, and does not get it back', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/notifications', person);
  await settled(page);
  const choice = page.getByRole('checkbox', { name: 'Credits are low: In the console' });
  await choice.focus();
  await page.getByRole('heading', { level: 2, name: 'Notification settings' }).click();
  await page.evaluate(`document.querySelector('main').append(document.createElement('span'))`);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search views/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: /^Search views/ }).waitFor({ state: 'detached' });
  expect(await choice.and(page.locator(':focus')).count()).toBe(0);
  await visitor.leave();
});

/** Controls and labels of the view that are cut by what is around them, in a window without room for them. */
const CUT = `[...document.querySelectorAll('main :is(a, button, input, select, label)')]
  .filter((each) => each.checkVisibility({ opacityProperty: true }) && each.getBoundingClientRect().width > 2)
  .filter((each) => each.getBoundingClientRect().right > innerWidth)
  .filter((each) => !each.closest('.scroll-x')).map((each) => each.outerHTML.slice(0, 160))`;

test.each(['en-GB', 'de-DE', 'es-ES'])('in the narrowest window no control is cut (%s)', async (locale) => {
  const visitor = await Visitor.arrive(browser, { locale, viewport: { width: 320, height: 640 } });
  const page = await visitor.open('/', person);
  const cut: Record<string, unknown> = {};
  for (const place of ['/notifications', '/triggers/new', '/calendar', '/keys/new', '/credits']) {
    await page.goto(addressOf(place));
    await settled(page);
    const found = (await page.evaluate(CUT)) as string[];
    if (found.length > 0) cut[place] = found;
  }
  expect(cut).toEqual({});
  await visitor.leave();
});

test('in the narrowest window a number stays whole, and long and foreign titles of events wrap and take their direction', async () => {
  const titles = ['9'.repeat(60), 'مرحبا Marketwright'];
  const own = await createPartner({ credits: 1_234_567 });
  for (const title of titles) {
    const body = { title, event_type: 'webinar', channel: 'videonet', scheduled_at: '2030-05-14T09:00:00.000Z' };
    expect((await own.request('POST /gtm-schedule/events', { body })).status).toBe(201);
  }
  const visitor = await Visitor.arrive(browser, { viewport: { width: 320, height: 640 }, timezoneId: 'UTC' });
  const page = await visitor.open('/', await createUser(own.id));
  const number = page.getByText('1,234,567', { exact: true });
  await number.waitFor();
  expect((await number.boundingBox())?.height).toBeLessThan(40);
  await page.getByText('Since midnight UTC', { exact: true }).waitFor();
  await page.goto(addressOf('/calendar?date=2030-05-14'));
  await page.getByRole('link', { name: titles[1] ?? '' }).waitFor();
  expect(await page.evaluate(CUT)).toEqual([]);
  expect(await page.getByRole('link', { name: titles[1] ?? '' }).getAttribute('dir')).toBe('auto');
  await visitor.leave();
});

/** Whether the first characters of the events that are shown, and their times, can be seen: [time, beginning of the title]. */
const SEEN = `[...document.querySelectorAll('.event-body')].map((body) => [...body.children].map((part) => {
  const range = document.createRange();
  range.setStart(part.firstChild, 0);
  range.setEnd(part.firstChild, 3);
  const [seen, around] = [range, body].map((each) => each.getBoundingClientRect());
  return seen.left >= around.left - 1 && seen.right <= around.right + 1;
}))`;

/** The lines that the tone and the time of a brand voice are broken into. */
const LINES = `['td:nth-child(2)', 'td > time'].map((place) => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector(place));
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
})`;

test('long names leave the other columns room for a word, and titles in the month begin where their language does', async () => {
  const own = await createPartner();
  const title = 'שלום world – ניסיון ארוך מאוד של כותרת שאין לה מקום ביום אחד';
  const scheduled_at = '2030-05-14T09:00:00.000Z';
  const event = { title, event_type: 'webinar', channel: 'videonet', scheduled_at };
  expect((await own.request('POST /gtm-schedule/events', { body: event })).status).toBe(201);
  await createBrandVoice(own, { name: 'N'.repeat(200), tone: 'friendly' });
  const visitor = await Visitor.arrive(browser, { viewport: { width: 1024, height: 768 }, timezoneId: 'UTC' });
  const page = await visitor.open('/brand-voices', await createUser(own.id));
  await page.getByRole('cell', { name: 'friendly' }).waitFor();
  expect(await page.evaluate(LINES)).toEqual([1, 1]);
  await page.goto(addressOf('/calendar?date=2030-05-14'));
  await page.getByRole('button', { name: `09:00 ${title}` }).waitFor();
  expect(await page.evaluate(SEEN)).toEqual([[true, true]]);
  await visitor.leave();
});
