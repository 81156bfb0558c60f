/**
 * `npm run screenshots`: pictures of the console for README and docs, from what the demonstration leaves behind in a temporary service.
 * With a folder, every view in both colour schemes, on a telephone and in German, for looking at; with names besides, only the views whose
 * names begin so.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { buildConsole } from '../../infra/local/console.ts';
import { startStack } from '../../infra/local/stack.ts';
import { launchChromium } from '../../test/environment/chromium.ts';
import { settled, signInAt } from '../../test/environment/console-page.ts';
import { stopOnSignals } from '../../test/environment/stop-on-signals.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { resetLimits } from '../bench/executions.ts';
import { DemoApi } from '../demo/api.ts';
import { play } from '../demo/play.ts';
import { Screen } from '../demo/screen.ts';
import { targetOf } from '../demo/target.ts';
import { type Place, placesOf } from './places.ts';
import { prepare } from './prepare.ts';

const DOCS = fileURLToPath(new URL('../../docs/images/', import.meta.url));
/** The header and a little air below it. */
const HEADER_PX = 72;
/** How a view is looked at, by the end of its picture's name. */
const LOOKS: Record<string, BrowserContextOptions> = {
  '': { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  '-dark': { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  '-narrow': { colorScheme: 'light', viewport: { width: 360, height: 740 } },
  '-german': { colorScheme: 'light', viewport: { width: 1280, height: 800 }, locale: 'de-DE' },
};

const [folder, ...names] = process.argv.slice(2);
const say = (line: string) => void process.stdout.write(`${line}\n`);
await buildConsole({ report: say });
const cleanUp = new AsyncDisposableStack();
const leave = stopOnSignals(() => cleanUp.disposeAsync());
const stack = await startStack({ report: say });
cleanUp.defer(() => stack.stop());
const database = new pg.Pool({ connectionString: stack.urls.databaseUrl, max: 1 });
cleanUp.defer(() => database.end());
try {
  const { credentials } = stack;
  await play(targetOf(credentials), new Screen(process.stdout));
  const api = new DemoApi(credentials.base_url, credentials.api_key);
  const listings = [...(credentials.listing_ids ?? []), credentials.bad_listing_id ?? ''].filter(Boolean);
  const all = placesOf(await prepare(api, listings));
  const places = all.filter(({ name }) => names.length === 0 || names.some((begin) => name.startsWith(begin)));
  const browser = await launchChromium();
  cleanUp.defer(() => browser.close());
  await mkdir(folder ?? DOCS, { recursive: true });
  for (const [end, look] of Object.entries(LOOKS)) {
    if (end === '' || folder) await picture(browser, look, end, folder ? places : places.filter((at) => at.documented));
  }
} finally {
  await leave();
}

/** Takes the views in one look, as the user of the credentials. */
async function picture(from: Browser, look: BrowserContextOptions, end: string, places: Place[]): Promise<void> {
  const { base_url, oauth } = stack.credentials;
  if (!oauth) throw new Error('The stack has no user to sign in.');
  const context = await from.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    ...look,
  });
  const page = await context.newPage();
  const at = (place: string) => new URL(`/console${place}`, base_url).href;
  await page.goto(at('/'));
  await signInAt(page, { email: oauth.user_email, password: oauth.user_password });
  for (const { name, path: place, part } of places) {
    // Each page goes by the issuer, more often than the limit of an address allows.
    await resetLimits(database);
    await page.goto(at(place));
    await settled(page);
    if (part && !folder) await scrollTo(page, part);
    const file = path.join(folder ?? DOCS, `console-${name}${end}.png`);
    await page.screenshot({ path: file, fullPage: folder !== undefined, animations: 'disabled' });
    say(file);
  }
  await context.close();
}

/** Moves a part of a view below the header. */
async function scrollTo(page: Page, part: string): Promise<void> {
  const region = page.getByRole('region', { name: part });
  const { y = 0 } = (await region.boundingBox()) ?? {};
  await page.mouse.wheel(0, y - HEADER_PX);
  await waitUntil('the part to be in sight', async () => ((await region.boundingBox())?.y ?? 0) <= HEADER_PX + 1);
}
