import { hash } from 'node:crypto';
import { KEY_KINDS } from '../partner-keys/secret.ts';

/** A key is 4 characters of prefix and 48 random ones. */
const KEY_LENGTH = 52;

/** Whether the text has the form of such a key; what has not needs no look-up. */
export function hasKeyForm(kind: keyof typeof KEY_KINDS, text: string): boolean {
  return text.length === KEY_LENGTH && text.startsWith(KEY_KINDS[kind]);
}

/** SHA-256 in hexadecimal, under which copies are kept in memory and keys looked up. */
export function digestOf(plaintext: string): string {
  return hash('sha256', plaintext, 'hex');
}
