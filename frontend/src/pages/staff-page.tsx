import { Button } from 'antd';
import { type ReactNode, useCallback, useState } from 'react';
import { NavLink } from 'react-router-dom';
import { useMe } from '../features/identity/session.ts';
import { isFor, rolesFor, type StaffPath, staffPages } from '../features/staff/staff-pages.ts';
import { usePaletteKeys } from '../features/staff/use-palette-keys.ts';
import { useCurrentLinkInView } from '../ui/current-link.ts';
import { Deferred } from '../ui/deferred.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import '../features/staff/staff.css';

const CommandPalette = lazyPart(async () => (await import('../features/staff/command-palette.tsx')).CommandPalette);

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
  const held = useMe().data?.staffRoles ?? [];
  const roles = rolesFor(path);
  const links = staffPages.filter((page) => isFor(page.roles, held));
  const nav = useCurrentLinkInView();
  const [searching, setSearching] = useState(false);
  usePaletteKeys(useCallback(() => setSearching(held.length > 0), [held.length]));
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
          <Button onClick={() => setSearching(true)} aria-keyshortcuts="/">
            Go to <kbd>/</kbd>
          </Button>
        </div>
      )}
      <Deferred open={searching}>
        {searching && <CommandPalette held={held} onClose={() => setSearching(false)} />}
      </Deferred>
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
