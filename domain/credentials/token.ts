import { hash } from 'node:crypto';
import { KEY_KINDS } from '../partner-keys/secret.ts';

/** A key is 4 characters of prefix and 48 random ones. */
const KEY_LENGTH = 52;

/** Whether the text has the form of such a key, so that other texts need no query. */
export function hasKeyForm(kind: keyof typeof KEY_KINDS, text: string): boolean {
  return text.length === KEY_LENGTH && text.startsWith(KEY_KINDS[kind]);
}

/** SHA-256 in hexadecimal, the lookup key in cache and database. */
export function digestOf(plaintext: string): string {
  return hash('sha256', plaintext, 'hex');
}
