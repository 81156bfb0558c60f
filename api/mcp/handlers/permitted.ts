import type { Actor, RequiredPermission } from '../../../domain/kernel/call.ts';
import { ROLE_PERMISSIONS } from '../../../domain/kernel/permissions.ts';
import { CODES, RpcError } from '../json-rpc.ts';
import type { Tool, ToolDescription } from '../tool.ts';

/** Whether the caller's role in its team permits a tool. */
function isPermitted(actor: Actor, permission: RequiredPermission): boolean {
  if (permission === 'administrator' || permission === 'calendar_feed') return false;
  return permission === 'partner' || !('role' in actor) || ROLE_PERMISSIONS[actor.role].includes(permission);
}

/**
 * The property of a caller that decides which tools it may use; empty for keys, which may use all tools for partners.
 */
export function roleOf(actor: Actor): string {
  return 'role' in actor ? actor.role : '';
}

/** Throws -32603 when the caller's role does not permit the tool. */
export function requirePermitted(actor: Actor, { name, permission }: Tool): void {
  if (isPermitted(actor, permission)) return;
  throw new RpcError(CODES.internalError, `Your role does not permit "${name}"; it needs ${permission}.`, {
    code: 'FORBIDDEN',
    permission,
  });
}

/** Descriptions of the tools that the caller may use. */
export function permittedTools(actor: Actor, tools: readonly Tool[]): ToolDescription[] {
  return tools.filter(({ permission }) => isPermitted(actor, permission)).map(({ description }) => description);
}
