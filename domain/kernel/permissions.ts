/** Permissions, as the external contract names them. */
export const PERMISSIONS = [
  'manage_content',
  'view_content',
  'view_companies',
  'manage_companies',
  'manage_webhooks',
  'view_billing',
  'manage_billing',
  'manage_agents',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Roles within a partner's team, from most to fewest permissions. */
export const ROLES = ['owner', 'admin', 'editor', 'analyst', 'viewer'] as const;

/** Role of a user or an OAuth client within a partner's team. */
export type Role = (typeof ROLES)[number];

/** What each role may do, for the API document. */
export const ROLE_MEANING =
  '`owner`: everything; `admin`: all but changing billing and owners; `editor`: content and agents; `analyst`: reading, including billing; `viewer`: reading content.';

/** Roles that manage the people and the keys of their partner. */
export const ADMIN_ROLES: readonly Role[] = ['owner', 'admin'];

/** The single table of role permissions, used by REST and MCP. */
export const ROLE_PERMISSIONS: Record<Role, readonly Permission[]> = {
  owner: PERMISSIONS,
  admin: PERMISSIONS.filter((permission) => permission !== 'manage_billing'),
  editor: ['manage_content', 'view_content', 'view_companies', 'manage_agents'],
  analyst: ['view_content', 'view_companies', 'view_billing'],
  viewer: ['view_content'],
};
