import { useState } from 'react';
import { loadCode } from '../lib/load-code.ts';
import { showError } from './states.tsx';

/** A menu whose code is loaded when its button is pointed at, and which is there from the first press on. */
export function useLazyMenu(load: () => Promise<unknown>) {
  const [isWanted, setIsWanted] = useState(false);
  // A press says what came of it.
  const preload = () => void load().catch(() => undefined);
  return {
    isWanted,
    button: {
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onPointerEnter: preload,
      onFocus: preload,
      onClick: () => void loadCode(load).then(() => setIsWanted(true), showError),
    },
  } as const;
}
