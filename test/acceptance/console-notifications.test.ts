import { jest, test } from '@jest/globals';
import { addressOf, expectAccessible, expectToFit, openConsole, settled, Visitor } from '../environment/console.ts';
import { withDatabase } from '../environment/database.ts';
import { createUser, type Person } from '../environment/oauth.ts';

jest.setTimeout(240_000);

const { browser, partner } = await openConsole();

const notify = (person: Person, kind: string, title: string) =>
  withDatabase((client) =>
    client.query(
      `INSERT INTO notification (partner_id, user_id, kind, title, in_page, by_mail, created_at)
       SELECT partner_id, id, $2, $3, true, false, now() FROM app_user WHERE id = $1`,
      [person.id, kind, title],
    ),
  );

test('the bell counts what is unread, the list shows it, and choices are kept', async () => {
  const person = await createUser(partner.id);
  await notify(person, 'webhook_disabled', 'Orders');
  await notify(person, 'mention', 'Launch post');
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/', person);
  await settled(page);
  await page.getByRole('link', { name: 'Notifications, 2 unread' }).click();
  await page.waitForURL(addressOf('/notifications'));
  await page.getByRole('row').filter({ hasText: 'Webhook switched off: Orders' }).getByText('Unread').waitFor();
  await page.getByRole('button', { name: 'Mark all as read' }).press('Enter');
  await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
  await page.getByRole('row').filter({ hasText: 'Unread' }).first().waitFor({ state: 'detached' });
  const box = page.getByRole('checkbox', { name: 'Execution finished: In the console' });
  await box.and(page.locator(':checked')).waitFor({ state: 'attached' });
  await box.press('Space');
  await page
    .getByRole('checkbox', { name: 'Execution finished: In the console', checked: false, disabled: false })
    .waitFor();
  await page.reload();
  await page.getByRole('checkbox', { name: 'Execution finished: In the console', checked: false }).waitFor();
  await visitor.leave();
});

test('keeps to WCAG 2.2 AA in light and dark, fits 360 px, and speaks German', async () => {
  const person = await createUser(partner.id);
  await notify(
    person,
    'mention',
    'Ein Titel von einiger Länge, der nicht auf eine Zeile eines schmalen Fensters passt',
  );
  const visitor = await Visitor.arrive(browser, { locale: 'de-DE' });
  const page = await visitor.open('/notifications', person);
  await page.getByRole('row').filter({ hasText: 'Erwähnung' }).first().waitFor();
  await page.getByRole('checkbox', { name: 'Ausführung abgeschlossen: In der Konsole' }).waitFor();
  await expectAccessible(page);
  await expectToFit(page);
  await visitor.leave();
});
