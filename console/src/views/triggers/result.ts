import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';
import type { Result } from './words.ts';

/** What came of an occurrence, in words. */
export function useResultWord(): (result: Result) => string {
  const say = useTexts(texts);
  return (result) => {
    if (result === null) return say.waiting;
    return result === 'paused' ? say.pausedResult : say[result];
  };
}
