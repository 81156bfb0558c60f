import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Version of the protocol whose scenarios are run. */
const SPEC_VERSION = '2025-11-25';

/** Runs the official conformance suite against a server; `baseline` names the scenarios that are expected to fail. */
export async function runConformance(url: string, baseline?: string): Promise<{ code: number | null; output: string }> {
  const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json');
  const program = path.join(path.dirname(manifest), 'dist/index.js');
  const folder = await mkdtemp(path.join(tmpdir(), 'marketwright-conformance-'));
  try {
    const args = ['server', '--url', url, '--suite', 'all', '--spec-version', SPEC_VERSION, '--output-dir', folder];
    if (baseline) args.push('--expected-failures', baseline);
    const child = spawn(process.execPath, ['--no-warnings', program, ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', NODE_OPTIONS: '' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString('utf8');
      });
    }
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return { code, output };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
