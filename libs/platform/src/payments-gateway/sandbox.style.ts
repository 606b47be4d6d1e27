import { pageFrame } from '#platform/http';

/** The stylesheet of the sandbox's checkout page. */
export const sandboxStyle =
  (): string => `${pageFrame()}h1 { font: 560 40px/1.08 var(--display); letter-spacing: -0.015em; }
.money { font-variant-numeric: tabular-nums; }
.eyebrow { margin-bottom: -12px; color: var(--muted); font-size: 14px; font-weight: 600; letter-spacing: 0.06em; text-transform: uppercase; }
dl { display: grid; gap: 10px; padding-top: 18px; border-top: 1px solid var(--line); }
dl div { display: grid; grid-template-columns: 64px 1fr; gap: 12px; }
dt { color: var(--muted); }
dd { overflow-wrap: anywhere; }
form, .actions { display: grid; gap: 10px; }
form { gap: 20px; }
.button { display: flex; align-items: center; justify-content: center; min-height: 48px; padding: 0 20px; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); color: var(--ink); font: 560 16px var(--text); text-decoration: none; cursor: pointer; transition: border-color 0.15s ease-out, box-shadow 0.2s ease-out; }
.button:hover { border-color: var(--glow); box-shadow: 0 0 0 4px var(--glow-soft); }
.button.primary { background: var(--primary); color: var(--on-primary); border-color: transparent; }
.button.quiet { background: none; border-color: transparent; }
details { padding-top: 18px; border-top: 1px solid var(--line); }
summary { font-weight: 560; cursor: pointer; padding-block: 6px; }
details > * + * { margin-top: 14px; }
ul { padding-left: 18px; font-size: 14px; }
.tag { display: inline-flex; align-items: center; gap: 8px; justify-self: start; min-height: 30px; padding: 0 12px; border-radius: 15px; font-size: 15px; font-weight: 560; background: color-mix(in srgb, currentColor 9%, transparent); }
.tag::before { content: ""; width: 8px; height: 8px; border-radius: 50%; background: currentColor; }
.pine { color: var(--pine); }
.amber { color: var(--amber); }
.rose { color: var(--rose); }
@media (prefers-reduced-motion: reduce) { * { transition: none; } }
`;
