// A form is sent once, however often its button is pressed: what it brings may be shown only once, and codes hold once.
const PAUSE_MS = 10_000;
let sent;

addEventListener('submit', (event) => {
  const now = performance.now();
  if (event.target === sent?.form && now - sent.at < PAUSE_MS) event.preventDefault();
  else sent = { form: event.target, at: now };
});

// Browsers that go back show a page as it was left.
addEventListener('pageshow', () => {
  sent = undefined;
});
