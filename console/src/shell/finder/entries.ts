/** Something that the palette leads to. */
export interface Entry {
  key: string;
  label: string;
  /** What kind of thing it is, beside the label. */
  kind?: string | undefined;
  /** Further words by which it is found. */
  words?: string | undefined;
  run: () => void;
}

/** Entries under a heading. */
export interface Group {
  label: string;
  entries: readonly Entry[];
}

/** Most entries of a group while it is filtered by the browser; the API limits records itself. */
const MOST = 8;

/** Lower case without accents, as the API's search compares titles. */
export function normalize(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
}

/** The entries that have all words of the text, those first whose label begins with it. All entries for an empty text. */
export function matching(entries: readonly Entry[], text: string): Entry[] {
  const wanted = normalize(text).split(/\s+/).filter(Boolean);
  const found = entries.flatMap((entry) => {
    const label = normalize(entry.label);
    const all = `${label} ${normalize(entry.words ?? '')}`;
    if (!wanted.every((word) => all.includes(word))) return [];
    return [{ entry, rank: label.startsWith(wanted.join(' ')) ? 0 : 1 }];
  });
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map(({ entry }) => entry);
}
