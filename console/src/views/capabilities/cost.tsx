import type { CapabilityAttributes } from '../../api/generated/client/types.gen.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

/** The estimated cost of a capability. */
export function Cost({
  capability: { requires_credits: costs, estimated_credits: credits },
}: {
  capability: Pick<CapabilityAttributes, 'requires_credits' | 'estimated_credits'>;
}) {
  const t = useTranslations(translations);
  const format = useFormat();
  return costs ? t.cost(format.number(credits)) : t.free;
}
