import { useQuery } from '@tanstack/react-query';
import { getCapabilityOptions } from '../api/generated/client/@tanstack/react-query.gen.ts';
import { useFormat } from '../i18n/format.ts';

/** What a capability is estimated to cost, in credits, as the viewer writes numbers; undefined: it is not known, or not yet. */
export function usePrice(slug: string): string | undefined {
  const format = useFormat();
  const { data } = useQuery(getCapabilityOptions({ path: { slug } }));
  return data && format.number(data.data.attributes.estimated_credits);
}
