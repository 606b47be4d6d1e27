import { Flex } from 'antd';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import './dashboard.css';

type ShortListProps = {
  title: string;
  /** The page with the whole list, and the text of the link to it. */
  all: { to: string; name: string };
  children: ReactNode;
};

/** The first few of a list. */
export function ShortList({ title, all, children }: ShortListProps) {
  const id = useId();
  return (
    <section className="card short-list" aria-labelledby={id}>
      <Flex className="pad" wrap gap="4px 16px" align="baseline" justify="space-between">
        <h2 id={id}>{title}</h2>
        <Link className="link" to={all.to}>
          {all.name}
          <span className="unseen">: {title}</span>
        </Link>
      </Flex>
      {children}
    </section>
  );
}
