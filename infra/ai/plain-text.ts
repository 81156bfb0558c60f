/** Text that a database and JSON can keep: without NUL and without half a character. Providers send both now and then. */
export function plainText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** JSON, every text of which is plain. */
export function plainJson(value: unknown): unknown {
  if (typeof value === 'string') return plainText(value);
  if (Array.isArray(value)) return value.map(plainJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [plainText(key), plainJson(item)]));
}

/** Makes the chunks of a stream plain; a character that two chunks share comes with the second. */
export function plainChunks(): { next(chunk: string): string; end(): string } {
  let half = '';
  return {
    next(chunk) {
      const text = half + chunk.replaceAll('\0', '');
      half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? '';
      return text.slice(0, text.length - half.length).toWellFormed();
    },
    end: () => half.toWellFormed(),
  };
}
