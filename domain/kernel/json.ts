/** What is said of text that the database cannot hold. */
export const UNSTORABLE = 'Must not contain NUL characters or unpaired surrogates.';

/** Whether the database can hold the text. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** What is wrong with a JSON value that is to be stored. */
export type JsonProblem = 'too long' | 'unstorable';

/**
 * Whether a JSON value can be stored and is at most so many bytes when written out; undefined: it is. Looks at no more of it than
 * that.
 */
export function problemOfJson(value: unknown, maxBytes: number): JsonProblem | undefined {
  let left = maxBytes;
  let unstorable = false;
  const takeText = (text: string) => {
    left -= text.length > left ? text.length : Buffer.byteLength(JSON.stringify(text));
    unstorable ||= left >= 0 && !isStorable(text);
  };
  const take = (part: unknown): void => {
    if (typeof part === 'string') takeText(part);
    else if (typeof part !== 'object' || part === null) left -= String(part).length;
    else if (Array.isArray(part)) takeList(part);
    else takeObject(part);
  };
  const takeList = (list: readonly unknown[]) => {
    left -= 2 + Math.max(0, list.length - 1);
    for (let index = 0; index < list.length && left >= 0; index += 1) take(list[index]);
  };
  const takeObject = (object: object) => {
    const names = Object.keys(object);
    // Braces, and of each member its colon and, but for the last, its comma.
    left -= 2 + Math.max(0, 2 * names.length - 1);
    for (let index = 0; index < names.length && left >= 0; index += 1) {
      const name = names[index] ?? '';
      takeText(name);
      take((object as Record<string, unknown>)[name]);
    }
  };
  take(value);
  if (left < 0) return 'too long';
  return unstorable ? 'unstorable' : undefined;
}
