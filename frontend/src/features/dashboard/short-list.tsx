import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import './dashboard.css';

type ShortListProps = {
  title: string;
  /** Where the whole list is, and what the link to it says. */
  all: { to: string; name: string };
  children: ReactNode;
};

/** The first few of a list. */
export function ShortList({ title, all, children }: ShortListProps) {
  return (
    <section className="card short-list">
      <div className="short-list-top">
        <h2>{title}</h2>
        <Link className="link" to={all.to}>
          {all.name}
          <span className="unseen">: {title}</span>
        </Link>
      </div>
      {children}
    </section>
  );
}
