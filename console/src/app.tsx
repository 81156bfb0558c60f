import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { ApiError } from './api/api-error.ts';
import { configureClient } from './api/client.ts';
import { getMeQueryKey } from './api/generated/client/@tanstack/react-query.gen.ts';
import { limitQueryCache } from './api/query-cache.ts';
import { listenForSignOut } from './auth/sign-out.ts';
import { onLanguageChange } from './i18n/translations.ts';
import { router } from './router.tsx';
import { AuthGate } from './shell/auth-gate.tsx';
import { keepFocus } from './shell/keep-focus.ts';
import { NotificationArea } from './shell/notification-area.tsx';

/** Retries for network and server errors; 4xx responses are not retried. */
const MAX_RETRIES = 2;

configureClient();
listenForSignOut();
keepFocus();

/**
 * A change may have made a name, and where one is refused the role may be another by now; the next view that shows names reads the person's
 * record again.
 */
const mutationCache = new MutationCache({
  onSettled: () => void queryClient.invalidateQueries({ queryKey: getMeQueryKey(), refetchType: 'none' }),
});

/** Where a record is gone, what was read before and is not shown, such as its list, may still have it, and is read again once it is shown. */
const queryCache = new QueryCache({
  onError: (error) => {
    if (error instanceof ApiError && error.status === 404)
      void queryClient.invalidateQueries({ type: 'inactive', refetchType: 'none' });
  },
});

const queryClient: QueryClient = new QueryClient({
  mutationCache,
  queryCache,
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < MAX_RETRIES && !(error instanceof ApiError && (error.status ?? 500) < 500),
      staleTime: 5_000,
    },
  },
});
limitQueryCache(queryClient);
// The API answers in the person's language.
onLanguageChange(() => void queryClient.invalidateQueries());

/** The console of a person who is signed in. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <NotificationArea />
      <AuthGate>
        <RouterProvider router={router} />
      </AuthGate>
    </QueryClientProvider>
  );
}
