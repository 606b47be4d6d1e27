/** The page stands alone, as a provider's does, so it carries Festoon's tokens itself. */
export const sandboxStyle = `@font-face { font-family: "Fraunces Variable"; font-weight: 100 900; font-display: swap; src: url("/sandbox/fonts/fraunces.woff2") format("woff2"); }
@font-face { font-family: "Inter Variable"; font-weight: 100 900; font-display: swap; src: url("/sandbox/fonts/inter.woff2") format("woff2"); }
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
.logo circle { fill: var(--glow); }
.logo .wire { fill: none; stroke: var(--wire); stroke-width: 1.8; }
.card { display: grid; gap: 20px; padding: 26px; background: var(--surface); border: 1px solid var(--line); border-radius: 16px; }
h1 { font: 560 40px/1.08 var(--display); letter-spacing: -0.015em; }
.money { font-variant-numeric: tabular-nums; }
.eyebrow { margin-bottom: -12px; color: var(--muted); font-size: 14px; font-weight: 600; letter-spacing: 0.06em; text-transform: uppercase; }
dl { display: grid; gap: 10px; padding-top: 18px; border-top: 1px solid var(--line); }
dl div { display: grid; grid-template-columns: 64px 1fr; gap: 12px; }
dt { color: var(--muted); }
dd { overflow-wrap: anywhere; }
.order { font-size: 14px; font-variant-numeric: tabular-nums; }
form, .actions { display: grid; gap: 10px; }
form { gap: 20px; }
.button { display: flex; align-items: center; justify-content: center; min-height: 48px; padding: 0 20px; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); color: var(--ink); font: 560 16px var(--text); text-decoration: none; cursor: pointer; transition: border-color 0.15s ease-out, box-shadow 0.2s ease-out; }
.button:hover { border-color: var(--glow); box-shadow: 0 0 0 4px var(--glow-soft); }
.button.primary { background: var(--primary); color: var(--on-primary); border-color: transparent; }
.button.quiet { background: none; border-color: transparent; }
:focus-visible { outline: 2px solid var(--primary); outline-offset: 3px; border-radius: 6px; }
details { padding-top: 18px; border-top: 1px solid var(--line); }
summary { font-weight: 560; cursor: pointer; padding-block: 6px; }
details > * + * { margin-top: 14px; }
ul { padding-left: 18px; font-size: 14px; }
.muted { color: var(--muted); }
.small { font-size: 14px; }
.tag { display: inline-flex; align-items: center; gap: 8px; justify-self: start; min-height: 30px; padding: 0 12px; border-radius: 15px; font-size: 15px; font-weight: 560; background: color-mix(in srgb, currentColor 9%, transparent); }
.tag::before { content: ""; width: 8px; height: 8px; border-radius: 50%; background: currentColor; }
.pine { color: var(--pine); }
.amber { color: var(--amber); }
.rose { color: var(--rose); }
@media (prefers-reduced-motion: reduce) { * { transition: none; } }
`;
