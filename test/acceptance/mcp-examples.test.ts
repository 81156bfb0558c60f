import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { execa } from 'execa';
import { baseUrl, createOauthClient } from '../environment/oauth.ts';
import { createPartner } from '../environment/partners.ts';

const LIMIT_MS = 120_000;
const FOLDER = fileURLToPath(new URL('../../examples/mcp/', import.meta.url));
const isThere = (program: string) => spawnSync(program, ['--version']).status === 0;

// The others need packages of their languages; `npm run interop mcp` runs them.
test.each<[file: string, canRun: boolean, program: string]>([
  ['execute.ts', true, process.execPath],
  ['execute.sh', isThere('curl') && isThere('jq'), 'sh'],
])(
  'examples/mcp/%s signs in, lists the tools and executes a capability',
  async (file, canRun, program) => {
    if (!canRun) return void process.stdout.write(`skipped: ${file}, since curl or jq is missing\n`);
    const partner = await createPartner();
    const { clientId, secret = '' } = await createOauthClient(partner.id);
    const issuer = `${new URL(baseUrl()).origin}/oauth`;
    const env = {
      ...{ BASE_URL: baseUrl(), ISSUER: issuer, TOKEN_ENDPOINT: `${issuer}/token` },
      ...{ CLIENT_ID: clientId, CLIENT_SECRET: secret },
    };
    const { stdout } = await execa(program, [FOLDER + file], { env, timeout: LIMIT_MS });
    expect(stdout).toMatch(/^25 tools\n(progress \d+|The execution is ).*\nexecution \d+ is completed$/s);
    const [, id] = /execution (\d+) is completed$/.exec(stdout) ?? [];
    const read = await partner.request('GET /content-workflow/executions/{id}', { params: { id: Number(id) } });
    expect(read.body).toMatchObject({ data: { attributes: { status: 'completed' } } });
    // An example says what it lacks and fails.
    const refused = await execa(program, [FOLDER + file], { env: { ...env, CLIENT_SECRET: 'x' }, reject: false });
    expect(refused.failed).toBe(true);
    expect(refused.stdout).not.toContain('is completed');
  },
  LIMIT_MS,
);
