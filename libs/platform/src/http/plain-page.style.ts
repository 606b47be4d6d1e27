import { designTokens } from './design-tokens.ts';

/** The styles that all plain pages share: fonts, design tokens and the frame. */
export const pageFrame =
  (): string => `@font-face { font-family: "Fraunces Variable"; font-weight: 100 900; font-display: swap; src: url("/plain/fonts/fraunces.woff2") format("woff2"); }
@font-face { font-family: "Inter Variable"; font-weight: 100 900; font-display: swap; src: url("/plain/fonts/inter.woff2") format("woff2"); }
${designTokens()}
* { box-sizing: border-box; margin: 0; }
body { background: var(--ground); color: var(--ink); font: 16px/1.55 var(--text); -webkit-font-smoothing: antialiased; }
.notice { padding: 10px 18px; background: var(--glow); color: light-dark(var(--ink), var(--on-primary)); font-size: 15px; font-weight: 560; text-align: center; }
main { width: 100%; max-width: 520px; margin: 0 auto; padding: 32px 18px 56px; }
.logo { display: flex; align-items: center; gap: 10px; margin-bottom: 12px; font: 620 23px var(--display); letter-spacing: -0.02em; }
.logo a { padding-block: 8px; color: inherit; text-decoration: none; }
.logo circle { fill: var(--glow); }
.logo .wire { fill: none; stroke: var(--wire); stroke-width: 1.8; }
.card { display: grid; gap: 20px; padding: 26px; background: var(--surface); border: 1px solid var(--line); border-radius: 16px; }
:focus-visible { outline: 2px solid var(--primary); outline-offset: 3px; border-radius: 6px; }
.muted { color: var(--muted); }
.small { font-size: 14px; }
`;

/** The stylesheet of the mailbox and similar pages. */
export const plainPageStyle = (): string => `${pageFrame()}main.wide { max-width: 860px; }
h1 { font: 560 32px/1.15 var(--display); letter-spacing: -0.015em; overflow-wrap: anywhere; }
a { color: var(--primary); }
.above { margin-bottom: 14px; }
.button { display: flex; align-items: center; justify-content: center; min-height: 48px; padding: 0 20px; border-radius: 10px; background: var(--primary); color: var(--on-primary); font: 560 16px var(--text); text-decoration: none; transition: box-shadow 0.2s ease-out; }
.button:hover { box-shadow: 0 0 0 4px var(--glow-soft); }
dl { display: grid; gap: 10px; padding-bottom: 18px; border-bottom: 1px solid var(--line); }
dl div { display: grid; grid-template-columns: 80px 1fr; gap: 12px; }
dt { color: var(--muted); }
dd { overflow-wrap: anywhere; }
.mails { display: grid; padding: 0; list-style: none; }
.mails a { display: grid; grid-template-columns: 1fr auto; gap: 2px 16px; padding: 14px 26px; color: inherit; text-decoration: none; border-top: 1px solid var(--line); }
.mails li:first-child a { border-top: 0; }
.mails a:hover { background: var(--glow-soft); }
.mails b { font-weight: 600; overflow-wrap: anywhere; }
.mails time { color: var(--muted); font-size: 14px; font-variant-numeric: tabular-nums; }
.card.list { padding: 12px 0; }
iframe { width: 100%; height: 640px; border: 1px solid var(--line); border-radius: 10px; background: var(--ground); }
summary { padding-block: 6px; font-weight: 560; cursor: pointer; }
pre { padding: 14px; border: 1px solid var(--line); border-radius: 10px; font: 14px/1.5 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
@media (max-width: 480px) { dl div { grid-template-columns: 44px 1fr; } .mails a { grid-template-columns: 1fr; } .mails time { order: 1; } }
@media (prefers-reduced-motion: reduce) { * { transition: none; } }
`;
