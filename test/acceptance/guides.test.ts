import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, jest, test } from '@jest/globals';
import { withFolder } from '../environment/folder.ts';
import { runningStack } from '../environment/running-stack.ts';

jest.setTimeout(180_000);

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** A rejected request ends the guide. */
const CURL = 'curl() { command curl --fail-with-body --max-time 60 "$@"; }';

/** Background processes of a guide end with it. */
const STOP_JOBS = `trap 'kill $(jobs -p) 2>/dev/null || true' EXIT`;

/** The `sh` blocks of a guide, except those marked `<!-- not run: reason -->`. */
async function pasted(file: string): Promise<string> {
  const text = await readFile(path.join(ROOT, file), 'utf8');
  return [...text.matchAll(/(<!-- not run: [^\n]+ -->\n)?^```sh\n(.*?)^```$/gms)]
    .filter(([, excuse]) => excuse === undefined)
    .map(([, , commands]) => commands)
    .join('\n');
}

test.each([
  'README.md',
  'docs/agent-audit.md',
  'docs/agents.md',
  'docs/ai-writer.md',
  'docs/billing.md',
  'docs/brand-voices.md',
  'docs/case-studies.md',
  'docs/dry-run.md',
  'docs/gtm-schedule.md',
  'docs/knowledge-bases.md',
  'docs/mcp.md',
  'docs/oauth.md',
  'docs/payments.md',
  'docs/seo.md',
  'docs/templates.md',
  'docs/webhooks.md',
])('%s works as it stands', async (file) => {
  expect(await follow(file)).not.toHaveProperty('failed');
});

test('docs/content-items.md leads to a campaign of five texts on five days of the calendar', async () => {
  const outcome = await follow('docs/content-items.md');
  expect(outcome).not.toHaveProperty('failed');
  const lines = 'stdout' in outcome ? outcome.stdout.trimEnd().split('\n').slice(-5) : [];
  const planned = lines.flatMap((line) => /^(\S+) .*Acme Move.* \(text (\d+)\)$/.exec(line)?.slice(1) ?? []);
  expect(new Set(planned).size).toBe(10);
});

test('docs/triggers.md leads from the change of a listing to a reviewed post with its name in the title', async () => {
  const outcome = await follow('docs/triggers.md');
  expect(outcome).not.toHaveProperty('failed');
  expect(outcome).toHaveProperty(
    'stdout',
    expect.stringMatching(
      /Northwind Backup for Managed Databases.* \(text \d+\)\n.*Northwind .* waits for the review of person \d+\n$/s,
    ),
  );
});

test('docs/tutorial.md leads from an administrator key to an event whose signature is right, and a forged one that is refused', async () => {
  // Of an earlier run: this one waits for an event of its own.
  const left = { 'event.json': '{"type": "left"}', 'signature.txt': 'sha256=left' };
  const outcome = await follow('docs/tutorial.md', left);
  expect(outcome).not.toHaveProperty('failed');
  expect(outcome).toHaveProperty(
    'stdout',
    expect.stringMatching(
      /content\.generated\nThe signature is right\.\nThe signature is wrong\.\nSo a forged event is refused\.\n.*"status":"completed"/s,
    ),
  );
});

/**
 * Runs the commands of a guide in one shell, in a folder of their own with the credentials of the running stack and the files
 * that are `left` there.
 */
function follow(file: string, left: Record<string, string> = {}): Promise<{ stdout: string } | { failed: string }> {
  return withFolder(async (folder) => {
    for (const [name, text] of Object.entries(left)) await writeFile(path.join(folder, name), text);
    await mkdir(path.join(folder, '.data'));
    await symlink(path.join(ROOT, 'examples'), path.join(folder, 'examples'));
    await writeFile(path.join(folder, '.data', 'credentials.env'), runningStack().shellVariables);
    const script = `set -eu\n${STOP_JOBS}\n${CURL}\n${await pasted(file)}`;
    expect(script).toContain('. .data/credentials.env');
    const env = { ...process.env, PATH: `${path.join(ROOT, 'node_modules/node/bin')}:${process.env['PATH']}` };
    return run('bash', ['-c', script], { cwd: folder, env }).catch(
      ({ stdout, stderr }: { stdout: string; stderr: string }) => ({
        failed: stdout.slice(-1_000) + stderr.slice(-1_000),
      }),
    );
  });
}
