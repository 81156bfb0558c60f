import { type ReactNode, useDeferredValue } from 'react';

/**
 * Renders its content after what stands around it, in slices between which the page obeys: on a slow machine one task for all would keep
 * people waiting.
 */
export function Deferred({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null;
}
