import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { TOP_FOLDERS } from './areas.ts';

/** `allowed`, or the rules that the import breaks, in the order of their names. */
type Verdict = 'allowed' | readonly string[];

const IMPORTS: readonly (readonly [from: string, statement: string, verdict: Verdict])[] = [
  ['domain/area/rules.ts', "import { a } from '../kernel/errors.ts';", 'allowed'],
  ['domain/area/route.ts', "import type { a } from '../../api/route.ts';", ['domain-knows-no-edge']],
  ['domain/area/flow.ts', "import { a } from '../../workflows/flow/contract.ts';", ['domain-knows-no-edge']],
  ['domain/area/http.ts', "import koa from 'koa';", ['domain-knows-no-edge']],
  ['domain/area/engine.ts', "import { a } from '@temporalio/common';", ['domain-knows-no-edge']],
  ['domain/area/port.ts', "import type { a } from '../../infra/ai/openai.ts';", 'allowed'],
  ['domain/area/failure.ts', "import { a } from '../../infra/ai/port.ts';", 'allowed'],
  ['domain/area/adapter.ts', "import { a } from '../../infra/ai/openai.ts';", ['domain-uses-infra-types-only']],
  ['domain/area/inline.ts', "import { type a, b } from '../../infra/ai/openai.ts';", ['domain-uses-infra-types-only']],
  ['domain/area/rows.ts', "import { a } from '../../infra/database/data-source.ts';", ['domain-uses-infra-types-only']],
  ['domain/area/store.ts', "import { a } from '../../infra/database/data-source.ts';", 'allowed'],
  ['domain/area/table.ts', "import { a } from '../../infra/database/data-source.ts';", 'allowed'],
  ['domain/other/store.ts', "import { a } from '../../infra/ai/port.ts';", ['store-uses-database-only']],
  ['domain/area/part-store.ts', "import { a } from '../../infra/database/data-source.ts';", 'allowed'],
  ['domain/other/part-store.ts', "import { a } from '../../infra/ai/port.ts';", ['store-uses-database-only']],
  ['domain/area/rules.test.ts', "import { a } from '../../api/route.ts';", 'allowed'],

  ['domain/partners/ledger.ts', "import { a } from '../credits/ledger.ts';", 'allowed'],
  ['domain/partners/key.ts', "import { a } from '../partner-keys/store.ts';", 'allowed'],
  ['domain/kernel/ledger.ts', "import { a } from '../credits/ledger.ts';", ['kernel-needs-no-later-area']],
  ['domain/credits/partner.ts', "import type { a } from '../partners/store.ts';", ['ledger-needs-no-later-area']],
  ['domain/partners/agent.ts', "import { a } from '../agents/store.ts';", ['identity-needs-no-later-area']],
  [
    'domain/capabilities/item.ts',
    "import type { a } from '../content-items/types.ts';",
    ['catalogue-needs-no-later-area'],
  ],
  ['domain/content-items/flow.ts', "import { a } from '../area/rules.ts';", ['content-needs-no-later-area']],
  ['domain/executions/flow.ts', "import { a } from '../area/rules.ts';", ['executions-needs-no-later-area']],
  ['domain/area/list.ts', "import { a } from '../features.ts';", ['areas-know-no-list']],
  ['domain/area/agent.ts', "import { a } from '../agents/store.ts';", 'allowed'],
  ['domain/credits/ledger.test.ts', "import { a } from '../partners/store.ts';", 'allowed'],

  ['workflows/flow.ts', "import { a } from '@temporalio/workflow';", 'allowed'],
  ['workflows/typed.ts', "import type { a } from '../domain/kernel/errors.ts';", 'allowed'],
  ['workflows/rule.ts', "import { a } from '../domain/kernel/errors.ts';", ['workflows-are-deterministic']],
  ['workflows/adapter.ts', "import { a } from '../infra/ai/port.ts';", ['workflows-are-deterministic']],
  ['workflows/work.ts', "import { a } from '../activities/work.ts';", ['workflows-are-deterministic']],
  ['workflows/schema.ts', "import { z } from 'zod';", ['workflows-are-deterministic']],
  ['workflows/client.ts', "import { a } from '@temporalio/client';", ['workflows-are-deterministic']],
  ['workflows/clock.ts', "import { hrtime } from 'node:process';", ['workflows-use-no-node']],

  ['activities/area.ts', "import { a } from '../domain/kernel/errors.ts';", 'allowed'],
  ['activities/contract.ts', "import { a } from '../workflows/flow/contract.ts';", 'allowed'],
  ['activities/helper.ts', "import { a } from '../workflows/lib/graph.ts';", ['activities-are-thin']],
  ['activities/edge.ts', "import { a } from '../api/route.ts';", ['activities-are-thin']],
  ['activities/host.ts', "import { a } from '../worker/registry.ts';", ['activities-are-thin']],

  ['console/src/view.ts', "import type { a } from '../../api/route.ts';", ['console-knows-the-document-only']],
  ['console/src/file.ts', "import { hrtime } from 'node:process';", ['console-is-for-browsers']],
  ['api/area/view.ts', "import { a } from '../../console/src/lib/search.ts';", ['nobody-imports-the-console']],

  ['api/area/rows.ts', "import { a } from '../../domain/third/store.ts';", ['stores-are-private']],
  ['api/area/part-rows.ts', "import { a } from '../../domain/third/part-store.ts';", ['stores-are-private']],
  ['api/area/row-type.ts', "import type { a } from '../../domain/third/store.ts';", 'allowed'],
  ['api/area.ts', "import { a } from '../workflows/flow/contract.ts';", 'allowed'],
  ['api/helper.ts', "import { a } from '../workflows/lib/graph.ts';", ['api-starts-no-code-of-the-worker']],
  ['api/work.ts', "import { a } from '../activities/work.ts';", ['api-starts-no-code-of-the-worker']],
  ['api/host.ts', "import { a } from '../worker/registry.ts';", ['api-starts-no-code-of-the-worker']],

  ['worker/area.ts', "import { a } from '../activities/work.ts';", 'allowed'],
  ['worker/edge.ts', "import { a } from '../api/route.ts';", ['worker-has-no-edge']],

  ['infra/adapter.ts', "import { a } from 'zod';", 'allowed'],
  ['infra/business.ts', "import { a } from '../domain/kernel/errors.ts';", ['infra-knows-no-business']],
  ['infra/commands.ts', "import type { a } from '../workflows/flow/contract.ts';", ['infra-knows-no-business']],

  ['api/main.ts', "import { a } from '../infra/config/service.ts';", 'allowed'],
  ['infra/platform.ts', "import type { a } from '../infra/config/service.ts';", 'allowed'],
  ['infra/settings.ts', "import { a } from '../infra/config/service.ts';", ['config-is-read-once']],

  ['infra/http/lane.ts', "import { a } from 'undici';", 'allowed'],
  ['infra/http/connector.ts', "import { connect as a } from 'node:tls';", 'allowed'],
  ['infra/caller.ts', "import { a } from 'undici';", ['outbound-calls-are-guarded']],
  ['domain/area/caller.ts', "import { request as a } from 'node:https';", ['outbound-calls-are-guarded']],
  ['activities/caller.ts', "import { connect as a } from 'node:net';", ['outbound-calls-are-guarded']],
  ['worker/caller.ts', "import { connect as a } from 'node:tls';", ['outbound-calls-are-guarded']],
  ['api/caller.ts', "import { a } from 'openai';", ['outbound-calls-are-guarded']],
  ['api/address.ts', "import type { AddressInfo as a } from 'node:net';", 'allowed'],
  ['api/caller.test.ts', "import { connect as a } from 'node:net';", 'allowed'],

  ['api/sample.ts', "import { a } from '../test/environment/edge.ts';", ['tests-stay-outside']],
  ['api/sample.test.ts', "import { a } from '../test/environment/edge.ts';", 'allowed'],
  ['infra/sample.ts', "import { a } from './sample.test.ts';", ['tests-stay-outside']],
  ['test/sample.ts', "import { a } from './environment/edge.ts';", 'allowed'],

  ['tools/sample.ts', "import { a } from '../test/environment/edge.ts';", 'allowed'],
  ['tools/drill.ts', "import { a } from '../domain/kernel/errors.ts';", 'allowed'],
  ['tools/measure.ts', "import { a } from './bench/measurement.ts';", 'allowed'],
  ['test/measure.ts', "import { a } from '../tools/bench/measurement.ts';", ['nobody-imports-the-tools']],
  ['sandbox/measure.ts', "import type { a } from '../tools/bench/measurement.ts';", ['nobody-imports-the-tools']],
  ['api/measure.test.ts', "import { a } from '../tools/bench/measurement.ts';", ['nobody-imports-the-tools']],

  ['infra/stack.ts', "import { a } from './local/stack.ts';", ['production-needs-no-stand-ins']],
  ['infra/platform-ai.ts', "import { a } from '../sandbox/ai/server.ts';", ['production-needs-no-stand-ins']],
  ['worker/stack.ts', "import type { a } from '../infra/local/stack.ts';", 'allowed'],
  ['domain/area/stand-in.test.ts', "import { a } from '../../sandbox/ai/server.ts';", 'allowed'],
  ['test/stand-in.ts', "import { a } from '../sandbox/ai/server.ts';", 'allowed'],
  ['infra/local/part.ts', "import { a } from '../../sandbox/ai/server.ts';", ['local-starts-processes']],
  ['sandbox/ai/text.ts', "import { a } from './server.ts';", 'allowed'],
  ['sandbox/ai/port.ts', "import type { a } from '../../infra/ai/port.ts';", ['sandbox-stands-alone']],
  ['sandbox/ai/rule.ts', "import { a } from '../../domain/kernel/errors.ts';", ['sandbox-stands-alone']],

  ['infra/local/tool.ts', "import a from 'jest';", 'allowed'],
  ['api/tool.ts', "import a from 'jest';", ['packages-are-declared']],
  ['api/tool.test.ts', "import a from 'jest';", 'allowed'],
  ['api/stray.ts', "import a from 'undeclared';", ['packages-are-declared']],
  ['api/nowhere.ts', "import { a } from './nobody.ts';", ['imports-resolve']],

  ['api/egg.ts', "import { a } from './hen.ts';", ['no-circular']],
  ['api/type-egg.ts', "import type { a } from './type-hen.ts';", ['no-circular']],
];

const TARGETS = [
  'api/route.ts',
  'domain/agents/store.ts',
  'domain/content-items/types.ts',
  'domain/credits/ledger.ts',
  'domain/features.ts',
  'domain/kernel/errors.ts',
  'domain/partner-keys/store.ts',
  'domain/partners/store.ts',
  'domain/third/part-store.ts',
  'domain/third/store.ts',
  'workflows/flow/contract.ts',
  'workflows/lib/graph.ts',
  'activities/work.ts',
  'worker/registry.ts',
  'infra/ai/openai.ts',
  'infra/ai/port.ts',
  'infra/config/service.ts',
  'infra/database/data-source.ts',
  'infra/local/stack.ts',
  'sandbox/ai/server.ts',
  'console/src/lib/search.ts',
  'infra/sample.test.ts',
  'test/environment/edge.ts',
  'tools/bench/measurement.ts',
];
const PACKAGES = [
  'koa',
  'zod',
  'undeclared',
  'jest',
  'undici',
  'openai',
  '@temporalio/workflow',
  '@temporalio/common',
  '@temporalio/client',
];
const MANIFEST = {
  type: 'module',
  dependencies: {
    koa: '*',
    undici: '*',
    openai: '*',
    zod: '*',
    '@temporalio/workflow': '*',
    '@temporalio/common': '*',
    '@temporalio/client': '*',
  },
  devDependencies: { jest: '*' },
};

const resultSchema = z.object({
  summary: z.object({ violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })) }),
});

let broken: Map<string, Set<string>>;

/** A temporary project in which every line of the table is a file. */
beforeAll(async () => {
  const project = await realpath(await mkdtemp(path.join(tmpdir(), 'marketwright-boundaries-')));
  try {
    const put = async (file: string, text: string) => {
      await mkdir(path.dirname(path.join(project, file)), { recursive: true });
      await writeFile(path.join(project, file), text);
    };
    await put('package.json', JSON.stringify(MANIFEST));
    for (const name of PACKAGES) {
      await put(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
      await put(`node_modules/${name}/index.js`, '');
    }
    for (const file of TARGETS) await put(file, 'export const a = 1;\n');
    // A circle is reported at one of its files.
    await put('api/hen.ts', "import { a } from './egg.ts';\nexport { a };\n");
    await put('api/type-hen.ts', "import { a } from './type-egg.ts';\nexport { a };\n");
    for (const [file, statement] of IMPORTS) await put(file, `${statement}\nexport { a };\n`);
    broken = await violationsIn(project);
  } finally {
    await rm(project, { recursive: true, force: true });
  }
});

async function violationsIn(project: string): Promise<Map<string, Set<string>>> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const command = path.join(root, 'node_modules/.bin/depcruise');
  const args = ['--config', path.join(root, '.dependency-cruiser.mjs'), '--output-type', 'json', ...TOP_FOLDERS];
  const { stdout } = await promisify(execFile)(command, args, { cwd: project, maxBuffer: 2 ** 26 }).catch(
    (failure: { stdout: string }) => failure,
  );
  const found = new Map<string, Set<string>>();
  for (const { from, rule } of resultSchema.parse(JSON.parse(stdout)).summary.violations) {
    found.set(from, (found.get(from) ?? new Set()).add(rule.name));
  }
  return found;
}

test.each(IMPORTS)('%s: %s', (file, _statement, verdict) => {
  expect([...(broken.get(file) ?? [])].sort()).toEqual(verdict === 'allowed' ? [] : verdict);
});

test('the table breaks every rule', async () => {
  const { default: config } = await import(String(new URL('../.dependency-cruiser.mjs', import.meta.url)));
  const rules = z.object({ forbidden: z.array(z.object({ name: z.string() })) }).parse(config).forbidden;
  const named = new Set([...broken.values()].flatMap((names) => [...names]));
  expect([...named].sort()).toEqual(rules.map((rule) => rule.name).sort());
});
