import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import {
  expectAccessible,
  expectToFit,
  settled,
  signInAt,
  startConsoleBrowser,
  Visitor,
} from '../environment/console.ts';
import { mailsTo } from '../environment/mails.ts';
import { createUser } from '../environment/oauth.ts';
import { type OwnApi, startOwnApi } from '../environment/own-api.ts';
import { createPartner } from '../environment/partners.ts';
import { waitUntil } from '../environment/wait-until.ts';

jest.setTimeout(240_000);

/** Browsers bind passkeys to a name, which 127.0.0.1 is not. */
const named = (origin: string) => origin.replace('127.0.0.1', 'localhost');

let browser: Browser;
let api: OwnApi;
beforeAll(async () => {
  browser = await startConsoleBrowser();
  api = await startOwnApi((origin) => ({ PUBLIC_URL: named(origin) }));
});
afterAll(async () => {
  await api?.kill();
  await browser?.close();
});

/** An authenticator of the browser itself, by the debugger (WebAuthn, section 11); it verifies whoever asks. */
async function plugIn(page: Page, transport: 'internal' | 'usb') {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Whether somebody touches it. */
    touch: (enabled: boolean) => session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  };
}

async function arrive() {
  const visitor = await Visitor.arrive(browser);
  // This service replaces the one that all tests share.
  visitor.expectRefusal(new RegExp(`^asked ${named(api.origin)}/`));
  return visitor;
}

test('a person adds passkeys, signs in with them, renames and removes them, and is mailed about it', async () => {
  const person = await createUser((await createPartner()).id);
  const visitor = await arrive();
  const page = await visitor.window();
  const place = `${named(api.origin)}/console/security`;
  const laptop = await plugIn(page, 'internal');
  await page.goto(place);
  await signInAt(page, person);
  await settled(page);

  const region = page.getByRole('region', { name: 'Passkeys' });
  const dialog = page.getByRole('dialog');
  const add = async (name: string) => {
    await region.getByRole('button', { name: 'Add a passkey' }).click();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('heading', { name: 'Confirm your identity' }).waitFor();
  };
  await add('Laptop');
  await dialog.getByLabel('Current password').fill(person.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('They are shown only now').waitFor();
  const codes = await dialog.getByRole('listitem').allTextContents();
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await region.getByText('Laptop', { exact: true }).waitFor();

  await region.getByRole('button', { name: 'Rename Laptop' }).click();
  await dialog.getByLabel('Name').fill('Work laptop');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await region.getByText('Work laptop', { exact: true }).waitFor();
  await dialog.waitFor({ state: 'detached' });

  // In another browser, as far as the service knows, without a password.
  await page.context().clearCookies();
  await page.goto(place);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await region.getByText('Work laptop', { exact: true }).waitFor();

  // After the password, as the second factor.
  await page.context().clearCookies();
  await page.goto(place);
  await signInAt(page, person);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await region.getByText('Work laptop', { exact: true }).waitFor();

  // The one that has the first passkey is left alone, so that the other makes the second.
  await laptop.touch(false);
  const key = await plugIn(page, 'usb');
  await add('Key on my ring');
  await dialog.getByLabel('One-time code or recovery code').fill(codes[0] ?? '');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await region.getByText('Key on my ring', { exact: true }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  await settled(page);
  await expectAccessible(page);

  await key.touch(true);
  await region.getByRole('button', { name: 'Remove Work laptop' }).click();
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await region.getByText('Work laptop', { exact: true }).waitFor({ state: 'detached' });
  await dialog.waitFor({ state: 'detached' });
  await expectToFit(page);
  await visitor.leave();

  const subjects = await waitUntil(
    'the mails',
    async () => (await mailsTo(person.email)).map(({ subject }) => subject).toSorted(),
    (found) => found.length >= 5,
  );
  expect(subjects).toEqual([
    'Marketwright: A passkey was added',
    'Marketwright: A passkey was added',
    'Marketwright: A passkey was removed',
    'Marketwright: New sign-in',
    'Marketwright: New sign-in',
  ]);
});

test('where the browser makes no passkey, the dialog says so and can be used again', async () => {
  const person = await createUser((await createPartner()).id);
  const visitor = await arrive();
  const page = await visitor.window();
  await plugIn(page, 'internal');
  await page.addInitScript(
    `navigator.credentials.create = () => Promise.reject(new DOMException('cancelled', 'NotAllowedError'));`,
  );
  await page.goto(`${named(api.origin)}/console/security`);
  await signInAt(page, person);
  await settled(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Laptop');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByLabel('Current password').fill(person.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('No passkey was used').waitFor();
  await dialog.getByRole('button', { name: 'Continue' }).waitFor();
  await visitor.leave();
});
