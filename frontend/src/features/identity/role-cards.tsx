import { Flex } from 'antd';
import { ArrowRight } from 'lucide-react';
import type { Role } from '#identity/contract';
import { Illustration, type Motif } from '../../ui/illustration.tsx';

type Card = { title: string; text: string; motif: Motif; seed: number };

/** The three roles as the sign-up screen shows them. */
export const roleCards: Readonly<Record<Role, Card>> = {
  creator: {
    title: 'Offer Services',
    text: 'For photographers, videographers and event professionals',
    motif: 'evening',
    seed: 7,
  },
  client: {
    title: 'Plan an Event',
    text: 'Post what you need, compare, book and follow every step',
    motif: 'tables',
    seed: 2,
  },
  vendor: {
    title: 'Vendor Services',
    text: 'For sound, lighting, catering and other event vendors',
    motif: 'flowers',
    seed: 3,
  },
};

export function RoleCards({ onChoose }: { onChoose: (role: Role) => void }) {
  return (
    <Flex vertical gap={14}>
      {(Object.keys(roleCards) as Role[]).map((role) => {
        const { title, text, motif, seed } = roleCards[role];
        return (
          <button key={role} type="button" className="card opens role-card" onClick={() => onChoose(role)}>
            <Illustration motif={motif} seed={seed} />
            <span>
              <span className="figure">{title}</span>
              <span className="muted small">{text}</span>
            </span>
            <ArrowRight className="muted" />
          </button>
        );
      })}
    </Flex>
  );
}
