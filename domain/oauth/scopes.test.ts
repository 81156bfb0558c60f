import { expect, test } from '@jest/globals';
import { cpuTimeOf } from '../../test/environment/cpu-time.ts';
import { withoutContained } from './scopes.ts';

test('scopes that another one includes are left out, and unknown ones include nothing', () => {
  expect(withoutContained(['api', 'mcp:full', 'mcp:tools', 'mcp:tools:read'])).toEqual(['api', 'mcp:full']);
  const unknown = ['constructor', '__proto__', 'toString', 'offline_access'];
  expect(withoutContained([...unknown, 'mcp:tools:read'])).toEqual([...unknown, 'mcp:tools:read']);
});

test('as many scopes as a request has room for are compared in linear time', async () => {
  const scopes = Array.from({ length: 8_000 }, (_, index) => index.toString(36));
  expect(await cpuTimeOf(() => withoutContained(scopes), 20)).toBeLessThanOrEqual(20);
});
