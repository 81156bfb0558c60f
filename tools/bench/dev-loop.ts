import { mkdtemp, readFile, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execaNode } from 'execa';
import { choosePorts } from '../../infra/local/ports.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import type { Measurement, Result } from './measurement.ts';
import { median } from './statistics.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The first one fills the caches of compiled code, and does not count. */
const ROUNDS = 6;
const AIM_SECONDS = 3;
const START_LIMIT_MS = 240_000;
/** Clock ticks a second, in which proc(5) counts processor time. */
const TICKS = 100;

interface Saved {
  seconds: number[];
  processorSeconds: number[];
}

/** `npm run dev`: from saving a file until a new process serves, and the processor time of that process until then. */
export const devLoop: Measurement = {
  name: 'dev-loop',
  async run({ report }) {
    report('dev-loop: starting npm run dev');
    const dataDir = await mkdtemp(path.join(tmpdir(), 'marketwright-dev-loop-'));
    const host = '127.0.0.1';
    const free = (variable: string) => ({ variable, port: 0, host });
    const ports = await choosePorts({ api: free('PORT'), worker: free('WORKER_HEALTH_PORT') });
    const dev = execaNode(path.join(ROOT, 'infra/local/dev/main.ts'), [], {
      cwd: ROOT,
      stdin: 'ignore',
      all: true,
      reject: false,
      nodeOptions: [],
      env: {
        DATA_DIR: dataDir,
        PORT: String(ports.api),
        WORKER_HEALTH_PORT: String(ports.worker),
        TEMPORAL_PORT: '0',
        TEMPORAL_UI_PORT: '0',
      },
    });
    let ended: string | undefined;
    const end = dev.then(({ all }) => {
      ended = all;
    });
    const serves = async (url: string) => {
      if (ended !== undefined) throw new Error(`npm run dev ended: ${ended}`);
      return fetch(url).then(
        ({ ok }) => ok,
        () => false,
      );
    };
    const pidOf = async (name: string): Promise<number | undefined> =>
      JSON.parse(await readFile(path.join(dataDir, 'processes.json'), 'utf8'))[name];

    /** Saves the file, as it is, and waits for another process that serves. */
    async function save(file: string, name: string, url: string): Promise<Saved> {
      const saved: Saved = { seconds: [], processorSeconds: [] };
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = await pidOf(name);
        const savedAt = performance.now();
        await utimes(path.join(ROOT, file), new Date(), new Date());
        const pid = await waitUntil(
          `a new process ${name}`,
          async () => {
            const now = await pidOf(name);
            return now !== undefined && now !== before && (await serves(url)) ? now : undefined;
          },
          { longestPauseMs: 20 },
        );
        if (round === 0) continue;
        saved.seconds.push((performance.now() - savedAt) / 1000);
        saved.processorSeconds.push(await processorSecondsOf(pid));
      }
      return saved;
    }

    try {
      const api = `http://${host}:${ports.api}/healthz`;
      const worker = `http://${host}:${ports.worker}/readyz`;
      for (const url of [api, worker])
        await waitUntil('the stack to serve', () => serves(url), { limitMs: START_LIMIT_MS });
      report('dev-loop: saving files');
      return [
        resultOf('npm run dev: a saved route, until the API serves', await save('api/areas.ts', 'api', api)),
        resultOf(
          'npm run dev: a saved activity, until the worker serves',
          await save('activities/seo.ts', 'worker', worker),
        ),
      ];
    } finally {
      dev.kill('SIGTERM');
      await end;
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

function resultOf(name: string, { seconds, processorSeconds }: Saved): Result {
  const [whole, processor] = [median(seconds), median(processorSeconds)];
  return {
    name,
    ours: `${whole.toFixed(1)} s, ${processor.toFixed(1)} s of processor`,
    reference: `${AIM_SECONDS} s`,
    ratio: whole / AIM_SECONDS,
    aim: '<= 1',
  };
}

/** User and system time of a process, seconds (Linux, proc(5)). */
async function processorSecondsOf(pid: number): Promise<number> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
