import { expect, test } from '@jest/globals';
import { positionAfter } from '../change-feed/rules.ts';
import type { ChangeKind } from '../kernel/change-events.ts';
import { changeNotificationsOf, wantedBySession } from './change-notifications.ts';
import type { StreamState } from './change-store.ts';

const FULL = new Set(['mcp:full']);
const URI = 'service://executions/7';

/** Changes with consecutive numbers after a position. */
function state(
  position: number,
  kinds: readonly [ChangeKind, string?][],
  more: { sequence?: number; subscriptions?: string[] } = {},
): StreamState {
  return {
    session: { stream: 1, subscriptions: more.subscriptions ?? [], ended_at: null },
    sequence: more.sequence ?? position + kinds.length,
    changes: kinds.map(([kind, uri], index) => ({ sequence: position + 1 + index, kind, uri: uri ?? null })),
  };
}

function notified(given: StreamState, position: number, scopes = FULL): [number, string][] {
  return changeNotificationsOf(given, position, wantedBySession(scopes, given.session.subscriptions)).map(
    ({ sequence, kind }) => [sequence, kind],
  );
}

test('a list that changed several times is announced once, at its last place', () => {
  const given = state(4, [['resources'], ['tools'], ['resources']]);
  expect(notified(given, 4)).toEqual([
    [6, 'tools'],
    [7, 'resources'],
  ]);
  expect(positionAfter(given, 4)).toBe(7);
});

test('only resources with a subscription are announced', () => {
  const changes: [ChangeKind, string][] = [
    ['resource', URI],
    ['resource', 'service://executions/8'],
  ];
  const given = state(0, changes, { subscriptions: [URI] });
  expect(changeNotificationsOf(given, 0, wantedBySession(FULL, [URI]))).toEqual([
    { sequence: 1, kind: 'resource', uri: URI },
  ]);
});

test('changes that are gone count as a change of every list', () => {
  const given = state(10, [['tools']], { sequence: 20 });
  expect(notified(given, 4).map(([, kind]) => kind)).toEqual(['resources', 'prompts', 'tools']);
  expect(positionAfter(given, 4)).toBe(20);
});

test('what the scopes do not cover is not announced, and yet passed by', () => {
  const given = state(0, [['tools'], ['prompts']]);
  expect(notified(given, 0, new Set(['mcp:tools:write']))).toEqual([[1, 'tools']]);
  expect(positionAfter(given, 0)).toBe(2);
});
