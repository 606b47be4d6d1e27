import './fonts.css';
import './tokens.css';
import './base.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App, fetchFor } from './app.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// A mail's link may lead here, with a session or with what went wrong; the log-in page reads both.
if (location.pathname === '/' && /[#&](access_token|error_code|message)=/.test(location.hash))
  location.replace(`/login${location.hash}`);

const product = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
);

const wanted = fetchFor(location.pathname);
if (root.firstElementChild) void wanted.then(() => hydrateRoot(root, product));
else createRoot(root).render(product);
