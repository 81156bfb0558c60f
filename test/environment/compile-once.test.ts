import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

/** Makes what test files make, from the same code each time, and prints how much of it is collected when they have ended. */
const PROGRAM = `
  import vm from 'node:vm';
  await import(${JSON.stringify(new URL('./compile-once.mjs', import.meta.url).href)});
  const FILES = 5;
  let collected = 0;
  const registry = new FinalizationRegistry(() => { collected += 1; });
  const importModuleDynamically = async () => { throw new Error('unused'); };
  for (let file = 0; file < FILES; file += 1) {
    const context = vm.createContext({ value: {} });
    registry.register(context.value);
    const module = new vm.SourceTextModule('export const read = () => value;', { context, identifier: 'a.ts', importModuleDynamically });
    await module.link(() => undefined);
    await module.evaluate();
    if (module.namespace.read() !== context.value) throw new Error('of another file');
    const options = { parsingContext: context, importModuleDynamically };
    vm.compileFunction("globalThis.load = () => import('b');", [], options)();
    vm.compileFunction("globalThis.plain = () => 'no import';", [], options)();
  }
  for (let round = 0; round < 10 && collected < FILES; round += 1) {
    gc();
    await new Promise((resolve) => setImmediate(resolve));
  }
  // The last one may still be referred to.
  console.log(JSON.stringify({ isCollected: collected >= FILES - 1 }));
`;

test('modules and globals of a test file that has ended are collected', async () => {
  const flags = ['--expose-gc', '--experimental-vm-modules', '--no-warnings', '--input-type=module'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '--eval', PROGRAM]);
  expect(JSON.parse(stdout)).toEqual({ isCollected: true });
});
