import { CATALOGUE } from './catalogue/catalogue.ts';
import { claimsOf } from './catalogue/claims.ts';
import type { ClaimKind, ClaimRule, Phrases, Vocabulary } from './catalogue/types.ts';
import { compile, keysOf, listOf, lookUp } from './compile.ts';
import type { Finding, Slice } from './finding.ts';
import type { Span } from './slices.ts';

/** Most places of a phrase that are looked at in a clause. */
const MAX_PLACES = 12;
const DEFAULT_WITHIN = 40;

/** Expressions are made when they are first needed: a process meets few of the languages. */
interface CompiledRule extends Omit<ClaimRule, 'all' | 'unless'> {
  language: string;
  all: (() => RegExp)[];
  unless: (() => RegExp) | undefined;
}

interface CompiledLanguage {
  functionWords: ReadonlySet<string>;
  denials: () => RegExp;
  sources: () => RegExp;
}

const LANGUAGES = new Map<string, CompiledLanguage>();
/** Languages by their frequent short words. */
const FUNCTION_WORDS = new Map<string, string[]>();
/** Rules by the keys of the words that their first list can begin with. */
const INDEX = new Map<string, Set<CompiledRule>>();
for (const vocabulary of CATALOGUE) addLanguage(vocabulary);

function addLanguage(vocabulary: Vocabulary): void {
  const { language, functionWords, denials, sources } = vocabulary;
  LANGUAGES.set(language, {
    functionWords: new Set(functionWords.split(' ')),
    denials: lazily(denials),
    sources: lazily(sources),
  });
  for (const word of functionWords.split(' '))
    FUNCTION_WORDS.set(word, [...(FUNCTION_WORDS.get(word) ?? []), language]);
  for (const { all, unless, ...rule } of claimsOf(vocabulary)) {
    const compiled = {
      ...rule,
      language,
      all: all.map(lazily),
      unless: unless === undefined ? undefined : lazily(unless),
    };
    for (const key of listOf(all[0]).flatMap(keysOf)) INDEX.set(key, (INDEX.get(key) ?? new Set()).add(compiled));
  }
}

const compiledLists = new Map<Phrases, RegExp>();

/** The expression of a list, made at its first use and shared by the rules that have the list. */
function lazily(phrases: Phrases): () => RegExp {
  return () => {
    const known = compiledLists.get(phrases);
    if (known) return known;
    const made = compile(phrases);
    compiledLists.set(phrases, made);
    return made;
  };
}

const RULE_OF: Readonly<Record<ClaimKind, string>> = {
  guarantee: 'claim.banned',
  health: 'claim.banned',
  income: 'claim.banned',
  roi: 'claim.banned',
  risk_free: 'claim.banned',
  superlative: 'claim.unprovable',
  number_one: 'claim.unprovable',
  security: 'claim.unprovable',
};

const WHAT: Readonly<Record<ClaimKind, string>> = {
  guarantee: 'promises a result',
  health: 'promises healing',
  income: 'promises an income',
  roi: 'promises a return without a source',
  risk_free: 'promises freedom from risk',
  superlative: 'makes a superlative claim that cannot be proved',
  number_one: 'claims a leading position without a source',
  security: 'makes an absolute claim that cannot be proved',
};

/** Claims that advertising law forbids for any product, or that nobody can prove. */
export function* findClaims({ text, lower, sentences }: Slice): Generator<Finding> {
  for (const sentence of sentences) {
    const own = lower.slice(sentence.start, sentence.end);
    const candidates = lookUp(own, INDEX);
    if (candidates.size === 0) continue;
    const languages = languagesOf(own);
    const clauses = clausesOf(own);
    const spoken = [...LANGUAGES].filter(([language]) => languages.has(language)).map(([, compiled]) => compiled);
    for (const rule of candidates) {
      if (!languages.has(rule.language)) continue;
      const found = findClaim(rule, own, { clauses, spoken });
      if (!found) continue;
      const [start, end] = [sentence.start + found.start, sentence.start + found.end];
      const words = text.slice(start, end);
      yield { rule: RULE_OF[rule.kind], start, end, words, shown: words, what: WHAT[rule.kind] };
    }
  }
}

const KANA = /[\u3041-\u30FF]/;
const HAN = /[\u3400-\u9FFF]/;
/** Languages that are known by their script. */
const OWN_SCRIPT: ReadonlySet<string> = new Set(['ja', 'zh']);

/** Languages that a sentence can be in. */
function languagesOf(sentence: string): Set<string> {
  const scores = new Map<string, number>();
  for (const [word] of sentence.matchAll(/[a-zß-ɏ]+/g)) {
    for (const language of FUNCTION_WORDS.get(word) ?? []) scores.set(language, (scores.get(language) ?? 0) + 1);
  }
  const best = Math.max(0, ...scores.values());
  const isLikely = (language: string) => best < 3 || (scores.get(language) ?? 0) * 2 >= best;
  const languages = new Set(
    [...LANGUAGES.keys()].filter((language) => !OWN_SCRIPT.has(language) && isLikely(language)),
  );
  if (HAN.test(sentence) || KANA.test(sentence)) languages.add('ja');
  if (HAN.test(sentence) && !KANA.test(sentence)) languages.add('zh');
  return languages;
}

/** Also before an alternative: "guaranteed, or you do not pay"; and before a contrast: "…, although the better way". */
const CLAUSE_END =
  /[;:!?–—]|\s-\s|,(?= (?:or|oder|sonst|ou|sinon|o|oppure|altrimenti|although|though|but|while|obwohl|aber|doch|während|mais|quoique|aunque|pero|mientras|embora|mas|enquanto|ma|mentre|sebbene) )/g;

function clausesOf(sentence: string): Span[] {
  const clauses: Span[] = [];
  let start = 0;
  for (const { index } of sentence.matchAll(CLAUSE_END)) {
    clauses.push({ start, end: index });
    start = index;
  }
  return [...clauses, { start, end: sentence.length }];
}

/** The language of a rule, and those that a sentence can be in. */
interface Speech {
  language: string;
  spoken: readonly CompiledLanguage[];
}

function findClaim(
  rule: CompiledRule,
  sentence: string,
  { clauses, spoken }: { clauses: readonly Span[]; spoken: readonly CompiledLanguage[] },
): Span | undefined {
  for (const clause of clauses) {
    const own = sentence.slice(clause.start, clause.end);
    const parts = findTogether(rule, own);
    if (!parts) continue;
    if (!rule.isDenial && isDenied(own, parts, { language: rule.language, spoken })) continue;
    if (rule.unless && placesOf(rule.unless, sentence).length > 0) return undefined;
    if (rule.mayBeSourced && spoken.some(({ sources }) => placesOf(sources, sentence).length > 0)) return undefined;
    return {
      start: clause.start + Math.min(...parts.map(({ start }) => start)),
      end: clause.start + Math.max(...parts.map(({ end }) => end)),
    };
  }
  return undefined;
}

/**
 * Whether a clause denies its claim, in the rule's language or another that the sentence can be in; what is a frequent word
 * of the rule's language, as `no` in Portuguese, is no denial of another.
 */
function isDenied(clause: string, parts: readonly Span[], { language, spoken }: Speech): boolean {
  const own = LANGUAGES.get(language);
  return spoken.some(({ denials }) =>
    placesOf(denials, clause).some(
      (denial) =>
        !parts.some((part) => overlap(denial, part)) &&
        (denials === own?.denials || !own?.functionWords.has(clause.slice(denial.start, denial.end))),
    ),
  );
}

/** The first place where a phrase of each list stands close to one of the first list. */
function findTogether({ all, within = DEFAULT_WITHIN, inOrder }: CompiledRule, clause: string): Span[] | undefined {
  const [anchors, ...partnerLists] = all;
  const first = anchors ? placesOf(anchors, clause) : [];
  if (first.length === 0) return undefined;
  const others = partnerLists.map((phrases) => placesOf(phrases, clause));
  for (const anchor of first) {
    const partners = others.map((places) =>
      places.find(
        (place) => !overlap(place, anchor) && gap(place, anchor) <= within && (!inOrder || place.start >= anchor.end),
      ),
    );
    if (partners.some((partner) => partner === undefined)) continue;
    return [anchor, ...partners.filter((partner) => partner !== undefined)];
  }
  return undefined;
}

function placesOf(phrases: () => RegExp, text: string): Span[] {
  const places: Span[] = [];
  for (const { index, 0: match } of text.matchAll(phrases())) {
    places.push({ start: index, end: index + match.length });
    if (places.length === MAX_PLACES) break;
  }
  return places;
}

function overlap(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

function gap(a: Span, b: Span): number {
  return Math.max(a.start, b.start) - Math.min(a.end, b.end);
}
