import type { Link, Table } from '../../infra/database/table.ts';

/** A partner or a user. */
export interface Subject {
  kind: 'partner' | 'user';
  id: number;
}

/** The table with the row of a subject itself. */
export const ROOTS = { partner: 'partner', user: 'app_user' } as const;

/** How the rows of a table are found that belong to a subject; none: it has no such rows. */
export function linksOf({ data }: Table, kind: Subject['kind']): readonly Link[] {
  if (kind === 'user') return data.people ? [{ ...data.people, to: ROOTS.user }] : [];
  if (data.nobody !== undefined) return [];
  return data.of ?? [{ to: ROOTS.partner, by: 'partner_id' }];
}

/** What an erasure does with a subject's rows of a table. */
export function fateOf({ data }: Table, kind: Subject['kind']): 'deleted' | 'cleared' | 'kept' | 'none' {
  if (kind === 'user') return data.people?.erased ?? 'none';
  if (data.nobody !== undefined) return 'none';
  if (!data.kept) return 'deleted';
  return data.kept.cleared ? 'cleared' : 'kept';
}

/** Columns that an erasure clears, with their values as SQL. */
export function clearedOf({ data }: Table, kind: Subject['kind']): Readonly<Record<string, string>> {
  return (kind === 'user' ? data.people?.cleared : data.kept?.cleared) ?? {};
}

/** A foreign key of the database. */
export interface Reference {
  from: string;
  to: string;
}

/** The tables in an order in which no row is deleted before those that reference it. Throws where there is none. */
export function deletionOrder(tables: readonly Table[], references: readonly Reference[]): Table[] {
  const left = new Map(tables.map((table) => [table.name, table]));
  const order: Table[] = [];
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ name }) => !references.some(({ from, to }) => to === name && from !== name && left.has(from)),
    );
    if (free.length === 0) throw new Error(`The foreign keys of ${[...left.keys()].join(', ')} form a circle.`);
    for (const table of free) left.delete(table.name);
    order.push(...free);
  }
  return order;
}
