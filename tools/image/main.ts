import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../../infra/local/ports.ts';
import { startStack } from '../../infra/local/stack.ts';
import { startOtlpSink } from '../../test/environment/otlp-sink.ts';
import { stopOnSignals } from '../../test/environment/stop-on-signals.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { Api } from '../faults/api.ts';
import { standInBases } from './base.ts';
import { buildImage, unpackedImage } from './build.ts';
import { type Contained, runContained } from './container.ts';
import { missing } from './run.ts';

/**
 * `npm run image`: builds the image and runs its processes as a hardened container would, against a PostgreSQL and a
 * Temporal beside them: setup, API, worker, one execution with its spans, no write to the root, SIGTERM. `-- --registry`
 * takes the bases that the Dockerfile names; without it stand-ins are made. `--keep` keeps the unpacked image,
 * `--unpacked DIR` tries one that was kept. Exits with 1 when anything is wrong.
 */
const PROGRAMS = ['buildah', 'umoci', 'bwrap', 'mmdebstrap'];
const REGISTRY = { node: 'node:24-bookworm-slim', debian: 'debian:bookworm-slim' };
const MAX_MIB = 450;
/** A worker without its workflow bundle would build it first. */
const READY_LIMIT_MS = 60_000;
/** A platform's grace before it kills: that of the compose file and the chart. */
const STOP_LIMIT_MS = 35_000;

const { values } = parseArgs({
  options: { registry: { type: 'boolean' }, keep: { type: 'boolean' }, unpacked: { type: 'string' } },
});
const absent = await missing(PROGRAMS);
if (absent.length > 0) {
  process.stderr.write(
    `Install ${absent.join(', ')} first (Debian's packages: buildah umoci bubblewrap mmdebstrap).\n`,
  );
  process.exit(2);
}
const cleanUp = new AsyncDisposableStack();
const leave = stopOnSignals(() => cleanUp.disposeAsync());
const keep = values.keep === true || values.unpacked !== undefined;
const image =
  values.unpacked === undefined
    ? await buildImage(values.registry ? REGISTRY : await standInBases())
    : await unpackedImage(values.unpacked, values.unpacked);
cleanUp.defer(async () => {
  if (keep) process.stdout.write(`Kept: ${image.rootfs}\n`);
  else await rm(image.folder, { recursive: true });
});
const mib = Math.round(image.bytes / 1024 ** 2);
report(mib <= MAX_MIB, `unpacked: ${mib} MiB of at most ${MAX_MIB}`);
const stack = await startStack({ parts: ['postgres', 'temporal', 'sandboxAi', 'sandboxMarketplace'] });
cleanUp.defer(() => stack.stop());
const running: Contained[] = [];
let finished = false;
cleanUp.defer(async () => {
  for (const contained of running) contained.signal('SIGKILL');
  if (process.exitCode !== undefined || !finished) {
    for (const { ended } of running) process.stdout.write(`${(await ended).all}\n`);
  }
});
try {
  await tryProcesses();
  finished = true;
} finally {
  await leave();
}

async function tryProcesses(): Promise<void> {
  await using collector = await startOtlpSink();
  const ports = { PORT: await freePort(), WORKER_HEALTH_PORT: await freePort() };
  const { DATA_DIR, NODE_COMPILE_CACHE, BILLING_SELLER, PUBLIC_URL, ...given } = stack.environment;
  const environment: Record<string, string> = {
    ...given,
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: '/app/.compiled',
    SHUTDOWN_DELAY_SECONDS: '5',
    METRICS_PORT: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    PORT: String(ports.PORT),
    WORKER_HEALTH_PORT: String(ports.WORKER_HEALTH_PORT),
  };
  const contained = (...command: string[]) => runContained(image.rootfs, environment, command);
  const setup = await contained('marketwright', 'setup').ended;
  report(setup.exitCode === 0, 'setup', setup.all);

  const write = await contained('node', '-e', "require('node:fs').writeFileSync('/app/written', '')").ended;
  report(write.exitCode !== 0 && write.all.includes('EROFS'), 'a write to the root is refused', write.all);

  const started = performance.now();
  const api = contained('marketwright', 'api');
  const worker = contained('marketwright', 'worker');
  running.push(api, worker);
  for (const role of ['api', 'worker']) {
    const healthy = async () => (await contained('marketwright', 'healthcheck', role, '--ready').ended).exitCode === 0;
    await waitUntil(`the ${role} to be ready`, healthy, { limitMs: READY_LIMIT_MS });
    report(true, `${role} is ready after ${seconds(started)} s`);
  }

  const key = JSON.parse((await contained('marketwright', 'admin-key', '--name', 'image').ended).stdout) as {
    key: string;
  };
  const origin = `http://127.0.0.1:${ports.PORT}`;
  const admin = new Api(origin, key.key);
  const partner = (await admin.call('POST', '/3pi-partners', { body: { name: 'Image', plan: 'business' } })).body.data
    ?.id;
  await admin.call('POST', `/3pi-partners/${partner}/credits`, { body: { amount: 100, reason: 'Image' } });
  const made = await admin.call('POST', `/3pi-partners/${partner}/keys`, { body: { name: 'Image' } });
  const api1 = new Api(origin, made.body.plaintext ?? '');
  const order = await api1.call('POST', '/content-workflow/capabilities/blog_post/execute', {
    body: { settings: { topic: 'What an image holds' } },
  });
  const execution = `/content-workflow/executions/${order.body.data?.id}`;
  const statusOf = async () => (await api1.call('GET', execution)).body.data?.attributes?.status;
  await waitUntil('the execution to complete', async () => (await statusOf()) === 'completed', { limitMs: 60_000 });
  report(true, 'an execution completed');

  for (const [name, process] of Object.entries({ api, worker })) {
    const stoppedAt = performance.now();
    process.signal('SIGTERM');
    const ended = await Promise.race([process.ended, late()]);
    report(ended !== undefined && ended.exitCode === 0, `${name} drained in ${seconds(stoppedAt)} s`, ended?.all);
  }
  const services = [...new Set(collector.spans.map(({ service }) => service))].toSorted();
  report(services.join() === 'marketwright-api,marketwright-worker', `spans arrived of ${services.join(', ')}`);
}

function late(): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), STOP_LIMIT_MS).unref();
  });
}

function report(holds: boolean, what: string, details = ''): void {
  process.stdout.write(`${holds ? 'ok     ' : 'PROBLEM'} ${what}\n`);
  if (holds) return;
  process.stdout.write(`${details}\n`);
  process.exitCode = 1;
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}
