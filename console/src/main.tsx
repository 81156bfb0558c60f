import { MantineProvider } from '@mantine/core';
import '@mantine/core/styles.css';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { type AuthState, authenticate } from './auth/sign-in.ts';
import { loadLanguage } from './i18n/load-language.ts';
import { loadCode } from './lib/load-code.ts';
import { styleNonce } from './settings.ts';
import { NotLoadedPage } from './shell/auth-gate.tsx';
import { resolveVariables, theme } from './shell/theme.ts';
import './styles.css';
import './forced-colors.css';
import './trusted-types.ts';

/** Nothing is shown while the browser is redirected to the issuer, unless that takes longer than this, milliseconds. */
const PATIENCE_MS = 1_000;

/** What a person sees who is signed in, who is not, or whose sign-in failed. */
async function renderContent() {
  let authState: AuthState | undefined;
  let failure: unknown;
  try {
    authState = await authenticate();
  } catch (error) {
    failure = error;
  }
  try {
    if (authState === 'console') {
      const { App } = await loadCode(() => import('./app.tsx'));
      return <App />;
    }
    const { SignedOutPage } = await loadSignedOut();
    return <SignedOutPage error={failure} />;
  } catch (error) {
    return <NotLoadedPage error={error} />;
  }
}

/** Pages of people who are not signed in, which those who are never see. */
function loadSignedOut() {
  return loadCode(() => import('./shell/signed-out-page.tsx'));
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
  let isReady = false;
  const showWait = async () => {
    const [{ SigningInPage }] = await Promise.all([loadSignedOut(), language]);
    if (!isReady) show(<SigningInPage />);
  };
  // What is not there is met by what follows, too.
  const late = setTimeout(() => void showWait().catch(() => undefined), PATIENCE_MS);
  const [content] = await Promise.all([renderContent(), language]);
  clearTimeout(late);
  isReady = true;
  show(content);
}

void renderConsole();
