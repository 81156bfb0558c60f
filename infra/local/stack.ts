import { existsSync } from 'node:fs';
import { access, constants, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { LocalConfig } from '../config/local.ts';
import { PROGRAMS, type Program, ROOT } from '../deploy/programs.ts';
import { type Credentials, readTryListings } from './credentials.ts';
import { errorMessage } from './files.ts';
import { Fleet } from './fleet.ts';
import {
  currentGatewaySecrets,
  type Ports,
  partsToRun,
  serviceEnvironment,
  settlePorts,
  type Urls,
  urlsOf,
} from './layout.ts';
import { isLock, type Lock, takeLock } from './lock.ts';
import { freePort } from './ports.ts';
import { type LocalPostgres, preparePostgres } from './postgres/server.ts';
import { endLeftovers } from './processes.ts';
import { noProgress } from './progress.ts';
import { seed } from './seed.ts';
import { apiSpec, runProgram, workerSpec } from './services.ts';
import { simulatorSpecs } from './simulators.ts';
import { type Part, type StackOptions, TEMPORARY_ENVIRONMENT, temporaryConfig } from './stack-options.ts';
import { openState, removeState, type StatePaths, statePaths } from './state.ts';
import { resolveTemporal } from './temporal/resolve.ts';
import { setRetention, temporalSpec } from './temporal/server.ts';
import { makeTemporaryFolder, sweepTemporaryFolders } from './temporary.ts';

/** Compiled code of all stacks, of which temporary ones come and go by the dozen. Node takes nothing from it that does not fit the code. */
const COMPILE_CACHE = path.join(ROOT, 'node_modules/.cache/compiled');

/** Keeps the product's sources without types. */
const FILL: Program = {
  file: path.join(ROOT, 'infra/sources/fill.mjs'),
  flags: ['--disable-warning=ExperimentalWarning'],
  environment: {},
};

const ALL_PARTS: Part[] = [
  'postgres',
  'temporal',
  'sandboxAi',
  'sandboxMarketplace',
  'sandboxMail',
  'sandboxGateway',
  'api',
  'worker',
];

/**
 * A running stack. Its processes are named as in processes.json: `postgres`, `temporal`, `sandbox_ai`, `sandbox_marketplace`,
 * `sandbox_mail`, `sandbox_gateway`, `api`, `worker`. Each is started again when it dies.
 */
export interface Stack {
  readonly urls: Urls;
  readonly dataDir: string;
  /** The environment of the API and the worker, for further processes and tools. */
  readonly environment: Record<string, string>;
  /** What credentials.json holds; throws when the stack was not seeded. */
  readonly credentials: Credentials;
  /** The id of a process; undefined while it is down. */
  pid(name: string): number | undefined;
  /** Sends a signal. After SIGKILL it returns when the process is gone; a new one is started by itself. */
  kill(name: string, signal: NodeJS.Signals): Promise<void>;
  /** Waits until a process serves; throws after the limit. */
  ready(name: string, limitMs?: number): Promise<void>;
  /** Ends a process and leaves it down until start(); what does not end within the grace, milliseconds, is killed. */
  pause(name: string, graceMs?: number): Promise<void>;
  /** Starts a paused process; returns when it serves. */
  start(name: string): Promise<void>;
  /** Runs one more API or worker process under a name such as `api2`, which no other has now; returns where it answers, without a path. */
  add(part: 'api' | 'worker', name: string, environment?: Record<string, string>): Promise<string>;
  /** Stops every process in reverse order; removes the folder of a temporary stack. */
  stop(): Promise<void>;
}

/** Brings the stack up and returns when every part serves. On failure, nothing is left running. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const temporary = options.config === undefined;
  if (temporary) await sweepTemporaryFolders();
  const config = options.config ?? temporaryConfig(await makeTemporaryFolder());
  const own = statePaths(path.resolve(config.dataDir));
  const paths = (await canWriteTo(COMPILE_CACHE)) ? { ...own, compileCache: COMPILE_CACHE } : own;
  const lock = await lockFolder(paths);
  const fleet = new Fleet(paths, { report: options.report, apiFirst: options.apiFirst });
  const ended = new AbortController();
  const inFlight: Promise<unknown>[] = [];
  const signal = AbortSignal.any([ended.signal, ...(options.signal ? [options.signal] : [])]);
  const stop = async () => {
    await fleet.stop();
    if (temporary) await removeState(paths);
    await lock.release();
  };
  try {
    const extra: Record<string, string> = temporary ? TEMPORARY_ENVIRONMENT : {};
    return await bringUp({ config, paths, fleet, stop, extra, options, inFlight, signal });
  } catch (error) {
    ended.abort(error);
    await fleet.stop();
    // Programs that still write to the folder.
    await Promise.allSettled(inFlight);
    await stop();
    throw error;
  }
}

interface Start {
  config: LocalConfig;
  paths: StatePaths;
  fleet: Fleet;
  stop: () => Promise<void>;
  /** Variables for the API and the worker where the stack has no value of its own. */
  extra: Record<string, string>;
  options: StackOptions;
  /** What a failed start waits for. */
  inFlight: Promise<unknown>[];
  /** Aborted when the start has failed, too. */
  signal: AbortSignal;
}

async function bringUp(start: Start): Promise<Stack> {
  const { config, paths, fleet, stop, extra, options, inFlight, signal } = start;
  const { parts = ALL_PARTS, report = () => undefined } = options;
  const run = partsToRun(config, parts);
  const serves = run.has('api') || run.has('worker');

  const secrets = await openState(paths);
  for (const name of await endLeftovers(paths)) report(`stopped ${name}, left behind by an earlier start`);
  const ports = await settlePorts(config, run);
  const temporal = run.has('temporal') ? await findTemporal(start) : undefined;

  const postgres = run.has('postgres')
    ? await preparePostgres({
        cluster: paths.postgres,
        port: ports.postgres,
        password: secrets.databasePassword,
        durable: options.durable ?? true,
        report,
      })
    : undefined;
  const urls = urlsOf(config, run, ports, postgres?.url);
  const environment = {
    ...extra,
    ...serviceEnvironment(config, urls, ports, secrets, paths),
    ...options.serviceEnvironment,
  };

  const gatewaySecrets = currentGatewaySecrets(config, config.secretsKey ?? secrets.secretsKey);
  const stores: Promise<void>[] = [];
  if (postgres) stores.push(startPostgres(fleet, postgres));
  if (temporal) stores.push(startTemporal(start, temporal, ports));
  const aiLatencyMs = options.sandboxAiLatencyMs;
  const simulators = simulatorSpecs({ config, run, ports, urls, paths, gatewaySecrets, aiLatencyMs });
  const launching = simulators.map((spec) => fleet.launch(spec));
  if (serves) launching.push(keepSources(paths, environment, signal));
  const setUp = Promise.all(stores).then(async () => {
    if (!(options.setup ?? serves)) return;
    await runProgram(PROGRAMS.setup, { env: environment, logFile: path.join(paths.logs, 'setup.log'), signal });
  });
  inFlight.push(...launching, setUp);
  await unlessAborted(signal, Promise.all(inFlight));

  const listings = run.has('sandboxMarketplace') ? await readTryListings(urls.marketplaceUrl ?? '') : {};
  const places = { ...placesOf(config, urls), gateway_secrets: gatewaySecrets, ...listings };
  const apiUrl = `${urls.apiOrigin}/api/v1`;
  const issuesTokens = !(extra['OAUTH_ISSUER'] ?? config.oauthIssuer);
  const issuer = issuesTokens ? `${urls.baseUrl.replace(/\/api\/v1$/, '')}/oauth` : undefined;
  const launchApi = () => {
    const own = { ...environment, METRICS_PORT: String(ports.apiMetrics) };
    return fleet.launch(apiSpec('api', own, urls.apiOrigin, options.nodeFlags?.api), options.echo);
  };
  const launchWorker = () => {
    const own = { ...environment, METRICS_PORT: String(ports.workerMetrics) };
    return fleet.launch(workerSpec('worker', own, urls.workerReadyUrl, options.nodeFlags?.worker), options.echo);
  };
  const api = run.has('api') ? launchApi() : undefined;
  const worker = run.has('worker') ? launchWorker() : undefined;
  const seeded =
    (options.seed ?? run.has('api'))
      ? seed({ paths, apiUrl, places, issuer, environment, serves: api, signal })
      : undefined;
  inFlight.push(Promise.allSettled([api, worker, seeded]));
  const [credentials] = await unlessAborted(signal, Promise.all([seeded, api, worker]));
  return stackOf({ fleet, urls, paths, environment, credentials, stop });
}

/** Where to find things, for credentials.json. */
function placesOf({ temporalNamespace }: LocalConfig, urls: Urls) {
  return {
    base_url: urls.baseUrl,
    temporal_address: urls.temporalAddress ?? '',
    temporal_namespace: temporalNamespace,
    metrics: urls.metrics,
    ...(urls.sandboxMailUrl ? { mail_url: urls.sandboxMailUrl } : {}),
    ...(urls.temporalUi ? { temporal_ui: urls.temporalUi } : {}),
  };
}

interface Running {
  fleet: Fleet;
  urls: Urls;
  paths: StatePaths;
  environment: Record<string, string>;
  credentials: Credentials | undefined;
  stop: () => Promise<void>;
}

function stackOf({ fleet, urls, paths, environment, credentials, stop }: Running): Stack {
  return {
    urls,
    dataDir: paths.dataDir,
    environment,
    get credentials() {
      if (!credentials) throw new Error('This stack was not seeded.');
      return credentials;
    },
    pid: (name) => fleet.get(name).pid,
    kill: (name, signal) => fleet.get(name).kill(signal),
    ready: (name, limitMs) => fleet.get(name).whenReady(limitMs),
    pause: (name, graceMs) => fleet.get(name).stop(graceMs),
    start: (name) => fleet.get(name).start(),
    async add(part, name, more = {}) {
      const port = await freePort();
      const origin = `http://${new URL(urls.workerReadyUrl).hostname}:${port}`;
      const env = { ...environment, ...more };
      const spec =
        part === 'api'
          ? apiSpec(name, { ...env, PORT: String(port) }, origin)
          : workerSpec(name, env, `${origin}/readyz`);
      await fleet.launch(spec);
      return origin;
    },
    stop,
  };
}

/** Before the first start of a checkout, keeps its sources without types, beside what starts anyway. */
async function keepSources(paths: StatePaths, env: Record<string, string>, signal: AbortSignal): Promise<void> {
  const done = path.join(paths.compileCache, 'sources');
  if (existsSync(done)) return;
  await runProgram(FILL, { env, logFile: path.join(paths.logs, 'sources.log'), signal });
  await mkdir(done, { recursive: true });
}

/** Whether this user may write to the folder, which is made; not where somebody else has installed the packages. */
async function canWriteTo(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

async function startPostgres(fleet: Fleet, postgres: LocalPostgres): Promise<void> {
  await postgres.initialize();
  await fleet.launch(postgres.spec);
  await postgres.createDatabase();
}

async function startTemporal(
  { config, paths, fleet, options }: Start,
  executable: string,
  ports: Ports,
): Promise<void> {
  const { temporalNamespace: namespace } = config;
  await fleet.launch(
    temporalSpec({
      executable,
      database: paths.temporalDatabase,
      port: ports.temporal,
      uiPort: ports.temporalUi,
      namespace,
      dynamicConfig: options.temporalConfig ?? [],
    }),
  );
  await setRetention(`127.0.0.1:${ports.temporal}`, namespace);
}

async function findTemporal({ config, options, signal }: Start): Promise<string> {
  const resolved = await resolveTemporal({
    address: undefined,
    cliPath: config.temporalCliPath,
    searchPath: config.searchPath,
    cacheDir: config.cacheDir,
    progress: options.progress ?? noProgress,
    report: options.report ?? (() => undefined),
    signal,
  });
  if ('address' in resolved) throw new Error('Temporal runs elsewhere.');
  return resolved.executable;
}

async function takeFolder({ dataDir, lock }: StatePaths): ReturnType<typeof takeLock> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  return takeLock(lock);
}

async function lockFolder(paths: StatePaths): Promise<Lock> {
  const taken = await takeFolder(paths).catch((error: unknown) => {
    throw new Error(`DATA_DIR: ${errorMessage(error)}; name a folder that can be written.`);
  });
  if (isLock(taken)) return taken;
  throw new Error(
    `Process ${taken.pid} already runs Marketwright on ${paths.dataDir}; stop it first, or name another folder by DATA_DIR.`,
  );
}

async function unlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const aborted = new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, aborted]);
}
