import type { Actor } from '../../kernel/call.ts';
import { nothing, partnerOf, permits } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import type { Permission } from '../../kernel/permissions.ts';
import { WORKFLOW_TEMPLATES } from '../../workflow-templates/catalogue/index.ts';
import { selectNames } from '../../workflow-templates/store.ts';
import { searchQuery } from '../schema.ts';
import { selectFound } from '../store.ts';
import { FOUND_TYPES, type Found, type FoundType } from '../types.ts';

/** What reading a record of a type takes; `view_content` where it is not named. */
const PERMISSIONS: Partial<Record<FoundType, Permission>> = {
  agent: 'view_companies',
  webhook: 'manage_webhooks',
  invoice: 'view_billing',
};

/** A number of a record, as people write it. */
const NUMBER = /^#?(\d{1,15})$/;

/** Finds what the partner has by words of its titles, by number or by id; only what the caller may read. */
export const search = operation({
  name: 'search.find',
  permission: 'partner',
  params: nothing,
  input: searchQuery,
  async run({ db, capabilities }, call, { q }): Promise<Found[]> {
    const types = FOUND_TYPES.filter((type) => mayRead(call.actor, type));
    if (types.length === 0) return [];
    const partnerId = partnerOf(call);
    const own = types.includes('workflow_template') ? await selectNames(db, partnerId) : [];
    const found = await selectFound(db, {
      partnerId,
      q,
      number: numberIn(q),
      types,
      names: [
        ...capabilities.all.map(({ slug, name }) => ({ slug, name, isTemplate: false })),
        ...[...WORKFLOW_TEMPLATES, ...own].map(({ slug, name }) => ({ slug, name, isTemplate: true })),
      ],
    });
    return found.map(({ id, key, ...row }) => ({ ...row, id: id ?? key ?? '' }));
  },
});

function mayRead(actor: Actor, type: FoundType): boolean {
  return permits(actor, PERMISSIONS[type] ?? 'view_content');
}

function numberIn(q: string): number | null {
  const [, digits] = NUMBER.exec(q) ?? [];
  return digits === undefined ? null : Number(digits);
}
