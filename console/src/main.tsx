import { MantineProvider } from '@mantine/core';
import '@mantine/core/styles.css';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { type AuthState, authenticate } from './auth/sign-in.ts';
import { loadLanguage } from './i18n/load-language.ts';
import { loadCode } from './lib/load-code.ts';
import { styleNonce } from './settings.ts';
import { NotLoadedPage, SignedOutPage, SigningInPage } from './shell/auth-gate.tsx';
import { resolveVariables, theme } from './shell/theme.ts';
import './styles.css';
import './forced-colors.css';
import './trusted-types.ts';

/** Nothing is shown while the browser is redirected to the issuer, unless that takes longer than this, milliseconds. */
const PATIENCE_MS = 1_000;

/** What a person sees who is signed in, who is not, or whose sign-in failed. */
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
  const page = createRoot(root);
  const show = (content: ReactNode) =>
    page.render(
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
  const language = loadLanguage();
  const late = setTimeout(() => void language.then(() => show(<SigningInPage />)), PATIENCE_MS);
  const content = await renderContent();
  clearTimeout(late);
  await language;
  show(content);
}

void renderConsole();
