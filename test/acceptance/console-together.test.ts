import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { createBrandVoice } from '../environment/brand-voices.ts';
import { openConsole, settled, Visitor } from '../environment/console.ts';
import type { RouteName } from '../environment/http.ts';
import { createUser } from '../environment/oauth.ts';
import { createPartner, type Partner, requestAsAdmin } from '../environment/partners.ts';
import { type Receiver, startReceiver } from '../environment/receiver.ts';
import { createWebhook, webhookOf } from '../environment/webhooks.ts';
import { createTrigger, triggerOf } from '../environment/workflow-triggers.ts';

jest.setTimeout(240_000);

const { browser, partner, person } = await openConsole();
const May = (day: string, hour = '09') => `2030-05-${day}T${hour}:00:00.000Z`;

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
});

/** Makes a record, and returns its id. */
async function make(of: Partner, route: RouteName, body: object): Promise<string | number> {
  const reply = await of.request(route, { body });
  expect({ status: reply.status, text: reply.status === 201 ? '' : reply.text }).toEqual({ status: 201, text: '' });
  return (reply.body as { data: { id: string | number } }).data.id;
}

/** Something that is on and can be switched off. */
const SWITCHES = {
  'a trigger': async () => {
    const id = await createTrigger(partner);
    return {
      place: `/triggers/${id}`,
      route: 'PUT /content-workflow/workflow-triggers/{id}/toggle' as const,
      id,
      turnOff: async (page: Page) => page.getByRole('button', { name: 'Pause', exact: true }).click(),
      isOn: async () => (await triggerOf(partner, id)).attributes.active,
      shownOff: (page: Page) => page.getByRole('button', { name: 'Turn on', exact: true }),
    };
  },
  'a webhook': async () => {
    const { id } = await createWebhook(partner, { url: receiver.url, events: ['cosell.updated'] });
    return {
      place: `/webhooks/${id}`,
      route: 'PUT /partners/webhooks/{id}/toggle' as const,
      id,
      turnOff: async (page: Page) => {
        await page.getByRole('button', { name: 'More' }).click();
        await page.getByRole('menuitem', { name: 'Switch off' }).click();
      },
      isOn: async () => (await webhookOf(partner, id)).active,
      shownOff: (page: Page) => page.getByText('Switched off', { exact: true }),
    };
  },
};

test.each(['a trigger', 'a webhook'] as const)('%s that two people switch off at once is off', async (name) => {
  const { place, route, id, turnOff, isOn, shownOff } = await SWITCHES[name]();
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/status of 412/);
  const page = await visitor.open(place, person);
  await settled(page);
  await page.route('**/toggle', async (sent) => {
    // Somebody else was faster.
    await partner.request(route, { params: { id } });
    await sent.continue();
  });
  await turnOff(page);
  await page.getByText('That is not possible now').waitFor();
  await shownOff(page).first().waitFor();
  expect(await isOn()).toBe(false);
  await visitor.leave();
});

test.each(['a trigger', 'a webhook'] as const)(
  '%s that somebody else has switched off is not switched on',
  async (name) => {
    const { place, route, id, turnOff, isOn, shownOff } = await SWITCHES[name]();
    const visitor = await Visitor.arrive(browser);
    const page = await visitor.open(place, person);
    await settled(page);
    // Until the press the view knows nothing of it.
    const held: (() => void)[] = [];
    let isPressed = false;
    await page.route(`**/*s/${id}`, async (sent) => {
      if (!isPressed) await new Promise<void>((resolve) => held.push(resolve));
      await sent.continue();
    });
    await partner.request(route, { params: { id } });
    isPressed = true;
    await turnOff(page);
    for (const go of held) go();
    await shownOff(page).first().waitFor();
    expect(await isOn()).toBe(false);
    await visitor.leave();
  },
);

test('a card that somebody else has moved on is not taken back with mine', async () => {
  const own = await createPartner();
  const [first, second] = [await textOf(own, 'First'), await textOf(own, 'Second')];
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/board', await createUser(own.id));
  const columnOf = (title: string) => page.getByLabel(`Column of ${title}`);
  const cardIn = (column: string, title: string) =>
    page.getByRole('region', { name: column }).getByRole('group', { name: title });
  for (const title of ['First', 'Second']) await page.getByLabel(`Select ${title}`).check();
  await page.getByRole('toolbar', { name: 'Selected cards' }).getByRole('button', { name: 'In review' }).click();
  await page.getByText('2 cards moved to “In review”.').waitFor();
  await move(own, second, 'ready');
  await cardIn('Ready', 'Second').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('Somebody else has moved the card since. It stays where it is.').waitFor();
  await cardIn('Generated', 'First').waitFor();
  expect(await columnOf('Second').inputValue()).toBe('ready');
  expect([await statusOf(own, first), await statusOf(own, second)]).toEqual(['generated', 'ready']);
  await visitor.leave();
});

const textOf = (of: Partner, title: string) =>
  make(of, 'POST /content-workflow/content-items', { title, content_type: 'text_content', body: 'A text.' });
const move = async (of: Partner, contentId: string | number, status: string) => {
  const reply = await of.request('POST /content-workflow/kanban/{contentId}/status', {
    params: { contentId },
    body: { status },
  });
  expect(reply.status).toBe(200);
};
const statusOf = async (of: Partner, id: string | number) => {
  const { body } = await of.request('GET /content-workflow/content-items/{id}', { params: { id } });
  return (body as { data: { attributes: { kanban_status: string } } }).data.attributes.kanban_status;
};

test('an event that somebody else has put on another day stays there: it is not dragged, and no move is taken back', async () => {
  const own = await createPartner();
  const id = await make(own, 'POST /gtm-schedule/events', {
    ...WEBINAR,
    scheduled_at: May('14'),
    end_at: May('14', '10'),
  });
  const params = { id };
  const putTo = async (day: string) => {
    const body = { scheduled_at: May(day), end_at: May(day, '12') };
    expect((await own.request('PATCH /gtm-schedule/events/{id}', { params, body })).status).toBe(200);
  };
  const times = async () => {
    const { body } = await own.request('GET /gtm-schedule/events/{id}', { params });
    const { scheduled_at, end_at } = (body as { data: { attributes: Record<string, string> } }).data.attributes;
    return [scheduled_at, end_at];
  };
  const visitor = await Visitor.arrive(browser, { timezoneId: 'UTC' });
  const page = await visitor.open('/calendar?date=2030-05-14', await createUser(own.id));
  const event = page.getByRole('button', { name: 'Ask us' });
  const dayOf = (day: string) => page.getByRole('button', { name: day, exact: true });
  await event.waitFor();
  await putTo('21');
  await event.dragTo(dayOf('Thursday, 16 May 2030'));
  await page.getByText(/Somebody else has moved Ask us to 21 May 2030, 09:00 in the meantime/).waitFor();
  expect(await times()).toEqual([May('21'), May('21', '12')]);
  await page.getByRole('button', { name: '09:00 Ask us' }).dragTo(dayOf('Thursday, 23 May 2030'));
  await page.getByText(/^Ask us moved to 23 May 2030/).waitFor();
  expect(await times()).toEqual([May('23'), May('23', '12')]);
  await putTo('28');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText(/Somebody else has moved Ask us to 28 May 2030/).waitFor();
  expect(await times()).toEqual([May('28'), May('28', '12')]);
  await visitor.leave();
});

const WEBINAR = { title: 'Ask us', event_type: 'webinar', channel: 'videonet' };

test('a series that somebody else has changed is shown as it is now before it is changed', async () => {
  const own = await createPartner();
  const series = await make(own, 'POST /gtm-schedule/series', {
    ...WEBINAR,
    scheduled_at: May('14'),
    recurrence: 'FREQ=WEEKLY;COUNT=4',
  });
  const params = { id: series };
  const visitor = await Visitor.arrive(browser, { timezoneId: 'UTC' });
  visitor.expectRefusal(/status of 412/);
  const page = await visitor.open('/calendar?date=2030-05-14', await createUser(own.id));
  await page
    .getByRole('button', { name: /Ask us/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Event' });
  await dialog.getByLabel('Apply to').selectOption('All upcoming events');
  await dialog.getByLabel('Title').fill('Mine');
  const theirs = await own.request('PATCH /gtm-schedule/series/{id}', { params, body: { title: 'Theirs' } });
  expect(theirs.status).toBe(200);
  const save = dialog.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await dialog.getByRole('alert').getByText('That is not possible now').waitFor();
  const titleNow = async () => {
    const { body } = await own.request('GET /gtm-schedule/series/{id}', { params });
    return (body as { data: { attributes: { title: string } } }).data.attributes.title;
  };
  expect([await titleNow(), await dialog.getByLabel('Title').inputValue()]).toEqual(['Theirs', 'Mine']);
  await save.click();
  await dialog.waitFor({ state: 'detached' });
  expect(await titleNow()).toBe('Mine');
  await visitor.leave();
});

test('a record that somebody else deletes while it is looked at says so, beside what was read', async () => {
  const id = await createTrigger(partner);
  const { name } = (await triggerOf(partner, id)).attributes;
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/status of 404/);
  const page = await visitor.open(`/triggers/${id}`, person);
  await settled(page);
  const params = { id };
  expect((await partner.request('DELETE /content-workflow/workflow-triggers/{id}', { params })).status).toBe(204);
  await page.getByRole('alert').filter({ hasText: 'This does not exist' }).first().waitFor();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await visitor.leave();
});

test('a record that somebody else has deleted is not in the list that its reader goes back to', async () => {
  const own = await createPartner();
  const { id } = await createBrandVoice(own, { name: 'Gone by now' });
  await createBrandVoice(own, { name: 'Still there' });
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/status of 404/);
  const page = await visitor.open('/', await createUser(own.id));
  await settled(page);
  await page.getByRole('navigation').getByRole('link', { name: 'Brand voices' }).click();
  const link = page.getByRole('row').getByRole('link', { name: 'Gone by now' });
  await link.waitFor();
  const params = { id };
  expect((await own.request('DELETE /content-workflow/brand-voices/{id}', { params })).status).toBe(204);
  await link.click();
  await page.getByRole('alert').getByText('This does not exist').waitFor();
  await page.goBack();
  await page.getByRole('row').getByRole('link', { name: 'Still there' }).waitFor();
  await link.waitFor({ state: 'detached' });
  await visitor.leave();
});

test('whose role is taken away while they type is told so, keeps what is typed, and is offered nothing more', async () => {
  const editor = await createUser(partner.id, 'editor');
  const voice = await createBrandVoice(partner);
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/status of 403/);
  const page = await visitor.open(`/brand-voices/${voice.id}`, editor);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Typed as an editor');
  const changed = await requestAsAdmin('PATCH /3pi-partners/{partner_id}/users/{user_id}', {
    params: { partner_id: partner.id, user_id: editor.id },
    body: { role: 'viewer' },
  });
  expect(changed.status).toBe(200);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('alert').getByText('Your role does not include this').waitFor();
  expect(await name.inputValue()).toBe('Typed as an editor');
  await page.getByRole('navigation').getByRole('link', { name: 'Triggers' }).click();
  await page.getByRole('heading', { level: 1, name: 'Triggers' }).waitFor();
  await page.getByRole('link', { name: 'New trigger' }).waitFor({ state: 'detached' });
  await visitor.leave();
});
