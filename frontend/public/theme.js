// Runs before the first paint, so that the page never flashes in the other theme.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('festoon.theme');
  } catch {
    // Storage may be forbidden; the system's preference stands.
  }
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
