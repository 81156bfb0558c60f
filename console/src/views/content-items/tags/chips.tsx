import { useFormat } from '../../../i18n/format.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import { translations } from './translations.ts';

/** Tags that are shown of an item among others. */
const SHOWN = 3;

/** The first tags of an item, and how many more it has. Plain elements, because lists and boards have hundreds. */
export function TagChips({ tags = [], most = SHOWN }: { tags?: readonly string[] | undefined; most?: number }) {
  const t = useTranslations(translations);
  const format = useFormat();
  if (tags.length === 0) return null;
  const more = tags.slice(most);
  return (
    <ul className="tags" aria-label={t.tags}>
      {tags.slice(0, most).map((tag) => (
        <li key={tag} dir="auto">
          {tag}
        </li>
      ))}
      {more.length > 0 && <li title={t.further(more.join(', '))}>+{format.number(more.length)}</li>}
    </ul>
  );
}
