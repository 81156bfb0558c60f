import { useRef, useState } from 'react';
import { useMe } from '../shell/me.ts';
import { forgetStored, keepStored, readStored, storedKeys } from './storage.ts';

const PREFIX = 'marketwright.draft';
/** Drafts with other fields than today's are not read. */
const VERSION = 2;
/** Milliseconds that a draft is kept. */
const KEPT_MS = 7 * 86_400_000;
/** Characters of the largest draft that is kept; browsers give an origin some five million. */
const MAX_LENGTH = 200_000;
/** Drafts that are kept at once; the oldest make way. */
const MAX_DRAFTS = 20;

interface Stored {
  version: number;
  at: number;
  values: unknown;
  base?: unknown;
}

/** What was typed into a form and not sent, kept in this browser for a week, for this person. */
export interface FormDraft<Values> {
  values: Values;
  /** Whether it was there before this visit. */
  isRestored: boolean;
  /** What the form began with when it was changed first; undefined while nothing is typed. */
  base: unknown;
  /** Keeps what is typed; `base` replaces what the form began with. */
  change(values: Values | ((previous: Values) => Values), base?: unknown): void;
  /** Forgets it, once it was sent or is not wanted. */
  clear(): void;
}

/**
 * The draft of a form; `initial` without one. Forms differ by name, such as `capability/blog_post`; a form that changes a record keeps
 * the fields that differ from it. Secrets have no draft. `begin` says what the form begins with, which is kept beside it.
 */
export function useFormDraft<Values>(form: string, initial: Values, begin?: () => unknown): FormDraft<Values> {
  const { id } = useDraftOwner();
  const key = `${PREFIX}/${id}/${form}`;
  const [state, setState] = useState(() => {
    const { values = initial, base } = read<Values>(key) ?? {};
    return { values, base, isRestored: values !== initial };
  });
  // Changes of one moment follow each other before the next rendering.
  const latest = useRef(state);
  const keep = (next: typeof state) => {
    latest.current = next;
    setState(next);
  };
  const clear = () => {
    keep({ values: initial, base: undefined, isRestored: false });
    forgetStored(key);
  };
  return {
    ...state,
    change(change, base = latest.current.base ?? begin?.()) {
      const before = latest.current.values;
      const values = typeof change === 'function' ? (change as (previous: Values) => Values)(before) : change;
      if (JSON.stringify(values) === JSON.stringify(initial)) clear();
      else {
        keep({ values, base, isRestored: state.isRestored });
        write(key, values, base);
      }
    },
    clear,
  };
}

/** Drafts of other people, which a browser that several use must not keep, and those that are old. */
export function removeForeignDrafts(owner: string, now = Date.now()): void {
  for (const key of storedKeys(`${PREFIX}/`)) {
    const isOwn = key.startsWith(`${PREFIX}/${owner}/`);
    if (!isOwn || !isCurrent(parse(readStored(key)), now)) forgetStored(key);
  }
}

/** Whose drafts these are: the address, since ids of people recur in another installation on the same origin. */
function useDraftOwner(): { id: string } {
  const { email } = useMe();
  return { id: draftOwner(email) };
}

/** The name under which a person's drafts are kept. */
export function draftOwner(email: string | null | undefined): string {
  return encodeURIComponent(email ?? 'unknown');
}

function read<Values>(key: string): { values?: Values; base?: unknown } | undefined {
  const stored = parse(readStored(key));
  return isCurrent(stored, Date.now()) ? (stored as { values: Values; base?: unknown }) : undefined;
}

/** Keeps a draft. One that is too large, or that the browser refuses, is not there at all: a part of it would be worse than none. */
function write(key: string, values: unknown, base: unknown): void {
  const stored: Stored = { version: VERSION, at: Date.now(), values, base };
  const text = JSON.stringify(stored);
  if (text.length <= MAX_LENGTH && keepStored(key, text)) removeOldest(key);
  else forgetStored(key);
}

/** The oldest of too many drafts; never the one that is being typed. */
function removeOldest(current: string): void {
  const others = storedKeys(`${PREFIX}/`)
    .filter((key) => key !== current)
    .map((key) => ({ key, at: parse(readStored(key))?.at ?? 0 }))
    .sort((one, other) => other.at - one.at);
  for (const { key } of others.slice(MAX_DRAFTS - 1)) forgetStored(key);
}

function parse(text: string | null): Stored | undefined {
  try {
    return text === null ? undefined : (JSON.parse(text) as Stored);
  } catch {
    return undefined;
  }
}

function isCurrent(stored: Stored | undefined, now: number): stored is Stored {
  return stored?.version === VERSION && now - stored.at < KEPT_MS;
}
