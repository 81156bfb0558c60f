import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '@jest/globals';
import { execa } from 'execa';
import { ROOT } from '../../infra/deploy/programs.ts';
import { readProjectFile } from './repository.ts';

/** Its stop lasts until a second signal comes; its main part stops it, too. */
const PROGRAM = `
  import { once } from 'node:events';
  import { stopOnSignals } from ${JSON.stringify(new URL('./stop-on-signals.ts', import.meta.url).href)};
  const stop = stopOnSignals(async () => {
    console.log('stopping');
    await once(process, 'SIGTERM');
    console.log('stopped');
  });
  process.once('SIGTERM', () => void stop());
  setInterval(() => undefined, 1000);
  console.log('ready');
`;

test('what was started is stopped once before signals end the process', async () => {
  const child = execa(process.execPath, ['--input-type=module', '--eval', PROGRAM], { reject: false });
  const lines = createInterface(child.stdout);
  expect(await once(lines, 'line')).toEqual(['ready']);
  child.kill('SIGTERM');
  expect(await once(lines, 'line')).toEqual(['stopping']);
  child.kill('SIGTERM');
  expect(await child).toMatchObject({ exitCode: 143, stdout: 'ready\nstopping\nstopped' });
});

test('every tool that starts a stack stops it on signals', () => {
  const starting = readdirSync(path.join(ROOT, 'tools'), { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'main.ts' && !file.includes('node_modules'))
    .map((file) => ({ file, text: readProjectFile(path.join('tools', file)) }))
    .filter(({ text }) => text.includes('startStack('));
  expect(starting.length).toBeGreaterThan(5);
  const deaf = starting.filter(({ text }) => !text.includes('stopOnSignals(') && !text.includes("'SIGTERM'"));
  expect(deaf.map(({ file }) => file)).toEqual([]);
});
