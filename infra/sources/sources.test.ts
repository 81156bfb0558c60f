import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PROGRAMS, ROOT } from '../deploy/programs.ts';

const run = promisify(execFile);
const FILL = fileURLToPath(new URL('./fill.mjs', import.meta.url));
/** What a process has loaded that strips types itself, or keeps Node's cache of compiled code. */
const REPORT = `process.stdout.write(JSON.stringify({
  strips: process.moduleLoadList.some((name) => name.includes('amaro')),
  cache: process.getBuiltinModule('node:module').getCompileCacheDir() ?? null,
}));`;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sources-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** What a process of the API's flags prints that runs this code. */
async function printed(code: string, kept: string | undefined) {
  const { flags, environment } = PROGRAMS.api;
  const env = { ...environment, ...(kept && { NODE_COMPILE_CACHE: kept }) };
  const { stdout, stderr } = await run(process.execPath, [...flags, '--input-type=module', '-e', code], {
    cwd: ROOT,
    env,
  });
  return { stdout, stderr };
}

function importing(file: string): string {
  return `await import(${JSON.stringify(path.join(ROOT, file))}); ${REPORT}`;
}

test('the first process strips a source, and the next ones load it without its types', async () => {
  const first = await printed(importing('infra/fair-queue.ts'), folder);
  const second = await printed(importing('infra/fair-queue.ts'), folder);
  expect([first.stderr, second.stderr]).toEqual(['', '']);
  expect([first, second].map(({ stdout }) => JSON.parse(stdout))).toEqual([
    { strips: true, cache: null },
    { strips: false, cache: null },
  ]);
});

test('all that the programs load can be kept before they start', async () => {
  await run(process.execPath, ['--disable-warning=ExperimentalWarning', FILL], { env: { NODE_COMPILE_CACHE: folder } });
  const lazy = ['api/areas.ts', 'api/oauth/provider.ts', 'api/mcp/handlers/handlers.ts', 'worker/areas.ts'];
  const code = `for (const file of ${JSON.stringify(lazy)}) await import('${ROOT}' + file); ${REPORT}`;
  expect(JSON.parse((await printed(code, folder)).stdout)).toEqual({ strips: false, cache: null });
});

test('a stack names the lines of the file', async () => {
  const code = `import { FairQueue } from '${ROOT}infra/fair-queue.ts'; import { release } from '${ROOT}infra/processes/release.ts';
try { release(undefined); } catch (error) { process.stdout.write(error.stack); }; void FairQueue;`;
  const [kept, plain] = await Promise.all([printed(code, folder), printed(code, undefined)]);
  expect(kept.stdout).toMatch(/release\.ts:\d+:\d+/);
  expect(kept.stdout).toBe(plain.stdout);
});

test('code that is no TypeScript is named by its file and line', async () => {
  const store = fileURLToPath(new URL('./stripped.mjs', import.meta.url));
  const file = path.join(folder, 'broken.ts');
  await writeFile(file, 'let a: 1;\nexport const = 3;\n');
  const code = `import { strippedSource } from '${store}'; strippedSource('${file}', '${folder}');`;
  await expect(printed(code, folder)).rejects.toThrow(`${file}:2\n`);
});

test('a source is stripped anew when it has changed, or what was kept is not whole, also where nothing may be written', async () => {
  const store = fileURLToPath(new URL('./stripped.mjs', import.meta.url));
  const [file, kept, locked] = ['changing.ts', 'own', 'locked/inner'].map((name) => path.join(folder, name));
  await writeFile(path.join(folder, 'locked'), 'no folder');
  const code = `import { readdirSync, truncateSync, writeFileSync } from 'node:fs'; import { strippedSource } from '${store}';
const read = (text, folder) => { writeFileSync('${file}', text); return strippedSource('${file}', folder).replace(/\\n\\/\\/[0-9a-f]{64}$/, ''); };
const texts = [read('let a: 1', '${kept}'), read('let b: 1', '${kept}'), read('let a: 1', '${kept}'), read('let c: 1', '${locked}')];
for (const name of readdirSync('${kept}')) truncateSync('${kept}/' + name, 3);
process.stdout.write(JSON.stringify([...texts, read('let a: 1', '${kept}')]));`;
  const expected = ['let a   ', 'let b   ', 'let a   ', 'let c   ', 'let a   '];
  expect(JSON.parse((await printed(code, folder)).stdout)).toEqual(expected);
  expect(await readdir(String(kept))).toHaveLength(2);
});
