const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** A date as pages write it (ISO 8601; UTC where no zone is given) as an ISO timestamp; undefined for anything else. */
export function timestampOf(text: string | undefined): string | undefined {
  const [whole, zone] = isoDate.exec(text?.trim() ?? '') ?? [];
  if (whole === undefined) return undefined;
  const iso = whole.replace(' ', 'T');
  const date = new Date(iso.length > 10 && zone === undefined ? `${iso}Z` : iso);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
