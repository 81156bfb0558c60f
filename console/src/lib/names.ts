import { useQuery } from '@tanstack/react-query';
import { meOptions } from '../shell/me.ts';
import { humanize } from './labels.ts';

/**
 * What forms and lists name: the newest 200 records of each kind, and the catalogue. It comes with the person's own record, is read
 * again after a change, and is undefined for roles that may not see content.
 */
export function useNames() {
  const { data } = useQuery(meOptions());
  return data?.data.attributes.names;
}

/** Returns the display name of a capability, or its humanized slug while unknown. */
export function useCapabilityName(): (slug: string) => string {
  const names = new Map(useNames()?.capabilities.map(({ slug, name }) => [slug, name]));
  return (slug) => names.get(slug) ?? humanize(slug);
}

/** Returns the display name of a workflow template, or its humanized slug while unknown. */
export function useTemplateName(): (slug: string) => string {
  const names = new Map(useNames()?.templates.map(({ slug, name }) => [slug, name]));
  return (slug) => names.get(slug) ?? humanize(slug);
}
