import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import './tabs.css';

export type Tab = { key: string; label: string; children: ReactNode };

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Tabs for public pages, which load no component library. All panels are in the document, so that the page can be read
 * without scripts: the panels are then shown one below the other.
 */
export function Tabs({ label, items }: { label: string; items: readonly Tab[] }) {
  const id = useId();
  const [shown, setShown] = useState(0);
  const tabs = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const next = step(shown, items.length);
    setShown(next);
    tabs.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };
  return (
    <>
      <div ref={tabs} className="tabs scrolled-row" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {items.map(({ key, label: name }, i) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}${key}-tab`}
            aria-controls={`${id}${key}`}
            aria-selected={i === shown}
            tabIndex={i === shown ? 0 : -1}
            onClick={() => setShown(i)}
          >
            {name}
          </button>
        ))}
      </div>
      {items.map(({ key, children }, i) => (
        <div
          key={key}
          className="tab-panel"
          role="tabpanel"
          id={`${id}${key}`}
          aria-labelledby={`${id}${key}-tab`}
          hidden={i !== shown}
        >
          {children}
        </div>
      ))}
    </>
  );
}
