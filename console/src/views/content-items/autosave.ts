import { forgetStored, keepStored, readStored } from '../../lib/storage.ts';

/** Milliseconds from the last change of a text until it is saved. */
const QUIET_MS = 3_000;
/** The first pause after a save that failed; each further one is twice as long, milliseconds. */
const PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

/** Milliseconds from the last change, or the last try, until a text is saved, after so many tries that failed one after another. */
export function pauseAfter(failures: number): number {
  return failures === 0 ? QUIET_MS : Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** Math.min(failures - 1, 10));
}

/** Whether the same text can be saved later: the service was not reached, was busy, or failed. `status` is that of its answer. */
export function isTransient(status: number | undefined): boolean {
  return status === undefined || status === 408 || status === 429 || status >= 500;
}

const PREFIX = 'marketwright.autosave';

/** Whether texts of this person are saved while they type, as they chose in this browser; they are by default. */
export function isAutosaveOn(owner: string): boolean {
  return readStored(`${PREFIX}/${owner}`) !== 'off';
}

/** Keeps the choice in this browser, for this person. */
export function keepAutosave(owner: string, isOn: boolean): void {
  // A forbidden storage keeps no choice: it holds for this visit.
  if (isOn) forgetStored(`${PREFIX}/${owner}`);
  else keepStored(`${PREFIX}/${owner}`, 'off');
}
