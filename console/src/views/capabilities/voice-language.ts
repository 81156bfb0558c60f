import { listBrandVoicesQueryKey } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { listBrandVoices } from '../../api/generated/client/sdk.gen.ts';
import { useAllRecords } from '../../lib/all-records.ts';
import type { ExecutionOptions } from './execution-options.tsx';
import type { Settings } from './settings-fields.tsx';

/** The language of the chosen brand voice, which goes before the form's own default. */
export function useVoiceLanguage({ context = {} }: ExecutionOptions, entered: Settings): Settings {
  const chosen = context['brand_voice_id'] ?? entered['company'] ?? entered['brand_voice_company_id'];
  const enabled = typeof chosen === 'number';
  const { data: voices = [] } = useAllRecords(listBrandVoicesQueryKey(), listBrandVoices, { enabled });
  const [language] = voices.find(({ id }) => id === chosen)?.attributes.languages ?? [];
  return language === undefined ? {} : { language };
}
