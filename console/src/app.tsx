import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { connectClient } from './api/client.ts';
import { keepFew } from './api/keep-few.ts';
import { Problem } from './api/problem.ts';
import { followSignOut } from './auth/sign-out.ts';
import { router } from './router.tsx';
import { NavigationContext } from './shell/navigation.ts';
import { Notices } from './shell/notices.tsx';
import { SignInGate } from './shell/sign-in-gate.tsx';
import { NAVIGATION } from './views/views.ts';

/** Once more for what may be over in a moment; a refusal stays one. */
const MAX_RETRIES = 2;

connectClient();
followSignOut();

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < MAX_RETRIES && !(error instanceof Problem && (error.status ?? 500) < 500),
      staleTime: 5_000,
    },
  },
});
keepFew(queries);

/** The console of somebody who is signed in. */
export function App() {
  return (
    <QueryClientProvider client={queries}>
      <Notices />
      <SignInGate>
        <NavigationContext value={NAVIGATION}>
          <RouterProvider router={router} />
        </NavigationContext>
      </SignInGate>
    </QueryClientProvider>
  );
}
