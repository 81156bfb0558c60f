import { type ComponentProps, lazy, Suspense } from 'react';
import { Loading } from '../../components/states.tsx';

const Daily = lazy(() => import('./charts.tsx').then(({ DailyCredits }) => ({ default: DailyCredits })));
const ByCapability = lazy(() =>
  import('./charts.tsx').then(({ CapabilityCredits }) => ({ default: CapabilityCredits })),
);

/** Credits per day. The chart is a chunk of its own, loaded when it is shown. */
export function DailyCredits(props: ComponentProps<typeof Daily>) {
  return (
    <Suspense fallback={<Loading />}>
      <Daily {...props} />
    </Suspense>
  );
}

/** Credits per capability, loaded likewise. */
export function CapabilityCredits() {
  return (
    <Suspense fallback={<Loading />}>
      <ByCapability />
    </Suspense>
  );
}
