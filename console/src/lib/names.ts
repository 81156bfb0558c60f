import { useQuery } from '@tanstack/react-query';
import {
  listCapabilitiesOptions,
  listGroupedWorkflowTemplatesOptions,
} from '../api/generated/client/@tanstack/react-query.gen.ts';
import { usePermission } from '../shell/me.ts';
import { humanize } from './labels.ts';

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
