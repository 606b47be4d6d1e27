import { Link } from 'react-router-dom';
import './dashboard.css';

/** A figure, what it counts, and the page that lists it. */
export type Count = { name: string; value: number; to: string };

export function Counts({ counts }: { counts: readonly Count[] }) {
  return (
    <ul className="counts">
      {counts.map(({ name, value, to }) => (
        <li key={name}>
          <Link className="card opens count" to={to}>
            <span className="muted">{name}</span>
            <span className="figure num">{value.toLocaleString('en-US')}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
