import { lexer, type MarkedToken, type Token } from 'marked';

/** Changes of one kind, such as `Added`. */
interface Changes {
  kind: string;
  entries: Token[][];
}

/** What a version brought to people at the console. */
export interface Version {
  /** Its number; null: not numbered yet. */
  number: string | null;
  /** Day of its release, YYYY-MM-DD. */
  date: string | null;
  changes: Changes[];
}

/** Entries that name the console concern people who use it; the others are for programs and operators. */
const FOR_PEOPLE = /\bconsole\b/i;

/** The versions of a changelog in the form of Keep a Changelog, with the entries for people, newest first. */
export function readChangelog(markdown: string): Version[] {
  const versions: Version[] = [];
  for (const token of lexer(markdown) as MarkedToken[]) {
    const changes = versions.at(-1)?.changes;
    if (token.type === 'heading' && token.depth === 2) versions.push(versionOf(token.text));
    else if (token.type === 'heading' && token.depth === 3) changes?.push({ kind: token.text, entries: [] });
    else if (token.type === 'list') {
      const entries = token.items.filter(({ text }) => FOR_PEOPLE.test(text)).map(({ tokens }) => tokens.map(slim));
      changes?.at(-1)?.entries.push(...entries);
    }
  }
  return versions
    .map((version) => ({ ...version, changes: version.changes.filter(({ entries }) => entries.length > 0) }))
    .filter(({ changes }) => changes.length > 0);
}

/** A text by which a newer changelog is recognised: it changes with what the newest version says to people. */
export function newestOf(versions: readonly Version[]): string {
  const [newest] = versions;
  const entries = newest?.changes.reduce((sum, each) => sum + each.entries.length, 0) ?? 0;
  return `${newest?.number ?? 'next'}/${entries}`;
}

/** `0.2.0 - 2026-11-22`, or a word for what is not released yet. */
function versionOf(heading: string): Version {
  const [, number = null, date = null] = /^v?(\d[\w.-]*?)(?: - (\d{4}-\d\d-\d\d))?$/.exec(heading.trim()) ?? [];
  return { number, date, changes: [] };
}

/** A token without the text that it was made of, which would double what is sent. */
function slim(token: Token): Token {
  const kept = Object.fromEntries(Object.entries(token).filter(([name]) => name !== 'raw'));
  return ('tokens' in token && token.tokens ? { ...kept, tokens: token.tokens.map(slim) } : kept) as Token;
}
