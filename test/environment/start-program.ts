import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ENVIRONMENT = {
  PATH: process.env['PATH'] ?? '',
  DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
  TEMPORAL_ADDRESS: '127.0.0.1:9',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
};

/** Generous: a program that rejects its settings exits much earlier, unless the machine is busy. */
export const START_LIMIT_MS = 240_000;

/** How a program ends that is started with these variables, those of an engine and a database that are nowhere, and no others. */
export function startProgram(program: string, variables: object): Promise<{ code: unknown; stderr: string }> {
  return new Promise((resolve) => {
    const { NODE_COMPILE_CACHE } = process.env;
    const env = { ...ENVIRONMENT, ...variables, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
    const options = { cwd: ROOT, env, timeout: START_LIMIT_MS };
    execFile(process.execPath, [path.join(ROOT, program)], options, (error, _stdout, stderr) =>
      resolve({ code: error?.code, stderr }),
    );
  });
}
