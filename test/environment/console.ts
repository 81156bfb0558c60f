import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Cookie, Download, Page } from 'playwright-core';
import { buildConsole } from '../../infra/local/console.ts';
import { connectToChromium } from './chromium.ts';
import { signInAt } from './console-page.ts';
import { freshAddress } from './http.ts';
import { createUser, type Person } from './oauth.ts';
import { createPartner, type Partner } from './partners.ts';
import { runningStack } from './running-stack.ts';

export { expectCount, expectValue, pressIn, settled, signInAt } from './console-page.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Machines that do other things besides are slow now and then. */
const LIMIT_MS = 30_000;
/** The service says that it is busy, and the console asks again; a test fails by what it waits for when that does not help. */
const BUSY = /status of 503/;

/** Settings of a browser context. */
export type Look = Pick<BrowserContextOptions, 'colorScheme' | 'locale' | 'viewport' | 'timezoneId' | 'hasTouch'>;

/** The run's browser, with the console that was built of the code as it is. */
export async function startConsoleBrowser(): Promise<Browser> {
  await buildConsole({ report: () => undefined });
  return connectToChromium();
}

/** What most tests of the console need: the browser until the file's tests have ended, and a new partner with an owner. */
export async function openConsole(
  settings?: Parameters<typeof createPartner>[0],
): Promise<{ browser: Browser; partner: Partner; person: Person }> {
  const browser = await startConsoleBrowser();
  afterAll(() => browser.close());
  const partner = await createPartner(settings);
  return { browser, partner, person: await createUser(partner.id) };
}

/** Of people who have signed in, by their addresses. */
const issuerCookies = new Map<string, Cookie[]>();

/** A person with a browser context: windows that share cookies. Errors in any of them are collected. */
export class Visitor {
  readonly #context: BrowserContext;
  /** Console errors, violations of the policy, requests to another origin. */
  readonly #complaints: string[] = [];
  /** Refusals of the API that a test is about; browsers report every one as an error. */
  readonly #expected: RegExp[] = [BUSY];

  private constructor(context: BrowserContext) {
    this.#context = context;
  }

  /** Opens a browser context with its own client address. */
  static async arrive(browser: Browser, look: Look = {}): Promise<Visitor> {
    const context = await browser.newContext({
      locale: 'en-GB',
      reducedMotion: 'reduce',
      ...look,
      extraHTTPHeaders: { 'X-Forwarded-For': freshAddress() },
    });
    context.setDefaultTimeout(LIMIT_MS);
    return new Visitor(context);
  }

  /** Opens a window. */
  async window(): Promise<Page> {
    const page = await this.#context.newPage();
    const { origin } = new URL(runningStack().origins[0]);
    page.on('pageerror', (error) => this.#complaints.push(String(error)));
    page.on('console', (message) => {
      // Violations of the policy are among them.
      if (message.type() === 'error') this.#complaints.push(`${message.text()} ${message.location().url}`);
    });
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol !== 'data:' && url.origin !== origin) this.#complaints.push(`asked ${url.href}`);
    });
    return page;
  }

  /**
   * Opens a place of the console. Who signed in before in this test file comes with the issuer's cookies, and signs in only where that is
   * asked for; tests of the sign-in itself use `signInAt`.
   */
  async open(place: string, person: Person): Promise<Page> {
    const window = await this.window();
    await this.#context.addCookies(issuerCookies.get(person.email) ?? []);
    await window.goto(addressOf(place));
    const shell = window.locator('#content');
    const form = window.locator('#email');
    await shell.or(form).waitFor();
    if (await form.isVisible()) {
      await signInAt(window, person);
      await shell.waitFor();
      issuerCookies.set(person.email, await this.#context.cookies());
    }
    // The navigation comes after what stands around it; in a narrow window it is there, too, but not shown.
    await window.locator('nav li').first().waitFor({ state: 'attached' });
    return window;
  }

  /** Says that the API will refuse something, so that the browser reports it. */
  expectRefusal(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Leaves, and fails the test when something went wrong on the way. */
  async leave(): Promise<void> {
    await this.#context.close();
    const isExpected = (complaint: string) => this.#expected.some((pattern) => pattern.test(complaint));
    expect(this.#complaints.filter((complaint) => !isExpected(complaint))).toEqual([]);
  }
}

/** The address of a place of the console, such as `/executions`. */
export function addressOf(place: string): string {
  return `${runningStack().origins[0]}/console${place}`;
}

/** Holds the page against a narrow window: nothing reaches beyond it. */
export async function expectToFit(page: Page, width = 360): Promise<void> {
  await page.setViewportSize({ width, height: 740 });
  const beyond = await page.evaluate(
    `document.documentElement.scrollWidth <= ${width} ? [] : [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > ${width}).map((element) => element.outerHTML.slice(0, 200))`,
  );
  expect(beyond).toEqual([]);
}

/** The content of a file that the browser has downloaded; the browser may run on another machine as far as Playwright knows. */
export async function contentOf(download: Download): Promise<Buffer> {
  return buffer(await download.createReadStream());
}

const ACCESSIBILITY = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules about colours; the others read what is the same in both schemes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Shows the page in the other colours, and returns when they have faded in. */
export async function showScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
  // A loader never ends.
  await page.evaluate(
    `Promise.all(document.getAnimations()
      .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
      .map(({ finished }) => finished.catch(() => undefined))).then(() => undefined)`,
  );
}

/** Holds what the page shows against WCAG 2.2 AA, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await showScheme(page, colorScheme);
    // Through the debugger, which the policy of the page does not bind.
    if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
    const violations = await page.evaluate(
      `axe.run(document, {
        runOnly: ${JSON.stringify(colorScheme === 'light' ? ACCESSIBILITY : COLOUR_RULES)},
        // The same rules on all nodes; nothing is described of what passes, which takes a third of the time.
        resultTypes: ['violations'],
      }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html, any }) => [html, any[0]?.message])]))`,
    );
    expect({ colorScheme, violations }).toEqual({ colorScheme, violations: [] });
  }
}
