import { CatchBoundary } from '@tanstack/react-router';
import { type ComponentType, type JSX, lazy, type ReactNode, useEffect, useReducer } from 'react';
import { ApiError } from '../api/api-error.ts';
import { loadCode, reloadIfReachable } from '../lib/load-code.ts';
import { ErrorAlert, showError } from './states.tsx';

type Part<Props> = (props: Props) => ReactNode;
type Load<Props> = () => Promise<{ default: Part<Props> }>;
/** Shown where the code of a part is not there. */
type Failed<Props> = (failure: { error: unknown; again: () => void; props: Props }) => JSX.Element;

/**
 * A part of a view whose code is loaded once it is shown. Where that fails, an alert stands in its place, and what is around it stays, with what
 * was typed there.
 */
export function lazyPart<Props extends object>(load: Load<Props>): Part<Props> {
  return orElse(load, ({ error }) => (
    // Browsers keep that a file was not there as long as the page is.
    <ErrorAlert error={error} onRetry={error instanceof ApiError ? () => void reloadIfReachable() : undefined} />
  ));
}

/** A dialog whose code is loaded once it is opened. Where that fails, a notification says so, and it is closed. */
export function lazyDialog<Props extends { onClose: () => void }>(load: Load<Props>): Part<Props> {
  return orElse(load, ({ error, again, props: { onClose } }) => (
    <Closed
      error={error}
      onClose={() => {
        again();
        onClose();
      }}
    />
  ));
}

function Closed({ error, onClose }: { error: unknown; onClose: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each error
  useEffect(() => {
    showError(error);
    onClose();
  }, [error]);
  return null;
}

function orElse<Props extends object>(load: Load<Props>, Failed: Failed<Props>): Part<Props> {
  // React keeps the outcome of a load for good, a failure, too.
  const create = () => lazy(() => loadCode(load)) as ComponentType<Props>;
  let Loaded = create();
  return function LazyPart(props: Props) {
    const [attempt, tryAgain] = useReducer((count: number) => count + 1, 0);
    const again = () => {
      Loaded = create();
      tryAgain();
    };
    return (
      <CatchBoundary
        getResetKey={() => attempt}
        errorComponent={({ error }) => <Failed error={error} again={again} props={props} />}
      >
        <Loaded {...props} />
      </CatchBoundary>
    );
  };
}
