import { useQuery } from '@tanstack/react-query';
import {
  listCapabilitiesOptions,
  listGroupedWorkflowTemplatesOptions,
} from '../api/generated/client/@tanstack/react-query.gen.ts';
import { usePermission } from '../shell/me.ts';
import { humanize } from './labels.ts';

/** Names change with a release of the service only. */
const staleTime = Number.POSITIVE_INFINITY;

/** What people call a capability; until that is known, and for one that is gone, its slug in words. */
export function useCapabilityName(): (slug: string) => string {
  const enabled = usePermission('view_content');
  const query = useQuery({ ...listCapabilitiesOptions({ query: { include_beta: true } }), staleTime, enabled });
  const names = new Map(query.data?.data.map(({ attributes: { slug, name } }) => [slug, name]));
  return (slug) => names.get(slug) ?? humanize(slug);
}

/** What people call a workflow template, likewise. */
export function useTemplateName(): (slug: string) => string {
  const enabled = usePermission('view_content');
  const query = useQuery({ ...listGroupedWorkflowTemplatesOptions(), staleTime, enabled });
  const templates = query.data?.data.flatMap((group) => group.templates);
  const names = new Map(templates?.map(({ attributes: { slug, name } }) => [slug, name]));
  return (slug) => names.get(slug) ?? humanize(slug);
}
