import { expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { contentItemResource } from '../../api/content-items/resource.ts';
import { page as pageOf } from '../../api/resource.ts';
import {
  addressOf,
  contentOf,
  expectAccessible,
  expectCount,
  expectToFit,
  expectValue,
  openConsole,
  pressIn,
  settled,
  Visitor,
} from '../environment/console.ts';
import { complete } from '../environment/executions.ts';
import { read, request } from '../environment/http.ts';
import { createUser } from '../environment/oauth.ts';
import { createPartner, type Partner } from '../environment/partners.ts';

jest.setTimeout(240_000);

/** The schedule entries, as the API returns them. */
const eventPage = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      attributes: z.object({
        title: z.string(),
        scheduled_at: z.string(),
        end_at: z.string().nullable(),
        content_item_id: z.number().nullable(),
      }),
    }),
  ),
});
/** Time zone of the browser. */
const timezoneId = 'Europe/Berlin';
const MAY = '/calendar?date=2026-05-04';

const { browser, partner, person } = await openConsole({ credits: 1_000 });

const schedule = async (of: Partner, body: object) => {
  const event = { event_type: 'webinar', channel: 'videonet', timezone: timezoneId, ...body };
  expect((await of.request('POST /gtm-schedule/events', { body: event })).status).toBe(201);
};
const eventsOf = async (of: Partner, from: string, to: string) => {
  const reply = await of.request('GET /gtm-schedule/events', { query: { start_date: from, end_date: to } });
  return eventPage.parse(reply.body).data.map(({ attributes }) => attributes);
};
/** The event of a text. */
const eventOf = async (of: Partner, item: number) => {
  const reply = await of.request('GET /content-workflow/content-items');
  const { data } = read(reply, pageOf(contentItemResource).schema);
  return data.find(({ id }) => id === item)?.attributes.calendar_event?.id ?? '';
};
const dayOf = (page: Page, day: string) => page.getByRole('button', { name: day, exact: true });

test('an event is dragged to another day, keeps its hour and its length, and is taken back', async () => {
  const own = await createPartner();
  await schedule(own, {
    title: 'Ask us anything',
    scheduled_at: '2026-05-05T09:00:00+02:00',
    end_at: '2026-05-05T10:30:00+02:00',
  });
  const visitor = await Visitor.arrive(browser, { timezoneId });
  const page = await visitor.open(MAY, await createUser(own.id));
  await page.getByRole('button', { name: 'Ask us anything' }).dragTo(dayOf(page, 'Thursday, 14 May 2026'));
  await page.getByText(/^Ask us anything moved to 14 May 2026/).waitFor();
  expect(await eventsOf(own, '2026-05-01', '2026-05-31')).toMatchObject([
    { scheduled_at: '2026-05-14T07:00:00.000Z', end_at: '2026-05-14T08:30:00.000Z' },
  ]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(/^Ask us anything moved to 5 May 2026/).waitFor();
  expect(await eventsOf(own, '2026-05-01', '2026-05-31')).toMatchObject([{ scheduled_at: '2026-05-05T07:00:00.000Z' }]);
  await visitor.leave();
});

test('today is the day where the person is, not where the browser is', async () => {
  // Twenty-six hours apart: never the same day.
  const visitor = await Visitor.arrive(browser, { timezoneId: 'Etc/GMT+12' });
  const page = await visitor.open('/profile', await createUser(partner.id));
  await page.getByLabel('Time zone').selectOption('Pacific/Kiritimati');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.').waitFor();
  await page.goto(addressOf('/calendar'));
  const today = new Date().toLocaleDateString('en-GB', { dateStyle: 'full', timeZone: 'Pacific/Kiritimati' });
  await dayOf(page, today).and(page.locator('[aria-current="date"]')).waitFor();
  await page.getByText('Week', { exact: true }).click();
  const day = String(Number(/ (\d+) /.exec(today)?.[1]));
  expect(await page.locator('.mantine-WeekView-weekViewDayLabel[data-today]').innerText()).toContain(day);
  await visitor.leave();
});

test('an event that repeats is made, changed and cancelled from a day on, and a file is imported once', async () => {
  const own = await createPartner();
  const visitor = await Visitor.arrive(browser, { timezoneId });
  const page = await visitor.open('/calendar?date=2030-05-06&view=agenda', await createUser(own.id));
  await page.getByRole('button', { name: 'Add event' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Round-up');
  await dialog.getByLabel('Starts').fill('2030-05-07T09:00');
  await dialog.getByLabel('Repeats').selectOption('Monthly');
  await dialog.getByLabel('Day of the month').selectOption('on the first Tuesday');
  await dialog.getByText('Every month on the first Tuesday, 10 times').waitFor();
  await dialog.getByText(/^The first: 7 May 2030, 4 Jun 2030, 2 Jul 2030, 6 Aug 2030, 3 Sept? 2030$/).waitFor();
  await dialog.getByLabel('Repeats').selectOption('Weekly');
  await dialog.getByRole('checkbox', { name: 'Thursday' }).check();
  await dialog.getByLabel('Number of events').fill('6');
  await dialog.getByText('Every week on Tuesday and Thursday, 6 times').waitFor();
  await expectAccessible(page);
  await pressIn(dialog, 'Add event');
  await page.getByText(/^6 events added, the first for 7 May 2030/).waitFor();
  const starts = async () => (await eventsOf(own, '2030-05-01', '2030-05-31')).map(({ scheduled_at: at }) => at);
  expect(await starts()).toEqual(['07', '09', '14', '16', '21', '23'].map((day) => `2030-05-${day}T07:00:00.000Z`));

  const open = (day: string) =>
    page
      .getByRole('region', { name: `2030-05-${day}` })
      .getByRole('link')
      .press('Enter');
  await open('14');
  await dialog.getByLabel('Apply to').selectOption('This and following events');
  await dialog.getByLabel('Starts').fill('2030-05-15T10:30');
  await dialog.getByText(/^Only a single event can be moved to another day/).waitFor();
  await dialog.getByLabel('Starts').fill('2030-05-14T10:30');
  await dialog.getByLabel('Title').fill('Late round-up');
  await expectAccessible(page);
  await pressIn(dialog, 'Save');
  await page.getByText('Events saved.').waitFor();
  expect(await starts()).toEqual([
    ...['07', '09'].map((day) => `2030-05-${day}T07:00:00.000Z`),
    ...['14', '16', '21', '23'].map((day) => `2030-05-${day}T08:30:00.000Z`),
  ]);
  await page.getByRole('region', { name: '2030-05-21' }).getByRole('link', { name: 'Late round-up' }).waitFor();
  await page.getByRole('link', { name: 'Series' }).click();
  await page.getByRole('row', { name: /Every week on Tuesday and Thursday, 6 times/ }).waitFor();
  await expectAccessible(page);
  await page.goBack();

  await open('09');
  await dialog.getByLabel('Starts').fill('2030-05-10T09:00');
  await pressIn(dialog, 'Save');
  await open('10');
  await dialog.getByText(/^This event was changed individually/).waitFor();
  await page.keyboard.press('Escape');
  await open('16');
  await dialog.getByLabel('Apply to').selectOption('This and following events');
  await pressIn(dialog, 'Cancel event');
  await pressIn(dialog, 'Yes, cancel this and following');
  await page.getByText(/^Events cancelled/).waitFor();
  expect(await starts()).toEqual(['07T07:00', '10T07:00', '14T08:30'].map((time) => `2030-05-${time}:00.000Z`));
  await open('14');
  await dialog.getByLabel('Apply to').selectOption('This and following events');
  await dialog.getByLabel('Starts').fill('2030-05-15T10:30');
  await dialog.getByLabel('Repeats').selectOption('Weekly');
  await dialog.getByLabel('Number of events').fill('2');
  await dialog.getByText('Every week on Wednesday, 2 times').waitFor();
  await pressIn(dialog, 'Save');
  await dialog.waitFor({ state: 'detached' });
  expect(await starts()).toEqual(
    ['07T07:00', '10T07:00', '15T08:30', '22T08:30'].map((time) => `2030-05-${time}:00.000Z`),
  );

  const file = { name: 'plan.csv', mimeType: 'text/csv' };
  const rows =
    'title,scheduled_at,recurrence\nLaunch,2030-05-27T09:00,\nDaily,2030-05-28T09:00,FREQ=DAILY;COUNT=2\nMärz,never,\n';
  const choose = async () => {
    await page.getByRole('button', { name: 'Import', exact: true }).press('Enter');
    await dialog.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.from(rows, 'latin1') });
  };
  await choose();
  await dialog.getByText('3 events will be added. 0 entries are already on the calendar. 1 have problems.').waitFor();
  await dialog.getByText('Line 4, März').waitFor();
  await dialog.getByText('Every day, 2 times').waitFor();
  expect(await starts()).toHaveLength(4);
  await dialog.getByLabel('Import the others, and skip those with problems').check();
  await expectAccessible(page);
  await pressIn(dialog, 'Import 3 events');
  await page.getByText('3 events added; 0 were already there.').waitFor();
  expect((await starts()).slice(4)).toEqual(['27', '28', '29'].map((day) => `2030-05-${day}T07:00:00.000Z`));
  await choose();
  await dialog.getByText('There is nothing new to import.').waitFor();
  await expectToFit(page);
  await visitor.leave();
});

test('content is chosen for a new event among what is on the board', async () => {
  const own = await createPartner({ credits: 1_000 });
  const { attributes } = await complete(own, 'blog_post', { settings: { topic: 'Dates from the calendar' } });
  const [asset] = attributes.generated_assets;
  const visitor = await Visitor.arrive(browser, { timezoneId });
  const page = await visitor.open(MAY, await createUser(own.id));
  await page.getByRole('button', { name: 'Add event' }).click();
  const dialog = page.getByRole('dialog', { name: 'New event' });
  await dialog.getByLabel('Content', { exact: true }).selectOption(asset?.attributes.title ?? '');
  await dialog.getByRole('link', { name: asset?.attributes.title }).waitFor();
  await dialog.getByLabel('Starts').fill('2026-07-02T08:15');
  await dialog.getByRole('button', { name: 'Add event' }).click();
  await page.getByText('July 2026').waitFor();
  expect(await eventsOf(own, '2026-07-02', '2026-07-02')).toMatchObject([
    { title: asset?.attributes.title, content_item_id: asset?.id },
  ]);
  await visitor.leave();
});

test('content is put on the calendar from its own page, and moved there by keyboard alone', async () => {
  const { attributes } = await complete(partner, 'blog_post', { settings: { topic: 'Dates that hold' } });
  const id = attributes.generated_assets[0]?.id ?? 0;
  const visitor = await Visitor.arrive(browser, { timezoneId });
  const page = await visitor.open(`/content/${id}`, person);
  await page.getByRole('link', { name: 'Schedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'New event' });
  await expectValue(dialog.getByLabel('Kind'), 'blog_post');
  await dialog.getByLabel('Starts').fill('2026-06-10T08:15');
  await pressIn(dialog, 'Add event');
  await page.getByText(/^Event added for .*8:15/).waitFor();
  await page.getByText('June 2026').waitFor();
  expect(await eventsOf(partner, '2026-06-10', '2026-06-10')).toMatchObject([
    { scheduled_at: '2026-06-10T06:15:00.000Z', end_at: null, content_item_id: id },
  ]);

  await page.goto(addressOf('/calendar?date=2026-06-01&view=agenda'));
  await page.getByRole('region', { name: '2026-06-10' }).getByRole('link').press('Enter');
  const opened = page.getByRole('dialog', { name: 'Event' });
  await opened.getByLabel('Starts').fill('2026-06-11T08:15');
  await pressIn(opened, 'Save');
  await page.getByRole('region', { name: '2026-06-11' }).waitFor();
  expect(await eventsOf(partner, '2026-06-11', '2026-06-11')).toHaveLength(1);

  await page.getByRole('region', { name: '2026-06-11' }).getByRole('link').press('Enter');
  await pressIn(opened, 'Cancel event');
  await pressIn(opened, 'Yes, cancel it');
  await page.getByText('Nothing is scheduled').waitFor();
  expect(await eventsOf(partner, '2026-06-01', '2026-06-30')).toEqual([]);
  await visitor.leave();
});

test('texts are dragged to days from beside the calendar, planned by keyboard, and from the board', async () => {
  const own = await createPartner();
  const write = async (title: string, status: string) => {
    const reply = await own.request('POST /content-workflow/content-items', {
      body: { title, content_type: 'social_post', body: 'A text.', status },
    });
    return z.object({ data: z.object({ id: z.number() }) }).parse(reply.body).data.id;
  };
  const made = await write('Still a draft', 'generated');
  const ready = await write('Ready to go', 'ready');
  await write('Out already', 'published');
  const visitor = await Visitor.arrive(browser, { timezoneId });
  const page = await visitor.open('/calendar?date=2031-05-05', await createUser(own.id));
  await page.getByRole('button', { name: 'Unscheduled texts' }).click();
  const panel = page.getByRole('region', { name: 'Unscheduled texts' });
  const cards = panel.getByRole('listitem');
  await expectCount(cards, 2);
  expect(await cards.getByRole('link').filter({ hasNotText: 'Schedule…' }).allTextContents()).toEqual([
    'Ready to go',
    'Still a draft',
  ]);
  await expectAccessible(page);

  await cards.first().dragTo(dayOf(page, 'Thursday, 15 May 2031'));
  const dialog = page.getByRole('dialog', { name: 'New event' });
  await dialog.locator('input:focus').waitFor();
  await expectValue(dialog.getByLabel('Starts'), '2031-05-15T09:00');
  await page.keyboard.press('Enter');
  await page.getByText(/^Event added for 15 May 2031/).waitFor();
  await panel.getByText('Scheduled for 15 May 2031').waitFor();
  expect(await eventsOf(own, '2031-05-01', '2031-05-31')).toMatchObject([
    { title: 'Ready to go', scheduled_at: '2031-05-15T07:00:00.000Z', content_item_id: ready },
  ]);

  await panel.getByLabel('Search titles').fill('draf');
  await cards.getByText('Ready to go').waitFor({ state: 'detached' });
  await panel.getByRole('link', { name: 'Schedule… Still a draft' }).press('Enter');
  await dialog.getByLabel('Starts').fill('2031-05-16T10:30');
  await pressIn(dialog, 'Add event');
  await panel.getByText('Scheduled for 16 May 2031').waitFor();
  expect(await eventsOf(own, '2031-05-16', '2031-05-16')).toMatchObject([{ content_item_id: made }]);
  await panel.getByLabel('Search titles').fill('nothing');
  await panel.getByText('No titles match.').waitFor();
  await expectToFit(page);
  // Whichever days are shown.
  await page.goto(addressOf('/calendar?date=2032-01-05'));
  await page.getByRole('button', { name: 'Unscheduled texts' }).click();
  await panel.getByText('Scheduled for 16 May 2031').waitFor();
  await own.request('DELETE /gtm-schedule/events/{id}', { params: { id: await eventOf(own, ready) } });
  await panel.getByLabel('Search titles').fill('ready');
  await cards.getByText('Still a draft').waitFor({ state: 'detached' });
  await panel.getByText(/^Scheduled for/).waitFor({ state: 'detached' });

  await page.goto(addressOf('/board'));
  await page.getByRole('button', { name: 'Schedule: Still a draft' }).press('Enter');
  await dialog.getByLabel('Title').waitFor();
  await expectValue(dialog.getByLabel('Title'), 'Still a draft');
  expect(await page.getByRole('button', { name: 'Schedule: Out already' }).count()).toBe(0);
  await visitor.leave();
});

test('filters stand in the address, and narrow what is shown and exported', async () => {
  const own = await createPartner();
  await schedule(own, { title: 'The webinar', scheduled_at: '2026-05-05T07:00:00Z' });
  await schedule(own, {
    title: 'The letter',
    scheduled_at: '2026-05-06T07:00:00Z',
    event_type: 'email_campaign',
    channel: 'email',
  });
  const visitor = await Visitor.arrive(browser, { timezoneId });
  const page = await visitor.open(`${MAY}&view=agenda`, await createUser(own.id));
  await page.getByRole('link', { name: 'The letter' }).waitFor();
  await page.getByLabel('Kind').selectOption('webinar');
  await page.getByRole('link', { name: 'The letter' }).waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('type')).toBe('webinar');
  await page.getByRole('button', { name: 'Export' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Spreadsheet (.csv)' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('gtm-schedule-2026-05-01-2026-05-31.csv');
  const file = (await contentOf(download)).toString();
  expect(file).toContain('The webinar');
  expect(file).not.toContain('The letter');
  await visitor.leave();
});

test('whoever subscribes gets an address that calendars read, and another one on request', async () => {
  const own = await createPartner();
  const soon = new Date(Date.now() + 86_400_000).toISOString();
  await schedule(own, { title: 'Seen from afar', scheduled_at: soon });
  const visitor = await Visitor.arrive(browser, { timezoneId });
  const page = await visitor.open(MAY, await createUser(own.id));
  await page.getByRole('button', { name: 'Subscribe' }).click();
  const dialog = page.getByRole('dialog');
  const address = await dialog.getByLabel('Feed address').inputValue();
  const read = async (url: string) => {
    const token = new URL(url).searchParams.get('token') ?? '';
    return request('GET /gtm-schedule/feed.ics', { key: null, query: { token } });
  };
  expect((await read(address)).text).toContain('Seen from afar');
  await dialog.getByRole('img', { name: 'QR code of the address' }).waitFor();
  await dialog.getByRole('tab', { name: 'Outlook' }).click();
  await dialog.getByText(/Subscribe from web/).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Regenerate the address' }).click();
  await dialog.getByRole('button', { name: 'Regenerate the address' }).click();
  await page.getByText(/This is your new address/).waitFor();
  const other = await dialog.getByLabel('Feed address').inputValue();
  expect(other).not.toBe(address);
  expect((await read(address)).status).toBe(401);
  expect((await read(other)).status).toBe(200);
  await visitor.leave();
});

test('whoever may only look can move and add nothing', async () => {
  await schedule(partner, { title: 'Not to be moved', scheduled_at: '2026-05-12T07:00:00Z' });
  const visitor = await Visitor.arrive(browser, { timezoneId });
  const page = await visitor.open(MAY, await createUser(partner.id, 'viewer'));
  const event = page.getByRole('button', { name: 'Not to be moved' });
  expect(await event.getAttribute('draggable')).toBe('false');
  expect(await page.getByRole('button', { name: 'Add event' }).count()).toBe(0);
  await event.click();
  const dialog = page.getByRole('dialog', { name: 'Event' });
  expect(await dialog.getByLabel('Title').isDisabled()).toBe(true);
  expect(await dialog.getByRole('button', { name: /Save|Cancel event/ }).count()).toBe(0);
  await visitor.leave();
});

test.each(['month', 'week', 'agenda'])(
  'the %s keeps to WCAG 2.2 AA in light and dark, and fits 360 px',
  async (view) => {
    const own = await createPartner();
    for (const hour of ['07', '08', '09', '10', '11']) {
      await schedule(own, { title: `Event at ${hour}`, scheduled_at: `2026-05-06T${hour}:00:00Z` });
    }
    await schedule(own, {
      title: 'Days',
      scheduled_at: '2026-05-04T10:00:00Z',
      end_at: '2026-05-07T10:00:00Z',
      all_day: true,
    });
    const visitor = await Visitor.arrive(browser, { timezoneId });
    const page = await visitor.open(`${MAY}&view=${view}`, await createUser(own.id));
    await settled(page);
    await page.getByText('Days').first().waitFor();
    await expectAccessible(page);
    await page.goto(addressOf(`${MAY}&view=${view}&event=new`));
    await page.getByRole('dialog', { name: 'New event' }).getByLabel('Title').waitFor();
    await expectAccessible(page);
    await page.getByRole('dialog').press('Escape');
    await expectToFit(page);
    await expectAccessible(page);
    await visitor.leave();
  },
);
