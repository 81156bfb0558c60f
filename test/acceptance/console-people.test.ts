import { randomBytes } from 'node:crypto';
import { expect, jest, test } from '@jest/globals';
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { expectAccessible, expectToFit, openConsole, settled, signInAt, Visitor } from '../environment/console.ts';
import { mailsTo, mailTo, secretIn } from '../environment/mails.ts';
import { createUser } from '../environment/oauth.ts';
import { startOwnApi } from '../environment/own-api.ts';
import { waitUntil } from '../environment/wait-until.ts';

jest.setTimeout(240_000);

const { browser, partner, person } = await openConsole();
const PASSWORD = 'correct horse battery';

const address = () => `grace-${randomBytes(6).toString('hex')}@example.com`;

test('without a mail server: a person is invited by a link, joins in the browser, changes role and is removed', async () => {
  await using api = await startOwnApi(() => ({ SMTP_URL: '' }));
  const arrive = async () => {
    const visitor = await Visitor.arrive(browser);
    // This service replaces the one that all tests share.
    visitor.expectRefusal(new RegExp(`^asked ${api.origin}/`));
    return visitor;
  };
  const owner = await arrive();
  const page = await owner.window();
  await page.goto(`${api.origin}/console/people`);
  await signInAt(page, person);
  await settled(page);
  const invited = { email: address(), password: PASSWORD };
  await page.getByRole('link', { name: 'Invite a colleague' }).click();
  await page.getByLabel('E-mail address').fill(invited.email);
  await page.getByLabel('Name').fill('Grace');
  await page.getByLabel('Role').selectOption('admin');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const link = (await page.getByText(/\/oauth\/link#\w{43}$/).textContent()) ?? '';
  expect(link).toContain(api.origin);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'I have passed it on' }).click();
  const row = page.getByRole('row').filter({ hasText: invited.email });
  await row.getByText('Invited').last().waitFor();
  await page.getByText(link).waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(link.split('#')[1]);

  const guest = await arrive();
  guest.expectRefusal(/status of 410/);
  const theirs = await guest.window();
  await theirs.goto(link);
  await theirs.getByRole('heading', { name: 'Join Acme' }).waitFor();
  await theirs.waitForURL(`${api.origin}/oauth/link/open`);
  await theirs.getByLabel('Password').fill(PASSWORD);
  await theirs.getByRole('button', { name: 'Join' }).click();
  await theirs.getByRole('heading', { name: 'Your password is set' }).waitFor();
  await theirs.getByRole('link', { name: 'Sign in' }).click();
  await signInAt(theirs, invited);
  await theirs.getByRole('link', { name: 'API keys' }).waitFor();
  const again = await guest.window();
  await again.goto(`${api.origin}/oauth/link`);
  // Only the fragment differs, so that the page stays.
  await again.goto(link);
  await again.getByRole('heading', { name: 'This link no longer works' }).waitFor();

  await page.goto(`${api.origin}/console/notifications`);
  await page.getByRole('link', { name: 'Invitation accepted: Grace' }).click();
  await row.getByText('Active').last().waitFor();
  await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();

  await page.getByRole('button', { name: 'Edit Grace' }).click();
  await page.getByRole('dialog').getByLabel('Role').selectOption('viewer');
  await page.getByRole('button', { name: 'Save' }).click();
  await row.getByText('Viewer').last().waitFor();
  await theirs.goto(`${api.origin}/console/people`);
  await settled(theirs);
  expect(await theirs.getByRole('link', { name: 'Invite a colleague' }).count()).toBe(0);
  expect(await theirs.getByRole('button', { name: /^Edit/ }).count()).toBe(0);

  await page.getByRole('button', { name: 'Edit Grace' }).click();
  await page.getByRole('button', { name: 'Send a password reset link' }).click();
  expect(await page.getByText(/\/oauth\/link#\w{43}$/).textContent()).not.toBe(link);
  await page.getByRole('button', { name: 'I have passed it on' }).click();
  await page.getByRole('button', { name: 'Edit Grace' }).click();
  await page.getByRole('button', { name: 'Remove from the team' }).click();
  await page.getByRole('button', { name: 'Remove from the team' }).click();
  await page.getByText('Grace is no longer on your team.').waitFor();
  await row.waitFor({ state: 'detached' });
  guest.expectRefusal(/status of 40[01]/);
  await theirs.goto(`${api.origin}/console/people`);
  await theirs.locator('#email').waitFor();
  await guest.leave();
  await owner.leave();
});

test('with a mail server an invitation is mailed, sent again and withdrawn', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/', person);
  await settled(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search views, records and actions' }).fill('invite');
  await page.getByRole('option', { name: 'Invite a colleague', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  const email = address();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Name').fill('Hedy');
  await page.keyboard.press('Enter');
  await page.getByText(`The invitation is on its way to ${email}.`).waitFor();
  const first = secretIn(await mailTo(email));
  await page.getByRole('button', { name: 'Edit Hedy' }).press('Enter');
  await page.getByRole('button', { name: 'Resend the invitation' }).press('Enter');
  expect(secretIn(await mailTo(email, 2))).not.toBe(first);
  await page.getByRole('button', { name: 'Edit Hedy' }).press('Enter');
  await page.getByRole('button', { name: 'Withdraw the invitation' }).press('Enter');
  await page.getByText('The link stops working.').waitFor();
  await page.getByRole('button', { name: 'Withdraw the invitation' }).press('Enter');
  await page.getByText('Invitation withdrawn.').waitFor();
  await page.getByRole('row').filter({ hasText: email }).waitFor({ state: 'detached' });
  await visitor.leave();
});

test('by mail: a colleague joins, adds a second factor, ends a session elsewhere, replaces the password, and is removed', async () => {
  const owner = await Visitor.arrive(browser);
  const page = await owner.open('/people/new', person);
  const invited = { email: address(), password: PASSWORD };
  await page.getByLabel('E-mail address').fill(invited.email);
  await page.getByLabel('Name').fill('Ivy');
  await page.getByLabel('Role').selectOption('editor');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByText(`The invitation is on its way to ${invited.email}.`).waitFor();
  const { origin } = new URL(page.url());
  const mailedLink = async (nth: number) => {
    const links = await waitUntil(
      `link ${nth} to be mailed`,
      async () => (await mailsTo(invited.email)).map(secretIn).filter(Boolean),
      (found) => found.length >= nth,
    );
    return `${origin}/oauth/link#${links[0]}`;
  };

  const [laptop, phone] = [await Visitor.arrive(browser), await Visitor.arrive(browser)];
  for (const visitor of [laptop, phone]) visitor.expectRefusal(/status of 40[01]/);
  const [here, there] = [await laptop.window(), await phone.window()];
  const security = `${origin}/console/security`;
  await here.goto(await mailedLink(1));
  await here.getByLabel('Password').fill(PASSWORD);
  await here.getByRole('button', { name: 'Join' }).click();
  await here.getByRole('link', { name: 'Sign in' }).click();
  await signInAt(here, invited);
  await settled(here);
  await here.goto(security);
  const dialog = here.getByRole('dialog');
  await here.getByRole('region', { name: 'Second factor' }).getByRole('button', { name: 'Set up' }).click();
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Six-digit code').fill(generateSync({ secret }));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByText('They are shown only now').waitFor();
  const codes = await dialog.getByRole('listitem').allTextContents();
  await dialog.getByRole('button', { name: 'I have saved them' }).click();

  const passFactor = async (window: Page, code: string) => {
    await window.locator('#code').fill(code);
    await window.locator('form:has(#code) button[type=submit]').click();
    await window.getByRole('region', { name: 'Where you are signed in' }).waitFor();
  };
  await there.goto(security);
  await signInAt(there, invited);
  await passFactor(there, codes[0] ?? '');
  await here.reload();
  await here.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await here.getByText('All other sessions ended.').waitFor();
  await there.goto(security);
  await there.locator('#email').waitFor();

  await there.goto(`${origin}/oauth/forgotten`);
  await there.locator('#email').fill(invited.email);
  await there.locator('form:has(#email) button[type=submit]').click();
  await there.getByRole('heading', { name: 'Check your inbox' }).waitFor();
  await there.goto(await mailedLink(2));
  invited.password = 'a whole new password';
  await there.getByLabel('Password').fill(invited.password);
  await there.locator('form:has(#password) button[type=submit]').click();
  await there.getByRole('heading', { name: 'Your password is set' }).waitFor();
  await here.goto(security);
  await signInAt(here, invited);
  await passFactor(here, codes[1] ?? '');

  // Until then the list says that she is invited.
  await page.goto(`${origin}/console/people`);
  await page.getByRole('button', { name: 'Edit Ivy' }).click();
  await page.getByRole('button', { name: 'Remove from the team' }).click();
  await page.getByRole('button', { name: 'Remove from the team' }).click();
  await page.getByText('Ivy is no longer on your team.').waitFor();
  await here.goto(security);
  await here.locator('#email').waitFor();
  for (const visitor of [owner, laptop, phone]) await visitor.leave();

  const subjects = await waitUntil(
    'the mails about the account',
    async () => (await mailsTo(invited.email)).map(({ subject }) => subject),
    (found) => found.length >= 5,
  );
  expect(subjects).toEqual(
    expect.arrayContaining([
      'Marketwright: One-time codes are on',
      'Marketwright: New sign-in',
      'Marketwright: Your password was replaced',
    ]),
  );
});

test('the last owner stays, a second factor that nobody has is not removed, and admins change no owners', async () => {
  const admin = await createUser(partner.id, 'admin');
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/status of 409/);
  const page = await visitor.open('/people', person);
  const rowOf = ({ email }: { email: string }) => page.getByRole('row').filter({ hasText: email });
  await rowOf(person).getByRole('button').click();
  await page.getByRole('button', { name: 'Remove from the team' }).click();
  await page.getByRole('button', { name: 'Remove from the team' }).click();
  await page.getByText('A team needs an owner').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByText('A team needs an owner').waitFor({ state: 'detached' });
  await page.getByRole('dialog').getByLabel('Role').selectOption('viewer');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('A team needs an owner').waitFor();
  await page.keyboard.press('Escape');
  await rowOf(admin).getByRole('button').click();
  await page.getByRole('button', { name: 'Remove the second factor' }).click();
  await page.getByText('For somebody who has lost').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove the second factor' }).click();
  await page.getByText('this person has no second factor').waitFor();
  await visitor.leave();

  const other = await Visitor.arrive(browser);
  const theirs = await other.open('/people', admin);
  const line = ({ email }: { email: string }) => theirs.getByRole('row').filter({ hasText: email });
  await line(admin).getByRole('button').waitFor();
  expect(await line(person).getByRole('button').count()).toBe(0);
  await other.leave();
});

test.each(['/people', '/people/new'])(
  '%s keeps to WCAG 2.2 AA in light and dark, and fits 360 px, also in German',
  async (place) => {
    const visitor = await Visitor.arrive(browser, { locale: 'de-DE' });
    const page = await visitor.open(place, person);
    await settled(page);
    await page.getByRole('navigation').getByText('Personen').first().waitFor();
    await expectAccessible(page);
    await expectToFit(page);
    await expectAccessible(page);
    if (place === '/people') {
      await page
        .getByRole('row')
        .filter({ hasText: person.email })
        .getByRole('button', { name: /bearbeiten$/ })
        .click();
      await page.getByRole('dialog').waitFor();
      await expectToFit(page);
      await expectAccessible(page);
    }
    await visitor.leave();
  },
);
