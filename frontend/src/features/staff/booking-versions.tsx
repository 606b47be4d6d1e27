import { Button, Flex, Slider } from 'antd';
import { useState } from 'react';
import type { BookingVersion } from '#bookings/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonBlocks } from '../../ui/states.tsx';
import { useBookingVersions } from './api.ts';
import { factsIn } from './version-facts.ts';
import './staff.css';

/** A booking as it was after each of its events. */
export function BookingVersions({ id }: { id: string }) {
  return (
    <Panel title="The booking then" text="Choose a version to see the booking as it was. What it changed is marked.">
      <Loaded
        query={useBookingVersions(id)}
        failure="The versions could not be loaded"
        skeleton={<SkeletonBlocks heights={[40, 180]} />}
      >
        {(versions) => <Versions versions={versions} />}
      </Loaded>
    </Panel>
  );
}

const nameOf = ({ title, at }: BookingVersion): string => `${title}, ${dateAndTime(at)}`;

function Versions({ versions }: { versions: readonly BookingVersion[] }) {
  // Undefined: the newest one, also when the booking changes.
  const [chosen, choose] = useState<number>();
  const last = versions.length - 1;
  const index = Math.min(chosen ?? last, last);
  const version = versions[index];
  if (!version) return null;
  return (
    <>
      {last > 0 && (
        <Slider
          min={0}
          max={last}
          value={index}
          onChange={choose}
          dots
          tooltip={{ open: false }}
          ariaLabelForHandle="Version"
          ariaValueTextFormatterForHandle={(value) => {
            const named = versions[value];
            return named ? nameOf(named) : '';
          }}
        />
      )}
      <Flex wrap justify="space-between" align="center" gap="4px 14px">
        <p aria-live="polite">
          <b>{version.title}</b>{' '}
          <span className="small muted num">
            <time dateTime={version.at}>{dateAndTime(version.at)}</time> · version {version.version} · position{' '}
            {version.position.toLocaleString('en-US')}
          </span>
        </p>
        <Button size="small" disabled={index === last} onClick={() => choose(undefined)}>
          Back to now
        </Button>
      </Flex>
      <dl className="audit-details version-facts">
        {factsIn(version, versions[index - 1]).map(({ name, label, value, before, changed }) => (
          <div key={name} className={changed ? 'changed' : ''}>
            <dt>{label}</dt>
            <dd>
              {before !== undefined && (
                <>
                  <del className="muted">{before}</del> →{' '}
                </>
              )}
              {changed ? <ins>{value}</ins> : value}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
