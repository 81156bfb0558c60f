import { createContext, use } from 'react';
import { getMeOptions } from '../api/generated/client/@tanstack/react-query.gen.ts';
import type { GetMeResponse } from '../api/generated/client/types.gen.ts';

/** The person who is signed in. */
export type Me = GetMeResponse['data']['attributes'];
/** A permission of a role. The API enforces permissions; the console only hides what is not allowed. */
export type Permission = Me['permissions'][number];

/** The query of who is signed in, with the names that views show. It is read once a session, and after changes. */
export function meOptions() {
  return { ...getMeOptions({ query: { include: 'names' } }), staleTime: 60_000 };
}

/** Provided by AuthGate. */
export const MeContext = createContext<Me | undefined>(undefined);

/** The person who is signed in. */
export function useMe(): Me {
  const me = use(MeContext);
  if (!me) throw new Error('This is shown outside of the shell.');
  return me;
}

/** Whether the person has the permission. True when none is required. */
export function usePermission(permission: Permission | undefined): boolean {
  const { permissions } = useMe();
  return permission === undefined || permissions.includes(permission);
}
