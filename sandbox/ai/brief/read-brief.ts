import type { Brief, EarlierWork, Input } from './brief.ts';

const heading =
  /^(task|deliverable|items|length|language|tone|audience|inputs|earlier work|avoid|allowed step kinds|required steps|default plan)\s*:\s*(.*)$/i;

type Sections = Map<string, string[]>;

/** Takes a prompt of the product's convention apart; any other prompt becomes the task. */
export function readBrief(prompt: string, instructions = ''): Brief {
  const sections = split(prompt);
  const line = (name: string): string | undefined => sections.get(name)?.join(' ').trim() || undefined;
  const bounds = /(\d+)\s*(?:-|–|to)\s*(\d+)/.exec(line('length') ?? '');
  const items = /\d+/.exec(line('items') ?? '');
  return {
    task: line('task') ?? sections.get('')?.join('\n').trim() ?? '',
    background: backgroundOf(instructions),
    deliverable: line('deliverable')
      ?.toLowerCase()
      .replace(/[\s-]+/g, '_'),
    items: items ? Math.min(50, Number(items[0])) : undefined,
    length: bounds ? { min: Number(bounds[1]), max: Math.max(Number(bounds[1]), Number(bounds[2])) } : undefined,
    language: line('language'),
    tone: line('tone'),
    audience: line('audience'),
    inputs: readInputs(sections.get('inputs') ?? []),
    earlier: readEarlier(sections.get('earlier work') ?? []),
    avoid: (sections.get('avoid') ?? []).map((each) => each.replace(/^[-*]\s*/, '').trim()).filter(Boolean),
    defaultPlan: parse(line('default plan') ?? ''),
  };
}

/** Rules (list items) and what the model is ("You …") are left out. */
function backgroundOf(instructions: string): string {
  return instructions
    .split('\n')
    .filter((line) => !/^\s*-|^You\b/.test(line))
    .join('\n');
}

/** Lines by heading. Only the first of a heading counts: later ones are text that happens to look like one. */
function split(prompt: string): Sections {
  const sections: Sections = new Map([['', []]]);
  let current = '';
  for (const line of prompt.split(/\r?\n/)) {
    const match = heading.exec(line);
    const name = match?.[1]?.toLowerCase();
    if (match && name !== undefined && !sections.has(name)) {
      current = name;
      sections.set(name, match[2] ? [match[2]] : []);
    } else sections.get(current)?.push(line);
  }
  return sections;
}

function readInputs(lines: string[]): Input[] {
  const inputs: { name: string; text: string }[] = [];
  for (const line of lines) {
    const match = /^\s*[-*]\s*([\w .-]{1,60}?)\s*:\s*(.*)$/.exec(line);
    const last = inputs.at(-1);
    if (match) inputs.push({ name: toName(match[1] ?? ''), text: match[2] ?? '' });
    else if (last && line.trim()) last.text += `\n${line.trim()}`;
  }
  return inputs
    .map(({ name, text }) => ({ name, value: readValue(text.replace(LONG_WORD, (word) => word.slice(0, 100))) }))
    .filter(({ value }) => value !== '' && value !== 'null');
}

/** Only tests have such words; repeated in an answer as other words are, they would fill it. */
const LONG_WORD = /[^\s"]{400,}/g;

function readValue(text: string): unknown {
  return parse(text) ?? text.trim();
}

function toName(text: string): string {
  return text
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[\s.-]+/g, '_');
}

function readEarlier(lines: string[]): EarlierWork[] {
  const works: EarlierWork[] = [];
  for (const line of lines) {
    const match = /^### (.+?)(?: \(([^)]*)\))?\s*$/.exec(line);
    const last = works.at(-1);
    if (match) works.push({ key: match[1] ?? '', kind: match[2] ?? '', text: '' });
    else if (last) last.text += `${line}\n`;
  }
  return works;
}

/** JSON values only: a bare number or word is text. */
function parse(text: string): unknown {
  if (!/^\s*["[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
