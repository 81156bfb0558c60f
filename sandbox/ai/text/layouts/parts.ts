import { isVerbPhrase } from '../../brief/verbs.ts';
import { capitalize, countWords } from '../../brief/words.ts';
import type { Author } from '../author.ts';
import { featureSentences, hooks, productHooks } from '../bank/messages.ts';
import { generalPoints, nounPointSentences, verbPointSentences } from '../bank/points.ts';
import type { Part } from '../document.ts';
import { voiceOf } from '../tone.ts';

/** A first sentence in the tone that was asked for. */
export function hookOf(author: Author): string | undefined {
  const { topic, product } = author.subject;
  const bank = product === topic ? productHooks : hooks[voiceOf(author.brief.tone)];
  const full = author.random.shuffle(bank).flatMap((template) => author.introduce(template) ?? []);
  return author.choose(full);
}

/** A list of the given key points, filled up with general ones; no part when nothing may be said. */
export function pointList(author: Author, heading: string, count: number): Part[] {
  const { random, subject } = author;
  const given = subject.points.filter((point) => countWords(point) > 0);
  const points = [...given, ...random.shuffle(generalPoints)].slice(0, Math.max(count, Math.min(given.length, 8)));
  const nouns = author.random.shuffle(nounPointSentences);
  const items = points.flatMap((point, index) => {
    const templates = isVerbPhrase(point) ? verbPointSentences : nouns;
    const sentence = author.fill(templates[index % templates.length] ?? '', { point });
    return sentence && author.allowed(point) ? [[`**${capitalize(point)}.** ${sentence}`]] : [];
  });
  return items.length > 0 ? [{ heading, style: 'bullets', items, spare: [], closed: true }] : [];
}

/** The given features with what each does for its user; general ones when none are given. */
export function featureList(author: Author, heading: string): Part[] {
  const { random, subject } = author;
  const features =
    subject.points.length > 1 ? subject.points : [...subject.points, ...random.shuffle(generalPoints)].slice(0, 3);
  const sentences = random.shuffle(author.fillAll(featureSentences));
  const items = features
    .slice(0, 8)
    .filter((feature) => author.allowed(feature))
    .map((feature, index) => [`**${capitalize(feature)}.**`, sentences[index] ?? ''].filter(Boolean));
  return items.length > 0 ? [{ heading, style: 'bullets', items, spare: [], closed: true, fixed: true }] : [];
}
