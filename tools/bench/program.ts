import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { execaNode } from 'execa';

/** A program of this folder that runs beside the bench. */
export interface Program {
  pid: number;
  /** What it said when it was ready. */
  ready: string;
  stop(): Promise<void>;
}

/** Starts a program of this folder with JSON as its argument; returns when it has written its first line. */
export async function startProgram(file: string, settings: object): Promise<Program> {
  const child = run(file, settings);
  // It is stopped by a signal, which is no failure.
  const exited = child.catch(() => undefined);
  const first = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), exited]);
  if (!Array.isArray(first)) throw new Error(`${file} ended before it was ready.`);
  return {
    pid: child.pid ?? 0,
    ready: String(first[0]),
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Runs a program of this folder to its end; returns what it wrote, read as JSON. */
export async function runProgram<Output>(file: string, settings: object): Promise<Output> {
  return JSON.parse((await run(file, settings)).stdout);
}

function run(file: string, settings: object) {
  const options = { stdin: 'ignore', stderr: 'inherit', nodeOptions: [] } as const;
  return execaNode(fileURLToPath(new URL(file, import.meta.url)), [JSON.stringify(settings)], options);
}
