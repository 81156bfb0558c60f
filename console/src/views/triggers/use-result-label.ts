import { useTranslations } from '../../i18n/translations.ts';
import type { Result } from './model.ts';
import { translations } from './translations.ts';

/** Returns the label of a firing's result. */
export function useResultLabel(): (result: Result) => string {
  const t = useTranslations(translations);
  return (result) => {
    if (result === null) return t.waiting;
    return result === 'paused' ? t.pausedResult : t[result];
  };
}
