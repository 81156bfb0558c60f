/** What no text of ours holds: control characters, which PostgreSQL (NUL) and JSON dislike, and invisible marks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const unwanted = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b\u2060\ufeff]/g;

/** One line: white space collapsed, invisible characters taken out, valid Unicode, at most `limit` UTF-16 units. */
export function oneLine(text: string, limit: number): string {
  return cut(wellFormed(text).replace(/\s+/g, ' ').trim(), limit);
}

/** Valid Unicode without invisible characters. */
export function wellFormed(text: string): string {
  return text.toWellFormed().replace(unwanted, '');
}

/** The beginning of a text, without half a character at its end. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? limit - 1 : limit).trimEnd();
}

/** The first entries that are not empty, at most `limit`; repeats too, because they are the vendor's. */
export function present(entries: readonly string[], limit: number): string[] {
  return entries.filter((entry) => entry !== '').slice(0, limit);
}

/** The entries that are not empty, each once, at most `limit`. */
export function distinct(entries: readonly string[], limit: number): string[] {
  return present([...new Set(entries)], limit);
}

const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** A date as pages write it (ISO 8601; UTC where no zone is given) as an ISO timestamp; undefined for anything else. */
export function timestampOf(text: string | undefined): string | undefined {
  const [whole, zone] = isoDate.exec(text?.trim() ?? '') ?? [];
  if (whole === undefined) return undefined;
  const iso = whole.replace(' ', 'T');
  const date = new Date(iso.length > 10 && zone === undefined ? `${iso}Z` : iso);
  const year = date.getUTCFullYear();
  // Another year has another form, and no page was published in it.
  return year >= 1 && year <= 9999 ? date.toISOString() : undefined;
}
