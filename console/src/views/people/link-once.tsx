import { ShownOnce } from '../../components/shown-once.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

/** A link to pass on where the service sends no mails; nobody can read it again. */
export function LinkOnce({ url, name, onDone }: { url: string; name: string; onDone: () => void }) {
  const t = useTranslations(translations);
  return <ShownOnce lead={t.linkText(name)} value={url} words={t} onDone={onDone} />;
}
