/** A prompt, taken apart. */
export interface Brief {
  task: string;
  /** A content type, or findings, answer, schedule, notes, ideas, outline, plan; undefined in a free prompt. */
  deliverable: string | undefined;
  /** How many items of a list were asked for. */
  items: number | undefined;
  /** Bounds in words. */
  length: { min: number; max: number } | undefined;
  language: string | undefined;
  tone: string | undefined;
  audience: string | undefined;
  /** Given values: text, or parsed JSON. */
  inputs: { name: string; value: unknown }[];
  /** Outputs of earlier steps. */
  earlier: { key: string; kind: string; text: string }[];
  /** Phrases that must not be in the answer. */
  avoid: string[];
  /** The plan to echo, parsed JSON. */
  defaultPlan: unknown;
}

const HEADING =
  /^(task|deliverable|items|length|language|tone|audience|inputs|earlier work|avoid|allowed step kinds|required steps|default plan)\s*:\s*(.*)$/i;

/** Takes a prompt of the product's convention apart; any other prompt becomes the task. */
export function readBrief(prompt: string): Brief {
  const sections = split(prompt);
  const line = (name: string): string | undefined => sections.get(name)?.join(' ').trim() || undefined;
  const bounds = /(\d+)\s*(?:-|–|to)\s*(\d+)/.exec(line('length') ?? '');
  const items = /\d+/.exec(line('items') ?? '');
  return {
    task: line('task') ?? sections.get('')?.join('\n').trim() ?? '',
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

/** Lines by heading. Only the first of a heading counts: later ones are text that happens to look like one. */
function split(prompt: string): Map<string, string[]> {
  const sections = new Map<string, string[]>([['', []]]);
  let current = '';
  for (const line of prompt.split(/\r?\n/)) {
    const match = HEADING.exec(line);
    const name = match?.[1]?.toLowerCase();
    if (match && name !== undefined && !sections.has(name)) {
      current = name;
      sections.set(name, match[2] ? [match[2]] : []);
    } else sections.get(current)?.push(line);
  }
  return sections;
}

/** Only tests have such words; repeated in an answer as other words are, they would fill it. */
const LONG_WORD = /[^\s"]{400,}/g;

function readInputs(lines: string[]): Brief['inputs'] {
  const inputs: { name: string; text: string }[] = [];
  for (const line of lines) {
    const match = /^\s*[-*]\s*([\w .-]{1,60}?)\s*:\s*(.*)$/.exec(line);
    const last = inputs.at(-1);
    if (match) inputs.push({ name: toName(match[1] ?? ''), text: match[2] ?? '' });
    else if (last && line.trim()) last.text += `\n${line.trim()}`;
  }
  return inputs
    .map(({ name, text }) => ({ name, text: text.replace(LONG_WORD, (word) => word.slice(0, 100)).trim() }))
    .map(({ name, text }) => ({ name, value: parse(text) ?? text }))
    .filter(({ value }) => value !== '' && value !== 'null');
}

function toName(text: string): string {
  return text
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[\s.-]+/g, '_');
}

function readEarlier(lines: string[]): Brief['earlier'] {
  const works: Brief['earlier'] = [];
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
