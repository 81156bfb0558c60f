import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';

/** Versions of the protocol whose scenarios are run. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;

/** A version of the protocol. */
export type Revision = (typeof REVISIONS)[number];

/** What the official conformance suite found. */
export interface Conformance {
  /** How many checks passed. */
  passed: number;
  /** The checks that failed, as `<scenario> <check>`, sorted. */
  failed: string[];
  /** Why, by check. */
  reasons: Record<string, string>;
}

const checks = z.array(z.looseObject({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }));

/**
 * Runs the scenarios that the official conformance suite has for a version, its extensions included, against a server. Throws where the suite does not come to its end, or
 * counts other failures than it has written down.
 */
export async function runConformance(url: string, revision: Revision): Promise<Conformance> {
  const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json');
  const program = path.join(path.dirname(manifest), 'dist/index.js');
  const folder = await mkdtemp(path.join(tmpdir(), 'marketwright-conformance-'));
  try {
    const args = ['server', '--url', url, '--requirements', revision, '--output-dir', folder];
    const output = await outputOf(program, args, folder);
    const found = await readResults(folder);
    const counted = /^Total: (\d+) passed, (\d+) failed$/m.exec(output)?.slice(1).map(Number);
    if (String(counted) !== String([found.passed, found.failed.length])) {
      throw new Error(`The suite counts ${counted}, and wrote ${found.passed},${found.failed.length}:\n${output}`);
    }
    return found;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function outputOf(program: string, args: string[], cwd: string): Promise<string> {
  const child = spawn(process.execPath, ['--no-warnings', program, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', NODE_OPTIONS: '' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  }
  await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return output;
}

/** Reads the checks of each scenario, which has a folder `server-<scenario>-<time>`. */
async function readResults(folder: string): Promise<Conformance> {
  const found: Conformance = { passed: 0, failed: [], reasons: {} };
  for (const entry of await readdir(folder)) {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(entry)?.[1];
    if (!scenario) throw new Error(`The suite wrote ${entry}, which is no scenario's folder.`);
    const text = await readFile(path.join(folder, entry, 'checks.json'), 'utf8');
    for (const { id, status, errorMessage } of checks.parse(JSON.parse(text))) {
      const check = `${scenario} ${id}`;
      if (status === 'SUCCESS') found.passed += 1;
      if (status !== 'FAILURE') continue;
      found.failed.push(check);
      found.reasons[check] = errorMessage ?? '';
    }
  }
  found.failed.sort();
  return found;
}
