import type { LinkProps } from '@tanstack/react-router';
import type { SearchRecordsResponse } from '../../api/generated/client/types.gen.ts';

/** A record that the API's search found. */
export type Found = SearchRecordsResponse['data'][number];

/** The address of its view. */
export function linkOf({ type, id: given, parent_id }: Found): LinkProps {
  const id = String(given);
  switch (type) {
    case 'content_item':
      return { to: '/content/$id', params: { id } };
    case 'execution':
      return { to: '/executions/$id', params: { id } };
    case 'case_study':
      return { to: '/case-studies/$id', params: { id } };
    case 'brand_voice':
      return { to: '/brand-voices/$id', params: { id } };
    case 'knowledge_base':
      return { to: '/knowledge/$id', params: { id } };
    case 'knowledge_document':
      return { to: '/knowledge/$id', params: { id: String(parent_id) } };
    case 'agent':
      return { to: '/agents/$id', params: { id } };
    case 'workflow_template':
      return { to: '/templates/$slug', params: { slug: id } };
    case 'workflow_trigger':
      return { to: '/triggers/$id', params: { id } };
    case 'gtm_event':
      return { to: '/calendar', search: { event: id } };
    case 'listing':
      return { to: '/listings/$id', params: { id } };
    case 'webhook':
      return { to: '/webhooks/$id', params: { id } };
    case 'invoice':
      return { to: '/invoices/$number', params: { number: id } };
  }
}
