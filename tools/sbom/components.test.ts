import { expect, test } from '@jest/globals';
import { deliveredPackages } from '../../test/environment/delivered-packages.ts';
import { type Component, compareWithLock } from './components.ts';

const at = (place: string) => [{ name: 'cdx:npm:package:path', value: place }];
const DELIVERED = [
  { place: 'node_modules/koa', name: 'koa', version: '3.3.0' },
  { place: 'node_modules/@koa/cors', name: '@koa/cors', version: '5.0.0' },
  { place: 'node_modules/koa/node_modules/depd', name: 'depd', version: '1.1.2' },
];
const COMPONENTS: Component[] = [
  { name: 'koa', version: '3.3.0', properties: at('node_modules/koa') },
  { group: '@koa', name: 'cors', version: '5.0.0', properties: at('node_modules/@koa/cors') },
  { name: 'depd', version: '1.1.2', properties: at('node_modules/koa/node_modules/depd') },
];

test('a bill with all that is delivered lacks nothing', () => {
  expect(compareWithLock(COMPONENTS, DELIVERED)).toEqual({ missing: [], surplus: [] });
});

test('a package that is left out, has another version or stands in one place of two is missing', () => {
  expect(compareWithLock(COMPONENTS.slice(1), DELIVERED).missing).toEqual(['node_modules/koa: koa@3.3.0']);
  const [koa, cors, depd] = COMPONENTS as [Component, Component, Component];
  const other = compareWithLock([koa, cors, { ...depd, version: '2.0.0' }], DELIVERED);
  expect(other).toEqual({
    missing: ['node_modules/koa/node_modules/depd: depd@1.1.2'],
    surplus: ['node_modules/koa/node_modules/depd: depd@2.0.0'],
  });
  expect(compareWithLock([koa, cors, { ...depd, properties: [] }], DELIVERED).missing).toHaveLength(1);
});

test('what is installed for development only is too much', () => {
  const jest = { name: 'jest', version: '30.5.2', properties: at('node_modules/jest') };
  expect(compareWithLock([...COMPONENTS, jest], DELIVERED).surplus).toEqual(['node_modules/jest: jest@30.5.2']);
});

test('what is delivered are the packages of production, those of other platforms too', () => {
  const names = deliveredPackages().map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['koa', '@temporalio/core-bridge', '@swc/core-linux-arm64-gnu', 'ajv']));
  expect(names).not.toContain('jest');
});
