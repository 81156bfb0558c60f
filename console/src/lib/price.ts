import { useFormat } from '../i18n/format.ts';
import { useNames } from './names.ts';

/** Estimated credits of a capability, formatted. Undefined while unknown. */
export function usePrice(slug: string): string | undefined {
  const format = useFormat();
  const capability = useNames()?.capabilities.find((each) => each.slug === slug);
  return capability && format.number(capability.estimated_credits);
}
