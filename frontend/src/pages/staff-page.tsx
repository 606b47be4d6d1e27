import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import type { StaffRole } from '#identity/contract';
import { useMe } from '../features/identity/session.ts';
import { isFor, staffPages } from '../features/staff/staff-pages.ts';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import '../features/staff/staff.css';

type StaffPageProps = {
  title: string;
  lead: ReactNode;
  eyebrow?: ReactNode;
  /** The staff roles that the page is for. */
  roles: readonly StaffRole[];
  /** What users without a staff role read instead. */
  refusal: string;
  children: ReactNode;
};

/** A page of the back office: links to those that the caller's roles include, and the content for the roles of this one. */
export function StaffPage({ title, lead, eyebrow, roles, refusal, children }: StaffPageProps) {
  const held = useMe().data?.staffRoles ?? [];
  const links = staffPages.filter((page) => isFor(page.roles, held));
  return (
    <Page title={title} lead={lead} eyebrow={eyebrow}>
      {links.length > 1 && (
        <nav className="staff-pages scroll-x" aria-label="Back office">
          {links.map(({ path, label }) => (
            <NavLink key={path} to={path} end>
              {label}
            </NavLink>
          ))}
        </nav>
      )}
      {isFor(roles, held) ? (
        children
      ) : held.length === 0 ? (
        <EmptyState title="For staff" text={refusal} />
      ) : (
        <EmptyState title="For other roles" text={`This page is for the roles ${roles.join(', ')}.`} />
      )}
    </Page>
  );
}
