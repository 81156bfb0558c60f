import { type RefObject, useEffect, useRef } from 'react';

/** Id of the live region, which the shell has. */
export const ANNOUNCEMENT_ID = 'announcement';

/** Where the person was before; undefined: the page has just been loaded, which browsers read out themselves. */
let lastPath: string | undefined;

/**
 * Moves the focus to the heading when another view is shown, as a browser does with another page, and has screen readers say its title. Returns the
 * ref of the heading. What a view has focused itself keeps the focus.
 */
export function useViewHeading(path: string, title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(lastPath === undefined);
  useEffect(() => {
    // While the code of a view loads, the one before has the address already, and loses the focus with its heading.
    const isLost = document.activeElement === document.body;
    if (lastPath !== undefined && (lastPath !== path || isLost)) {
      isFirst.current = false;
      if (!document.activeElement?.matches('input, textarea, select, [role="dialog"] *')) {
        heading.current?.focus({ preventScroll: true });
      }
    }
    lastPath = path;
  }, [path]);
  useEffect(() => {
    document.title = `${title} – Marketwright`;
    const region = document.getElementById(ANNOUNCEMENT_ID);
    if (region && !isFirst.current) region.textContent = title;
  }, [title]);
  return heading;
}
