import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';
import { SECRETS } from '../infra/config/environment.ts';
import { PROGRAMS, ROOT } from '../infra/deploy/programs.ts';
import { MAX_IMAGE_BYTES } from '../infra/images/port.ts';
import { withFolder } from './environment/folder.ts';
import { firstGroups, readProjectFile } from './environment/repository.ts';

const compose = readProjectFile('deploy/compose.yaml');
const { services } = z
  .object({
    services: z.record(
      z.string(),
      z.object({
        logging: z.unknown(),
        networks: z.union([
          z.array(z.string()),
          z.record(z.string(), z.object({ aliases: z.array(z.string()).default([]) })),
        ]),
      }),
    ),
  })
  .parse(parse(compose, { merge: true }));

describe('the compose file', () => {
  test('runs programs that the image has', () => {
    const commands = firstGroups(compose, /^ +command: \[([\w-]+)/gm);
    expect(commands).toEqual(['setup', 'api', 'worker']);
    expect(Object.keys(PROGRAMS)).toEqual(expect.arrayContaining(commands));
  });

  test('sets variables that the service knows, and each secret by a file', () => {
    const [, block = ''] = /environment: &environment\n((?: {4}(?:\w+:|#) .+\n)+)/.exec(compose) ?? [];
    const names = firstGroups(block, /^ {4}(\w+):/gm);
    expect(names.length).toBeGreaterThan(8);
    const documented = readProjectFile('docs/operations.md') + readProjectFile('docs/ai-providers.md');
    const secrets: readonly string[] = SECRETS;
    for (const name of names) {
      expect(secrets).not.toContain(name);
      const isSecretFile = secrets.includes(name.replace(/_FILE$/, ''));
      expect([name, isSecretFile || documented.includes(`\`${name}\``)]).toEqual([name, true]);
    }
  });

  test('needs nothing that deploy/env.sh does not write', () => {
    const written = firstGroups(readProjectFile('deploy/env.sh'), /^(\w+)=/gm);
    // With a default in the file itself: what most leave as it is.
    const needed = firstGroups(compose, /\$\{(\w+)\}/g);
    expect(needed.length).toBeGreaterThan(8);
    expect(needed.filter((name) => !written.includes(name))).toEqual([]);
  });

  test('bounds the log of every service', () => {
    expect(Object.keys(services)).toEqual(expect.arrayContaining(['postgres', 'api', 'proxy']));
    const options = { 'max-size': expect.any(String), 'max-file': expect.any(String) };
    for (const { logging } of Object.values(services)) expect(logging).toMatchObject({ driver: 'local', options });
  });

  test('leads the proxy to the API over the network whose addresses are trusted, and no other', () => {
    const [, upstream = ''] = /dynamic a (\S+) 8080/.exec(readProjectFile('deploy/compose/Caddyfile')) ?? [];
    expect(compose).toMatch(/TRUSTED_PROXIES: \$\{BACKEND_SUBNET\}/);
    // The name of a service stands for it on each of its networks.
    expect(Object.keys(services)).not.toContain(upstream);
    expect(services['api']?.networks).toEqual({ backend: { aliases: [upstream] }, outside: { aliases: [] } });
  });

  test('publishes the ports of the proxy only', () => {
    expect(compose.match(/^ +ports:/gm)).toHaveLength(1);
    expect(/ {2}proxy:[\s\S]*?\n\n/.exec(compose)?.[0]).toContain('ports:');
  });
});

test('proxies are asked to let the largest body through, an image in base64', () => {
  const [, documented] = /bodies (\d+) MiB/.exec(readProjectFile('docs/kubernetes.md')) ?? [];
  const [, ofIngress] = /proxy-body-size: (\d+)m/.exec(readProjectFile('deploy/chart/ci/ingress-hpa.yaml')) ?? [];
  expect(documented).toBe(ofIngress);
  expect(Number(documented) * 1_048_576).toBeGreaterThan((MAX_IMAGE_BYTES * 4) / 3 + 65_536);
});

describe('the workflows of the hosting platform', () => {
  const workflows = globSync('.github/workflows/*.yml', { cwd: ROOT }).map(readProjectFile);
  const used = workflows.flatMap((text) => firstGroups(text, /^ +(?:- )?uses: (.+)$/gm));

  test('name what they use by its commit, which nobody can move', () => {
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  });

  test('get a token that may write only where a job says so', () => {
    expect(workflows.filter((text) => !/^permissions:\n {2}contents: read\n$/m.test(text))).toEqual([]);
  });

  test('run scripts that there are', () => {
    const scripts = workflows.flatMap((text) => firstGroups(text, /^ +(?:- )?run: (\S+\.sh|\.ci\/run)/gm));
    expect(scripts).toEqual(expect.arrayContaining(['.ci/run', 'tools/release/publish.sh']));
    expect(scripts.filter((script) => !existsSync(path.join(ROOT, script)))).toEqual([]);
  });
});

describe('by tools that not every machine has', () => {
  const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
  (hasOpenssl ? test : test.skip)(
    'deploy/env.sh makes secrets once, and says only that it keeps them when it runs again',
    () =>
      withFolder(async (folder) => {
        const inDeploy = (name: string) => path.join(folder, 'deploy', name);
        mkdirSync(inDeploy('.'));
        copyFileSync(path.join(ROOT, 'deploy/env.sh'), inDeploy('env.sh'));
        // Without an engine; it hashes a password.
        writeFileSync(path.join(folder, 'docker'), '#!/bin/sh\ncat > /dev/null\necho hash\n', { mode: 0o755 });
        const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}`, OPENAI_API_KEY: 'sk-key' };
        const run = () =>
          spawnSync('sh', [inDeploy('env.sh'), 'marketwright.example.com', 'marketwright:0.2.0'], {
            env,
            encoding: 'utf8',
          });
        const secrets = () =>
          readdirSync(inDeploy('secrets')).map((name) => [name, readFileSync(inDeploy(`secrets/${name}`), 'utf8')]);
        expect(run()).toMatchObject({ status: 0, stderr: '' });
        const made = secrets();
        expect(made.length).toBeGreaterThan(6);
        expect(made.filter(([, secret]) => !secret)).toEqual([]);
        expect(run()).toMatchObject({ status: 0, stderr: 'deploy/.env is there already and stays.\n' });
        expect(secrets()).toEqual(made);
      }),
  );

  const tools: [string, string[]][] = [
    ['check-jsonschema', ['--builtin-schema', 'vendor.compose-spec', 'deploy/compose.yaml']],
    ['shellcheck', ['deploy/env.sh', 'tools/release/publish.sh', ...globSync('deploy/compose/*.sh', { cwd: ROOT })]],
    ['hadolint', ['Dockerfile']],
  ];
  for (const [tool, args] of tools) {
    const isThere = (() => {
      try {
        return execFileSync(tool, ['--version'], { stdio: 'pipe' }).length > 0;
      } catch {
        return false;
      }
    })();
    if (isThere) {
      test(`${tool} finds nothing`, () => {
        expect(() => execFileSync(tool, args, { cwd: ROOT, stdio: 'pipe' })).not.toThrow();
      });
    } else test.skip(`SKIPPED, since ${tool} is missing`, () => undefined);
  }
});
