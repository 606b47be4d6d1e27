import { useContext } from 'react';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonBlocks } from '../../ui/states.tsx';
import { VersionSlider } from '../../ui/version-slider.tsx';
import { useBookingVersions } from './api.ts';
import { FieldTextsContext } from './field-texts.ts';

/** A booking as it was after each of its events. */
export function BookingVersions({ id }: { id: string }) {
  const texts = useContext(FieldTextsContext);
  return (
    <Panel title="The booking then" text="Choose a version to see the booking as it was. What it changed is marked.">
      <Loaded
        query={useBookingVersions(id)}
        failure="The versions could not be loaded"
        skeleton={<SkeletonBlocks heights={[40, 180]} />}
      >
        {(versions) => <VersionSlider versions={versions} texts={texts} />}
      </Loaded>
    </Panel>
  );
}
