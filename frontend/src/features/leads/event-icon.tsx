import type { ReactNode } from 'react';
import { IconTile } from '../../ui/icon-tile.tsx';

const drawings: Readonly<Record<string, ReactNode>> = {
  wedding: (
    <>
      <circle cx="9" cy="15" r="5.5" />
      <circle cx="16" cy="15" r="5.5" />
      <path d="M12.5 5.5 10 3h5z" />
    </>
  ),
  corporate: (
    <>
      <rect x="3.5" y="8" width="17" height="11.5" rx="2" />
      <path d="M9 8V6.2A1.7 1.7 0 0 1 10.7 4.5h2.6A1.7 1.7 0 0 1 15 6.2V8M3.5 13h17M12 12v2.2" />
    </>
  ),
  birthday: (
    <path d="M4 20v-7a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v7M3 20h18M4 16c2 1.6 3.4 1.6 5.3 0 1.9 1.6 3.4 1.6 5.3 0 1.9 1.6 3.4 1.6 5.4 0M12 11V7.5M12 4.5v.01" />
  ),
  concert: (
    <>
      <circle cx="7" cy="17.5" r="2.7" />
      <circle cx="17" cy="15.5" r="2.7" />
      <path d="M9.7 17.5V6.5L19.7 4v11.5" />
    </>
  ),
  sports: (
    <path d="M7.5 4h9v5.5a4.5 4.5 0 0 1-9 0V4ZM7.5 5.5H4.3v1.7a3.2 3.2 0 0 0 3.4 3.2M16.5 5.5h3.2v1.7a3.2 3.2 0 0 1-3.4 3.2M12 14v3.5M8.5 20.5h7M9.5 20.5c0-1.9 1-3 2.5-3s2.5 1.1 2.5 3" />
  ),
  festival: <path d="M12 3v3M4 12l8-6 8 6h-1.5L20 20H4l1.5-8zM9.5 20 12 12l2.5 8" />,
  conference: (
    <>
      <rect x="9.3" y="3" width="5.4" height="10.5" rx="2.7" />
      <path d="M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3M8.5 21h7" />
    </>
  ),
};
const anyEvent = <path d="M12 3.5 14.3 9l5.9.5-4.5 3.9 1.4 5.8L12 16.1l-5.1 3.1 1.4-5.8L3.8 9.5 9.7 9z" />;

/** The icon of an event type. */
export function EventIcon({ type }: { type: string }) {
  return (
    <IconTile>
      <svg
        width="26"
        height="26"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {drawings[type] ?? anyEvent}
      </svg>
    </IconTile>
  );
}
