import type { AnyNode, Element } from 'domhandler';
import { type Block, blocksOfText } from './blocks.ts';
import { parseFragment, type TreeBudget } from './document.ts';

/** What shows no text of its own, or none that belongs to the listing. */
const silent = new Set(
  'script style template noscript iframe object embed svg math canvas audio video select button textarea head'.split(
    ' ',
  ),
);

/** Elements that begin a line of their own. */
const blockElements = new Set(
  (
    'address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form header hr html ' +
    'legend li main nav ol p pre section summary table tbody td tfoot th thead tr ul h1 h2 h3 h4 h5 h6'
  ).split(' '),
);

/** What a text is part of; the first text of a list's entry is the item. */
interface Context {
  kind: Block['kind'];
  left: boolean;
}

/**
 * The text of some nodes as a reader sees it, block by block. Walks without recursion, because pages nest deeper than the stack does.
 */
export function blocksOf(nodes: readonly AnyNode[]): Block[] {
  const blocks: Block[] = [];
  const contexts: Context[] = [{ kind: 'paragraph', left: false }];
  const steps: (AnyNode | (() => void))[] = [...nodes].reverse();
  let text = '';

  const endBlock = () => {
    const found = blocksOfText(text);
    text = '';
    const context = contexts.at(-1);
    if (found.length === 0 || !context) return;
    if (context.kind === 'paragraph') blocks.push(...found);
    else
      blocks.push({ kind: context.left ? 'paragraph' : context.kind, text: found.map((each) => each.text).join(' ') });
    context.left = true;
  };

  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if (typeof step === 'function') step();
    else if (step.type === 'text') text += step.data.replace(/\s+/g, ' ');
    else if (step.type === 'root') pushChildren(steps, step.children);
    else if (isElement(step) && !silent.has(step.name) && !('hidden' in step.attribs)) {
      if (step.name === 'br') text += '\n';
      else if (blockElements.has(step.name)) {
        endBlock();
        const kind = kindOf(step.name);
        if (kind) contexts.push({ kind, left: false });
        steps.push(() => {
          endBlock();
          if (kind) contexts.pop();
        });
        pushChildren(steps, step.children);
      } else pushChildren(steps, step.children);
    }
  }
  endBlock();
  return blocks;
}

/** The texts of the blocks. */
export function linesOf(nodes: readonly AnyNode[]): string[] {
  return blocksOf(nodes).map((block) => block.text);
}

/** The same as one text, without its structure. */
export function textOf(nodes: readonly AnyNode[]): string {
  return linesOf(nodes).join(' ');
}

function pushChildren(steps: (AnyNode | (() => void))[], children: readonly AnyNode[]): void {
  for (let index = children.length - 1; index >= 0; index -= 1) steps.push(children[index] as AnyNode);
}

function isElement(node: AnyNode): node is Element {
  return node.type === 'tag' || node.type === 'script' || node.type === 'style';
}

function kindOf(name: string): Block['kind'] | undefined {
  if (name === 'li') return 'item';
  return /^h[1-6]$/.test(name) ? 'heading' : undefined;
}

/** Longest text that is looked at for markup. */
const MAX_LENGTH = 500_000;

/**
 * The blocks of a text that may hold markup, such as descriptions in JSON-LD: `<p>…`, or the same encoded once more as `&lt;p&gt;…`,
 * or plain lines with a few entities. Throws TooComplex.
 */
export function blocksOfMarkup(text: string, budget: TreeBudget): Block[] {
  const bounded = text.slice(0, MAX_LENGTH);
  const decoded = hasTags(bounded) ? bounded : withoutEntities(bounded, budget);
  return hasTags(decoded) ? blocksOf(parseFragment(decoded, budget).root().toArray()) : blocksOfText(decoded);
}

/** The same as one text, without its structure. Throws TooComplex. */
export function textOfMarkup(text: string, budget: TreeBudget): string {
  return blocksOfMarkup(text, budget)
    .map((block) => block.text)
    .join(' ');
}

function hasTags(text: string): boolean {
  return /<[a-z!/]/i.test(text);
}

/** A text with its character references replaced; line feeds stay. Throws TooComplex. */
export function withoutEntities(text: string, budget: TreeBudget): string {
  return text.includes('&') ? parseFragment(text, budget).text() : text;
}
