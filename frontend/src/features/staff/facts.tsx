import type { ReactNode } from 'react';
import './staff.css';

/** What staff see at a glance: each value with its name, in the order in which they are given. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="staff-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="small muted">{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
