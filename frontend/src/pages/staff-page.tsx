import { Button, Layout } from 'antd';
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
  const page = (
    <Page title={title} lead={lead} eyebrow={eyebrow}>
      {isFor(roles, viewerRoles) ? (
        children
      ) : viewerRoles.length === 0 ? (
        <EmptyState title="For staff" text={refusal} />
      ) : (
        <EmptyState title="For other roles" text={`This page is for the roles ${roles.join(', ')}.`} />
      )}
    </Page>
  );
  if (viewerRoles.length === 0) return page;
  return (
    <Layout hasSider className="staff-layout">
      {/* The style sheet sets the width: on a small screen, the links are above the page. */}
      <Layout.Sider width="var(--staff-side)" className="staff-side">
        <Navigation viewerRoles={viewerRoles} path={path} />
      </Layout.Sider>
      {/* Not `Layout.Content`, which is a second `main`. */}
      <div className="staff-content">{page}</div>
    </Layout>
  );
}

type NavigationProps = {
  viewerRoles: Parameters<typeof isFor>[1];
  /** The page whose link is the current one. */
  path: StaffPath;
};

function Navigation({ viewerRoles, path }: NavigationProps) {
  const nav = useCurrentLinkInView();
  const { openPalette } = useStaffLayout();
  const links = staffPages.filter((page) => isFor(page.roles, viewerRoles));
  return (
    <div className="staff-bar">
      <nav ref={nav} className="staff-pages" aria-label="Back office">
        {links.map((link) => (
          <NavLink key={link.path} to={link.path} end className={link.path === path ? 'current' : ''}>
            {link.label}
          </NavLink>
        ))}
      </nav>
      <Button onClick={openPalette} aria-keyshortcuts={paletteKeys.aria}>
        Go to <kbd>{paletteKeys.shown}</kbd>
      </Button>
    </div>
  );
}
