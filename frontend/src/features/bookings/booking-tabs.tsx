import type { KeyboardEvent } from 'react';
import type { BookingCounts } from '#bookings/contract';

export const tabs = [
  ['all', 'All'],
  ['pending', 'Pending'],
  ['confirmed', 'Confirmed'],
  ['completed', 'Completed'],
] as const satisfies readonly (readonly [keyof BookingCounts, string])[];
export type BookingTab = (typeof tabs)[number][0];

/** The tab an address names; all bookings where it names none. */
export const tabOf = (text: string | null): BookingTab => tabs.find(([tab]) => tab === text)?.[0] ?? 'all';

type TabsProps = {
  tab: BookingTab;
  counts: BookingCounts | undefined;
  /** The id of what the tabs switch. */
  panel: string;
  onTab: (tab: BookingTab) => void;
};

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** One stop for the keyboard; the arrows go from tab to tab. On a phone they scroll sideways. */
export function Tabs({ tab, counts, panel, onTab }: TabsProps) {
  // From where the focus is: the tab shown follows in its own time.
  const move = ({ key, currentTarget }: KeyboardEvent<HTMLDivElement>) => {
    const step = steps[key];
    if (!step) return;
    const buttons = [...currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
    const next = (buttons.findIndex((button) => button.matches(':focus')) + step + tabs.length) % tabs.length;
    onTab(tabs[next]?.[0] ?? 'all');
    buttons[next]?.focus();
  };
  return (
    <div className="tabs" role="tablist" aria-label="Bookings by status" onKeyDown={move}>
      {tabs.map(([name, label]) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === tab}
          aria-controls={panel}
          tabIndex={name === tab ? 0 : -1}
          onClick={() => onTab(name)}
        >
          {label}
          {counts && <span className="num"> ({counts[name]})</span>}
        </button>
      ))}
    </div>
  );
}
