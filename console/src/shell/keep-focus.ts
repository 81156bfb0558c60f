const FOCUSABLE =
  ':is(a[href], button, input, select, textarea, summary, [tabindex]):not(:disabled, [tabindex="-1"], [aria-hidden="true"])';
/** A button whose request is under way is disabled, too, and is there again after it. */
const IN_VAIN = 'button:disabled:not([data-loading])';
/** Whoever puts the focus elsewhere, as a dialog that closes or a view that opens, does so first, milliseconds. */
const OTHERS_FIRST_MS = 50;
/** Where a search for what stands beside something ends: there the focus goes to the heading. */
const ENDS = '#content, [role="dialog"], body';

/** An element, and where it stood. */
interface Step {
  parent: Element;
  index: number;
}

/** What a person has focused last, and the way up from it. */
interface Focused {
  element: HTMLElement;
  steps: readonly Step[];
  /** Whether it is seen that it has the focus, as it is for those who use the keyboard. Browsers know where others were. */
  isSeen: boolean;
  /** The page, or what lies over it: a dialog or a notification. */
  layer: Element | null;
  /** What had the focus before it came to this layer. */
  opener?: HTMLElement | undefined;
}

let focused: Focused | undefined;

/**
 * Gives the focus back that a page loses when what had it is disabled for a while, as a button while its request is under way, or goes away,
 * as the row of a record that is deleted: keyboards and screen readers would begin again at the top.
 */
export function keepFocus(): void {
  remember(document.activeElement);
  document.addEventListener('focusin', ({ target }) => remember(target));
  // Who presses beside everything takes the focus away on purpose; a press on what has it already focuses nothing.
  document.addEventListener('pointerdown', () => remember(null), true);
  document.addEventListener('click', () => remember(document.activeElement), true);
  let isScheduled = false;
  new MutationObserver(() => {
    if (isScheduled || !focused) return;
    isScheduled = true;
    setTimeout(() => {
      isScheduled = false;
      // Without the focus of the window it may be in the address bar.
      if (document.hasFocus() && document.activeElement === document.body && focused) restore(focused);
    }, OTHERS_FIRST_MS);
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['disabled'] });
}

function remember(target: unknown): void {
  if (!(target instanceof HTMLElement) || target === document.body) {
    focused = undefined;
    return;
  }
  const layer = target.closest('body > *');
  const opener = layer === focused?.layer ? focused?.opener : focused?.element;
  focused = { element: target, steps: stepsOf(target), isSeen: target.matches(':focus-visible'), layer, opener };
}

function stepsOf(element: HTMLElement): Step[] {
  const steps: Step[] = [];
  for (let child: Element = element; child.parentElement; child = child.parentElement) {
    steps.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  }
  return steps;
}

/** Focuses the same again, else what stands in its place or before it. A field that is disabled is waited for. */
function restore({ element, steps, isSeen, opener }: Focused): void {
  if (element.isConnected && !element.matches(IN_VAIN)) {
    if (canFocus(element)) element.focus({ preventScroll: true });
    return;
  }
  if (isSeen) (besideOf(steps) ?? (opener && canFocus(opener) ? opener : headingOf(steps)))?.focus();
}

function besideOf(steps: readonly Step[]): HTMLElement | undefined {
  for (const { parent, index } of steps.filter((step) => step.parent.isConnected)) {
    if (parent.matches(ENDS)) return undefined;
    const next = [parent.children[index], parent.children[index - 1]].map(firstIn).find(Boolean);
    if (next) return next;
  }
  return undefined;
}

/** The dialog that something was in, while it is open, else the heading of the view. */
function headingOf(steps: readonly Step[]): HTMLElement | null {
  const dialog = steps.find(({ parent }) => parent.isConnected && parent.matches('[role="dialog"][tabindex]'))?.parent;
  return dialog instanceof HTMLElement ? dialog : document.querySelector<HTMLElement>('h1[tabindex]');
}

function canFocus(element: HTMLElement): boolean {
  return element.isConnected && element.matches(FOCUSABLE) && element.checkVisibility();
}

function firstIn(place: Element | undefined): HTMLElement | undefined {
  if (!place) return undefined;
  const all = [...(place.matches(FOCUSABLE) ? [place] : []), ...place.querySelectorAll(FOCUSABLE)];
  return all.find((each): each is HTMLElement => each instanceof HTMLElement && canFocus(each));
}
