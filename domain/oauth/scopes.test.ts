import { expect, test } from '@jest/globals';
import { withoutContained } from './scopes.ts';

test('scopes that another one includes are left out, and unknown ones include nothing', () => {
  expect(withoutContained(['api', 'mcp:full', 'mcp:tools', 'mcp:tools:read'])).toEqual(['api', 'mcp:full']);
  const unknown = ['constructor', '__proto__', 'toString', 'offline_access'];
  expect(withoutContained([...unknown, 'mcp:tools:read'])).toEqual([...unknown, 'mcp:tools:read']);
});
