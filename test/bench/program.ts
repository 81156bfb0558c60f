import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A program of this folder that runs beside the bench. */
export interface Program {
  pid: number;
  /** What it said when it was ready. */
  ready: string;
  stop(): Promise<void>;
}

/** Starts a program of this folder with JSON as its argument; returns when it has written its first line. */
export async function startProgram(file: string, settings: object): Promise<Program> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([once(lines, 'line'), exited.then(() => undefined)]);
  if (!first) throw new Error(`${file} ended before it was ready.`);
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
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${file} ended with code ${code}.`);
  return JSON.parse(output);
}
