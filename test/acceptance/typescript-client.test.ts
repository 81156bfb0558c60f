import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execa } from 'execa';
import pg from 'pg';
import { complete } from '../environment/executions.ts';
import { createPartner } from '../environment/partners.ts';
import { checkReceiver } from '../environment/receiver-example.ts';
import { runningStack } from '../environment/running-stack.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CLIENT = path.join(ROOT, 'clients/typescript');
/** Most of it is the compiler, and a hundred pages. */
const LIMIT_MS = 300_000;
/** Bytes that a program loads with the client, compressed. */
const MAX_BYTES = 14_000;
const SEEDED = 10_000;

let folder: string;
let database: pg.Client;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'marketwright-program-'));
  database = new pg.Client({ connectionString: runningStack().databaseUrl });
  await database.connect();
  await execa('npm', ['run', '-s', 'build:client', '--', path.join(folder, 'node_modules/@marketwright/client')], {
    cwd: ROOT,
  });
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  const compilerOptions = {
    ...{ target: 'es2024', lib: ['es2024', 'dom', 'dom.iterable'], module: 'nodenext', strict: true, noEmit: true },
    ...{
      skipLibCheck: false,
      exactOptionalPropertyTypes: true,
      erasableSyntaxOnly: true,
      types: ['node'],
      typeRoots: [path.join(ROOT, 'node_modules/@types')],
    },
  };
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
}, LIMIT_MS);
afterAll(async () => {
  await database.end();
  await rm(folder, { recursive: true });
});

const compile = () =>
  execa('tsc', ['-p', '.'], { cwd: folder, localDir: ROOT, preferLocal: true, reject: false, all: true });

/** Copies of an execution that has ended. */
async function insertExecutions(likeId: number, count: number): Promise<number[]> {
  const { rows } = await database.query<{ names: string }>(
    `SELECT string_agg(quote_ident(column_name), ', ') AS names FROM information_schema.columns
     WHERE table_name = 'execution' AND table_schema = current_schema() AND column_name NOT IN ('id', 'row_key')`,
  );
  const names = rows[0]?.names ?? '';
  const made = await database.query<{ id: string }>(
    `INSERT INTO execution (row_key, ${names})
     SELECT gen_random_uuid(), ${names} FROM execution, generate_series(1, $2) WHERE id = $1 RETURNING id`,
    [likeId, count],
  );
  return made.rows.map(({ id }) => Number(id));
}

test(
  'a program that is written from the README executes, follows, verifies, and reads 10,000 records while others come',
  async () => {
    const partner = await createPartner();
    const { id: earlier } = await complete(partner, 'blog_post', { settings: { topic: 'Earlier' } });
    const seeded = await insertExecutions(earlier, SEEDED);
    await cp(path.join(CLIENT, 'examples/program.ts'), path.join(folder, 'program.ts'));
    expect((await compile()).all).toBe('');
    const [origin] = runningStack().origins;
    const env = { BASE_URL: `${origin}/api/v1`, API_KEY: partner.key.text };
    const program = execa(process.execPath, ['program.ts'], {
      cwd: folder,
      env,
      timeout: LIMIT_MS,
      buffer: { stdout: false },
    });
    const reports: Record<string, unknown>[] = [];
    let inserted = 0;
    for await (const line of createInterface({ input: program.stdout })) {
      const what = JSON.parse(line) as Record<string, unknown>;
      reports.push(what);
      if ('read' in what) inserted += (await insertExecutions(earlier, 130)).length;
    }
    await program;
    const [execution, event] = reports;
    expect(execution).toMatchObject({ status: 'completed', titles: [expect.any(String)] });
    expect(execution?.['statuses']).toEqual(expect.arrayContaining(['executing', 'completed']));
    expect(event).toEqual({
      event: 'content.generated',
      data: { execution_id: execution?.['id'], status: 'completed', content_item_ids: [expect.any(Number)] },
      forged: 401,
    });
    const ids = reports.at(-1)?.['ids'] as number[];
    expect(inserted).toBeGreaterThan(1_000);
    expect(new Set(ids).size).toBe(ids.length);
    const read = new Set(ids);
    expect(seeded.filter((id) => !read.has(id))).toEqual([]);
    expect(seeded).toHaveLength(SEEDED);
  },
  LIMIT_MS,
);

test('its receiver takes what is signed, once, and refuses the rest', async () => {
  await cp(path.join(CLIENT, 'examples/receiver.ts'), path.join(folder, 'receiver.ts'));
  expect((await compile()).all).toBe('');
  await checkReceiver([process.execPath, 'receiver.ts'], folder);
});

test('the examples of its README compile', async () => {
  const readme = await readFile(path.join(CLIENT, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);
  expect(blocks.length).toBeGreaterThan(6);
  const imports = blocks.flatMap((code) => code.match(/^import .*$/gm) ?? []);
  const bodies = blocks.map((code) => code.replaceAll(/^import .*$/gm, ''));
  // The blocks go on from the first one, each in a scope of its own.
  const [first = '', ...others] = bodies;
  const scopes = others.map((code) => `async function _${crypto.randomUUID().replaceAll('-', '')}() {${code}}`);
  const given = 'declare const path: { invoiceNumber: string };';
  await writeFile(path.join(folder, 'readme.ts'), [...new Set(imports), given, first, ...scopes].join('\n'));
  expect((await compile()).all).toBe('');
});

test('it stays small, needs no other package, and says what is in its version', async () => {
  const manifestOf = async (of: string): Promise<{ version: string; dependencies?: object }> =>
    JSON.parse(await readFile(path.join(of, 'package.json'), 'utf8'));
  const { version, dependencies } = await manifestOf(CLIENT);
  expect(dependencies).toBeUndefined();
  expect(version).toBe((await manifestOf(ROOT)).version);
  const changelog = await readFile(path.join(folder, 'node_modules/@marketwright/client/CHANGELOG.md'), 'utf8');
  expect(changelog).toContain(`\n## ${version}\n`);
  const licence = await readFile(path.join(folder, 'node_modules/@marketwright/client/LICENSE'), 'utf8');
  expect(licence).toBe(await readFile(path.join(ROOT, 'LICENSE'), 'utf8'));
  const dist = path.join(folder, 'node_modules/@marketwright/client/dist');
  const names = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith('.js'));
  const sources = await Promise.all(names.map((name) => readFile(path.join(dist, name))));
  expect(names.length).toBeGreaterThan(5);
  expect(gzipSync(Buffer.concat(sources)).length).toBeLessThan(MAX_BYTES);
});
