import { Flex } from 'antd';
import type { ReactNode } from 'react';

type OwnItemProps = { name: ReactNode; about: ReactNode; children: ReactNode };

/** One of the user's devices or sign-in methods, with its actions. */
export function OwnItem({ name, about, children }: OwnItemProps) {
  return (
    <Flex component="li" wrap gap="10px 16px" align="center" justify="space-between">
      <Flex component="span" vertical gap={2} flex="1 1 180px">
        <b>{name}</b>
        <span className="muted small">{about}</span>
      </Flex>
      {children}
    </Flex>
  );
}
