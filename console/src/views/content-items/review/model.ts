import { useQuery } from '@tanstack/react-query';
import type { ContentItem } from '../../../api/generated/client/types.gen.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import { usePeople } from '../../../lib/people.ts';
import { type Me, meOptions } from '../../../shell/me.ts';
import { translations as itemTexts } from '../translations.ts';

/** Longest passage that a comment is on, characters. */
export const MAX_QUOTE_LENGTH = 1_000;
/** Longest comment, characters. */
export const MAX_COMMENT_LENGTH = 5_000;

/** Roles whose people approve what somebody else is asked to review. */
const ADMIN_ROLES: readonly Me['role'][] = ['owner', 'admin'];

/** Number of the person who is signed in. */
export function useOwnId(): number | undefined {
  return useQuery(meOptions()).data?.data.id;
}

/** Whether the API would let a person approve, unless an admin has written the text. */
export function mayApprove(
  { reviewer_id }: ContentItem['attributes'],
  { id, role }: { id: number | undefined; role: Me['role'] },
): boolean {
  return reviewer_id === null || reviewer_id === id || ADMIN_ROLES.includes(role);
}

/** Names an actor such as `user:7` or `partner_key:3`. */
export function useActorName(): (actor: string) => string {
  const t = useTranslations(itemTexts);
  const people = usePeople();
  return (actor) => {
    const [kind = '', who = ''] = actor.split(':');
    const person = kind === 'user' ? people.find(({ id }) => String(id) === who) : undefined;
    return person?.name ?? t.editor(kind, who);
  };
}
