import { type Finding, masked, type Slice } from './finding.ts';
import { isRoleMailbox } from './role-mailboxes.ts';

const ADDRESS = /(?<![\w.%+-])[\w.%+-]{1,64}@(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,8}[A-Za-z]{2,24}(?![\w-])/g;

/** All email addresses in the text. */
export function emailAddresses(text: string): string[] {
  return Array.from(text.matchAll(ADDRESS), ([found]) => found);
}

/** Email addresses of persons. Those of functions (press@, vertrieb@, …) may be published. */
export function* findEmails({ text }: Slice): Generator<Finding> {
  for (const { index, 0: words } of text.matchAll(ADDRESS)) {
    if (isRoleMailbox(words)) continue;
    const [local = '', domain = ''] = words.split('@');
    yield {
      rule: 'pii.email',
      start: index,
      end: index + words.length,
      words,
      shown: `${masked(local, 1, 0)}@${domain}`,
    };
  }
}
