import { useQuery } from '@tanstack/react-query';
import { getCapabilityOptions } from '../api/generated/client/@tanstack/react-query.gen.ts';
import { useFormat } from '../i18n/format.ts';

/** Estimated credits of a capability, formatted. Undefined while unknown. */
export function usePrice(slug: string): string | undefined {
  const format = useFormat();
  const { data } = useQuery(getCapabilityOptions({ path: { slug } }));
  return data && format.number(data.data.attributes.estimated_credits);
}
