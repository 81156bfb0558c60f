import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './list-translations.ts';
import type { FavorableItem } from './use-favor.ts';

/** Makes an item a favourite, or takes that back. A plain element, because lists and boards have hundreds. */
export function FavoriteStar<Item extends FavorableItem>({
  item,
  onToggle,
}: {
  item: Item;
  onToggle: (item: Item) => void;
}) {
  const t = useTranslations(translations);
  const { title, favorite = false } = item.attributes;
  const Star = favorite ? IconStarFilled : IconStar;
  return (
    <button
      type="button"
      className="star"
      aria-label={t.favorite(title)}
      aria-pressed={favorite}
      title={favorite ? t.removeFavorite : t.addFavorite}
      onClick={() => onToggle(item)}
    >
      <Star size={16} aria-hidden />
    </button>
  );
}
