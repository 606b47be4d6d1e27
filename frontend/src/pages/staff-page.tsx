import { Button } from 'antd';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { useMe } from '../features/identity/session.ts';
import { isFor, rolesFor, type StaffPath, staffPages } from '../features/staff/staff-pages.ts';
import { paletteKeys } from '../features/staff/use-palette-keys.ts';
import { useCurrentLinkInView } from '../ui/current-link.ts';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { useStaffLayout } from './staff-layout.tsx';
import '../features/staff/staff.css';

type StaffPageProps = {
  title: string;
  lead: ReactNode;
  eyebrow?: ReactNode;
  /** The page, or the one that lists what it shows. */
  path: StaffPath;
  /** What users without a staff role read instead. */
  refusal: string;
  children: ReactNode;
};

/**
 * A page of the back office: links to those that the caller's roles include, and the content for the roles that it is
 * for.
 */
export function StaffPage({ title, lead, eyebrow, path, refusal, children }: StaffPageProps) {
  const viewerRoles = useMe().data?.staffRoles ?? [];
  const roles = rolesFor(path);
  const links = staffPages.filter((page) => isFor(page.roles, viewerRoles));
  const nav = useCurrentLinkInView();
  const { openPalette } = useStaffLayout();
  return (
    <Page title={title} lead={lead} eyebrow={eyebrow}>
      {links.length > 1 && (
        <div className="staff-bar">
          <nav ref={nav} className="staff-pages scroll-x" aria-label="Back office">
            {links.map((link) => (
              <NavLink key={link.path} to={link.path} end>
                {link.label}
              </NavLink>
            ))}
          </nav>
          <Button onClick={openPalette} aria-keyshortcuts={paletteKeys.aria}>
            Go to <kbd>{paletteKeys.shown}</kbd>
          </Button>
        </div>
      )}
      {isFor(roles, viewerRoles) ? (
        children
      ) : viewerRoles.length === 0 ? (
        <EmptyState title="For staff" text={refusal} />
      ) : (
        <EmptyState title="For other roles" text={`This page is for the roles ${roles.join(', ')}.`} />
      )}
    </Page>
  );
}
