import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core';
import { isLock, takeLock } from '../../infra/local/lock.ts';
import { findSharedBrowser } from './shared-servers-client.ts';
import { waitUntil } from './wait-until.ts';

/** Names another browser than the one that comes with `npm ci`, for other processors and newer versions. */
const OWN_BROWSER = 'CHROMIUM_PATH';
/** Makes the package unpack the libraries that a machine without a browser lacks. */
const UNPACK_FOR = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' };
/** Windows of one visitor share a process, and none is started in reserve, which costs an eighth of the processor time. */
const ONE_RENDERER = '--renderer-process-limit=1';
const PACKAGE = createRequire(import.meta.url).resolve('@sparticuz/chromium');
/** Prints where the browser is. The package's own arguments, made for one page in one process, weaken what a page is held to. */
const UNPACK = `
  const { default: chromium } = await import(${JSON.stringify(PACKAGE)});
  console.log(await chromium.executablePath());
`;

/** Starts a real browser without a window: npm's own, or the one that CHROMIUM_PATH names. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch(await launchOptions());
}

/** Starts one that several processes connect to. */
export async function launchChromiumServer(): Promise<BrowserServer> {
  return chromium.launchServer({ ...(await launchOptions()), handleSIGINT: false, handleSIGTERM: false });
}

/** Connects to the browser that all test files of a run share; closing it ends only what was opened over this connection. */
export async function connectToChromium(): Promise<Browser> {
  return chromium.connect((await findSharedBrowser()).url);
}

async function launchOptions(): Promise<LaunchOptions> {
  const own = process.env[OWN_BROWSER];
  // Containers rarely permit the sandbox; what is opened here is our own.
  const args = ['--no-sandbox', ONE_RENDERER];
  if (own) return { executablePath: own, args };
  const executablePath = await unpack();
  const libraries = path.join(path.dirname(executablePath), 'al2023/lib');
  return { executablePath, args, env: { ...process.env, LD_LIBRARY_PATH: libraries } };
}

/** Unpacks it to the temporary folder, where all runs share it: one at a time, the first does the work. */
async function unpack(): Promise<string> {
  await mkdir(tmpdir(), { recursive: true });
  const file = path.join(tmpdir(), 'marketwright-chromium.lock');
  const lock = await waitUntil('the browser to be unpacked by another run', async () => {
    const taken = await takeLock(file);
    return isLock(taken) ? taken : undefined;
  });
  try {
    const { stdout } = await execa(process.execPath, ['--input-type=module', '--eval', UNPACK], { env: UNPACK_FOR });
    return stdout;
  } finally {
    await lock.release();
  }
}
