import { z } from 'zod';
import type { Table } from '../../infra/database/table.ts';
import type { Deps } from '../kernel/deps.ts';
import { notFound } from '../kernel/errors.ts';
import { recordId } from '../kernel/schema.ts';
import { findPartner } from '../partners/store.ts';
import { findUser } from '../users/store.ts';
import type { Subject } from './rules.ts';
import { SUBJECTS } from './table.ts';

export const subjectSchema = z.object({ kind: z.enum(SUBJECTS), id: recordId });

/** What the steps of this area need: all tables, which the composition root hands in. */
export type Services = Pick<Deps, 'db' | 'transaction' | 'clock'> & { tables: readonly Table[] };

/** The partner of a subject. Throws NOT_FOUND. */
export async function partnerOfSubject({ db }: Pick<Deps, 'db'>, { kind, id }: Subject): Promise<number> {
  if (kind === 'partner') {
    if (await findPartner(db, id)) return id;
    throw notFound('Partner');
  }
  const user = await findUser(db, id);
  if (!user) throw notFound('User');
  return user.partner_id;
}
