import { randomBytes, randomUUID } from 'node:crypto';
import { monotonicFactory } from 'ulid';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Largest multiple of 62 that fits a byte; bytes from here on would favour the first characters. */
const UNBIASED = 248;

/** Random identifiers from the system's CSPRNG. */
export function createIds() {
  const ulid = monotonicFactory();
  return {
    uuid: (): string => randomUUID(),
    ulid: (now: Date): string => ulid(now.getTime()),
    base62(length: number): string {
      let text = '';
      while (text.length < length) {
        for (const byte of randomBytes(length)) {
          if (byte < UNBIASED && text.length < length) text += BASE62[byte % 62];
        }
      }
      return text;
    },
  };
}

/** The system's clock. */
export const systemClock = { now: (): Date => new Date() };
