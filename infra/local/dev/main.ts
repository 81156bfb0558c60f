/** `npm run dev`: the embedded stack, whose processes restart when their code changes, and the console with hot reload, at one origin. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { loadLocalConfig } from '../../config/local.ts';
import { PROGRAMS, ROOT } from '../../deploy/programs.ts';
import { buildConsole } from '../console.ts';
import { errorMessage } from '../files.ts';
import { choosePorts } from '../ports.ts';
import { terminalProgress } from '../progress.ts';
import { runProgram } from '../services.ts';
import { type Stack, startStack } from '../stack.ts';
import { statePaths } from '../state.ts';
import { welcome } from '../welcome.ts';
import { createDocumentWatch } from './document.ts';
import { startFront } from './front.ts';
import { createRestarter } from './restarter.ts';
import { SOURCE_FOLDERS, watchFolders } from './watch.ts';

const { values } = parseArgs({
  options: { verbose: { type: 'boolean', default: false }, inspect: { type: 'boolean', default: false } },
});
const INSPECTED = { api: ['--inspect=127.0.0.1:9229'], worker: ['--inspect=127.0.0.1:9230'] };
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);

try {
  await run();
} catch (error) {
  if (!stopping.signal.aborted) {
    print(errorMessage(error));
    process.exitCode = 1;
  }
}
// Connections that are still closing would hold the process for a moment.
process.exit();

async function run(): Promise<void> {
  const { signal } = stopping;
  const config = loadLocalConfig();
  const { front: port } = await choosePorts({ front: { variable: 'PORT', port: config.ports.api, host: config.host } });
  const shownHost = config.host.includes(':') ? `[${config.host}]` : config.host;
  const publicUrl = config.publicUrl ?? `http://${config.host === '0.0.0.0' ? '127.0.0.1' : shownHost}:${port}`;
  // Only the page and its policy come from the API; Vite serves the content, so an outdated build suffices.
  if (!existsSync(path.join(ROOT, 'console/dist/index.html'))) await buildConsole({ report: print, signal });
  await generateClient(signal, 'missing');
  const front = await startFront({ host: config.host, port, publicUrl });
  print('Starting Marketwright …');
  let stack: Stack | undefined;
  let unwatch: (() => void) | undefined;
  try {
    stack = await startStack({
      config: { ...config, host: '127.0.0.1', publicUrl, ports: { ...config.ports, api: 0 } },
      report: print,
      progress: terminalProgress(process.stdout),
      echo: values.verbose ? 'all' : 'warnings',
      signal,
      ...(values.inspect && { nodeFlags: INSPECTED }),
    });
    const { environment, urls } = stack;
    const running = stack;
    front.serveApi({ origin: urls.apiOrigin, ready: (limitMs) => running.ready('api', limitMs) });
    const document = createDocumentWatch(urls.apiOrigin, () => generateClient(signal, 'anew'), print);
    const restarter = createRestarter({
      stack,
      migrate: async () => {
        const logFile = path.join(statePaths(running.dataDir).logs, 'setup.log');
        await runProgram(PROGRAMS.setup, { env: environment, logFile, signal });
      },
      restarted: (name) => name === 'api' && document.look(),
      report: print,
    });
    unwatch = watchFolders(ROOT, SOURCE_FOLDERS, (files) => restarter.changed(files));
    document.look();
    print(welcome(stack));
    if (values.inspect) print('\nDebuggers attach to 127.0.0.1:9229 (API) and 127.0.0.1:9230 (worker).');
    await aborted(signal);
  } finally {
    unwatch?.();
    await front.close();
    await stack?.stop();
  }
}

/** Generates the console's API client. */
async function generateClient(signal: AbortSignal, when: 'missing' | 'anew'): Promise<void> {
  if (when === 'missing' && existsSync(path.join(ROOT, 'console/src/api/generated/client'))) return;
  await execa('npm', ['run', '--silent', 'generate:console'], {
    cwd: ROOT,
    stdin: 'ignore',
    all: true,
    cancelSignal: signal,
  });
}

/** A terminal's Ctrl-C arrives twice, from the terminal and from npm. */
function stop(): void {
  if (stopping.signal.aborted) return;
  print('Stopping …');
  stopping.abort();
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
