import { useState } from 'react';
import { useMe } from '../shell/me.ts';

const PREFIX = 'marketwright.draft';
/** Drafts with other fields than today's are not read. */
const VERSION = 1;
/** Milliseconds that a draft is kept. */
const KEPT_MS = 7 * 86_400_000;

interface Stored {
  version: number;
  at: number;
  values: unknown;
}

/** What was typed into a form and not sent, kept in this browser for a week, for this person. */
export interface FormDraft<Values> {
  values: Values;
  /** Whether it was there before this visit. */
  isRestored: boolean;
  change(values: Values): void;
  /** Forgets it, once it was sent or is not wanted. */
  clear(): void;
}

/** The draft of a form; `initial` without one. Forms differ by name, such as `capability/blog_post`. */
export function useFormDraft<Values>(form: string, initial: Values): FormDraft<Values> {
  const { id } = useDraftOwner();
  const key = `${PREFIX}/${id}/${form}`;
  const [{ values, isRestored }, setState] = useState(() => {
    const stored = read<Values>(key);
    return { values: stored ?? initial, isRestored: stored !== undefined };
  });
  return {
    values,
    isRestored,
    change(next) {
      setState({ values: next, isRestored });
      write(key, next);
    },
    clear() {
      setState({ values: initial, isRestored: false });
      localStorage.removeItem(key);
    },
  };
}

/** Drafts of other people, which a browser that several use must not keep, and those that are old. */
export function removeForeignDrafts(owner: string, now = Date.now()): void {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(`${PREFIX}/`)) continue;
    const isOwn = key.startsWith(`${PREFIX}/${owner}/`);
    if (!isOwn || !isCurrent(parse(localStorage.getItem(key)), now)) localStorage.removeItem(key);
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

function read<Values>(key: string): Values | undefined {
  const stored = parse(localStorage.getItem(key));
  return isCurrent(stored, Date.now()) ? (stored.values as Values) : undefined;
}

function write(key: string, values: unknown): void {
  const stored: Stored = { version: VERSION, at: Date.now(), values };
  try {
    localStorage.setItem(key, JSON.stringify(stored));
  } catch {
    // A full or forbidden storage keeps no draft; the form works without.
  }
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
