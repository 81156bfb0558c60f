/** An object in JSON. */
export type JsonObject = Record<string, unknown>;

/** Whether a value is an object of JSON, and no list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value where it is an object of JSON, else one without members. */
export function asJsonObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Message for text that the database cannot store. */
export const UNSTORABLE = 'Must not contain NUL characters or unpaired surrogates.';

/** Whether the database can store the text. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Why a JSON value cannot be stored. */
export type JsonProblem = 'too long' | 'unstorable';

/**
 * Why a JSON value cannot be stored within a number of bytes when serialised; undefined when it can. Stops reading once
 * that is clear.
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
    // Braces, and a colon and (except for the last) a comma for each member.
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
