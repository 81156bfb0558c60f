import { capitalize } from '../../brief/words.ts';
import type { Author } from '../author.ts';
import { generalPoints, nounPointSentences } from '../bank/points.ts';
import type { ItemTemplate } from '../bank/work.ts';

/** Exactly `count` items: of the templates first, then about the key points. */
export function pointItems(
  templates: readonly ItemTemplate[],
  count: number,
  ordered: boolean,
  author: Author,
): ItemTemplate[] {
  const { random, subject } = author;
  const filled = templates.flatMap(({ title, lead, action }) => {
    const item = { title: author.fill(title), lead: author.fill(lead) };
    return item.title === undefined || item.lead === undefined
      ? []
      : [{ title: item.title, lead: item.lead, action: author.fill(action ?? '') || undefined }];
  });
  const chosen = new Set(random.shuffle(filled).slice(0, count));
  const items: ItemTemplate[] = ordered ? filled.filter((item) => chosen.has(item)) : [...chosen];
  const sentences = random.shuffle(nounPointSentences);
  const points = [...subject.points, ...random.shuffle(generalPoints)].filter((point) => author.allowed(point));
  for (let index = 0; items.length < count; index += 1) {
    const point = points[index % points.length] ?? subject.topic;
    const lead = author.fill(sentences[(index + Math.floor(index / points.length)) % sentences.length] ?? '', {
      point,
    });
    items.push({ title: capitalize(point), lead: lead ?? `Plan some time for ${point}.` });
  }
  return items;
}
