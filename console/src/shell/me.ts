import { createContext, use } from 'react';
import type { GetMeResponse } from '../api/generated/client/types.gen.ts';

/** The person who is signed in. */
export type Me = GetMeResponse['data']['attributes'];
/** What a role may do; the API refuses the rest, whatever is shown. */
export type Permission = Me['permissions'][number];

/** Set by the shell before anything else is shown. */
export const MeContext = createContext<Me | undefined>(undefined);

/** The person who is signed in. */
export function useMe(): Me {
  const me = use(MeContext);
  if (!me) throw new Error('This is shown outside of the shell.');
  return me;
}

/** Whether the person may do it, and so is shown it. */
export function usePermission(permission: Permission | undefined): boolean {
  const { permissions } = useMe();
  return permission === undefined || permissions.includes(permission);
}
