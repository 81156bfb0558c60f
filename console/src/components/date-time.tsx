import { useSyncExternalStore } from 'react';
import { useFormat } from '../i18n/format.ts';

/** A time in the local time zone, or relative to now. Its tooltip shows it exactly, in the local time zone and in UTC as in the logs. */
export function DateTime({
  at,
  precision = 'minute',
  relative = false,
}: {
  at: string;
  precision?: 'day' | 'minute' | 'second';
  /** Such as "5 minutes ago"; what is a week away is a date. */
  relative?: boolean;
}) {
  const format = useFormat();
  const shown = { day: format.date, minute: format.dateTime, second: format.precise };
  if (relative) return <RelativeTime at={at} />;
  return (
    <time dateTime={at} title={format.utc(at)}>
      {shown[precision](at)}
    </time>
  );
}

function RelativeTime({ at }: { at: string }) {
  const format = useFormat();
  const now = useSyncExternalStore(subscribe, () => minute);
  return (
    <time dateTime={at} title={`${format.dateTime(at)} · ${format.utc(at)}`}>
      {/* A time that is younger than the minute's beginning is not in the future. */}
      {format.relative(at, Math.max(now, Math.min(Date.parse(at), Date.now())))}
    </time>
  );
}

const MINUTE_MS = 60_000;
let minute = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all relative times on the page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    minute = Date.now();
    for (const each of listeners) each();
  }, MINUTE_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
