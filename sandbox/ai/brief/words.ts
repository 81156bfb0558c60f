/** Words as a reader counts them: Markdown marks do not count. */
export function countWords(text: string): number {
  return words(text.replace(/^\s*(?:#+|[-*]|\d+\.)\s+/gm, '')).length;
}

/** Everything between spaces, marks included; never less than countWords. */
export function countTokens(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((each) => /[\p{L}\p{N}]/u.test(each));
}

const smallWords = new Set('a an and as at but by for from in into nor of on or the to up via with your'.split(' '));

/** Title case; words with capitals of their own stay as they are. */
export function titleCase(text: string): string {
  const parts = text.trim().split(/\s+/);
  return parts.map((word, index) => (index > 0 && smallWords.has(word) ? word : capitalize(word))).join(' ');
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Names whose capital must survive in the middle of a sentence. */
const properNames = new Set(
  `airflow amazon ansible apache asia azure cisco copilot databricks datadog docker elastic english europe european
   excel fabric google hashicorp istio java javascript jenkins jira kafka kubernetes linux microsoft mongodb new nvidia okta
   openshift oracle outlook python redis salesforce shopify slack snowflake spark splunk stripe tableau teams
   temporal terraform typescript veeam vmware windows zendesk zoom`.split(/\s+/),
);

/** The same phrase for the middle of a sentence: "Cloud costs" -> "cloud costs", but "Kubernetes costs", "SaaS" and "Zero Trust" stay. */
export function midSentence(phrase: string): string {
  const [first = '', ...rest] = phrase.split(' ');
  const isName = properNames.has(first.toLowerCase()) || !/^(?:A|[A-Z][a-z]+(?:-[a-z]+)*)[,;:]?$/.test(first);
  const isTitle = rest.length > 0 && rest.some((word) => /^[A-Z][a-z]+$/.test(word));
  return isName || isTitle ? phrase : phrase.charAt(0).toLowerCase() + phrase.slice(1);
}

/** Sentences of running text; Markdown marks are dropped, headings left out. */
export function sentencesOf(text: string): string[] {
  const lines = text.split(/\n+/).filter((line) => !/^\s*#/.test(line));
  return lines
    .map((line) => line.replace(/^\s*(?:[-*>]|\d+\.)\s+/, '').replace(/\*\*|__|`/g, ''))
    .flatMap((line) => line.match(/[^.!?]+(?:[.!?]+(?=\s|$)|[.!?](?=\S)[^\s.!?]*|$)+/g) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => countWords(sentence) > 2)
    .map((sentence) => (/[.!?]["')]?$/.test(sentence) ? sentence : `${sentence}.`));
}

/** `text` without whole words beyond `maxLength` characters. */
export function cutAtWord(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength + 1).replace(/\s+\S*$/, '');
  return (cut.length <= maxLength ? cut : text.slice(0, maxLength)).replace(/[,;:\s]+$/, '');
}

/** Lower-case letters and digits with a separator between words. */
export function toSlug(text: string, separator: '-' | '_' = '-'): string {
  const parts = text.toLowerCase().match(/[a-z0-9]+/g) ?? ['item'];
  return parts.slice(0, 6).join(separator);
}
