/** What all pages share that the server writes itself: Festoon's tokens, and the frame. */
export const pageFrame = `@font-face { font-family: "Fraunces Variable"; font-weight: 100 900; font-display: swap; src: url("/plain/fonts/fraunces.woff2") format("woff2"); }
@font-face { font-family: "Inter Variable"; font-weight: 100 900; font-display: swap; src: url("/plain/fonts/inter.woff2") format("woff2"); }
:root {
  color-scheme: light dark;
  --ground: light-dark(#fbf7f0, #14121f);
  --surface: light-dark(#ffffff, #1d1a2b);
  --line: light-dark(#e8dfd1, #332f47);
  --ink: light-dark(#1e1b2e, #f3eee4);
  --muted: light-dark(#6b6577, #a79fb5);
  --primary: light-dark(#b93f26, #f2b84b);
  --on-primary: light-dark(#fff8f2, #1e1b2e);
  --glow: #f2b84b;
  --glow-soft: light-dark(#f2b84b33, #f2b84b40);
  --pine: light-dark(#1f5a4d, #7cc4ae);
  --amber: light-dark(#9a6200, #e9b45c);
  --rose: light-dark(#a3263b, #f08a98);
  --wire: light-dark(#4a4358, #6d6584);
  --display: "Fraunces Variable", "Iowan Old Style", Georgia, serif;
  --text: "Inter Variable", system-ui, sans-serif;
}
[data-theme="light"] { color-scheme: light; }
[data-theme="dark"] { color-scheme: dark; }
* { box-sizing: border-box; margin: 0; }
body { background: var(--ground); color: var(--ink); font: 16px/1.55 var(--text); -webkit-font-smoothing: antialiased; }
.notice { padding: 10px 18px; background: var(--glow); color: #1e1b2e; font-size: 15px; font-weight: 560; text-align: center; }
main { width: 100%; max-width: 520px; margin: 0 auto; padding: 32px 18px 56px; }
.logo { display: flex; align-items: center; gap: 10px; margin-bottom: 20px; font: 620 23px var(--display); letter-spacing: -0.02em; }
.logo a { color: inherit; text-decoration: none; }
.logo circle { fill: var(--glow); }
.logo .wire { fill: none; stroke: var(--wire); stroke-width: 1.8; }
.card { display: grid; gap: 20px; padding: 26px; background: var(--surface); border: 1px solid var(--line); border-radius: 16px; }
:focus-visible { outline: 2px solid var(--primary); outline-offset: 3px; border-radius: 6px; }
.muted { color: var(--muted); }
.small { font-size: 14px; }
`;

/** The look of the mailbox and of pages like it. */
export const plainPageStyle = `${pageFrame}main.wide { max-width: 860px; }
h1 { font: 560 32px/1.15 var(--display); letter-spacing: -0.015em; overflow-wrap: anywhere; }
a { color: var(--primary); }
.above { margin-bottom: 14px; }
.button { display: flex; align-items: center; justify-content: center; min-height: 48px; padding: 0 20px; border-radius: 10px; background: var(--primary); color: var(--on-primary); font: 560 16px var(--text); text-decoration: none; transition: box-shadow 0.2s ease-out; }
.button:hover { box-shadow: 0 0 0 4px var(--glow-soft); }
dl { display: grid; gap: 10px; padding-bottom: 18px; border-bottom: 1px solid var(--line); }
dl div { display: grid; grid-template-columns: 80px 1fr; gap: 12px; }
dt { color: var(--muted); }
dd { overflow-wrap: anywhere; }
.letters { display: grid; padding: 0; list-style: none; }
.letters a { display: grid; grid-template-columns: 1fr auto; gap: 2px 16px; padding: 14px 26px; color: inherit; text-decoration: none; border-top: 1px solid var(--line); }
.letters li:first-child a { border-top: 0; }
.letters a:hover { background: var(--glow-soft); }
.letters b { font-weight: 600; overflow-wrap: anywhere; }
.letters time { color: var(--muted); font-size: 14px; font-variant-numeric: tabular-nums; }
.card.list { padding: 12px 0; }
iframe { width: 100%; height: 640px; border: 1px solid var(--line); border-radius: 10px; background: #fbf7f0; }
summary { padding-block: 6px; font-weight: 560; cursor: pointer; }
pre { padding: 14px; border: 1px solid var(--line); border-radius: 10px; font: 14px/1.5 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
@media (max-width: 480px) { dl div { grid-template-columns: 44px 1fr; } .letters a { grid-template-columns: 1fr; } .letters time { order: 1; } }
@media (prefers-reduced-motion: reduce) { * { transition: none; } }
`;
