import { MantineProvider } from '@mantine/core';
import '@mantine/core/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { type AuthState, authenticate } from './auth/sign-in.ts';
import { loadLanguage } from './i18n/load-language.ts';
import { loadCode } from './lib/load-code.ts';
import { styleNonce } from './settings.ts';
import { NotLoadedPage, SignedOutPage } from './shell/auth-gate.tsx';
import { resolveVariables, theme } from './shell/theme.ts';
import './styles.css';
import './forced-colors.css';
import './trusted-types.ts';

/** Renders nothing while the browser is redirected to the issuer. */
async function renderContent() {
  let authState: AuthState;
  try {
    authState = await authenticate();
  } catch (error) {
    return <SignedOutPage error={error} />;
  }
  if (authState === 'signed-out') return <SignedOutPage />;
  try {
    const { App } = await loadCode(() => import('./app.tsx'));
    return <App />;
  } catch (error) {
    return <NotLoadedPage error={error} />;
  }
}

/** The files of the app import those of this one, so nothing may be awaited at their top level. */
async function renderConsole(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no place for the console.');
  const [content] = await Promise.all([renderContent(), loadLanguage()]);
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolveVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => styleNonce}
      >
        {content}
      </MantineProvider>
    </StrictMode>,
  );
}

void renderConsole();
