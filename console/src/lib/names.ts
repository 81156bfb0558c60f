import { useQuery } from '@tanstack/react-query';
import {
  listCapabilitiesOptions,
  listGroupedWorkflowTemplatesOptions,
} from '../api/generated/client/@tanstack/react-query.gen.ts';
import { usePermission } from '../shell/me.ts';

/** Names change only with a release of the service. */
const staleTime = Number.POSITIVE_INFINITY;

/** Returns the display name of a capability, or its humanized slug while unknown. */
export function useCapabilityName(): (slug: string) => string {
  const enabled = usePermission('view_content');
  const query = useQuery({ ...listCapabilitiesOptions({ query: { include_beta: true } }), staleTime, enabled });
  const names = new Map(query.data?.data.map(({ attributes: { slug, name } }) => [slug, name]));
  return (slug) => names.get(slug) ?? humanize(slug);
}

/** Returns the display name of a workflow template, or its humanized slug while unknown. */
export function useTemplateName(): (slug: string) => string {
  const enabled = usePermission('view_content');
  const query = useQuery({ ...listGroupedWorkflowTemplatesOptions(), staleTime, enabled });
  const templates = query.data?.data.flatMap((group) => group.templates);
  const names = new Map(templates?.map(({ attributes: { slug, name } }) => [slug, name]));
  return (slug) => names.get(slug) ?? humanize(slug);
}

/** The labels of the keys, in their order. */
export function pickLabels<Key extends string>(
  keys: readonly Key[],
  t: Readonly<Record<Key, string>>,
): Record<Key, string> {
  return Object.fromEntries(keys.map((key) => [key, t[key]])) as Record<Key, string>;
}

/** An identifier as a label: `call_to_action` becomes "Call to action". */
export function humanize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
}
