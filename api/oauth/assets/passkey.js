// Signs in with a passkey: asks the service for a challenge, has the browser sign it, and sends the form.
const form = document.getElementById('passkey-form');
const button = document.getElementById('passkey-button');
const note = document.getElementById('passkey-problem');

const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
const textOf = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

async function signIn() {
  // biome-ignore lint/style/noRestrictedGlobals: runs in the browser and asks its own origin
  const answer = await fetch(form.dataset.challenge, { method: 'POST', headers: { Accept: 'application/json' } });
  if (!answer.ok) throw new Error(String(answer.status));
  const { challenge, allowCredentials = [], ...options } = await answer.json();
  const credential = await navigator.credentials.get({
    publicKey: {
      ...options,
      challenge: bytesOf(challenge),
      allowCredentials: allowCredentials.map((one) => ({ ...one, id: bytesOf(one.id) })),
    },
  });
  const { response } = credential;
  form.elements.namedItem('response').value = JSON.stringify({
    id: credential.id,
    rawId: textOf(credential.rawId),
    type: credential.type,
    clientExtensionResults: {},
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      ...(response.userHandle && { userHandle: textOf(response.userHandle) }),
    },
  });
  form.submit();
}

// Browsers bind passkeys to a name: an address such as 127.0.0.1 has none.
const hasName = !/^[\d.]+$|:/.test(location.hostname);

if (form && button && window.PublicKeyCredential && hasName) {
  form.hidden = false;
  button.addEventListener('click', () => {
    note.hidden = true;
    button.disabled = true;
    signIn().catch(() => {
      note.hidden = false;
      button.disabled = false;
    });
  });
}
