import { Flex } from 'antd';
import type { ReactNode } from 'react';
import './list.css';

type ItemCardProps = {
  icon: ReactNode;
  eyebrow?: ReactNode;
  title: string;
  tag?: ReactNode;
  /** One `li` for each fact. */
  facts: ReactNode;
  /** Shown on the right, and on a phone below the other content. */
  side?: ReactNode;
  /** What is shown at the bottom: tags or a date, then the actions. */
  foot?: ReactNode;
  children?: ReactNode;
};

/** One item in a list. */
export function ItemCard({ icon, eyebrow, title, tag, facts, side, foot, children }: ItemCardProps) {
  return (
    <article className="card pad media item">
      {icon}
      <Flex vertical gap={8}>
        {eyebrow && <span className="eyebrow">{eyebrow}</span>}
        <Flex wrap gap="6px 12px" align="center">
          <h2>{title}</h2>
          {tag}
        </Flex>
        {children}
        <Flex component="ul" className="facts muted small" wrap gap="4px 20px">
          {facts}
        </Flex>
      </Flex>
      {side && <div className="item-side">{side}</div>}
      {foot && (
        <Flex className="item-foot" wrap gap="12px 10px" align="center">
          {foot}
        </Flex>
      )}
    </article>
  );
}
