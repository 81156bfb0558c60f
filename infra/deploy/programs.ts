import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ONE_HELPER_THREAD } from '../processes/threads.ts';

/** The folder of package.json. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** How to run one of the product's programs. */
export interface Program {
  /** Absolute. */
  file: string;
  /** For Node. */
  flags: readonly string[];
  /** Before those that the caller gives. */
  args?: readonly string[];
  /** Must be there when the process starts. */
  environment: Readonly<Record<string, string>>;
}

/**
 * An API process lets its heap grow by half before it marks all of it. By itself V8 leaves an eighth, which two documents of
 * 5 MiB fill: their bytes count, so every other upload made it mark 80 MB, for 50 ms of a core and 10 ms of everybody's wait.
 */
const ROOM_FOR_UPLOADS = '--heap-growing-percent=50';

/**
 * What keeps a process small, measured: a young generation of 4 MiB instead of 16 (the API has 20 MB less at rest, the worker, which
 * has two of them, 45), and two arenas of glibc's malloc instead of eight a core (10 MB). Executions take 1 % longer by it
 * (docs/benchmarks/memory.md), requests no longer.
 */
const SMALL = { flags: ['--max-semi-space-size=4'], environment: { MALLOC_ARENA_MAX: '2' } };

/**
 * For glibc's malloc in a worker: what is larger is given back to the system once it is free (10 MB at rest). Not for the API, whose buffers
 * for uploads of 5 MiB would take 3 ms each to get again.
 */
const GIVES_BACK = { MALLOC_TRIM_THRESHOLD_: String(128 * 1024) };

/**
 * How each program loads its modules. Node's cache of compiled code would keep 25 MB of the API in memory, and 20 of the worker; the kept
 * sources (docs/decisions/0155-sources-without-types.md) take nothing.
 */
const SOURCES = {
  flags: [
    `--import=${pathToFileURL(path.join(ROOT, 'infra/sources/hooks.mjs')).href}`,
    // Of the function of Node that strips types, where a source is not kept yet.
    '--disable-warning=ExperimentalWarning',
  ],
  environment: { NODE_DISABLE_COMPILE_CACHE: '1' },
};

/** The programs of a deployment, under the names by which `marketwright` runs them. */
export const PROGRAMS = {
  api: program('api/main.ts', { ...SMALL, flags: [...SMALL.flags, ONE_HELPER_THREAD, ROOM_FOR_UPLOADS] }),
  worker: program('worker/main.ts', {
    flags: [...SMALL.flags, ONE_HELPER_THREAD],
    environment: { ...SMALL.environment, ...GIVES_BACK },
  }),
  setup: program('worker/setup/main.ts'),
  rollout: program('worker/rollout/main.ts'),
  reconcile: program('api/reconcile-books.ts'),
  'join-purchases': program('worker/join-purchases.ts'),
  'admin-key': program('api/create-admin-key.ts'),
  'rotate-secrets': program('api/rotate-secrets.ts'),
  'after-restore': program('worker/after-restore/main.ts'),
  'export-partner': { ...program('worker/export-data.ts'), args: ['partner'] },
  'export-user': { ...program('worker/export-data.ts'), args: ['user'] },
  'erase-partner': { ...program('worker/erase-data.ts'), args: ['partner'] },
  'erase-user': { ...program('worker/erase-data.ts'), args: ['user'] },
  'ai-check': program('infra/deploy/ai-check.ts'),
  healthcheck: program('infra/deploy/healthcheck.ts'),
} satisfies Record<string, Program>;

function program(
  file: string,
  { flags, environment }: Omit<Program, 'file'> = { flags: [], environment: {} },
): Program {
  return {
    file: path.join(ROOT, file),
    flags: [...SOURCES.flags, ...flags],
    environment: { ...SOURCES.environment, ...environment },
  };
}
