import type { CapabilityAttributes } from '../../api/generated/client/types.gen.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';

/** What a capability costs, before anything is pressed. */
export function Cost({
  capability: { requires_credits: costs, estimated_credits: credits },
}: {
  capability: Pick<CapabilityAttributes, 'requires_credits' | 'estimated_credits'>;
}) {
  const say = useTexts(texts);
  const format = useFormat();
  return costs ? say.cost(format.number(credits)) : say.free;
}
