import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { describeCircle, type FileImport, findAreaCircles, TOP_FOLDERS } from './areas.ts';

function imports(...lines: string[]): FileImport[] {
  return lines.map((line) => {
    const [from = '', to = ''] = line.split(' > ');
    return { from: `domain/${from}.ts`, to: `domain/${to}.ts` };
  });
}

describe('areas', () => {
  test('in an order have no circle, however often they import each other that way', () => {
    const ordered = imports('c/x > a/x', 'c/y > b/x', 'b/x > a/x', 'b/x > b/y', 'b/y > b/x');
    expect(findAreaCircles(ordered)).toEqual([]);
  });

  test('that need each other through other files than they are needed by are a circle', () => {
    const circle = imports('a/x > b/x', 'b/operations/y > c/x', 'c/z > a/y');
    const [found, ...more] = findAreaCircles([...circle, ...imports('d/x > a/x', 'c/x > e/x')]);
    expect(more).toEqual([]);
    expect(found).toEqual({ areas: ['a', 'b', 'c'], imports: circle });
  });

  test('in two circles are told apart', () => {
    const both = findAreaCircles(imports('a/x > b/x', 'b/x > a/y', 'c/x > d/x', 'd/y > c/x', 'c/x > a/x'));
    expect(both.map(({ areas }) => areas)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  test('are in a circle, too, when one needs the list that names another', () => {
    const [circle] = findAreaCircles(imports('list > a/x', 'a/y > list'));
    expect(circle?.areas).toEqual(['a', 'list.ts']);
  });

  test('may be arranged by tests in any way', () => {
    expect(findAreaCircles(imports('a/x > b/x', 'b/x.test > a/x'))).toEqual([]);
  });

  test('are named with the files that make the circle', () => {
    const [circle] = findAreaCircles(imports('b/x > a/y', 'a/x > b/x'));
    expect(circle && describeCircle(circle).split('\n')).toEqual([
      '  error area-circle: a, b need each other',
      '    domain/a/x.ts → domain/b/x.ts',
      '    domain/b/x.ts → domain/a/y.ts',
    ]);
  });
});

describe('npm run check:boundaries', () => {
  const script = fileURLToPath(new URL('check-boundaries.ts', import.meta.url));
  let project: string;

  beforeAll(async () => {
    project = await realpath(await mkdtemp(path.join(tmpdir(), 'marketwright-areas-')));
    for (const folder of TOP_FOLDERS.filter((each) => each !== 'domain')) await put(`${folder}/a.ts`, '');
    await put('package.json', '{"type":"module"}');
    for (const area of ['hens', 'eggs']) await put(`domain/${area}/rules.ts`, 'export type A = 1;\n');
    await put('domain/hens/store.ts', "export type { A } from '../eggs/rules.ts';\n");
  });
  afterAll(() => rm(project, { recursive: true, force: true }));

  async function put(file: string, text: string): Promise<void> {
    await mkdir(path.dirname(path.join(project, file)), { recursive: true });
    await writeFile(path.join(project, file), text);
  }

  function check(): Promise<{ stdout: string }> {
    return promisify(execFile)(process.execPath, [script], { cwd: project });
  }

  test('passes a project without cycles', async () => {
    expect((await check()).stdout).toContain('no dependency violations');
  });

  test('fails on areas that need no more than a type of each other', async () => {
    await put('domain/eggs/store.ts', "import type { A } from '../hens/rules.ts';\nexport const a: A = 1;\n");
    await expect(check()).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /eggs, hens need each other\n +domain\/eggs\/store.ts → domain\/hens\/rules.ts\n +domain\/hens\/store.ts → domain\/eggs\/rules.ts\n/,
      ),
    });
  });
});
