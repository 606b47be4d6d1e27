// Only pages of a demo have this script. Its banner signs in with one of the published accounts.
(() => {
  const key = 'festoon.session';
  const banner = document.querySelector('.demo-banner');
  const buttons = [...banner.querySelectorAll('button')];
  const message = banner.querySelector('[role="status"]');

  const storedSession = () => {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  };
  const markCurrent = () => {
    const email = storedSession()?.user?.email;
    for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset.email === email));
  };

  const send = (path, body, token) =>
    fetch(`/auth/v1/${path}`, {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });

  /** Ends the current session, starts one of this account, and opens its dashboard. */
  const switchTo = async (email) => {
    const response = await send('token?grant_type=password', { email, password: banner.dataset.password });
    const session = await response.json();
    if (!response.ok) throw new Error(session.msg);
    const earlier = storedSession()?.access_token;
    localStorage.setItem(key, JSON.stringify(session));
    location.assign('/dashboard');
    // Not awaited: a page whose session has ended would show errors until it is left.
    if (earlier) void send('logout?scope=local', {}, earlier).catch(() => undefined);
  };

  banner.addEventListener('click', async ({ target }) => {
    const { email } = target.dataset;
    if (!email) return;
    for (const button of buttons) button.disabled = true;
    message.textContent = '';
    try {
      await switchTo(email);
    } catch (error) {
      message.textContent = `The account could not be opened. ${error.message}`;
      for (const button of buttons) button.disabled = false;
    }
  });

  markCurrent();
  addEventListener('storage', markCurrent);
})();
