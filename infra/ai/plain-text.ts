/** Text that PostgreSQL and JSON accept: without NUL and lone surrogates, which providers send now and then. */
export function plainText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** JSON with plainText applied to every string. */
export function plainJson(value: unknown): unknown {
  if (typeof value === 'string') return plainText(value);
  if (Array.isArray(value)) return value.map(plainJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [plainText(key), plainJson(item)]));
}

/** Applies plainText to the chunks of a stream; a character split over two chunks comes with the second. */
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
