import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';

/** Replaces a file in one step: a reader, or a crash half-way, sees the old text or the new, never a part. It is its owner's alone. */
export async function writeFileAtomic(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeFile(temporary, text, { mode: 0o600, flag: 'wx', flush: true });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** The text of a file; undefined when there is none. */
export async function readFileIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Parses JSON of unknown origin; undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The message of whatever was thrown. */
export function errorMessage(error: unknown): string {
  return hasText(error, 'message') ? error.message : String(error);
}

/** The code of a system error, such as EEXIST. */
export function errorCode(error: unknown): string | undefined {
  return hasText(error, 'code') ? error.code : undefined;
}

/** Whether an error of the file system says that the thing is not there. */
export function isMissing(error: unknown): boolean {
  return errorCode(error) === 'ENOENT';
}

/** By its shape, not by its class: Node's own errors are of another realm where a test runner isolates its modules. */
function hasText<Name extends string>(error: unknown, name: Name): error is Record<Name, string> {
  return typeof error === 'object' && error !== null && name in error && typeof Reflect.get(error, name) === 'string';
}
