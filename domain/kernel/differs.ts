import { isDeepStrictEqual } from 'node:util';

/** Whether one of the given fields has another value than the record; those that are undefined were left out. */
export function differs(record: object, given: object): boolean {
  return Object.entries(given).some(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, Reflect.get(record, name)),
  );
}
