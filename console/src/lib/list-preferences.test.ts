import { beforeEach, expect, test } from '@jest/globals';
import {
  defaultSearch,
  keepPageSize,
  PAGE_SIZES,
  pageSize,
  type SavedFilter,
  setListPreferences,
  valuesOf,
  withoutDefaults,
} from './list-preferences.ts';

const FAILED: SavedFilter = {
  id: 1,
  name: 'Failed',
  view: '/executions',
  query: { status: 'failed', agent_id: '7', favorites: 'true' },
  is_default: true,
};

beforeEach(() => {
  const kept = new Map<string, string>();
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    },
  });
  setListPreferences('one', [FAILED, { ...FAILED, id: 2, view: '/agents', is_default: false }]);
});

test('the page size is that of the address, else the last choice of the person, else the default', () => {
  expect(pageSize(undefined)).toBe(PAGE_SIZES[0]);
  keepPageSize(100);
  expect(pageSize(undefined)).toBe(100);
  expect(pageSize('50')).toBe(50);
  expect(pageSize(7)).toBe(100);
  setListPreferences('another', []);
  expect(pageSize(undefined)).toBe(PAGE_SIZES[0]);
});

test('the default size does not stand in the address', () => {
  expect(withoutDefaults({ per_page: 25, page: 2 })).toEqual({ per_page: undefined, page: 2 });
  expect(withoutDefaults({ per_page: 50 })).toEqual({ per_page: 50 });
  expect(withoutDefaults({ q: 'x' })).toEqual({ q: 'x' });
});

test('a list opens with its default filter where the address has none', () => {
  expect(defaultSearch('/executions', { status: undefined, per_page: 50 })).toEqual(valuesOf(FAILED));
  expect(defaultSearch('/executions', { page: 2 })).toBeUndefined();
  expect(defaultSearch('/agents', {})).toBeUndefined();
});

test('values of a filter are those of an address', () => {
  expect(valuesOf(FAILED)).toEqual({ status: 'failed', agent_id: 7, favorites: true });
});
