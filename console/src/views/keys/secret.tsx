import { Alert } from '@mantine/core';
import { ShownOnce } from '../../components/shown-once.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

/** The text of a new key, which is shown only once. */
export function NewSecret({ plaintext, onDone }: { plaintext: string; onDone: () => void }) {
  const t = useTranslations(translations);
  return (
    <Alert variant="outline" title={t.secret}>
      <ShownOnce lead={t.secretText} value={plaintext} words={t} onDone={onDone} />
    </Alert>
  );
}
