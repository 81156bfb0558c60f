/** What this browser keeps for the console. Where its storage is full or forbidden, nothing is kept and nothing fails. */

/** What is kept under a key; null without it. */
export function readStored(key: string): string | null {
  return attempt(() => localStorage.getItem(key), null);
}

/** Keeps a text, and says whether the browser did. */
export function keepStored(key: string, text: string): boolean {
  return attempt(() => {
    localStorage.setItem(key, text);
    return true;
  }, false);
}

/** Forgets what is kept under a key. */
export function forgetStored(key: string): void {
  attempt(() => localStorage.removeItem(key), undefined);
}

/** The keys that begin so. */
export function storedKeys(prefix: string): string[] {
  return attempt(() => Object.keys(localStorage), []).filter((key) => key.startsWith(prefix));
}

/** Even to name a forbidden storage throws. */
function attempt<Result>(use: () => Result, otherwise: Result): Result {
  try {
    return use();
  } catch {
    return otherwise;
  }
}
