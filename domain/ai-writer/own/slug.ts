import { findTemplate } from '../catalogue.ts';

/** Whether no template of a partner's may have a slug: the platform's have it, or the console's history of the writer. */
export function isReserved(slug: string): boolean {
  return slug === 'history' || findTemplate(slug) !== undefined;
}

/** Room for a number behind it. */
const MAX_BASE = 56;

/** A slug made of a name, which is not reserved, and which `isTaken` does not say to be another's. */
export async function slugOf(name: string, isTaken: (slug: string) => Promise<boolean>): Promise<string> {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');
  const base = (/^[a-z]./.test(words) ? words : `template_${words}`).slice(0, MAX_BASE).replace(/_$/, '');
  // As many at most as a partner has templates.
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base}_${number}`;
    if (!isReserved(slug) && !(await isTaken(slug))) return slug;
  }
}
