import { expect, test } from '@jest/globals';
import type { StreamState } from '../../domain/mcp/change-store.ts';
import type { McpChangeKind } from '../../domain/mcp/types.ts';
import { notificationsOf, positionAfter } from './changes.ts';

const FULL = new Set(['mcp:full']);
const URI = 'service://executions/7';

/** Changes numbered on from a position. */
function state(
  position: number,
  kinds: readonly [McpChangeKind, string?][],
  more: { sequence?: number; subscriptions?: string[] } = {},
): StreamState {
  return {
    session: { stream: 1, subscriptions: more.subscriptions ?? [], ended_at: null },
    sequence: more.sequence ?? position + kinds.length,
    changes: kinds.map(([kind, uri], index) => ({ sequence: position + 1 + index, kind, uri: uri ?? null })),
  };
}

function told(given: StreamState, position: number, scopes = FULL): [number, string][] {
  return notificationsOf(given, position, scopes).map(({ sequence, message }) => [sequence, message.method]);
}

test('a list that changed several times is told once, at its last place', () => {
  const given = state(4, [['resources'], ['tools'], ['resources']]);
  expect(told(given, 4)).toEqual([
    [6, 'notifications/tools/list_changed'],
    [7, 'notifications/resources/list_changed'],
  ]);
  expect(positionAfter(given, 4)).toBe(7);
});

test('only resources with a subscription are told of', () => {
  const changes: [McpChangeKind, string][] = [
    ['resource', URI],
    ['resource', 'service://executions/8'],
  ];
  const given = state(0, changes, { subscriptions: [URI] });
  expect(notificationsOf(given, 0, FULL).map(({ message }) => message.params)).toEqual([{ uri: URI }]);
});

test('changes that are gone count as a change of every list', () => {
  const given = state(10, [['tools']], { sequence: 20 });
  expect(told(given, 4).map(([, method]) => method)).toEqual([
    'notifications/resources/list_changed',
    'notifications/prompts/list_changed',
    'notifications/tools/list_changed',
  ]);
  expect(positionAfter(given, 4)).toBe(20);
});

test('what the scopes do not cover is not told, and yet passed by', () => {
  const given = state(0, [['tools'], ['prompts']]);
  expect(told(given, 0, new Set(['mcp:tools:write']))).toEqual([[1, 'notifications/tools/list_changed']]);
  expect(positionAfter(given, 0)).toBe(2);
});
