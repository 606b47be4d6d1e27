import { useCallback, useEffect, useRef, useState } from 'react';
import { Outlet, useOutletContext } from 'react-router-dom';
import { useMe } from '../features/identity/session.ts';
import { FieldTextsContext } from '../features/staff/field-texts.ts';
import { usePaletteKeys } from '../features/staff/use-palette-keys.ts';
import { Deferred } from '../ui/deferred.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { staffFieldTexts } from './staff-field-texts.ts';

const CommandPalette = lazyPart(async () => (await import('../features/staff/command-palette.tsx')).CommandPalette);

type StaffOutletContext = { readonly openPalette: () => void };

/** The command palette for the pages of the back office. It stays open while another page is loaded. */
export function StaffLayout() {
  const viewerRoles = useMe().data?.staffRoles ?? [];
  const [searching, setSearching] = useState(false);
  const focusedBefore = useRef<Element>(null);
  const openPalette = useCallback(() => {
    focusedBefore.current = document.activeElement;
    setSearching(viewerRoles.length > 0);
  }, [viewerRoles.length]);
  useEffect(() => {
    if (!searching && focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus();
  }, [searching]);
  usePaletteKeys(openPalette);
  return (
    <FieldTextsContext value={staffFieldTexts}>
      <Outlet context={{ openPalette } satisfies StaffOutletContext} />
      <Deferred open={searching}>
        {searching && <CommandPalette viewerRoles={viewerRoles} onClose={() => setSearching(false)} />}
      </Deferred>
    </FieldTextsContext>
  );
}

export const useStaffLayout = (): StaffOutletContext => useOutletContext<StaffOutletContext>();
