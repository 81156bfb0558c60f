import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { limitsOf } from '../../../domain/kernel/limits.ts';
import { waitUntil } from '../wait-until.ts';
import { keepAdditions, saveRealm } from './state.ts';

/** Node's own, as the worker loads it. */
const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);

test('a test file runs in the realm of its worker', () => {
  expect(structuredClone([])).toBeInstanceOf(Array);
  expect(process.getBuiltinModule('node:vm').runInThisContext('Error')).toBe(Error);
});

test('packages and the product are the ones of the worker, and what tests have of their own is loaded for each file', () => {
  expect(require(fileURLToPath(import.meta.resolve('zod'))).z.string).toBe(z.string);
  expect(require('../../../domain/kernel/limits.ts').limitsOf).toBe(limitsOf);
  expect(require('../wait-until.ts').waitUntil).not.toBe(waitUntil);
});

test('what a test file changes of the realm is put back', () => {
  const nodeEnv = process.env['NODE_ENV'];
  const { now } = Date;
  const signals = process.listenerCount('SIGUSR2');
  const restore = saveRealm();
  process.env['NODE_ENV'] = 'changed';
  process.env['ADDED_BY_A_TEST'] = 'added';
  process.chdir('/');
  process.exitCode = 3;
  process.on('SIGUSR2', () => undefined);
  Reflect.set(globalThis, 'addedByATest', 1);
  Reflect.set(globalThis, 'Date', class {});
  restore();

  expect(process.env['NODE_ENV']).toBe(nodeEnv);
  expect(process.env).not.toHaveProperty('ADDED_BY_A_TEST');
  expect(process.cwd()).not.toBe('/');
  expect(process.exitCode).toBeUndefined();
  expect(process.listenerCount('SIGUSR2')).toBe(signals);
  expect(globalThis).not.toHaveProperty('addedByATest');
  expect(Date.now).toBe(now);
});

test('what a package adds while it is loaded stays with it', () => {
  const restore = saveRealm();
  const listener = () => undefined;
  keepAdditions(() => {
    Reflect.set(globalThis, 'addedByAPackage', 1);
    process.on('SIGUSR2', listener);
  });
  restore();

  expect(globalThis).toHaveProperty('addedByAPackage', 1);
  expect(process.listeners('SIGUSR2')).toContain(listener);
  process.off('SIGUSR2', listener);
  Reflect.deleteProperty(globalThis, 'addedByAPackage');
});
