import { expect, jest, test } from '@jest/globals';
import { brandVoiceIn, createBrandVoice } from '../environment/brand-voices.ts';
import { addressOf, openConsole, settled, signInAt, Visitor } from '../environment/console.ts';
import { createKnowledgeBase, documentsOf } from '../environment/knowledge-bases.ts';

jest.setTimeout(240_000);

const { browser, partner, person } = await openConsole({ credits: 1_000 });

/** What a browser is made to be before the console is loaded. */
const BROWSERS = {
  /** Its clock is a day ahead. */
  ahead: `
    globalThis.Date = class extends Date {
      constructor(...values) { values.length > 0 ? super(...values) : super(Date.now()); }
      static now() { return super.now() + 86_400_000; }
    };`,
  /** Nothing more fits into what it keeps for longer than a visit. */
  full: `
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (...item) {
      if (this === localStorage) throw new DOMException('It is full.', 'QuotaExceededError');
      return Reflect.apply(setItem, this, item);
    };`,
  /** It keeps nothing at all. */
  forgetful: `
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(globalThis, name, { get() { throw new DOMException('It is denied.', 'SecurityError'); } });
    }`,
  /** Its tokens can be made to be past their time. */
  patient: `
    const now = performance.now.bind(performance);
    performance.now = () => now() + (globalThis.late ?? 0);`,
};

async function numberOfExecutions(): Promise<unknown> {
  const { body } = await partner.request('GET /content-workflow/executions');
  return (body as { meta: { total: number } }).meta.total;
}

test('who tries again after an answer was lost on the way starts nothing twice', async () => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/ERR_CONNECTION_RESET/);
  const page = await visitor.open('/capabilities/blog_post', person);
  await page.route(
    '**/capabilities/blog_post/execute',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await page.getByLabel(/topic/i).fill('Why partners try again');
  await page.getByRole('button', { name: /^Start for/ }).click();
  await page.getByRole('alert').getByText('What you typed is still here.').waitFor();
  expect(await numberOfExecutions()).toBe(1);
  await page.getByRole('button', { name: /^Start for/ }).click();
  await page.waitForURL(/\/console\/executions\/\d+$/);
  expect(await numberOfExecutions()).toBe(1);
  await page.goto(addressOf('/capabilities/blog_post'));
  await page.getByLabel(/topic/i).fill('Why partners try again');
  await page.getByRole('button', { name: /^Start for/ }).click();
  await page.waitForURL(/\/console\/executions\/\d+$/);
  expect(await numberOfExecutions()).toBe(2);
  await visitor.leave();
});

test('whoever types on after the answer to a save was lost is shown no conflict with themselves', async () => {
  const { body } = await partner.request('POST /content-workflow/content-items', {
    body: { title: 'Saved and lost', content_type: 'text_content', body: 'One.' },
  });
  const { data: item } = body as { data: { id: number } };
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/ERR_CONNECTION_RESET|status of 409/);
  const page = await visitor.open(`/content/${item.id}`, person);
  const text = page.getByRole('textbox', { name: 'Text (Markdown)' });
  await page.route(
    `**/content-items/${item.id}`,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await text.fill('One, two.');
  await page.getByText(/^Not saved: the service cannot be reached/).waitFor();
  await text.fill('One, two, three.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(await page.getByText('Somebody else has changed it in the meantime').count()).toBe(0);
  const stored = await partner.request('GET /content-workflow/content-items/{id}', { params: { id: item.id } });
  expect(stored.body).toMatchObject({ data: { attributes: { body: 'One, two, three.' } } });
  await visitor.leave();
});

test('a file that is chosen again after the answer to its upload was lost is there once', async () => {
  const base = await createKnowledgeBase(partner);
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/ERR_CONNECTION_RESET/);
  const page = await visitor.open(`/knowledge/${base}`, person);
  const file = {
    name: 'returns.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Goods are returned within 30 days.'),
  };
  await page.route(
    `**/knowledge-bases/${base}/documents`,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  const choose = async () => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add documents' }).first().click();
    await (await chooser).setFiles(file);
  };
  await choose();
  await page.getByText('The service cannot be reached').first().waitFor();
  expect(await documentsOf(partner, base)).toHaveLength(1);
  const answer = page.waitForResponse((response) => response.request().method() === 'POST' && response.ok());
  await choose();
  expect((await answer).headers()['idempotency-replayed']).toBe('true');
  expect(await documentsOf(partner, base)).toHaveLength(1);
  await visitor.leave();
});

test('who reaches the limit of new tokens stays where they are', async () => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/status of 429/);
  const page = await visitor.open('/', person);
  await page.addInitScript(BROWSERS.patient);
  await page.goto(addressOf('/brand-voices/new'));
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Patient');
  await page.route('**/oauth/token', (route) =>
    route.fulfill({ status: 429, json: { error: 'temporarily_unavailable' }, headers: { 'Retry-After': '9' } }),
  );
  await page.evaluate('globalThis.late = 1e9');
  await page.getByRole('button', { name: 'Create the brand voice' }).click();
  await page.getByRole('alert').getByText('What you typed is still here.').waitFor();
  expect(page.url()).toBe(addressOf('/brand-voices/new'));
  await page.unroute('**/oauth/token');
  await page.getByRole('button', { name: 'Create the brand voice' }).click();
  await page.waitForURL(/\/brand-voices\/\d+$/);
  await visitor.leave();
});

test('whoever types when their session has ended goes on, is shown why nothing is saved, and finds the text after signing in', async () => {
  const created = await partner.request('POST /content-workflow/content-items', {
    body: { title: 'Interrupted', content_type: 'text_content', body: 'As it was.' },
  });
  const { data: item } = created.body as { data: { id: number } };
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/status of 40[01]/);
  const page = await visitor.open('/', person);
  await page.addInitScript(BROWSERS.patient);
  await page.goto(addressOf(`/content/${item.id}`));
  const text = page.getByRole('textbox', { name: 'Text (Markdown)' });
  await text.waitFor();
  await page.context().clearCookies();
  await page.route('**/oauth/token', (route) => route.fulfill({ status: 400, json: { error: 'invalid_grant' } }));
  await page.evaluate('globalThis.late = 1e9');
  await text.fill('Typed when the session had ended.');
  await page.getByText(/^Not saved: /).waitFor();
  expect(page.url()).toBe(addressOf(`/content/${item.id}`));
  let isStaying = true;
  page.on('dialog', (dialog) => (isStaying ? dialog.dismiss() : dialog.accept()));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const alert = page.getByRole('alert');
  await alert.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await text.inputValue()).toBe('Typed when the session had ended.');
  isStaying = false;
  await page.unroute('**/oauth/token');
  await alert.getByRole('button', { name: 'Sign in' }).click();
  await signInAt(page, person);
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(await text.inputValue()).toBe('Typed when the session had ended.');
  await visitor.leave();
});

test('who follows a link without a connection stays at the console, and goes on once it is back', async () => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/ERR_INTERNET_DISCONNECTED|The service cannot be reached/);
  const page = await visitor.open('/', person);
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'The service cannot be reached' });
  await alert.getByRole('button', { name: 'Try again' }).click();
  await alert.waitFor();
  await page.context().setOffline(false);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
  await visitor.leave();
});

test.each([
  ['a page of the network', { status: 200, contentType: 'text/html', body: '<h1>Agree to our terms</h1>' }],
  ['nothing', { status: 200, body: '' }],
])(
  'where %s comes in place of the answer, nothing is said to be saved, and it is once the answer comes',
  async (_, answer) => {
    const voice = await createBrandVoice(partner);
    const visitor = await Visitor.arrive(browser);
    const page = await visitor.open(`/brand-voices/${voice.id}`, person);
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Typed in a café');
    await page.route('**/api/v1/**', (route) => route.fulfill(answer));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').getByText('What you typed is still here.').waitFor();
    await page.unroute('**/api/v1/**');
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok());
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await saved;
    expect(
      brandVoiceIn(await partner.request('GET /content-workflow/brand-voices/{id}', { params: { id: voice.id } }))
        .attributes.name,
    ).toBe('Typed in a café');
    await page.route('**/api/v1/**', (route) => route.fulfill(answer));
    await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'The service cannot be reached' });
    await alert.waitFor();
    await page.unroute('**/api/v1/**');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await alert.waitFor({ state: 'detached' });
    await visitor.leave();
  },
);

test.each([
  ['en-GB', 'The answer was incomplete', 'What you typed is still here', 'Save', 'Try again'],
  ['de-DE', 'Die Antwort war unvollständig', 'deine Eingaben sind noch da', 'Speichern', 'Erneut versuchen'],
])('an answer that breaks off is said to be incomplete, and is asked for again (%s)', async (locale, ...texts) => {
  const [title, kept, save, again] = texts;
  const voice = await createBrandVoice(partner);
  const visitor = await Visitor.arrive(browser, { locale });
  const page = await visitor.open(`/brand-voices/${voice.id}`, person);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Typed at the edge');
  const cut = { status: 200, contentType: 'application/json', body: '{"data":{"id":' };
  await page.route('**/api/v1/**', (route) => route.fulfill(cut));
  await page.getByRole('button', { name: save, exact: true }).click();
  const alert = page.getByRole('alert').filter({ hasText: title });
  await alert.getByText(new RegExp(kept, 'i')).waitFor();
  expect(await alert.innerText()).not.toMatch(/200|The service/);
  expect(await name.inputValue()).toBe('Typed at the edge');
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await alert.getByRole('button', { name: again }).waitFor();
  await page.unroute('**/api/v1/**');
  await alert.getByRole('button', { name: again }).click();
  await alert.waitFor({ state: 'detached' });
  await visitor.leave();
});

test('what a gateway answers, and that nobody answers, is said in the person’s language', async () => {
  const visitor = await Visitor.arrive(browser, { locale: 'de-DE' });
  visitor.expectRefusal(/status of 502|ERR_FAILED/);
  const page = await visitor.open('/', person);
  await page.route('**/partners/webhooks?*', (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }));
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('Der Dienst hat mit dem Status 502 geantwortet.').waitFor();
  expect(await alert.innerText()).not.toMatch(/Anfrage-ID|The service/);
  await page.unroute('**/partners/webhooks?*');
  await page.route('**/partners/webhooks?*', (route) => route.abort());
  await alert.getByRole('button', { name: 'Erneut versuchen' }).click();
  await alert.getByText('Der Dienst ist nicht erreichbar').waitFor();
  expect(await alert.innerText()).not.toMatch(/The service/);
  await visitor.leave();
});

test('a view that fails leaves the navigation, which leads on', async () => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/Cannot read properties/);
  const page = await visitor.open('/', person);
  await page.route('**/partners/webhooks?*', (route) => route.fulfill({ json: {} }));
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await page.getByRole('alert').getByText('Something went wrong').waitFor();
  await page.getByRole('link', { name: 'Triggers', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Triggers' }).waitFor();
  await visitor.leave();
});

test('where the code of a part is not reached, the part says so; what was typed beside it stays', async () => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/ERR_INTERNET_DISCONNECTED|The service cannot be reached/);
  const { body } = await partner.request('POST /content-workflow/content-items', {
    body: { title: 'On a train', content_type: 'text_content', body: 'As it was.' },
  });
  const page = await visitor.open(`/content/${(body as { data: { id: number } }).data.id}`, person);
  await page.getByRole('checkbox', { name: 'Autosave' }).uncheck();
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('In a tunnel');
  await page.context().setOffline(true);
  const alert = page.getByRole('alert').filter({ hasText: 'The service cannot be reached' });
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await alert.waitFor();
  for (const open of [
    () => page.getByRole('button', { name: /^Account of/ }).click(),
    () => page.keyboard.press('Control+k'),
  ]) {
    const before = await alert.count();
    await open();
    await alert.nth(before).waitFor();
  }
  expect(await title.inputValue()).toBe('In a tunnel');
  await page.context().setOffline(false);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.getByRole('complementary').getByRole('button', { name: 'Try again' }).click();
  await settled(page);
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByRole('complementary').getByRole('heading').first().waitFor();
  expect(await title.inputValue()).toBe('In a tunnel');
  await visitor.leave();
});

test('a page of an earlier version, whose code the service has no longer, says so and loads the one of now', async () => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/status of 404|Failed to fetch dynamically imported module/);
  const page = await visitor.open('/', person);
  for (const code of ['app', 'help-panel']) {
    await page.route(`**/assets/${code}-*.js`, (route) => route.fulfill({ status: 404 }), { times: 1 });
  }
  await page.reload();
  const outdated = page.getByRole('alert').filter({ hasText: 'A part of this page is missing' });
  await outdated.waitFor();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await outdated.getByRole('button', { name: 'Try again' }).click();
  await settled(page);
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await outdated.getByRole('button', { name: 'Reload' }).click();
  await settled(page);
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByRole('complementary').getByRole('heading').first().waitFor();
  await visitor.leave();
});

test('who presses a button three times at once starts one thing, and is shown no error', async () => {
  const visitor = await Visitor.arrive(browser);
  const before = await numberOfExecutions();
  const page = await visitor.open('/capabilities/blog_post', person);
  await page.getByLabel(/topic/i).fill('Why partners press once');
  await page.getByRole('button', { name: /^Start for/ }).waitFor();
  await page.evaluate(`
    const button = [...document.querySelectorAll('button')].find(({ innerText }) => innerText.startsWith('Start for'));
    for (let press = 0; press < 3; press += 1) button.click();`);
  await page.waitForURL(/\/console\/executions\/\d+$/);
  await settled(page);
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await numberOfExecutions()).toBe(Number(before) + 1);
  await visitor.leave();
});

test('who presses a button three times at once makes one key, which is the one that is shown', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/keys/new', person);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Pressed thrice');
  await page.evaluate(`
    const button = [...document.querySelectorAll('button')].find(({ innerText }) => innerText === 'Create key');
    for (let press = 0; press < 3; press += 1) button.click();`);
  await page.getByText(/^vp3_\w{48}$/).waitFor();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'API keys' }).click();
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  await settled(page);
  expect(await page.getByRole('link', { name: 'Pressed thrice' }).count()).toBe(1);
  await visitor.leave();
});

test.each(['ahead', 'full'] as const)('in a browser that is %s the console is as in any other', async (kind) => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.window();
  await page.addInitScript(BROWSERS[kind]);
  await page.goto(addressOf('/brand-voices/new'));
  await signInAt(page, person);
  await settled(page);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Voice ${kind}`);
  await page.getByRole('button', { name: 'Create the brand voice' }).click();
  await page.waitForURL(/\/brand-voices\/\d+$/);
  await visitor.leave();
});

test('a browser that keeps nothing is named as the reason why nobody can sign in', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.window();
  await page.addInitScript(BROWSERS.forgetful);
  await page.goto(addressOf('/'));
  await page.getByText('Allow cookies and site data for this address').waitFor();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Allow cookies and site data for this address').waitFor();
  await visitor.leave();
});
