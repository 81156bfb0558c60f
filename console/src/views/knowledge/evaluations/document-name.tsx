import { Link } from '@tanstack/react-router';
import { useTranslations } from '../../../i18n/translations.ts';
import { translations } from './translations.ts';

/** A document by its title, which opens it; by its number where it was deleted. */
export function DocumentName({ base, id, title }: { base: string; id: number; title: string | null | undefined }) {
  const t = useTranslations(translations);
  if (typeof title !== 'string') return t.documentNumber(String(id));
  return (
    <Link to="/knowledge/$id/documents/$document" params={{ id: base, document: String(id) }}>
      {title}
    </Link>
  );
}
