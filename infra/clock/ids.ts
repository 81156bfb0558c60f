import { randomUUID } from 'node:crypto';
import { customAlphabet } from 'nanoid';
import { monotonicFactory } from 'ulid';

const base62 = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');

/** Random identifiers from the system's CSPRNG. */
export function createIds() {
  const ulid = monotonicFactory();
  return {
    uuid: (): string => randomUUID(),
    ulid: (now: Date): string => ulid(now.getTime()),
    base62: (length: number): string => base62(length),
  };
}

/** The system's clock. */
export const systemClock = { now: (): Date => new Date() };
