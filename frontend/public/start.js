// The build writes this file into every document. Pages without the frontend request it.

// Runs before the first paint, so that the page never flashes in the other theme.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const show = () => {
    let chosen = null;
    try {
      chosen = localStorage.getItem('festoon.theme');
    } catch {
      // Storage may be forbidden: the system's preference applies.
    }
    const dark = chosen ? chosen === 'dark' : system.matches;
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  };
  show();
  // Some systems switch to dark in the evening, while the page is open.
  system.addEventListener('change', show);
})();

// Records the buttons of a rendered page that are pressed before its code is loaded, for `app/main.tsx`.
window.festoonClicks = [];
document.addEventListener('click', ({ target }) => {
  const button = target.closest('[data-prerendered="page"] button[type="button"]');
  if (!button) return;
  button.ariaBusy = 'true';
  window.festoonClicks.push(button);
});

// Requests the data of a signed-in page while its code is loading; `preload` in `platform/http.ts` takes the responses.
// The document names the route and what it reads: `data-route="/bookings/:id" data-reads="/me /bookings/:id"`.
(() => {
  const { route, reads } = document.currentScript.dataset;
  if (!route) return;
  let session;
  try {
    session = JSON.parse(localStorage.getItem('festoon.session'));
  } catch {
    // Storage may be forbidden: the page is then shown as signed out.
  }
  if (!session) return;
  // Skeletons of clients and of professionals differ.
  document.documentElement.dataset.role = session.user?.user_metadata?.role;
  // The same margin as in `platform/session-storage.ts`. In seconds.
  if (location.search || !(session.expires_at > Date.now() / 1000 + 120)) return;
  const values = location.pathname.split('/');
  const names = route.split('/');
  const fill = (path) => path.replace(/:\w+/g, (name) => values[names.indexOf(name)]);
  const token = session.access_token;
  const headers = { accept: 'application/json', 'x-client-info': 'festoon-web', authorization: `Bearer ${token}` };
  window.festoonReads = new Map(
    reads.split(' ').map((path) => {
      const url = `/api/v1${fill(path)}`;
      return [url, { token, at: Date.now(), response: fetch(url, { headers }).catch(() => undefined) }];
    }),
  );
})();
