import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { createBrandVoice } from '../environment/brand-voices.ts';
import { addressOf, openConsole, settled, Visitor } from '../environment/console.ts';
import { createKnowledgeBase } from '../environment/knowledge-bases.ts';
import { type Receiver, startReceiver } from '../environment/receiver.ts';
import { createWebhook } from '../environment/webhooks.ts';
import { createTrigger } from '../environment/workflow-triggers.ts';

jest.setTimeout(240_000);

const { browser, partner, person } = await openConsole();

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
});

const pressDelete = async (page: Page) => {
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /delete/i })
    .click();
};

/** A record that is deleted where it is shown. */
const RECORDS: Record<string, { list: string; make: () => Promise<string | number>; remove?: typeof pressDelete }> = {
  'a brand voice': { list: '/brand-voices', make: async () => (await createBrandVoice(partner)).id },
  'a knowledge base': { list: '/knowledge', make: () => createKnowledgeBase(partner) },
  'a trigger': { list: '/triggers', make: () => createTrigger(partner) },
  'a webhook': {
    list: '/webhooks',
    make: async () => (await createWebhook(partner, { url: receiver.url, events: ['cosell.updated'] })).id,
    remove: async (page) => {
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    },
  },
};

test.each(Object.keys(RECORDS))('who goes back to %s that they have deleted is told that it is gone', async (name) => {
  const { list, make, remove = pressDelete } = RECORDS[name] as (typeof RECORDS)[string];
  const id = await make();
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/status of 404/);
  const page = await visitor.open(`${list}/${id}`, person);
  await settled(page);
  await remove(page);
  await page.waitForURL(addressOf(list));
  await page.getByText(/deleted\.$/).waitFor();
  await settled(page);
  await page.goBack();
  await page.waitForURL(addressOf(`${list}/${id}`));
  await page.getByRole('alert').filter({ hasText: 'This does not exist' }).first().waitFor();
  expect(await page.getByRole('button', { name: /^(Save|Rename|Run now|More)$/ }).count()).toBe(0);
  await visitor.leave();
});
