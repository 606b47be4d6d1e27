import { Statistic } from 'antd';
import { Link } from 'react-router-dom';
import './dashboard.css';

/** A figure, what it counts, and the page that lists it. */
export type Count = { name: string; value: number; to: string };

export function Counts({ counts }: { counts: readonly Count[] }) {
  return (
    <ul className="columns small">
      {counts.map(({ name, value, to }) => (
        <li key={name}>
          <Link className="card opens count" to={to}>
            <Statistic title={name} value={value} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
