import { MantineProvider } from '@mantine/core';
import '@mantine/core/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { type Entrance, enter } from './auth/entrance.ts';
import { styleNonce } from './settings.ts';
import { Outside } from './shell/sign-in-gate.tsx';
import { resolveVariables, theme } from './shell/theme.ts';
import './styles.css';

/** What is to be drawn; whoever leaves for the issuer sees nothing in between. */
async function content() {
  let entrance: Entrance;
  try {
    entrance = await enter();
  } catch (error) {
    return <Outside error={error} />;
  }
  if (entrance === 'signed-out') return <Outside />;
  const { App } = await import('./app.tsx');
  return <App />;
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the console.');
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      {await content()}
    </MantineProvider>
  </StrictMode>,
);
