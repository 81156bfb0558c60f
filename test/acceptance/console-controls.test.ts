import { expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { addressOf, openConsole, settled, showScheme, Visitor } from '../environment/console.ts';
import { consolePlaces } from '../environment/console-places.ts';

jest.setTimeout(480_000);

const { browser, partner, person } = await openConsole({ credits: 1_000 });

const OWN_PLACES = ['/credits', '/people', '/profile', '/security', '/keys', '/audit-log', '/notifications'];
/** What WCAG 1.4.11 asks of the edge of a control. */
const EDGE = 3;
/** Around an element, pixels: outlines stand off. */
const AROUND = 6;
const CONTROLS =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled:not([aria-hidden]), summary, [tabindex="0"]';
/** What is chosen, switched on, or where one is; labels show it of segments, and words of steps. */
const STATES =
  ':is(input:checked, [data-active], nav [aria-current], [aria-current="date"], [aria-selected="true"], [aria-pressed="true"])' +
  ':not(.mantine-SegmentedControl-control, .mantine-SegmentedControl-input, [class*="mantine-Timeline"])';
/** What has a meaning by its shape. */
const SHAPES =
  '.bar-day > [data-tone], .rank > span, .line-chart path:not(.area), .mantine-Progress-section, .mantine-ScheduleEvent-event';

/** In the page: elements of a kind look alike, and one of them is looked at; what they look like is taken off and put back. */
const IN_PAGE = `
  window.kindOf = (element) => [element.tagName, element.type, element.getAttribute('role'), element.dataset.variant, element.dataset.tone,
    [...element.classList].filter((name) => !/^m_|focus-auto|mantine-active/.test(name)).join('.'),
    element.closest('header, nav, td, [role=dialog]')?.tagName].filter(Boolean).join(' ');
  window.find = (selector) => (window.found = [...document.querySelectorAll(selector)]
    .filter((element) => (element.getBoundingClientRect().width > 2 || element.labels?.length) && element.checkVisibility())).map(kindOf);
  window.boxOf = (index) => {
    const element = found[index];
    const shown = element.getBoundingClientRect().width > 2 ? element : element.labels[0];
    shown.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { x, y, width, height } = shown.getBoundingClientRect();
    return { x: Math.max(0, x - ${AROUND}), y: Math.max(0, y - ${AROUND}), width: width + ${2 * AROUND}, height: height + ${2 * AROUND} };
  };
  window.takeOff = (element) => {
    if (element.checked) element.checked = false;
    for (const name of ['data-active', 'aria-current', 'aria-selected', 'aria-pressed']) element.removeAttribute(name);
    if (element.matches(${JSON.stringify(SHAPES)})) element.style.visibility = 'hidden';
  };
  window.edgeOf = (element) => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const pixel = (colour) => {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data];
    };
    const backgroundOf = (node) => {
      const colour = node ? pixel(getComputedStyle(node).backgroundColor) : [255, 255, 255, 255];
      return colour[3] === 255 ? colour : backgroundOf(node.parentElement);
    };
    const luminance = ([red, green, blue]) => [red, green, blue].map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
    const contrast = (one, other) => {
      const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    };
    const style = getComputedStyle(element);
    const outside = backgroundOf(element.parentElement);
    const border = parseFloat(style.borderTopWidth) > 0 ? pixel(style.borderTopColor) : outside;
    return Math.max(contrast(border, outside), contrast(backgroundOf(element), outside));
  };
`;

/** Links that are called the current page, and are not; the navigation marks the view that the shown one belongs to. */
const NOT_CURRENT = `[...document.querySelectorAll('a[aria-current=page]')]
  .filter((link) => link.pathname + link.search !== location.pathname + location.search && !link.matches('.mantine-NavLink-root')).map((link) => link.textContent)`;

/** Kinds of what is found that no view had before, with their places in the list. */
async function newKinds(page: Page, selector: string, seen: Set<string>): Promise<[kind: string, index: number][]> {
  const kinds: string[] = await page.evaluate(`find(${JSON.stringify(selector)})`);
  return kinds.flatMap((kind, index) => {
    if (seen.has(kind)) return [];
    seen.add(kind);
    return [[kind, index] as [string, number]];
  });
}

/** Whether what is done to an element of those found is seen. */
async function isSeen(page: Page, index: number, change: string): Promise<boolean> {
  const clip: { x: number; y: number; width: number; height: number } = await page.evaluate(`boxOf(${index})`);
  const picture = () => page.screenshot({ clip, animations: 'disabled' });
  const before = await picture();
  await page.evaluate(`(() => { const element = found[${index}]; ${change} })()`);
  return !before.equals(await picture());
}

/** Controls whose edge has too little contrast, by kind. Native ones and those without an edge are left out. */
function faintEdges(page: Page): Promise<Record<string, number>> {
  return page.evaluate(`Object.fromEntries(
    [...document.querySelectorAll('input:enabled, textarea:enabled, select:enabled, .mantine-Switch-track')]
      .map((element) => element.closest('.mantine-Input-input') ?? element)
      .filter((element) => element.checkVisibility({ opacityProperty: true }) && element.getBoundingClientRect().width > 2)
      .filter((element) => element.matches('.mantine-Switch-track') || getComputedStyle(element).appearance === 'none')
      .filter((element) => !element.matches('[data-variant=unstyled], input:read-only[type=text]') && !element.matches('.mantine-SegmentedControl-input'))
      .map((element) => [kindOf(element), Math.round(edgeOf(element) * 100) / 100])
      .filter(([, contrast]) => contrast < ${EDGE}))`);
}

test('in every view controls have an edge and show the focus, and states and charts are seen in a contrast theme', async () => {
  const visitor = await Visitor.arrive(browser);
  const places = [...(await consolePlaces(partner)), ...OWN_PLACES];
  const page = await visitor.open('/', person);
  const controls = new Set<string>();
  const states = new Set<string>();
  const shapes = new Set<string>();
  const unseen: Record<string, unknown>[] = [];
  for (const place of places) {
    await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(addressOf(place));
    await settled(page);
    await page.evaluate(IN_PAGE);
    const elsewhere = (await page.evaluate(NOT_CURRENT)) as string[];
    if (elsewhere.length > 0) unseen.push({ place, elsewhere });
    for (const [kind, index] of await newKinds(page, CONTROLS, controls)) {
      const focus = 'element.focus({ preventScroll: true, focusVisible: true });';
      await page.evaluate('document.activeElement.blur()');
      if (!(await isSeen(page, index, focus))) unseen.push({ place, focus: kind });
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await showScheme(page, colorScheme);
      const edges = await faintEdges(page);
      if (Object.keys(edges).length > 0) unseen.push({ place, colorScheme, edges });
    }
    await page.emulateMedia({ forcedColors: 'active' });
    for (const [kind, index] of await newKinds(page, STATES, states)) {
      if (!(await isSeen(page, index, 'takeOff(element);'))) unseen.push({ place, state: kind });
    }
    for (const [kind, index] of await newKinds(page, SHAPES, shapes)) {
      if (!(await isSeen(page, index, 'takeOff(element);'))) unseen.push({ place, shape: kind });
    }
  }
  expect(unseen).toEqual([]);
  // The views have not lost what is looked at.
  expect(controls.size).toBeGreaterThan(40);
  expect([...states].join()).toMatch(/NavLink.*SegmentedControl/);
  expect([...shapes].join()).toMatch(/SPAN.*chart/);
  await visitor.leave();
});
