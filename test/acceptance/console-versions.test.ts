import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { z } from 'zod';
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
import { type RouteName, request } from '../environment/http.ts';
import { createKnowledgeBase, documentsOf } from '../environment/knowledge-bases.ts';
import { createUser, signInToConsole } from '../environment/oauth.ts';
import { type Receiver, startReceiver } from '../environment/receiver.ts';
import { createWebhook } from '../environment/webhooks.ts';
import { createTrigger } from '../environment/workflow-triggers.ts';

jest.setTimeout(240_000);

const { browser, partner, person } = await openConsole();
const CONFLICT = 'Somebody else has changed this in the meantime';

/** A record, and the form that changes one of its fields. */
interface Form {
  place: string;
  /** Where the API changes the record. */
  route: RouteName;
  params: Record<string, string | number>;
  /** Opens the form from the place. */
  open?: (page: Page) => Promise<void>;
  /** The field as the form calls it, and as the API does. */
  field: string;
  name: string;
  /** The fields of a body that has another value for it. */
  bodyOf?: (value: string) => object;
}

let key: string;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  key = (await signInToConsole(person)).access_token;
});

afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
});

const idOf = (body: unknown) =>
  z.object({ data: z.object({ id: z.union([z.int(), z.string()]) }) }).parse(body).data.id;

async function make(route: RouteName, body: object, params = {}): Promise<string | number> {
  const reply = await request(route, { key, body, params });
  expect({ status: reply.status, text: reply.status === 201 ? '' : reply.text }).toEqual({ status: 201, text: '' });
  return idOf(reply.body);
}

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).first().click();
};

/** Each form of a record that the console changes, besides those with tests of their own. */
const FORMS: Record<string, () => Promise<Form>> = {
  'an event': async () => {
    const body = { title: 'Launch', event_type: 'webinar', channel: 'videonet', scheduled_at: '2030-03-01T09:00:00Z' };
    const id = await make('POST /gtm-schedule/events', body);
    const route = 'PATCH /gtm-schedule/events/{id}';
    return { place: `/calendar?event=${id}&date=2030-03-01`, route, params: { id }, field: 'Title', name: 'title' };
  },
  'a webhook': async () => {
    const { id } = await createWebhook(partner, { url: receiver.url, events: ['cosell.updated'] });
    const open = async (page: Page) => {
      await press('More')(page);
      await page.getByRole('menuitem', { name: 'Edit' }).click();
    };
    const route = 'PATCH /partners/webhooks/{id}';
    return { place: `/webhooks/${id}`, route, params: { id }, open, field: 'Description', name: 'description' };
  },
  'a knowledge base': async () => {
    const id = await createKnowledgeBase(partner);
    const route = 'PATCH /content-workflow/knowledge-bases/{id}';
    return { place: `/knowledge/${id}`, route, params: { id }, open: press('Rename'), field: 'Name', name: 'name' };
  },
  'a document': async () => {
    const id = await createKnowledgeBase(partner, { Returns: 'Goods can be returned within 30 days.' });
    const [document] = await documentsOf(partner, id);
    return {
      place: `/knowledge/${id}`,
      route: 'PATCH /content-workflow/knowledge-bases/{id}/documents/{document}',
      params: { id, document: document?.id ?? 0 },
      open: press('Rename Returns'),
      field: 'Title',
      name: 'title',
    };
  },
  'a trigger': async () => {
    const id = await createTrigger(partner);
    const route = 'PATCH /content-workflow/workflow-triggers/{id}';
    return { place: `/triggers/${id}/edit`, route, params: { id }, field: 'Name', name: 'name' };
  },
  'a key': async () => {
    const id = await make('POST /app/keys', { name: 'Website' });
    const route = 'PATCH /app/keys/{id}';
    return { place: `/keys/${id}`, route, params: { id }, open: press('Restrict'), field: 'Name', name: 'name' };
  },
  'a person': async () => {
    const { id, email } = await createUser(partner.id, 'viewer');
    const open = async (page: Page) => {
      const row = page.getByRole('row').filter({ hasText: email });
      await row.getByRole('button', { name: /^Edit/ }).click();
    };
    const route = 'PATCH /app/users/{id}';
    return { place: '/people', route, params: { id }, open, field: 'Name', name: 'name' };
  },
  'the billing identity': async () => {
    const route = 'PATCH /app/billing-identity';
    return { place: '/invoices/identity', route, params: {}, field: 'Legal name', name: 'legal_name' };
  },
  'the address of the billing identity': async () => {
    const bodyOf = (city: string) => ({ address: { city } });
    const route = 'PATCH /app/billing-identity';
    return { place: '/invoices/identity', route, params: {}, field: 'City', name: 'city', bodyOf };
  },
  'the own profile': async () => {
    return { place: '/profile', route: 'PATCH /app/me', params: {}, field: 'Name', name: 'name' };
  },
};

/** Makes what is typed new every time: several tests change the same record. */
let typed = 0;

/** A visitor who has typed into the form of a record. */
async function typing(name: string) {
  typed += 1;
  const mine = `Mine ${typed}`;
  const form = await (FORMS[name] as () => Promise<Form>)();
  const { bodyOf = (value) => ({ [form.name]: value }) } = form;
  const change = async (value: string) => {
    const reply = await request(form.route, { key, params: form.params, body: bodyOf(value) });
    expect(reply.status).toBe(200);
  };
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/412/);
  const page = await visitor.open(form.place, person);
  await settled(page);
  await form.open?.(page);
  const input = page.getByRole('textbox', { name: form.field, exact: true });
  await input.fill(mine);
  return { form, visitor, page, input, change, mine };
}

const conflictIn = (page: Page): Locator => page.getByRole('alert').filter({ hasText: CONFLICT });

test.each(Object.keys(FORMS))('of %s both versions are shown where two have changed it', async (name) => {
  const { form, visitor, page, change, mine } = await typing(name);
  await change('Theirs');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const conflict = conflictIn(page);
  await conflict.getByRole('row', { name: `${form.field} Theirs ${mine}` }).waitFor();
  await expectCount(conflict.getByRole('row'), 2);
  await conflict.getByRole('button', { name: 'Save mine' }).click();
  await conflict.waitFor({ state: 'detached' });
  const saved = await request(form.route.replace('PATCH', 'GET') as RouteName, { key, params: form.params });
  expect(JSON.stringify(saved.body)).toContain(`"${form.name}":"${mine}"`);
  await visitor.leave();
});

test('what was typed is kept with the version that it was typed on, and that version is held against the record', async () => {
  const { form, visitor, page, input, change, mine } = await typing('a knowledge base');
  await change('Theirs');
  await page.goto(addressOf('/knowledge'));
  await settled(page);
  await page.goto(addressOf(form.place));
  await settled(page);
  await form.open?.(page);
  await page.getByText('Your unsaved input has been restored.').waitFor();
  await expectValue(input, mine);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await conflictIn(page)
    .getByRole('row', { name: `Name Theirs ${mine}` })
    .waitFor();
  await expectAccessible(page);
  await expectToFit(page);
  await conflictIn(page).getByRole('button', { name: 'Discard mine' }).click();
  await conflictIn(page).waitFor({ state: 'detached' });
  await expectValue(input, 'Theirs');
  await visitor.leave();
});

test.each(['an event', 'a webhook', 'a knowledge base', 'the own profile', 'a person'])(
  'what was typed into the form of %s is there again when it is opened again',
  async (name) => {
    const { form, visitor, page, input, mine } = await typing(name);
    await page.reload();
    await settled(page);
    await form.open?.(page);
    await page.getByText('Your unsaved input has been restored.').waitFor();
    await expectValue(input, mine);
    await page.getByRole('button', { name: 'Start over' }).click();
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await page.getByText('Your unsaved input has been restored.').waitFor({ state: 'detached' });
    expect(await input.inputValue()).not.toBe(mine);
    await visitor.leave();
  },
);

test('what somebody else has changed beside is kept without a question', async () => {
  const { form, visitor, page, mine } = await typing('an event');
  await request(form.route, { key, params: form.params, body: { description: 'Theirs' } });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const reply = await request('GET /gtm-schedule/events/{id}', { key, params: form.params });
  expect(reply.body).toMatchObject({ data: { attributes: { title: mine, description: 'Theirs' } } });
  await visitor.leave();
});

test('the address of a webhook is in no draft, and changes are held against its version all the same', async () => {
  const { form, visitor, page } = await typing('a webhook');
  await page.getByRole('textbox', { name: 'Address' }).fill(`${receiver.url}/secret`);
  expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(receiver.url);
  await request(form.route, { key, params: form.params, body: { url: `${receiver.url}/theirs` } });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await conflictIn(page)
    .getByRole('row', { name: /^Address .*theirs .*secret$/ })
    .waitFor();
  await visitor.leave();
});
